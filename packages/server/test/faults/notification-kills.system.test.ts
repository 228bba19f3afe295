import { constants } from 'node:http2';
import { expect, test } from 'vitest';
import { apnsError } from '../../../testing/src/receivers/apns-service.ts';
import {
  at,
  MY_UNREAD,
  myMemberUrl,
  myMessagesUrl,
  myMessageUrl,
  myThreadUrl,
} from '../harness/client-api.ts';
import { seedOfRun } from '../harness/seed.ts';
import { until } from '../harness/until.ts';
import { momentComes, pause } from '../harness/waits.ts';
import { type Arrival, type Device, ownerOf, type Person, type Reaction, Rig } from './notification-kills.ts';
import { Random } from './random.ts';

/** The process that notifies gets kill -9, and its push services fail in every way. `NOTIFICATION_KILLS=50` sets the number. */
const KILLS = Number(process.env.NOTIFICATION_KILLS ?? 3);
const PEOPLE: Record<string, string[]> = {
  acme: ['ann', 'ben', 'cid', 'dan', 'eve'],
  globex: ['fay', 'gus'],
};
const THREADS: Record<string, number> = { acme: 4, globex: 1 };
/** These are removed from threads. */
const LEAVING = ['dan', 'eve'];

interface Thread {
  id: string;
  people: Person[];
}

/** What the server has answered, in Unix milliseconds. */
interface Read {
  person: Person;
  threadId: string;
  seq: number;
  at: number;
}

interface Chat {
  rig: Rig;
  random: Random;
  people: Person[];
  threads: Thread[];
  /** The senders of messages, by thread and number. */
  senders: Map<string, Person>;
  reads: Read[];
  removals: { person: Person; threadId: string; at: number }[];
}

test('kill -9 of the notifier: every unread message is covered, no read or deleted one is, and removed members get no notification', {
  timeout: 120_000 + KILLS * 20_000,
}, async () => {
  const seed = seedOfRun();
  const chat = await startChat(new Random(seed));
  const { rig, random } = chat;
  const { sql } = rig.server.database;
  await sql(LOG_ATTEMPTS);
  rig.react = (arrival, device) => react(chat, arrival, device);
  let isOver = false;
  const acting = (async () => {
    while (!isOver) {
      await act(chat);
      await pause(random.between(0, 30));
    }
  })();
  for (let round = 0; round < KILLS; round += 1) {
    await rig.worker.start();
    const held = `select from leases where name = 'notifications' and expires_at > now()`;
    await until(async () => (await sql(held))[0], 30);
    await momentComes(random.between(300, 2_000));
    await rig.worker.kill();
  }
  isOver = true;
  await acting;
  rig.react = async () => 'accept';
  await rig.worker.start();
  await settled(chat);
  const complaintsBefore = await complaintsAboutDevices(chat);
  // The last notification of every device has the badge of a recount, although the pushes begin at once.
  const shownBefore = new Map(rig.devices.map((device) => [device, device.shown.length]));
  await Promise.all(chat.threads.map(({ id, people }) => at(people, 0).say(id, 'the last message')));
  await settled(chat);
  const complaints = [
    ...complaintsBefore,
    ...(await complaintsAboutBadges(chat, shownBefore)),
    ...(await complaintsAboutDevices(chat)),
    ...(await complaintsAboutAttempts(chat)),
    ...rig.faults,
  ];
  expect(complaints, `seed ${seed}`).toEqual([]);
  const [attempts] = await sql<{ count: number }>('select count(*)::int from attempts_made');
  expect(attempts?.count).toBeGreaterThan(KILLS * 5);
});

/** Notifications keep only the latest attempts. */
const LOG_ATTEMPTS = `
  create table attempts_made (ext_user_id bigint, device_id text, thread_id bigint, attempt jsonb);
  create function log_attempt() returns trigger language plpgsql security definer as $$ begin
    insert into attempts_made values (new.ext_user_id, new.device_id, new.thread_id, new.attempts -> -1);
    return null;
  end $$;
  create trigger log_attempt after update of attempts on notifications
    for each row when (new.attempts is distinct from old.attempts) execute function log_attempt()`;

async function startChat(random: Random): Promise<Chat> {
  const rig = await Rig.start();
  const people: Person[] = [];
  const threads: Thread[] = [];
  for (const [tenant, names] of Object.entries(PEOPLE)) {
    const own: Person[] = [];
    for (const name of names) {
      const person = await rig.person(name, tenant);
      own.push(person);
      await rig.addDevice(person, `${name}'s browser`, 'web_push');
      await rig.addDevice(person, `${name}'s phone`, 'apns');
    }
    people.push(...own);
    for (let count = 0; count < (THREADS[tenant] ?? 0); count += 1)
      threads.push({ id: await rig.server.group(names, { tenant }), people: own });
  }
  return { rig, random, people, threads, senders: new Map(), reads: [], removals: [] };
}

/** How a push service reacts, and what happens while it does. */
async function react(chat: Chat, { kind, threadId, seq }: Arrival, device: Device): Promise<Reaction> {
  const { random, rig } = chat;
  await pause(random.between(0, 30));
  const owner = ownerOf(device);
  if (kind === 'show' && random.chance(0.05)) await remove(chat, threadId, seq);
  if (kind === 'show' && owner !== undefined && random.chance(0.05)) await read(chat, owner, threadId);
  if (random.chance(0.6)) return 'accept';
  const isApple = device.provider === 'apns';
  if (isApple && random.chance(0.1)) rig.apns.goAway(random.pick([0, constants.NGHTTP2_INTERNAL_ERROR]));
  return random.pick<Reaction>([
    { status: 429, headers: { 'retry-after': '1' } },
    { status: 503 },
    'cut',
    'accept and cut',
    'hang',
    // Of a token that was registered again since.
    isApple ? apnsError(410, 'Unregistered', { timestamp: Date.now() - 86_400_000 }) : { status: 500 },
  ]);
}

async function act(chat: Chat): Promise<void> {
  const { random, threads, rig, people } = chat;
  const { id, people: members } = random.pick(threads);
  const person = random.pick(members);
  const chance = random.next();
  if (chance < 0.6) {
    const { body } = await person.call('POST', myMessagesUrl(id), { body: { body: { text: 'hello' } } });
    if (body.data !== undefined) chat.senders.set(`${id} ${body.data.seq}`, person);
  } else if (chance < 0.8) await read(chat, person, id);
  else if (chance < 0.88) {
    const recent = [...chat.senders.keys()].slice(-10);
    const [threadId = '', seq = ''] = recent.length === 0 ? [] : random.pick(recent).split(' ');
    await remove(chat, threadId, Number(seq));
  } else if (chance < 0.98) await changeDevice(chat, random.pick(rig.devices), random.pick(people));
  else {
    const leaving = members.find(({ userId }) => userId === random.pick(LEAVING));
    const isEarly = chat.removals.some(({ threadId }) => threadId === id);
    if (leaving === undefined || isEarly || chat.removals.length >= LEAVING.length) return;
    await members[0]?.ok('DELETE', myMemberUrl(id, leaving.userId));
    chat.removals.push({ person: leaving, threadId: id, at: Date.now() });
  }
}

async function read({ reads }: Chat, person: Person, threadId: string): Promise<void> {
  const { body } = await person.call('PUT', myThreadUrl(threadId, '/read'), { body: {} });
  const seq = body.data?.read_seq as number | undefined;
  if (seq !== undefined) reads.push({ person, threadId, seq, at: Date.now() });
}

/** Deletes a message. */
async function remove({ senders }: Chat, threadId: string, seq: number): Promise<void> {
  await senders.get(`${threadId} ${seq}`)?.call('DELETE', myMessageUrl(threadId, seq));
}

async function changeDevice({ rig, random }: Chat, device: Device, somebody: Person): Promise<void> {
  const owner = ownerOf(device);
  const change = random.pick(['renew', 'remove', 'move', 'lose']);
  if (owner === undefined) await rig.register(device, somebody);
  else if (change === 'renew') await rig.renew(device, random.chance(0.5));
  else if (change === 'remove') await rig.remove(device);
  else if (change === 'lose' && random.chance(0.3)) rig.loseToken(device);
  // (In another tenant: nobody could tell what a device shows to one of two members of a thread.)
  else if (change === 'move' && owner.tenant !== somebody.tenant) await rig.register(device, somebody);
  else await rig.register(device, owner);
}

/** Resolves when nothing is to be sent, and the sweep has found the reads that the bus of the other process told nobody. */
async function settled({ rig }: Chat): Promise<void> {
  const { sql } = rig.server.database;
  const waiting = `select from outbox union all select from notification_batches
    union all select from notifications where due_at is not null`;
  const settling = `select from notifications n join user_threads u using (ext_user_id, thread_id)
    where n.shown_seq > 0 and (u.read_seq >= n.shown_seq or not u.is_member)`;
  await until(async () => {
    await sql(
      `update notifications set due_at = now() where due_at > now() + interval '1 second' and not is_claimed`,
    );
    return (await sql(`${settling} union all ${waiting} limit 1`)).length === 0 || undefined;
  }, 60);
}

/** Of the devices that were notified of the last message. */
async function complaintsAboutBadges({ rig }: Chat, shownBefore: Map<Device, number>): Promise<string[]> {
  const complaints: string[] = [];
  for (const device of rig.devices) {
    const owner = ownerOf(device);
    const isTold = device.shown.length > (shownBefore.get(device) ?? 0);
    if (owner === undefined || !isTold) continue;
    const badge = device.shown.at(-1)?.badge;
    const { unread_messages: recount } = await owner.ok('GET', MY_UNREAD);
    if (badge !== recount) complaints.push(`${device.id} has the badge ${badge}, not ${recount}`);
  }
  return complaints;
}

async function complaintsAboutDevices({ rig, threads }: Chat): Promise<string[]> {
  const complaints: string[] = [];
  for (const device of rig.devices) {
    const { person, from = Infinity } = device.owners.at(-1) ?? {};
    if (person === undefined || ownerOf(device) === undefined) continue;
    for (const { id } of threads)
      complaints.push(...(await complaintsAboutThread(rig, { device, person, from }, id)));
  }
  return complaints;
}

async function complaintsAboutThread(
  { server }: Rig,
  { device, person, from }: { device: Device; person: Person; from: number },
  threadId: string,
): Promise<string[]> {
  const sentSince = await server.database.sql<{ seq: number }>(
    `select seq::int from messages where thread_id = $1 and extract(epoch from created_at)::float8 * 1000 > $2`,
    [threadId, from],
  );
  const newSeqs = new Set(sentSince.map(({ seq }) => seq));
  // A push that was under way when the registration changed still arrives. It is about an older message.
  const shown = device.shown.filter(
    (arrival) => arrival.threadId === threadId && (arrival.kind === 'withdraw' || newSeqs.has(arrival.seq)),
  );
  const last = shown.at(-1);
  const name = `${device.id} of ${person.userId} in ${threadId}`;
  const complaints: string[] = [];
  // Messages that the user has not read, as they are now.
  const unread = await server.database.sql<{ seq: number; at: number }>(
    `select m.seq::int, extract(epoch from m.created_at)::float8 * 1000 as at
     from user_threads u join messages m on m.thread_id = u.thread_id and m.seq > u.read_seq
     where u.ext_user_id = $1 and u.thread_id = $2 and u.is_member and m.deleted_at is null
       and m.sender_ext_user_id <> u.ext_user_id order by m.seq`,
    [person.extUserId, threadId],
  );
  const latest = unread.at(-1);
  if (
    latest !== undefined &&
    latest.at > from &&
    !shown.some(({ kind, seq }) => kind === 'show' && seq >= latest.seq)
  )
    complaints.push(`${name} was not told of ${latest.seq}`);
  if (last?.kind === 'show' && !unread.some(({ seq }) => seq === last.seq))
    complaints.push(
      `${name} still shows ${last.seq}, which was read or deleted: ${JSON.stringify(shown.slice(-5))}`,
    );
  if (new Set(shown.map(({ collapseId }) => collapseId)).size > 1)
    complaints.push(`${name} has two collapse ids`);
  return complaints;
}

/** An attempt that began after the answer to a read, a removal, or the end of a registration. */
async function complaintsAboutAttempts({ rig, reads, removals, threads }: Chat): Promise<string[]> {
  const attempts = await rig.server.database.sql<{
    user: string;
    device: string;
    threadId: string;
    at: number;
    seq: number;
  }>(
    `select ext_user_id as user, device_id as device, thread_id as "threadId", (attempt ->> 'at')::float8 as at,
       (attempt ->> 'seq')::int as seq
     from attempts_made where attempt ->> 'kind' = 'show'`,
  );
  const complaints: string[] = [];
  for (const { user, device: id, threadId, at, seq } of attempts) {
    const what = `${user} was told of ${threadId}.${seq} on ${id}`;
    const isOf = (one: { person: Person; threadId: string; at: number }) =>
      one.person.extUserId === user && one.threadId === threadId && one.at < at;
    if (reads.some((one) => isOf(one) && one.seq >= seq)) complaints.push(`${what} after it was read`);
    if (removals.some(isOf)) complaints.push(`${what} after the removal`);
    const members = threads.find((thread) => thread.id === threadId)?.people ?? [];
    if (!members.some(({ extUserId }) => extUserId === user)) complaints.push(`${what}, in another tenant`);
    const owners = rig.devices.find((device) => device.id === id)?.owners ?? [];
    const isTheirs = owners.some(
      ({ person, askedAt, to }) => person.extUserId === user && askedAt <= at && at <= to,
    );
    if (!isTheirs) complaints.push(`${what}, which is somebody else's`);
  }
  return complaints;
}
