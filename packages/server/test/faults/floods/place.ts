import pg from 'pg';
import { type Send, sendTo } from '../../catalogue/send.ts';
import { BATCH, MESSAGES, THREADS, userUrl } from '../../harness/api.ts';
import { textTo } from '../../harness/population.ts';
import { uploadForm } from '../../harness/upload.ts';
import { Installation } from '../installation.ts';
import type { Target } from './floods.ts';
import { type FrontProxy, PROXIES, type ProxyName } from './proxies.ts';

const HEAP_MIB = 512;
const COLLECTABLE = import.meta.resolve('./collectable.ts');
/** Together several megabytes: more than the system's buffers of a connection take. */
const LARGE_MESSAGES = 120;
const LARGE_TEXT = '\u{1f600}'.repeat(9_000);
const FILE_BYTES = 16 * 1024 * 1024;
/** How many messages are sent at once. */
const TOGETHER = 20;

/** A small server, a proxy before it, and what floods are directed at. */
export interface Place {
  installation: Installation;
  proxy: FrontProxy;
  target: Omit<Target, 'connections'>;
  /** What the honest user reads and writes. */
  honest: { token: string; threadId: string };
}

export async function makePlace(through: ProxyName, usedFolder: string | undefined): Promise<Place> {
  const installation = new Installation({
    nodeArguments: [`--max-old-space-size=${HEAP_MIB}`, '--expose-gc', '--import', COLLECTABLE],
    usedFolder,
    environment: {
      PALAVER_THREADS: '1',
      ...(through === 'none' ? {} : { PALAVER_TRUSTED_PROXIES: '127.0.0.1' }),
    },
  });
  try {
    await installation.beReady();
    const furnished = await furnish(sendTo(installation.url, installation.apiKey));
    const proxy = await PROXIES[through](installation.url);
    const { target, honest } = furnished;
    const port = Number(new URL(proxy.url).port);
    return { installation, proxy, target: { ...target, port, key: installation.apiKey }, honest };
  } catch (error) {
    await installation.remove();
    throw error;
  }
}

async function furnish(send: Send) {
  const users = ['flooder', 'honest', 'other'];
  await send('POST', BATCH, {
    body: { users: users.map((user_id) => ({ user_id, display_name: user_id })) },
  });
  const signIn = async (user: string): Promise<string> =>
    (await send('POST', `${userUrl(user)}/token`, { body: {} })).token;
  const group = async (owner_id: string): Promise<string> => {
    const body = { name: 'Group', owner_id, member_ids: ['other'], id_type: 2 };
    return (await send('POST', THREADS, { body })).thread_id;
  };
  const [token, threadId, lockedThreadId] = [
    await signIn('flooder'),
    await group('flooder'),
    await group('flooder'),
  ];
  const body = textTo(threadId, 'other', LARGE_TEXT);
  for (let sent = 0; sent < LARGE_MESSAGES; sent += TOGETHER)
    await Promise.all(Array.from({ length: TOGETHER }, () => send('POST', MESSAGES, { body })));
  const form = uploadForm({ content: Buffer.alloc(FILE_BYTES, 'a') });
  const { source_url } = await send('POST', `/client/v1.0/threads/${threadId}/files`, { body: form, token });
  const { ticket } = await send('GET', '/client/v1.0/me/file-ticket', { token });
  await send('PUT', '/event/v1.0/stream', { body: { enabled: true } });
  return {
    target: { token, ticket, file: new URL(source_url).pathname, threadId, lockedThreadId },
    honest: { token: await signIn('honest'), threadId: await group('honest') },
  };
}

/** A database that keeps waiting all who look up an API key, or send to the thread; until the result is called. */
export async function lockDatabase({ installation, target }: Place): Promise<() => Promise<void>> {
  const client = new pg.Client(await installation.connection());
  // (The database ends with its server.)
  client.on('error', () => {});
  await client.connect();
  await client.query('begin; lock table api_keys in access exclusive mode');
  await client.query('select from thread_heads where thread_id = $1 for no key update', [
    target.lockedThreadId,
  ]);
  return () => client.end();
}
