import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REALTIME_PATH } from '@palaver/protocol/realtime';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { TEST_CERTIFICATE, TEST_KEY } from '../../../testing/src/receivers/certificate.ts';
import { userUrl } from '../harness/api.ts';
import { at, type SignedIn, signInAll } from '../harness/client-api.ts';
import { freePort } from '../harness/free-port.ts';
import { isNatsMissing, startNats } from '../harness/nats.ts';
import { type RunningPalaver, startPalaver } from '../harness/palaver.ts';
import { isPgBouncerMissing, startPgBouncer } from '../harness/pgbouncer.ts';
import { open, type Reply, type TestSocket } from '../harness/realtime.ts';
import { recount } from '../harness/recount.ts';
import { scratchFolder } from '../harness/scratch.ts';
import { urlOf } from '../harness/test-database.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';
import { periodPasses } from '../harness/waits.ts';

/** Two servers on one database, as processes of their own: users of one see what happens on the other. */

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function connectTo({ url }: RunningPalaver, { token }: SignedIn): Promise<TestSocket> {
  const socket = await open(url.replace('http', 'ws') + REALTIME_PATH);
  onTestFinished(() => socket.close());
  socket.send({ type: 'authenticate', token });
  await socket.next('authenticated');
  socket.send({ type: 'resume', threads: [] });
  await socket.next('resumed');
  return socket;
}

let groups = 0;
/** Ann is connected to one server and Ben to another; they share a group. */
async function apart(settings: Record<string, string>) {
  groups += 1;
  const people = await signInAll(server, 2, `nodes${groups}-`);
  const [ann, ben] = [at(people, 0), at(people, 1)];
  const thread = await server.group([ann.userId, ben.userId]);
  const start = () =>
    startPalaver({
      DATABASE_URL: urlOf(server.database.connection),
      PALAVER_DRAIN_DELAY_MS: '0',
      PALAVER_CLIENT_RATE_LIMIT_READS: '0',
      PALAVER_CLIENT_RATE_LIMIT_WRITES: '0',
      ...settings,
    });
  const nodes = await Promise.all([start(), start()]);
  const sockets = { ann: await connectTo(nodes[0], ann), ben: await connectTo(nodes[1], ben) };
  return { ann, ben, thread, nodes, sockets };
}

/** The server must accept the command. */
async function ask(socket: TestSocket, command: object): Promise<Extract<Reply, { type: 'answer' }>> {
  const reply = await socket.command(command);
  if (reply.type === 'error') throw new Error(JSON.stringify(reply));
  return reply;
}

/** Two NATS servers that pass everything on to each other, and take only connections with TLS. */
async function startCluster() {
  const folder = scratchFolder();
  const keep = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const [key, certificate] = [keep('key.pem', TEST_KEY), keep('certificate.pem', TEST_CERTIFICATE)];
  const routes = [await freePort(), await freePort()].map((port) => `127.0.0.1:${port}`);
  const servers = await Promise.all(
    routes.map(async (route, index) => {
      const configuration = `
        tls { cert_file: ${JSON.stringify(certificate)}, key_file: ${JSON.stringify(key)} }
        cluster { name: test, listen: ${route}, routes: [${routes.map((one) => `nats-route://${one}`).join(', ')}] }`;
      const server = await startNats(['-c', keep(`${index}.conf`, configuration)]);
      onTestFinished(() => server.kill());
      return server;
    }),
  );
  return { servers, certificate };
}

type Apart = Awaited<ReturnType<typeof apart>>;

const sending = (thread_id: string, text: string) => ({
  type: 'send',
  thread_id,
  client_message_id: text,
  body: { text, metadata: [{ type: 'text' }] },
});

async function say({ thread, sockets: { ann } }: Apart, text: string): Promise<number> {
  const reply = await ask(ann, sending(thread, text));
  return (reply as { data: { seq: number } }).data.seq;
}

/** Until the other server has got one: those that are sent while the servers do not know each other yet may be lost. */
const typeUntilSeen = ({ thread, sockets: { ann, ben } }: Apart) =>
  until(async () => {
    for (const is_typing of [true, false]) await ask(ann, { type: 'typing', thread_id: thread, is_typing });
    return ben.frames.some(({ type }) => type === 'typing') || undefined;
  });

async function everythingCrosses(between: Apart): Promise<void> {
  const { ann, ben, thread, sockets } = between;
  await typeUntilSeen(between);
  const seq = await say(between, 'hello');
  await sockets.ben.reaches(thread, seq);
  await ask(sockets.ben, { type: 'read', thread_id: thread, seq });
  await sockets.ann.next('read', (frame) => frame.ext_user_id === ben.extUserId && frame.read_seq === seq);
  const renamed = await fetch(between.nodes[0].url + userUrl(ann.userId), {
    method: 'PUT',
    headers: { 'x-api-key': server.key, 'content-type': 'application/json' },
    body: JSON.stringify({ display_name: 'Ann of the first server' }),
  });
  expect(renamed.status).toBe(200);
  await sockets.ben.next('user.updated', ({ user }) => user.display_name === 'Ann of the first server');
  const watched = await ask(sockets.ann, { type: 'watch', ext_user_ids: [ben.extUserId] });
  if (!JSON.stringify(watched).includes('"is_online":true'))
    await sockets.ann.next('presence', (frame) => frame.ext_user_id === ben.extUserId && frame.is_online);
}

test('two servers need nothing but PostgreSQL; the users of one that freezes or is killed appear offline', async () => {
  const between = await apart({});
  await everythingCrosses(between);
  const { ben, nodes, sockets } = between;
  const appears = (isOnline: boolean) =>
    sockets.ann.next(
      'presence',
      (frame) => frame.ext_user_id === ben.extUserId && frame.is_online === isOnline,
    );
  nodes[1].process.kill('SIGSTOP');
  onTestFinished(() => void nodes[1].process.kill('SIGCONT'));
  await appears(false);
  nodes[1].process.kill('SIGCONT');
  await appears(true);
  nodes[1].process.kill('SIGKILL');
  await appears(false);
});

describe.skipIf(isPgBouncerMissing)('two servers behind PgBouncer (needs pgbouncer)', () => {
  test('see each other, say that the database is away while it is, and go on when it is back', async () => {
    const { connection } = server.database;
    const pooler = await startPgBouncer(connection, { default_pool_size: 2 });
    onTestFinished(pooler.close);
    const between = await apart({
      DATABASE_URL: urlOf(pooler.via(connection)),
      DATABASE_DIRECT_URL: urlOf(connection),
    });
    const { nodes, thread, sockets } = between;
    await everythingCrosses(between);
    await pooler.kill();
    expect(await sockets.ann.command(sending(thread, 'lost'))).toMatchObject({ message_code: 'M50300' });
    await pooler.start();
    const seq = await until(() => say(between, 'with the pooler again').catch(() => undefined));
    await sockets.ben.reaches(thread, seq);
    for (const node of nodes) {
      node.process.kill('SIGTERM');
      expect(await node.exited).toBe(0);
    }
    expect(await recount(server.database)).toEqual([]);
  });
});

describe.skipIf(isNatsMissing)('two servers on NATS (needs nats-server)', () => {
  test('see each other, and while NATS is away, messages arrive nevertheless, and nobody appears offline', async () => {
    const nats = await startNats();
    onTestFinished(() => nats.kill());
    const between = await apart({ NATS_URL: `nats://127.0.0.1:${nats.port}` });
    const { thread, sockets } = between;
    await everythingCrosses(between);
    sockets.ann.frames.length = 0;
    await nats.kill();
    const killedAt = performance.now();
    await sockets.ben.reaches(thread, await say(between, 'without NATS'));
    // As long as it takes until the users of a node that is silent appear offline.
    await periodPasses(killedAt + 10_000 - performance.now());
    await nats.start();
    sockets.ben.frames.length = 0;
    await typeUntilSeen(between);
    await sockets.ben.reaches(thread, await say(between, 'with NATS again'));
    expect(sockets.ann.frames.filter(({ type }) => type === 'presence')).toEqual([]);
  });

  test('use a cluster with TLS, and go on when either of its servers is killed', async () => {
    const { servers, certificate } = await startCluster();
    const between = await apart({
      NATS_URL: servers.map(({ port }) => `tls://127.0.0.1:${port}`).join(','),
      NODE_EXTRA_CA_CERTS: certificate,
    });
    await everythingCrosses(between);
    const { thread, sockets } = between;
    // (Wherever the two are connected, one of these kills meets them.)
    for (const server of servers) {
      await server.kill();
      await sockets.ben.reaches(thread, await say(between, `without ${server.port}`));
      sockets.ben.frames.length = 0;
      await typeUntilSeen(between);
      await server.start();
    }
  });

  test('start without it', async () => {
    const nats = await startNats();
    await nats.kill();
    const between = await apart({ NATS_URL: `nats://127.0.0.1:${nats.port}` });
    const { thread, sockets } = between;
    await sockets.ben.reaches(thread, await say(between, 'without NATS'));
    onTestFinished(() => nats.kill());
    await nats.start();
    await everythingCrosses(between);
  });
});
