import type { ClientThread } from '@palaver/client';
import { useClient } from '../context/chat-context.ts';
import { useReadable } from './use-readable.ts';

/** The threads of the user, latest first. They can be those of the last connection while there is none. */
export function useChats(): readonly ClientThread[] {
  return useReadable(useClient().threads);
}

/** The user's own `ext_user_id`; empty before the first connection. */
export function useMe(): string {
  return useReadable(useClient().me)?.ext_user_id ?? '';
}
