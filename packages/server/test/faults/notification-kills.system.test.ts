import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { myMemberUrl, myThreadUrl } from '../harness/client-api.ts';
import { cleanEnvironment, PALAVER, ROOT, secretsKeyFor } from '../harness/command.ts';
import { newDataDir } from '../harness/palaver.ts';
import { urlOf } from '../harness/test-database.ts';
import { until } from '../harness/until.ts';
import { TEST_CERTIFICATE } from '../notifications/certificate.ts';
import type { Answer } from '../notifications/https-receiver.ts';
import { type Away, startNotified } from '../notifications/notified.ts';
import { Random } from './random.ts';

/** The process that notifies gets kill -9, and its push service fails in every way. `NOTIFICATION_KILLS=50` sets the number. */
const KILLS = Number(process.env.NOTIFICATION_KILLS ?? 3);
const PEOPLE = ['ann', 'ben', 'cid', 'dan', 'eve'];
const THREADS = 4;

test('kill -9 of the notifier: every unread message is covered, nothing read is told, and nobody who was removed is told', {
  timeout: 90_000 + KILLS * 20_000,
}, async () => {
  const seed = Math.trunc(Math.random() * 1e9);
  const random = new Random(seed);
  const { server, service, away } = await startNotified();
  const { sql } = server.database;
  await server.stopRelay();
  let isFailing = true;
  service.answer = async (): Promise<Answer> => {
    await sleep(random.between(0, 30));
    if (!isFailing || random.chance(0.6)) return { status: 201 };
    return random.pick<Answer>([
      { status: 429, headers: { 'retry-after': '1' } },
      { status: 503 },
      'cut',
      'hang',
    ]);
  };
  const devices: Away[] = [];
  for (const name of PEOPLE) devices.push(await away(name, 'phone'), await away(name, 'tablet'));
  const users = new Map(devices.map((device) => [device.userId, device]));
  const user = (name: string) => users.get(name) as Away;
  const threads: string[] = [];
  for (let index = 0; index < THREADS; index += 1) threads.push(await server.group(PEOPLE));

  const dataDir = newDataDir();
  const certificate = join(dataDir, 'certificate.pem');
  writeFileSync(certificate, TEST_CERTIFICATE);
  const settings = {
    DATABASE_URL: urlOf(server.database.connection),
    DATA_DIR: dataDir,
    PALAVER_LOG_LEVEL: 'error',
    PALAVER_WEBHOOK_ALLOW_PRIVATE: '127.0.0.1',
    PALAVER_NOTIFICATION_DELAY_MS: '100',
    PALAVER_PUSH_TIMEOUT_MS: '1000',
    NODE_EXTRA_CA_CERTS: certificate,
  };
  let worker: ChildProcess | undefined;
  const start = async () => {
    // (To save time, the leases of the process that was killed expire at once.)
    await sql(`update leases set expires_at = '-infinity'`);
    const env = { ...cleanEnvironment(), ...secretsKeyFor(settings), ...settings };
    worker = spawn(process.execPath, [PALAVER, 'worker'], { cwd: ROOT, env, stdio: 'ignore' });
  };
  const kill = async () => {
    const exited = worker && once(worker, 'exit');
    worker?.kill('SIGKILL');
    await exited;
  };
  onTestFinished(kill);

  /** What the server has answered, by user and thread: how far they have read, and when. */
  const reads: { user: Away; threadId: string; seq: number; at: number }[] = [];
  const removals: { name: string; threadId: string; at: number }[] = [];
  let isOver = false;
  const acting = (async () => {
    while (!isOver) {
      const threadId = random.pick(threads);
      const who = user(random.pick(PEOPLE));
      if (random.chance(0.7))
        await who.call('POST', myThreadUrl(threadId, '/messages'), { body: { body: { text: 'hello' } } });
      else {
        const { body } = await who.call('PUT', myThreadUrl(threadId, '/read'), { body: {} });
        const data = body.data as { read_seq: number } | undefined;
        if (data !== undefined) reads.push({ user: who, threadId, seq: data.read_seq, at: Date.now() });
      }
      await sleep(random.between(0, 40));
    }
  })();
  for (let round = 0; round < KILLS; round += 1) {
    await start();
    await until(
      async () => (await sql(`select from leases where name = 'notifications' and expires_at > now()`))[0],
      30,
    );
    await sleep(random.between(300, 2_000));
    if (round === Math.floor(KILLS / 2)) {
      const [threadId = ''] = threads;
      await user('ann').call('DELETE', myMemberUrl(threadId, 'eve'));
      removals.push({ name: 'eve', threadId, at: Date.now() });
    }
    await kill();
  }
  isOver = true;
  await acting;
  isFailing = false;
  await start();
  await sql('update notifications set due_at = now() where due_at > now()');
  const isWaiting = `select from outbox union all select from notification_messages
    union all select from notifications where due_at is not null`;
  await until(async () => ((await sql(isWaiting)).length === 0 ? true : undefined), 60);
  // The sweep has found all reads that the bus of the other process told nobody.
  const isShown = `select from notifications n join user_threads u using (ext_user_id, thread_id)
    where n.shown_seq > 0 and u.read_seq >= n.shown_seq`;
  await until(
    async () => ((await sql(`${isShown} union all ${isWaiting}`)).length === 0 ? true : undefined),
    60,
  );

  const complaints: string[] = [];
  for (const device of devices) {
    for (const threadId of threads) {
      const about = device.subscription.pushes.filter(({ payload }) => payload.data.thread_id === threadId);
      const [row] = await sql<{ seq: number | null; is_member: boolean }>(
        `select u.is_member, (select max(m.seq)::int from messages m where m.thread_id = u.thread_id and m.seq > u.read_seq
           and m.sender_ext_user_id <> u.ext_user_id) as seq
         from user_threads u where ext_user_id = $1 and thread_id = $2`,
        [device.extUserId, threadId],
      );
      const last = about.at(-1)?.payload;
      const name = `${device.userId} in ${threadId}`;
      if (row?.is_member === true && row.seq !== null) {
        if (
          !about.some(
            ({ payload }) => payload.kind !== 'withdraw' && Number(payload.data.seq) >= (row.seq ?? 0),
          )
        )
          complaints.push(`${name} was not told of ${row.seq}`);
      } else if (row?.is_member === true && last !== undefined && last.kind !== 'withdraw')
        complaints.push(`${name} has read all, but the device shows ${last.data.seq}`);
      if (new Set(about.map(({ headers }) => headers.topic)).size > 1)
        complaints.push(`${name} has two topics`);
    }
  }
  const attempts = await sql<{
    ext_user_id: string;
    thread_id: string;
    at: number;
    kind: string;
    seq: number;
  }>(
    `select ext_user_id, thread_id, (a ->> 'at')::float8 as at, a ->> 'kind' as kind, (a ->> 'seq')::int as seq
     from notifications, jsonb_array_elements(attempts) a`,
  );
  for (const { ext_user_id, thread_id, at, kind, seq } of attempts) {
    if (kind === 'withdraw') continue;
    const read = reads.find(
      (one) =>
        one.user.extUserId === ext_user_id && one.threadId === thread_id && one.seq >= seq && one.at < at,
    );
    if (read !== undefined)
      complaints.push(`${ext_user_id} was told of ${thread_id}.${seq} after it was read`);
    const removal = removals.find(
      (one) => user(one.name).extUserId === ext_user_id && one.threadId === thread_id && one.at < at,
    );
    if (removal !== undefined)
      complaints.push(`${removal.name} was told of ${thread_id}.${seq} after the removal`);
  }
  expect(complaints, `seed ${seed}`).toEqual([]);
  expect(attempts.length).toBeGreaterThan(KILLS * 5);
  expect(service.faults).toEqual([]);
});
