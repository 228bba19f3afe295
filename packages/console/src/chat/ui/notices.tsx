import { PalaverError } from '@palaver/client';
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { IconButton } from './icon.tsx';

/** Runs an action that a click started, and reports its failure to the user. */
export type Report = (work: Promise<unknown>) => void;

const ReportContext = createContext<Report>(() => {});
export const useReport = () => useContext(ReportContext);

/** Shows the last failure until the user closes it or starts another action. */
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

/** An error in words for the user, with its code once, for reference. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof PalaverError)) return error instanceof Error ? error.message : String(error);
  const { code, message, fields } = error;
  const reason = fields.map(({ rule }) => REASONS[rule]).find((one) => one !== undefined);
  if (reason === undefined && message.startsWith(code)) return message;
  return `${reason ?? message} (${code})`;
}

/** For rules that concern the user, not the request of an app. */
const REASONS: Record<string, string> = {
  policy: 'The rules of this app do not let you do this.',
  role: 'Your role in this chat does not let you do this.',
};
