import { expect } from 'vitest';
import { membersUrl, memberUrl, threadUrl } from './api.ts';
import type { Answer, CallOptions } from './calls.ts';
import type { TestServer } from './test-server.ts';

/** The standings of a user in a thread, and the calls that lead to them. */
const STANDINGS = {
  none: [],
  active: ['add'],
  muted: ['add', 'mute'],
  removed: ['add', 'remove'],
  banned: ['ban'],
  owner: ['add', 'transfer'],
} as const;
export type Standing = keyof typeof STANDINGS;
export type Action = 'add' | 'remove' | 'mute' | 'unmute' | 'ban' | 'unban' | 'make admin' | 'transfer';

/** An integrator's call on the member `who`. */
export async function act(
  server: TestServer,
  threadId: string,
  action: Action,
  who: string,
  options: CallOptions = {},
): Promise<Answer> {
  switch (action) {
    case 'add': {
      const body = { member_ids: [who], id_type: 2 };
      return server.call('POST', membersUrl(threadId), { ...options, body });
    }
    case 'remove':
      return server.call('DELETE', memberUrl(threadId, who), options);
    case 'make admin':
      return server.call('PATCH', memberUrl(threadId, who), { ...options, body: { role: 'admin' } });
    case 'transfer': {
      const body = { owner_id: who, id_type: 2 };
      return server.call('POST', `${threadUrl(threadId)}/owner`, { ...options, body });
    }
    case 'mute':
    case 'unmute':
    case 'ban':
    case 'unban':
      return server.call('POST', memberUrl(threadId, who, action), options);
  }
}

/** A member as the list of members shows them. */
export const memberOf = async (server: TestServer, threadId: string, who: string) =>
  (await server.ok('GET', membersUrl(threadId, 'limit=100'))).find(
    ({ user_id }: { user_id: string }) => user_id === who,
  );

let groups = 0;
/** A new group of a new owner (`boss`), where `who` has this standing. */
export async function groupWith(
  server: TestServer,
  standing: Standing,
): Promise<{ threadId: string; boss: string; who: string }> {
  groups += 1;
  const [boss = '', who = ''] = await server.users(2, `t${groups}-`);
  const threadId = await server.group([boss]);
  for (const action of STANDINGS[standing]) {
    expect((await act(server, threadId, action, who)).body.message_code).toBe('M200');
  }
  return { threadId, boss, who };
}
