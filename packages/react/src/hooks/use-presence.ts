import type { Chat, Readable } from '@palaver/client';
import { useMemo } from 'react';
import { useClient } from '../context/chat-context.ts';
import { useReadable } from './use-readable.ts';

/**
 * Whether a user is online, by their `ext_user_id`; undefined while our own connection is down. Users beyond the server's limit of
 * watched users count as away.
 */
export function usePresence(extUserId: string): boolean | undefined {
  const client = useClient();
  const { state } = useReadable(client.connection);
  const isOnline = useReadable(useMemo(() => presenceOf(client, extUserId), [client, extUserId]));
  return state === 'online' ? isOnline : undefined;
}

/** Beyond the limit of watched users the SDK throws, either here or on subscribing. */
function presenceOf(client: Chat, extUserId: string): Readable<boolean> {
  const attempt = <T>(work: () => T, otherwise: T): T => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return otherwise;
    }
  };
  const away: Readable<boolean> = { getSnapshot: () => false, subscribe: () => () => {} };
  const { getSnapshot, subscribe } = attempt(() => client.presence(extUserId), away);
  return {
    getSnapshot,
    subscribe: (run) =>
      attempt(
        () => subscribe(run),
        () => {},
      ),
  };
}
