import { useEffect } from 'react';
import { hasFiles } from '../composer/received-files.ts';

/** Keeps the page when a file is dropped where nothing takes it: the browser would open the file in place of the page. */
export function useKeepPage(): void {
  useEffect(() => {
    const keep = (event: DragEvent) => {
      const { dataTransfer: data } = event;
      if (event.defaultPrevented || data === null || !hasFiles(data)) return;
      event.preventDefault();
      data.dropEffect = 'none';
    };
    const leaving = new AbortController();
    for (const type of ['dragover', 'drop'] as const) addEventListener(type, keep, leaving);
    return () => leaving.abort();
  }, []);
}
