import { PalaverError } from '@palaver/client';
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { IconButton } from './icon.tsx';

/** Takes what a click has begun, and tells the user if it fails. */
export type Report = (work: Promise<unknown>) => void;

const ReportContext = createContext<Report>(() => {});
export const useReport = () => useContext(ReportContext);

/** Shows why the last thing that was asked for has failed, until that is closed or something else is. */
export function Notices({ children }: { children: ReactNode }) {
  const [notice, setNotice] = useState('');
  const report = useCallback<Report>((work) => {
    setNotice('');
    work.catch((error: unknown) => setNotice(sentenceOf(error)));
  }, []);
  return (
    <ReportContext value={report}>
      {children}
      <div className="notice-place" role="alert">
        {notice === '' ? null : (
          <p className="notice">
            {notice}
            <IconButton icon="close" label="Close" onClick={() => setNotice('')} />
          </p>
        )}
      </div>
    </ReportContext>
  );
}

export function sentenceOf(error: unknown): string {
  if (error instanceof PalaverError) return `${error.message} (${error.code})`;
  return error instanceof Error ? error.message : String(error);
}
