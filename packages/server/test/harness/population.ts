import type { CallOptions, Calls } from './calls.ts';

/** The users, tokens and groups that most tests need; each is created by calls. */
export interface Population {
  /** A token of this user. */
  token: (userId: string, options?: CallOptions) => Promise<string>;
  /** Puts users `<prefix>1` … `<prefix>n`; returns their ids. */
  users: (count: number, prefix?: string, options?: CallOptions) => Promise<string[]>;
  /** Creates a group of these users (the first is the owner); returns its id. */
  group: (userIds: string[], options?: CallOptions) => Promise<string>;
}

/** How many users one request may put. */
const BATCH_SIZE = 100;

export function populationOf({ ok }: Calls): Population {
  return {
    token: async (userId, options) => {
      const issued = await ok('POST', `/user/v1.0/user/${encodeURIComponent(userId)}/token`, options);
      return issued.token as string;
    },
    users: async (count, prefix = 'user', options = {}) => {
      const ids = Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
      for (let from = 0; from < count; from += BATCH_SIZE) {
        const users = ids
          .slice(from, from + BATCH_SIZE)
          .map((user_id) => ({ user_id, display_name: user_id.toUpperCase() }));
        await ok('POST', '/user/v1.0/users/batch', { ...options, body: { users } });
      }
      return ids;
    },
    group: async ([owner_id, ...member_ids], options = {}) => {
      const body = { name: 'Group', owner_id, member_ids, id_type: 2 };
      const { thread_id } = await ok('POST', '/open-api/v1.0/chat/threads', { ...options, body });
      return thread_id as string;
    },
  };
}

/** A user's text message to a thread, as the body of `POST /open-api/v1.0/chat/messages`. */
export function textTo(threadId: string, userId: string, text = 'hello'): Record<string, unknown> {
  return {
    sender: { user_id: userId },
    target: { thread_id: threadId },
    body: { text, metadata: [{ type: 'text' }] },
  };
}
