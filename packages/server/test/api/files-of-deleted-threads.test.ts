// @module-tag database
import type { UploadedFile } from '@palaver/protocol/files';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { releaseFiles } from '../../src/domain/operations/files/release-files.ts';
import { sweepFiles } from '../../src/domain/operations/files/sweep-files.ts';
import { contentKey } from '../../src/domain/rules/file-paths.ts';
import type { Transactor } from '../../src/storage/database.ts';
import { MESSAGES, messageUrl, threadUrl } from '../harness/api.ts';
import { myMessagesUrl } from '../harness/client-api.ts';
import { recount } from '../harness/recount.ts';
import { until } from '../harness/until.ts';
import { upload } from '../harness/upload.ts';
import { useServer } from '../harness/use-server.ts';

const server = await useServer();
let ann: string;
beforeAll(async () => {
  await server.users(2, 'u');
  ann = await server.token('u1');
});
afterAll(async () => {
  expect(await recount(server.database)).toEqual([]);
});

const group = () => server.group(['u1', 'u2']);
const uploadTo = (threadId: string) => upload(server, {}, { token: ann, threadId });
const bodyOf = ({ file_id }: UploadedFile) => ({ body: { metadata: [{ type: 'file', file_id }] } });
const trySend = (threadId: string, file: UploadedFile) =>
  server.call('POST', myMessagesUrl(threadId), { token: ann, body: bodyOf(file) });
const send = async (threadId: string, file: UploadedFile): Promise<number> => {
  const { body } = await trySend(threadId, file);
  expect(body.message_code).toBe('M200');
  return body.data.seq;
};
const deleteThread = (threadId: string) => server.ok('DELETE', threadUrl(threadId));

const { signal } = new AbortController();
const removeBytes = () => sweepFiles(server.db, server.objects, signal);
/** Only in the database. */
const release = (db: Transactor = server.db) => releaseFiles(db, signal, async () => {});
const sweep = () => releaseFiles(server.db, signal, removeBytes);

/** The database of the server, with other transactions. */
const withTransaction = (transaction: Transactor['transaction']): Transactor => ({
  query: (...statement) => server.db.query(...statement),
  vault: server.db.vault,
  transactionAtOnce: (work) => server.db.transactionAtOnce(work),
  transaction,
});

const hasBytes = async ({ file_id }: UploadedFile) => {
  const found = await server.objects.get(contentKey(file_id));
  found?.content.destroy();
  return found !== undefined;
};
/** By the API key. */
const isRead = async ({ source_url: url }: UploadedFile) => {
  const { statusCode } = await server.app.inject({
    url: new URL(url).pathname,
    headers: { 'x-api-key': server.key },
  });
  return statusCode === 200;
};
const usage = async () => {
  const { files, bytes } = await server.ok('GET', '/file/v1.0/usage');
  return { files, bytes };
};
/** The messages of a thread that name a file. */
const naming = (threadId: string) =>
  server.database.sql(`select seq from messages where thread_id = ${threadId} and file_id is not null`);

/** Further messages that name these files in turn; through the API they would take too long. */
async function sendMany(threadId: string, files: readonly UploadedFile[], count: number): Promise<void> {
  const ids = files.map(({ file_id }) => `'${file_id}'`).join(', ');
  await server.database.sql(
    `insert into messages (thread_id, seq, sender_ext_user_id, kind, text, metadata, link_count, file_id)
     select m.thread_id, m.seq + n, m.sender_ext_user_id, m.kind, m.text, m.metadata, 0,
       (array[${ids}])[1 + n % ${files.length}]
     from messages m, generate_series(1, ${count}) n where m.thread_id = ${threadId};
     update thread_heads h set last_seq = last_seq + ${count}, last_message_seq = last_seq + ${count},
       message_count = message_count + ${count}, file_count = file_count + ${count},
       active_at = (select created_at from messages m where m.thread_id = h.thread_id order by seq desc limit 1)
     where thread_id = ${threadId};
     update files set expires_at = null where id in (${ids})`,
  );
}

test('the files of a deleted thread are removed, and no longer count', async () => {
  const before = await usage();
  const thread = await group();
  const file = await uploadTo(thread);
  const seq = await send(thread, file);
  await send(thread, file);
  await send(thread, await uploadTo(thread));
  await server.ok('DELETE', messageUrl(thread, seq));
  await deleteThread(thread);
  expect(await isRead(file)).toBe(false);
  await sweep();
  expect(await hasBytes(file)).toBe(false);
  expect(await naming(thread)).toEqual([]);
  expect(await usage()).toEqual(before);
});

test('nobody sends a file again that only messages of deleted threads name', async () => {
  const [thread, other] = [await group(), await group()];
  const file = await uploadTo(thread);
  await send(thread, file);
  await deleteThread(thread);
  expect((await trySend(other, file)).body.message_code).toBe('M40411');
  const body = { sender: { user_id: 'u1' }, target: { thread_id: other }, ...bodyOf(file) };
  expect((await server.call('POST', MESSAGES, { body })).body.message_code).toBe('M40411');
});

test('a file stays while a message of another thread names it', async () => {
  const [thread, second, third] = [await group(), await group(), await group()];
  const file = await uploadTo(thread);
  await send(thread, file);
  await send(second, file);
  const seq = await send(third, file);
  for (const deleted of [thread, second]) {
    await deleteThread(deleted);
    expect(await isRead(file)).toBe(true);
    await sweep();
    expect(await isRead(file)).toBe(true);
  }
  await server.ok('DELETE', messageUrl(third, seq));
  await removeBytes();
  expect(await hasBytes(file)).toBe(false);
});

test('a file goes with the last thread, also while the messages of another deleted thread hold it still', async () => {
  const [thread, other] = [await group(), await group()];
  const file = await uploadTo(thread);
  await send(thread, file);
  const seq = await send(other, file);
  await deleteThread(thread);
  await server.ok('DELETE', messageUrl(other, seq));
  expect(await isRead(file)).toBe(false);
  await removeBytes();
  expect(await recount(server.database)).toEqual([]);
  await sweep();
  expect(await hasBytes(file)).toBe(false);
});

test('a release that ends in the middle goes on behind its last page', async () => {
  const thread = await group();
  const files = await Promise.all(Array.from({ length: 5 }, () => uploadTo(thread)));
  await send(thread, await uploadTo(thread));
  await sendMany(thread, files, 1_200);
  await deleteThread(thread);
  let pages = 0;
  /** The second page is not committed. */
  const killed = withTransaction((work) =>
    server.db.transaction(async (tx) => {
      const result = await work(tx);
      pages += 1;
      if (pages === 2) throw new Error('killed');
      return result;
    }),
  );
  await expect(release(killed)).rejects.toThrow('killed');
  expect(await naming(thread)).toHaveLength(701);
  expect(await recount(server.database)).toEqual([]);
  const more = await uploadTo(await group());
  await Promise.all([release(killed), release(), release()]);
  expect(await naming(thread)).toEqual([]);
  // (The first page was not read again.)
  expect(pages).toBeLessThanOrEqual(5);
  await removeBytes();
  expect(await Promise.all(files.map(hasBytes))).toEqual(files.map(() => false));
  expect(await hasBytes(more)).toBe(true);
});

test('a thread with many messages does not hold up others', async () => {
  const [large, small] = [await group(), await group()];
  const [one, two] = [await uploadTo(large), await uploadTo(small)];
  await send(large, one);
  await sendMany(large, [one], 1_200);
  await send(small, two);
  for (const thread of [large, small]) await deleteThread(thread);
  const stopping = new AbortController();
  const stopped = withTransaction(async (work) => {
    const result = await server.db.transaction(work);
    if ((await naming(small)).length === 0) stopping.abort();
    return result;
  });
  await releaseFiles(stopped, stopping.signal, removeBytes);
  expect(await naming(large)).toHaveLength(701);
  await sweep();
  expect(await naming(large)).toEqual([]);
  expect(await hasBytes(one)).toBe(false);
});

test('the bytes of a page go before the next page is released', async () => {
  const thread = await group();
  const files = [await uploadTo(thread), await uploadTo(thread)] as const;
  await send(thread, files[0]);
  await sendMany(thread, [files[0]], 700);
  await send(thread, files[1]);
  await deleteThread(thread);
  const left: number[] = [];
  await releaseFiles(server.db, signal, async () => {
    await removeBytes();
    left.push((await naming(thread)).length);
  });
  expect(left).toEqual([202, 0]);
  expect(await Promise.all(files.map(hasBytes))).toEqual([false, false]);
});

test('a file that is sent to another thread at the same time keeps its bytes, or the send is refused', async () => {
  const other = await group();
  for (let round = 0; round < 15; round += 1) {
    const thread = await group();
    const file = await uploadTo(thread);
    await send(thread, file);
    const [sent] = await Promise.all([
      trySend(other, file),
      deleteThread(thread).then(() => (round % 2 === 0 ? sweep() : undefined)),
    ]);
    await sweep();
    const isSent = sent.body.message_code === 'M200';
    if (!isSent) expect(sent.body.message_code).toBe('M40411');
    await removeBytes();
    expect([await hasBytes(file), await isRead(file)]).toEqual([isSent, isSent]);
  }
});

test('a send that found its file before the deletion, and would store its message after the release, is refused', async () => {
  const [thread, other] = [await group(), await group()];
  const file = await uploadTo(thread);
  await send(thread, file);
  const sent = await server.db.transaction(async (tx) => {
    await tx.query('select from files where id = $1 for no key update', [file.file_id]);
    // In an object, so that it is not awaited before the commit.
    const sending = { answer: trySend(other, file) };
    await until(async () => (await server.database.sql(WAITING)).length > 0 || undefined);
    await deleteThread(thread);
    await release({
      ...withTransaction((work) => work(tx)),
      query: (...statement) => tx.query(...statement),
    });
    return sending;
  });
  expect((await sent.answer).body.message_code).toBe('M40411');
  await removeBytes();
  expect(await hasBytes(file)).toBe(false);
});

const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
