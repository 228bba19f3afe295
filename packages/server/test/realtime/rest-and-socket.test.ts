import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, myMessagesUrl, type SignedIn, signInAll } from '../harness/client-api.ts';
import { inParallel } from '../harness/in-parallel.ts';
import { connect } from '../harness/realtime.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';
import { useServer } from '../harness/use-server.ts';
import { periodPasses } from '../harness/waits.ts';

/** What a user's REST requests and realtime commands share: client_message_ids and rate limits. */

const server = await useServer({ PALAVER_MAX_USER_CONNECTIONS: '1000' });
let ann: SignedIn;
let thread: string;
beforeAll(async () => {
  const people = await signInAll(server, 2, 'frame');
  ann = at(people, 0);
  thread = await server.group(people.map(({ userId }) => userId));
});

/** A connection that has authenticated and sent nothing else. */
const signedIn = () => connect(server, ann, { threads: null });

describe('a client_message_id counts for REST and socket together', () => {
  const body = { text: 'once' };
  const viaRest = (client_message_id: string, more: object = {}) =>
    ann.call('POST', myMessagesUrl(thread), { body: { body, client_message_id, ...more } });
  const viaSocket = async (client_message_id: string, more: object = {}) => {
    const socket = await signedIn();
    return socket.command({ type: 'send', thread_id: thread, body, client_message_id, ...more });
  };

  test('sent by one and repeated by the other is the same message', async () => {
    const first = await viaSocket('socket first');
    expect(first).toMatchObject({ data: (await viaRest('socket first')).body.data });
    const { data } = (await viaRest('REST first')).body;
    expect(await viaSocket('REST first')).toMatchObject({ data });
  });

  test('with another content is refused', async () => {
    await viaSocket('another by REST');
    const refused = await viaRest('another by REST', { body: { text: 'twice' } });
    expect(refused.body.message_code).toBe('M42201');
    await viaRest('another by socket');
    const reply = await viaSocket('another by socket', { body: { text: 'twice' } });
    expect(reply).toMatchObject({ type: 'error', message_code: 'M42201' });
  });

  test('sent by both at once is one message', async () => {
    const [socketSeqs, restSeqs] = await Promise.all([
      inParallel(5, async () => {
        const reply = await viaSocket('at once');
        return reply.type === 'answer' ? (reply.data as { seq: number }).seq : undefined;
      }),
      inParallel(5, async () => (await viaRest('at once')).body.data?.seq as number),
    ]);
    expect(new Set([...socketSeqs, ...restSeqs]).size).toBe(1);
  });
});

describe("a user's rate limits", () => {
  let limited: TestServer;
  let eve: SignedIn;
  let group: string;
  beforeAll(async () => {
    limited = await startTestServer({
      PALAVER_CLIENT_RATE_LIMIT_WRITES: '5',
      PALAVER_CLIENT_RATE_LIMIT_READS: '5',
    });
    eve = at(await signInAll(limited, 2, 'limited'), 0);
    group = await limited.group(['limited1', 'limited2']);
  });
  afterAll(() => limited.close());

  test('count REST and socket together, and keep the connection open', async () => {
    const socket = await connect(limited, eve, { threads: null });
    const send = () => socket.command({ type: 'send', thread_id: group, body: { text: 'x' } });
    const bad = () => socket.command({ type: 'send', thread_id: group });
    const byRest = async () => {
      const { body } = await eve.call('POST', myMessagesUrl(group), { body: { body: { text: 'x' } } });
      return body;
    };
    const asks = [send, bad, byRest, send, bad];
    const since = performance.now();
    const codes: string[] = [];
    for (let tries = 0; !codes.includes('M42900'); tries += 1) {
      if (tries === 100) throw new Error('nothing was refused');
      const replies = await Promise.all([...asks, ...asks].map((ask) => ask()));
      codes.push(...replies.map(({ message_code }) => message_code));
    }
    const admitted = codes.filter((code) => code !== 'M42900');
    expect(new Set(admitted)).toEqual(new Set(['M200', 'M40002']));
    expect(admitted.length).toBeGreaterThanOrEqual(5);
    expect(admitted.length).toBeLessThanOrEqual(5 + (5 * (performance.now() - since)) / 1_000);
    await socket.expectAlive();
    // Reads count separately.
    const watch = () => socket.command({ type: 'watch', ext_user_ids: [] });
    const looks = (await Promise.all(Array.from({ length: 50 }, watch))).map(({ type }) => type);
    expect(looks.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'answer'));
    expect(looks).toContain('error');
    await periodPasses(1_100);
    expect(await send()).toMatchObject({ message_code: 'M200' });
  });
});
