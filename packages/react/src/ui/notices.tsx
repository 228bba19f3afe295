import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { useLanguage } from '../texts/language.ts';
import { IconButton } from './icon.tsx';

/** Runs an action that a click started, and reports its failure to the user. */
export type Report = (work: Promise<unknown>) => void;

const ReportContext = createContext<Report>(() => {});
export const useReport = () => useContext(ReportContext);

const NotifyContext = createContext<(sentence: string) => void>(() => {});
/** Tells the user about something that is no failure, in the same place. */
export const useNotify = () => useContext(NotifyContext);

/** Shows the last failure or sentence until the user closes it or starts another action. */
export function Notices({ children }: { children: ReactNode }) {
  const [notice, setNotice] = useState('');
  const [isFailure, setIsFailure] = useState(false);
  const show = useCallback((sentence: string, failed = false) => {
    setNotice(sentence);
    setIsFailure(failed);
  }, []);
  const { texts, sentenceOf } = useLanguage();
  const report = useCallback<Report>(
    (work) => {
      setNotice('');
      work.catch((error: unknown) => show(sentenceOf(error), true));
    },
    [sentenceOf, show],
  );
  return (
    <ReportContext.Provider value={report}>
      <NotifyContext.Provider value={show}>{children}</NotifyContext.Provider>
      <div className="pv-notice-place" role="alert">
        {notice === '' ? null : (
          <p className="pv-notice" data-failure={isFailure}>
            {notice}
            <IconButton icon="close" label={texts.close} onClick={() => setNotice('')} />
          </p>
        )}
      </div>
    </ReportContext.Provider>
  );
}
