import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { cleanEnvironment, ROOT } from '../../../packages/server/test/harness/command.ts';
import { inParallel } from '../../../packages/server/test/harness/in-parallel.ts';
import { connect } from '../../../packages/server/test/harness/test-database.ts';
import { until } from '../../../packages/server/test/harness/until.ts';
import { startBackend } from '../src/backend.ts';
import { loadConfig } from '../src/config.ts';
import { account, callAt, convert, isSettled, newGuest, startWorld, type World } from './world.ts';

/** The network between the back end and Palaver. */
const road = {
  target: '',
  /** `closed`: requests are refused. `lossy`: requests arrive, but answers are lost. `held`: requests wait. */
  state: 'closed' as 'open' | 'closed' | 'lossy' | 'held',
  /** The number of waiting calls. */
  held: 0,
  /** The requests that reached Palaver. */
  seen: [] as string[],
};

async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '', headers } = request;
  const body = await buffer(request);
  if (road.state === 'closed') {
    request.socket.destroy();
    return;
  }
  if (road.state === 'held') {
    road.held += 1;
    return;
  }
  const isLost = road.state === 'lossy';
  road.seen.push(`${method} ${url}`);
  const answer = await fetch(road.target + url, {
    method,
    headers: { 'x-api-key': String(headers['x-api-key']) },
    ...(body.length > 0 ? { body } : {}),
  });
  const text = await answer.text();
  if (isLost) {
    request.socket.destroy();
    return;
  }
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
}
const proxy = createServer((request, response) => void passOn(request, response));

let world: World;
beforeAll(async () => {
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  world = await startWorld({ PALAVER_URL: `http://127.0.0.1:${port}` });
  road.target = `http://127.0.0.1:${(world.server.app.server.address() as AddressInfo).port}`;
  road.state = 'open';
});
afterAll(async () => {
  await world.close();
  proxy.close();
  proxy.closeAllConnections();
});

const about = (...names: string[]) =>
  road.seen.filter((line) => names.some((name) => line.split('/').includes(name)));
const MODES = ['same', 'different'] as const;
/** The user that Palaver should have after the guest with this id is converted. */
const callsOf = (mode: (typeof MODES)[number], id: number) =>
  mode === 'same'
    ? [`PUT /user/v1.0/user/${id}`, `PUT /user/v1.0/user/${id}`, `DELETE /user/v1.0/user/${id}/tokens`]
    : [
        `PUT /user/v1.0/user/guest-${id}`,
        `PATCH /user/v1.0/user/guest-${id}/change-user-id/user-${id}`,
        `PUT /user/v1.0/user/user-${id}`,
        `DELETE /user/v1.0/user/user-${id}/tokens`,
      ];
const finalId = (mode: string, id: number) => (mode === 'same' ? String(id) : `user-${id}`);
const namesOf = (id: number) => [String(id), `guest-${id}`, `user-${id}`];

test.for(MODES)(
  'changes made while Palaver is down arrive later, once and in order (%s)',
  async (IDENTIFIERS) => {
    await world.restart({ IDENTIFIERS });
    road.state = 'closed';
    const guest = await newGuest(world);
    const converted = await convert(world, guest, account(`away-${IDENTIFIERS}`));
    const refused = await world.call('chat-token', { token: converted.body.data.access_token });
    expect([refused.status, refused.body.message_code]).toEqual([503, 'M50300']);
    expect(refused.headers.get('retry-after')).toBe('2');
    road.state = 'open';
    await until(() => isSettled(world));
    expect(about(...namesOf(guest.id)).filter((line) => !line.startsWith('POST'))).toEqual(
      callsOf(IDENTIFIERS, guest.id),
    );
    const user = await world.palaver.users.get(finalId(IDENTIFIERS, guest.id));
    expect(user).toMatchObject({ display_name: `AWAY-${IDENTIFIERS.toUpperCase()}`, is_guest: false });
  },
);

test.for(MODES)('lost answers do no harm: there is one user, with the new name (%s)', async (IDENTIFIERS) => {
  await world.restart({ IDENTIFIERS });
  road.state = 'lossy';
  const guest = await newGuest(world);
  await convert(world, guest, account(`lossy-${IDENTIFIERS}`));
  await until(async () => (about(...namesOf(guest.id)).length >= 2 ? true : undefined));
  road.state = 'open';
  await until(() => isSettled(world));
  const users = await world.palaver.users.list().toArray();
  const ids = users.map(({ user_id }) => user_id).filter((id) => namesOf(guest.id).includes(id));
  expect(ids).toEqual([finalId(IDENTIFIERS, guest.id)]);
  expect(users.find(({ user_id }) => user_id === ids[0])?.display_name).toMatch(/^LOSSY/);
});

test('a chat token waits until Palaver knows the user', async () => {
  await world.restart();
  road.state = 'closed';
  const guest = await newGuest(world);
  await until(async () => {
    const rows = await world.database.sql('select from outbox where user_id = $1 and attempts > 0', [
      guest.id,
    ]);
    return rows.length > 0 ? true : undefined;
  });
  road.state = 'open';
  expect(await world.ok('chat-token', { token: guest.token })).toMatchObject({ user_id: String(guest.id) });
});

test('a back end killed during a call repeats it after its restart', async () => {
  const child = spawn(
    process.execPath,
    ['--import', './scripts/sdk-from-sources.ts', 'examples/integrator-backend/src/main.ts'],
    {
      cwd: ROOT,
      env: { ...cleanEnvironment(), ...world.environment, LOG_LEVEL: 'error', IDENTIFIERS: 'different' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const url = await addressOf(child);
  await world.backend.stop();
  road.state = 'held';
  const { data } = (await callAt(`${url}/user/v1.0/auth/signup-as-guest`)).body;
  const id = data.profile.id as number;
  const path = `${url}/user/v1.0/auth/complete-signup-from-guest/${id}`;
  const converted = await callAt(path, { token: data.access_token as string, body: account('killed') });
  expect(converted.status).toBe(200);
  await until(async () => (road.held > 0 ? true : undefined));
  child.kill('SIGKILL');
  await once(child, 'exit');
  road.state = 'open';
  await world.restart({ IDENTIFIERS: 'different' });
  await until(() => isSettled(world));
  expect(about(...namesOf(id))).toEqual(callsOf('different', id));
});

/** The address of a back end that runs as a process of its own. */
async function addressOf(child: ChildProcess): Promise<string> {
  let printed = '';
  for await (const chunk of child.stdout ?? []) {
    printed += String(chunk);
    const [, url] = /ready: (http\S+),/.exec(printed) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error('the back end has ended');
}

const CONNECTIONS = `
  select pid from pg_stat_activity
  where datname = current_database() and application_name = 'integrator-backend'`;

test('the back end survives a database that ends every connection, even during calls', async () => {
  await world.restart();
  road.held = 0;
  road.state = 'held';
  const guest = await newGuest(world);
  await until(async () => (road.held > 0 ? true : undefined));
  const locker = await connect(world.database.connection);
  await locker.query('begin; lock table sessions');
  const interrupted = world.call('chat-token', { token: guest.token });
  await until(async () => (await world.database.sql(`${CONNECTIONS} and wait_event_type = 'Lock'`))[0]);
  await world.database.sql(`select pg_terminate_backend(pid) from (${CONNECTIONS}) as all_of_them`);
  await locker.query('rollback');
  road.state = 'open';
  proxy.closeAllConnections();
  const { status, headers, body } = await interrupted;
  expect([status, body.message_code, headers.get('retry-after')]).toEqual([503, 'M50300', '1']);
  // The pool may hand out an ended connection once more before it notices.
  const token = await until(async () => {
    const answer = await world.call('chat-token', { token: guest.token });
    if (answer.status !== 200) expect([answer.status, answer.body.message_code]).toEqual([503, 'M50300']);
    return answer.body.data;
  });
  expect(token).toMatchObject({ user_id: String(guest.id) });
});

test('a change that Palaver refuses delays only its user, is logged and counted, and arrives later', async () => {
  await world.restart({ IDENTIFIERS: 'different' });
  const guest = await newGuest(world);
  const taken = `user-${guest.id}`;
  await world.palaver.users.put(taken);
  const { thread_id } = await world.palaver.threads.create({ name: 'Busy', owner_id: taken, member_ids: [] });
  await convert(world, guest, account('held-up'));
  const warning = await until(
    async () => /"user_id":\d+,"call":"change-id","code":"M40901"/.exec(world.log())?.[0],
  );
  expect(warning).toContain(`"user_id":${guest.id},`);
  expect(await (await fetch(world.backend.metricsUrl)).text()).toMatch(/^backend_outbox_rows 3$/m);
  const other = await newGuest(world);
  expect(await world.ok('chat-token', { token: other.token })).toMatchObject({
    user_id: `guest-${other.id}`,
  });
  await world.palaver.threads.delete(thread_id);
  await world.palaver.users.changeId(taken, 'moved-away');
  await until(() => isSettled(world));
  expect(await world.palaver.users.get(taken)).toMatchObject({ display_name: 'HELD-UP' });
});

test('two processes share the work and do each task once', async () => {
  await world.restart({ IDENTIFIERS: 'different' });
  const other = await startBackend(loadConfig({ ...world.environment, IDENTIFIERS: 'different' }), {
    level: 'silent',
  });
  onTestFinished(() => other.stop());
  const people = await inParallel(10, async (index) => {
    const guest = await newGuest(world);
    await convert(world, guest, account(`shared${index}`));
    return guest;
  });
  await until(() => isSettled(world));
  for (const { id } of people) expect(about(...namesOf(id))).toEqual(callsOf('different', id));
});
