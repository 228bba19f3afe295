import type { PalaverError } from '@palaver/client';
import { useEffect, useState } from 'react';
import { useClient } from '../context/chat-context.ts';
import { useReadable } from '../hooks/use-readable.ts';
import { useLanguage } from '../texts/language.ts';
import { replaceable } from '../ui/replaceable.tsx';

/** Shows the connection state, unless the connection is fine. */
export const ConnectionBar = replaceable('ConnectionBar', function ConnectionBar() {
  const client = useClient();
  const { texts, sentenceOf } = useLanguage();
  const connection = useReadable(client.connection);
  const retryAt = connection.state === 'offline' ? connection.retryAt : 0;
  const seconds = useSecondsUntil(retryAt);
  const signedOut =
    connection.state === 'closed' && connection.error !== undefined
      ? texts.signedOut(sentenceOf(connection.error))
      : '';
  // Screen readers say once that the connection is lost, and not each attempt to get it back.
  const said = useLast(
    connection.state === 'offline' ? texts.offline : signedOut,
    connection.state !== 'connecting',
  );
  return (
    <>
      <p className="pv-unseen" role="status">
        {said}
      </p>
      <div className="pv-connection" data-state={connection.state}>
        {connection.state === 'connecting' ? texts.connecting : null}
        {connection.state === 'offline' ? (
          <>
            {texts.offline}{' '}
            {connection.error === undefined ? null : `${reasonOf(connection.error, sentenceOf)} `}
            {Number.isFinite(seconds) ? `${texts.nextTry(seconds)} ` : null}
            <button type="button" className="pv-link" onClick={() => client.reconnect()}>
              {texts.tryNow}
            </button>
          </>
        ) : null}
        {signedOut}
      </div>
    </>
  );
});

/** The last text for which `isNew` was true. */
function useLast(text: string, isNew: boolean): string {
  const [last, setLast] = useState('');
  if (isNew && text !== last) setLast(text);
  return last;
}

/** The message of a failed `tokenProvider`, or else the SDK's error. */
function reasonOf(error: PalaverError, sentenceOf: (error: unknown) => string): string {
  return error.cause instanceof Error ? error.cause.message : sentenceOf(error);
}

function useSecondsUntil(at: number): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (at === 0) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [at]);
  return Math.max(0, Math.ceil((at - now) / 1_000));
}
