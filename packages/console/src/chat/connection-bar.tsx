import type { Chat, PalaverError } from '@palaver/client';
import { useEffect, useState } from 'react';
import { sentenceOf } from './ui/notices.tsx';
import { useReadable } from './use-readable.ts';

/** Shows the connection state, unless the connection is fine. */
export function ConnectionBar({ chat }: { chat: Chat }) {
  const connection = useReadable(chat.connection);
  const retryAt = connection.state === 'offline' ? connection.retryAt : 0;
  const seconds = useSecondsUntil(retryAt);
  return (
    <div className="connection" role="status" data-state={connection.state}>
      {connection.state === 'connecting' ? 'Connecting …' : null}
      {connection.state === 'offline' ? (
        <>
          Offline: what you write waits.{' '}
          {connection.error === undefined ? null : `${reasonOf(connection.error)} `}
          {/* Otherwise a screen reader would read the countdown every second. */}
          <span aria-hidden="true">Next try {seconds > 0 ? `in ${seconds} s` : 'now'}. </span>
          <button type="button" className="link" onClick={() => chat.reconnect()}>
            Try now
          </button>
        </>
      ) : null}
      {connection.state === 'closed' && connection.error !== undefined
        ? `Signed out: ${sentenceOf(connection.error)}`
        : null}
    </div>
  );
}

/** The message of a failed `tokenProvider`, or else the SDK's error. */
function reasonOf(error: PalaverError): string {
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
