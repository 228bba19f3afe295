import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { UploadedFile } from '@palaver/protocol/files';
import type { Message } from '@palaver/protocol/messages';
import { expect, test } from 'vitest';
import { releaseFiles } from '../../src/domain/operations/files/release-files.ts';
import { sweepFiles } from '../../src/domain/operations/files/sweep-files.ts';
import { Random } from '../faults/random.ts';
import {
  membersUrl,
  memberUrl,
  messagesUrl,
  messageUrl,
  renameUrl,
  threadUrl,
  userUrl,
} from '../harness/api.ts';
import type { Answer, CallOptions } from '../harness/calls.ts';
import { myMessagesUrl } from '../harness/client-api.ts';
import { inParallel, tally } from '../harness/in-parallel.ts';
import { recount } from '../harness/recount.ts';
import { seedOfRun } from '../harness/seed.ts';
import { tryUpload } from '../harness/upload.ts';
import { useServer } from '../harness/use-server.ts';

/** Everything that decides who may read a file, and whether it stays, at the same time. */

const PEOPLE = 8;
const THREADS = 4;
const WRITERS = 12;
const STEPS = 50;

const server = await useServer({ PALAVER_DATABASE_POOL_SIZE: '16' });

interface Known {
  id: string;
  /** SHA-256 of its bytes. */
  hash: string;
  path: string;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

interface Storm {
  random: Random;
  threads: string[];
  /** The current ids of users; renames change them. */
  people: string[];
  files: Known[];
  messages: { thread: string; seq: number }[];
  /** What was answered. */
  codes: string[];
  /** How many users have had another id. */
  renames: number;
}

type Step = (storm: Storm) => Promise<unknown>;

async function call(
  storm: Storm,
  method: string,
  url: string,
  options?: CallOptions,
): Promise<Answer['body']> {
  const { body } = await server.call(method, url, options);
  storm.codes.push(`${body.message_code} ${method}`);
  return body;
}

/** Undefined if there is no such user now. */
async function tokenOf(storm: Storm, user: string): Promise<string | undefined> {
  const body = await call(storm, 'POST', `${userUrl(user)}/token`);
  return body.data?.token;
}

const person = ({ random, people }: Storm) => random.pick(people);

const uploadAndSend: Step = async (storm) => {
  const { random, files } = storm;
  const thread = random.pick(storm.threads);
  const token = random.chance(0.7) ? await tokenOf(storm, person(storm)) : undefined;
  const content = randomBytes(random.between(1, 2_000));
  const parts = { content, fileName: 'a.bin' };
  const { body } = await tryUpload(server, parts, token === undefined ? {} : { token, threadId: thread });
  storm.codes.push(`${body.message_code} upload`);
  const file: UploadedFile | undefined = body.data;
  if (file === undefined) return;
  const known = { id: file.file_id, hash: sha256(content), path: new URL(file.source_url).pathname };
  files.push(known);
  if (random.chance(0.9)) await send(storm, thread, known, token);
};

/** Passes a file on that another message may name already, or no longer. */
const forward: Step = async (storm) => {
  const { random, files, threads } = storm;
  if (files.length === 0) return;
  const token = random.chance(0.5) ? await tokenOf(storm, person(storm)) : undefined;
  await send(storm, random.pick(threads), random.pick(files.slice(-20)), token);
};

async function send(storm: Storm, thread: string, { id }: Known, token: string | undefined): Promise<void> {
  const body = { body: { metadata: [{ type: 'file', file_id: id }] } };
  const sent =
    token !== undefined
      ? await call(storm, 'POST', myMessagesUrl(thread), { token, body })
      : await call(storm, 'POST', '/open-api/v1.0/chat/messages', {
          body: { sender: { user_id: 'owner' }, target: { thread_id: thread }, ...body },
          headers: { prefer: 'return=representation' },
        });
  const seq = sent.data?.seq ?? sent.data?.messages?.[0]?.seq;
  if (seq !== undefined) storm.messages.push({ thread, seq });
}

const remove: Step = async (storm) => {
  const { messages, random } = storm;
  if (messages.length === 0) return;
  const { thread, seq } = random.pick(messages.slice(-30));
  await call(storm, 'DELETE', messageUrl(thread, seq));
};

const edit: Step = async (storm) => {
  const { messages, files, random } = storm;
  if (messages.length === 0) return;
  const { thread, seq } = random.pick(messages.slice(-30));
  const { id } = random.pick(files.slice(-10));
  await call(storm, 'PATCH', messageUrl(thread, seq), {
    body: { body: { metadata: [{ type: 'file', file_id: id }] } },
  });
};

/** The first one, now and then. Another one takes its place, to which people are added. */
const removeThread: Step = async (storm) => {
  const { random, threads } = storm;
  if (random.chance(0.5)) return;
  const another = await server.group(['owner']);
  const [first = ''] = threads;
  threads[0] = another;
  await call(storm, 'DELETE', threadUrl(first));
};

const add: Step = async (storm) => {
  const user = person(storm);
  await call(storm, 'POST', membersUrl(storm.random.pick(storm.threads)), {
    body: { member_ids: [user], id_type: 2 },
  });
};

const leave: Step = (storm) =>
  call(storm, 'DELETE', memberUrl(storm.random.pick(storm.threads), person(storm)));

const deactivate: Step = async (storm) => {
  const user = person(storm);
  await call(storm, 'DELETE', userUrl(user));
  await call(storm, 'PUT', userUrl(user), { body: {} });
};

/** To a new id; half of the time that of a user without threads, who is absorbed. */
const rename: Step = async (storm) => {
  const { people, random } = storm;
  const place = random.between(0, people.length - 1);
  storm.renames += 1;
  const to = `person-${place}-${storm.renames}`;
  if (random.chance(0.5)) await call(storm, 'PUT', userUrl(to), { body: {} });
  const { message_code } = await call(storm, 'PATCH', renameUrl(people[place] ?? '', to));
  if (message_code === 'M200') people[place] = to;
};

/** Time passes for some files that no message names. */
const expire: Step = () =>
  server.database.sql(
    `update files set expires_at = now() where state = 'stored' and expires_at is not null and random() < 0.2`,
  );

const read: Step = async (storm) => {
  const { files, random } = storm;
  if (files.length === 0) return;
  const { path, hash } = random.pick(files.slice(-20));
  const { statusCode, rawPayload } = await server.app.inject({
    url: path,
    headers: { 'x-api-key': server.key },
  });
  // Whole and right, or not at all.
  if (statusCode !== 404) expect([statusCode, sha256(rawPayload)]).toEqual([200, hash]);
};

/** The more often one is here, the more often it is done. */
const MIX: readonly Step[] = [
  ...[uploadAndSend, uploadAndSend, uploadAndSend, uploadAndSend, forward, forward, forward],
  ...[remove, remove, edit, read, read, add, add, leave, deactivate, rename, expire, removeThread],
];

test('a storm of uploads, sends, deletions and changes of users leaves files, messages and rights right', async () => {
  await server.ok('PUT', userUrl('owner'), { body: {} });
  const people = await server.users(PEOPLE);
  const threads = await inParallel(THREADS, () => server.group(['owner', ...people]));
  const seed = seedOfRun();
  const random = new Random(seed);
  const storm: Storm = { random, threads, people, files: [], messages: [], codes: [], renames: 0 };
  const stopping = new AbortController();
  const sweeping = (async () => {
    while (!stopping.signal.aborted) {
      const removeBytes = () => sweepFiles(server.db, server.objects, stopping.signal);
      await releaseFiles(server.db, stopping.signal, removeBytes);
      await removeBytes();
      await setImmediate();
    }
  })();
  try {
    await inParallel(WRITERS, async () => {
      for (let step = 0; step < STEPS; step += 1) await random.pick(MIX)(storm);
    });
  } finally {
    stopping.abort();
    await sweeping;
  }

  const counts = tally(storm.codes);
  expect(Object.keys(counts).filter((code) => code.startsWith('M5000'))).toEqual([]);
  expect(counts['M200 upload'], `seed ${seed}: ${JSON.stringify(counts)}`).toBeGreaterThan(40);
  expect(await recount(server.database), `seed ${seed}`).toEqual([]);
  await checkRights(storm);
  await checkBytes();
});

/** Every file of a message is there for all members of its thread, and for nobody else. */
async function checkRights({ threads, files }: Storm): Promise<void> {
  const known = new Map(files.map((file) => [file.id, file]));
  /** The files that the messages of each thread name. */
  const named = new Map<string, Set<Known>>();
  for (const thread of threads) named.set(thread, await namedIn(thread, known));
  const all = new Set([...named.values()].flatMap((some) => [...some]));
  expect(all.size).toBeGreaterThan(5);
  // (Of changes of one user at the same time, nobody knows the last.)
  const people = await server.database.sql<{ user_id: string }>(
    'select user_id from users where deactivated_at is null',
  );
  for (const { user_id: user } of people) {
    const token = await server.token(user);
    const { ticket } = await server.ok('GET', '/client/v1.0/me/file-ticket', { token });
    const mine: { id: string }[] = await server.ok('GET', '/client/v1.0/threads?limit=100', { token });
    const readable = new Set(mine.flatMap(({ id }) => [...(named.get(id) ?? [])]));
    for (const file of all) {
      const { statusCode, rawPayload } = await server.app.inject({ url: `${file.path}?ticket=${ticket}` });
      const seen = statusCode === 200 ? sha256(rawPayload) : statusCode;
      expect([user, file.id, seen]).toEqual([user, file.id, readable.has(file) ? file.hash : 404]);
    }
  }
}

async function namedIn(thread: string, known: ReadonlyMap<string, Known>): Promise<Set<Known>> {
  const found = new Set<Known>();
  for (let before: number | undefined; ; ) {
    const query = new URLSearchParams({ limit: '100', ...(before && { before_seq: String(before) }) });
    const page: Message[] = await server.ok('GET', messagesUrl(thread, String(query)));
    for (const { body } of page)
      for (const one of body?.metadata ?? []) {
        const file = 'file_id' in one ? known.get(String(one.file_id)) : undefined;
        if (file !== undefined) found.add(file);
      }
    if (page.length < 100) return found;
    before = Math.min(...page.map(({ seq }) => seq));
  }
}

/** After the time of the others is over, each file has a message, and each object a file. */
async function checkBytes(): Promise<void> {
  await releaseFiles(server.db, new AbortController().signal, async () => {});
  await server.database.sql('update files set expires_at = now() where expires_at is not null');
  await sweepFiles(server.db, server.objects, new AbortController().signal);
  const rows = await server.database.sql<{ id: string }>('select id from files');
  const stored = readdirSync(join(server.dataDir, 'objects', 'files'), {
    recursive: true,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile())
    .map(({ parentPath }) => parentPath.split('/').at(-1));
  expect(new Set(stored)).toEqual(new Set(rows.map(({ id }) => id)));
  expect(readdirSync(join(server.dataDir, 'temporary'))).toEqual([]);
  expect(await recount(server.database)).toEqual([]);
}
