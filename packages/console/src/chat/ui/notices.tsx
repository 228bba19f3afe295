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

/** Why something has failed, in words for a user; with its code, once, for whoever looks it up. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof PalaverError)) return error instanceof Error ? error.message : String(error);
  const { code, message, fields } = error;
  const reason = fields.map(({ rule }) => REASONS[rule]).find((one) => one !== undefined);
  if (reason === undefined && message.startsWith(code)) return message;
  return `${reason ?? message} (${code})`;
}

/** Of rules that are about the user, and not about the request that an app has made for them. */
const REASONS: Record<string, string> = {
  policy: 'The rules of this app do not let you do this.',
  role: 'Your role in this chat does not let you do this.',
};
