import { BATCH, BOTS } from '../harness/api.ts';
import type { TestServer } from '../harness/test-server.ts';
import type { Realm } from './requests.ts';
import type { Space } from './space.ts';
import { BOT, PEOPLE } from './wishes.ts';

/** A new space with its people and a bot. */
export async function openSpace(server: TestServer, tenant: string): Promise<{ realm: Realm; space: Space }> {
  const body = { users: PEOPLE.map((user_id) => ({ user_id, display_name: user_id })) };
  const people: { ext_user_id: string }[] = await server.ok('POST', BATCH, { tenant, body });
  const bot = await server.ok('POST', BOTS, { tenant, body: { bot_id: BOT, display_name: BOT } });
  const ids = [...PEOPLE, BOT];
  const extIds = new Map([...people, bot].map(({ ext_user_id }, index) => [ids[index] ?? '', ext_user_id]));
  const users = new Map(ids.map((id) => [id, { name: id, isBot: id === BOT, isActive: true }]));
  return { realm: { server, tenant, extIds, tokens: new Map() }, space: { users, threads: new Map() } };
}
