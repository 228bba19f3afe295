import { BATCH, BOTS } from '../harness/api.ts';
import type { TestServer } from '../harness/test-server.ts';
import type { Command, Space, User } from './space.ts';
import { BOT, PEOPLE } from './wishes.ts';

/** A new space with its people and a bot. */
export async function openSpace(server: TestServer, tenant: string): Promise<Space> {
  const body = { users: PEOPLE.map((user_id) => ({ user_id, display_name: user_id })) };
  const people: { ext_user_id: string }[] = await server.ok('POST', BATCH, { tenant, body });
  const bot = await server.ok('POST', BOTS, { tenant, body: { bot_id: BOT, display_name: BOT } });
  const users = [...people, bot].map(({ ext_user_id: extId }, index): User => {
    const id = PEOPLE[index] ?? BOT;
    return { extId, id, name: id, isBot: id === BOT, isActive: true };
  });
  return {
    people: { users: new Map(users.map((user) => [user.extId, user])), renames: new Set() },
    threads: new Map(),
  };
}

/** What most commands are about. */
export function firstGroup(users: string[]): Command {
  const fields = { name: 'First', description: '', metadata: '' };
  return { does: 'create', idType: 2, users, isLinked: false, fields };
}
