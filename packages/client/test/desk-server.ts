import { onTestFinished } from 'vitest';
import { deskUrl, THREADS } from '../../server/test/harness/api.ts';
import { MY_THREADS, type SignedIn, signIn, signInAll } from '../../server/test/harness/client-api.ts';
import { type Desk, type DeskOptions, openDesk } from '../src/desk/index.ts';
import type { Chat } from '../src/index.ts';
import type { ChatServer } from './chat-server.ts';

/** A tenant of its own for a test: two users, an agent at the desk, and their chats. */
export interface DeskTenant {
  tenant: string;
  ann: SignedIn;
  ben: SignedIn;
  agent: SignedIn;
  /** Creates a group of ann and ben. */
  group: (name?: string, more?: object) => Promise<string>;
  /** Opens the direct thread of ann and ben. */
  direct: () => Promise<string>;
  /** Puts the agent on the desk, or takes them off it. */
  put: (rights?: object) => Promise<void>;
  remove: () => Promise<void>;
}

let serial = 0;

export async function deskTenant({ server }: ChatServer): Promise<DeskTenant> {
  serial += 1;
  const tenant = `desk-${serial}`;
  const [ann, ben] = await signInAll(server, 2, 'user', { tenant });
  await server.users(1, 'agent', { tenant });
  const agent = await signIn(server, 'agent1', { tenant });
  const put = async (body: object = { direct_threads: true }) => {
    await server.ok('PUT', deskUrl(agent.userId), { tenant, body });
  };
  await put();
  return {
    ...{ tenant, ann, ben, agent, put },
    group: async (name = 'Group', more = {}) => {
      const body = { name, owner_id: ann.userId, member_ids: [ben.userId], id_type: 2, ...more };
      return (await server.ok('POST', THREADS, { tenant, body })).thread_id;
    },
    direct: async () =>
      (await ann.ok('POST', MY_THREADS, { body: { type: 'direct', user_id: ben.userId } })).id,
    remove: async () => {
      await server.ok('DELETE', deskUrl(agent.userId), { tenant });
    },
  };
}

/** Opens the desk of a chat. It is closed when the test finishes. */
export function deskOf(chat: Chat, options?: DeskOptions): Desk {
  const desk = openDesk(chat, options);
  onTestFinished(() => desk.close());
  return desk;
}

/** The ids of the listed threads, in order. */
export const idsIn = (desk: Desk) => desk.threads.getSnapshot().threads.map(({ id }) => id);
