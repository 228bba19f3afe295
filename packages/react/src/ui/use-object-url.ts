import { useState } from 'react';
import { useBrowserLayoutEffect } from '../hooks/use-latest.ts';

/** An address of a file in memory, for `src`; revoked when the component has no more use for it. */
export function useObjectUrl(file: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useBrowserLayoutEffect(() => {
    if (file === undefined) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      setUrl(undefined);
      URL.revokeObjectURL(made);
    };
  }, [file]);
  return url;
}
