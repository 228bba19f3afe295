// @module-tag database
import type { FileId, UploadedFile } from '@palaver/protocol/files';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { loseFiles } from '../../src/domain/operations/files/lose-files.ts';
import { MESSAGES, messageUrl, threadUrl } from '../harness/api.ts';
import {
  ME,
  MY_AVATAR,
  MY_THREADS,
  myMessagesUrl,
  myMessageUrl,
  myThreadUrl,
} from '../harness/client-api.ts';
import { plantRow } from '../harness/plant-file.ts';
import { recount } from '../harness/recount.ts';
import { png } from '../harness/sticker-pack.ts';
import { until } from '../harness/until.ts';
import { upload } from '../harness/upload.ts';
import { useServer } from '../harness/use-server.ts';

const server = await useServer();
let ann: string;
let ben: string;
beforeAll(async () => {
  await server.users(3, 'u');
  [ann, ben] = [await server.token('u1'), await server.token('u2')];
});
afterEach(async () => expect(await recount(server.database)).toEqual([]));

const group = () => server.group(['u1', 'u2']);
const uploadTo = (threadId: string, parts = {}) => upload(server, parts, { token: ann, threadId });
const idsOf = (files: readonly UploadedFile[]) => files.map(({ file_id }) => file_id);
const lose = (files: readonly UploadedFile[], page?: number) =>
  loseFiles(server.db, idsOf(files), page === undefined ? {} : { page });

const trySend = (threadId: string, metadata: object, text = '') =>
  server.call('POST', myMessagesUrl(threadId), {
    token: ann,
    body: { body: { text, metadata: [metadata] } },
  });
const send = async (threadId: string, { file_id, kind: type }: UploadedFile, more = {}): Promise<number> => {
  const { body } = await trySend(threadId, { ...more, type, file_id });
  expect(body.message_code).toBe('M200');
  return body.data.seq;
};
const messageAt = (threadId: string, seq: number) =>
  server.ok('GET', myMessageUrl(threadId, seq), { token: ben });
const metadataAt = async (threadId: string, seq: number) => (await messageAt(threadId, seq)).body.metadata[0];
const edit = (threadId: string, seq: number, body: object) =>
  server.call('PATCH', myMessageUrl(threadId, seq), { token: ann, body: { body } });

/** Further messages that name a file; through the API they would take too long. */
const sendMore = (threadId: string, count: number) =>
  server.database.sql(
    `insert into messages (thread_id, seq, sender_ext_user_id, kind, text, metadata, link_count, file_id)
     select m.thread_id, m.seq + n, m.sender_ext_user_id, m.kind, m.text, m.metadata, 0, m.file_id
     from thread_heads h join messages m on m.thread_id = h.thread_id and m.seq = h.last_message_seq,
       generate_series(1, ${count}) n where h.thread_id = ${threadId};
     update thread_heads h set last_seq = last_seq + ${count}, last_message_seq = last_seq + ${count},
       message_count = message_count + ${count}, file_count = file_count + ${count},
       active_at = (select created_at from messages m where m.thread_id = h.thread_id order by seq desc limit 1)
     where thread_id = ${threadId}`,
  );
const usage = async () => {
  const { files, bytes } = await server.ok('GET', '/file/v1.0/usage');
  return { files, bytes };
};
const statusOf = async ({ source_url: url }: UploadedFile) => {
  const headers = { 'x-api-key': server.key };
  const { json, statusCode } = await server.app.inject({ url: new URL(url).pathname, headers });
  return statusCode === 200 ? 'M200' : json().message_code;
};
/** How many messages of a thread name a file, and how many say that it is gone. */
const counted = async (threadId: string) =>
  (
    await server.database.sql<{ named: number; gone: number }>(
      `select count(file_id)::int as named, (count(*) filter (where metadata ->> 'is_gone' = 'true'))::int as gone
       from messages where thread_id = ${threadId}`,
    )
  )[0];

test('the messages of a lost file say that it is gone, and keep what it was', async () => {
  const [thread, other] = [await group(), await group()];
  const before = await usage();
  const lost = await uploadTo(thread, { content: png(), fileName: 'sun.png' });
  const kept = await uploadTo(thread);
  const seqs = [await send(thread, lost, { own: [1.5, { deep: null }] }), await send(thread, lost)] as const;
  const elsewhere = await send(other, lost);
  const intact = await send(thread, kept);
  const deleted = await send(thread, lost);
  await server.ok('DELETE', messageUrl(thread, deleted));
  const shown = await messageAt(thread, seqs[0]);

  expect(await lose([lost])).toBe(3);
  const [metadata] = shown.body.metadata;
  expect(metadata).toMatchObject({ type: 'image', name: 'sun.png', file_id: lost.file_id, width: 1 });
  expect(await messageAt(thread, seqs[0])).toEqual({
    ...shown,
    body: { text: '', metadata: [{ ...metadata, is_gone: true }] },
  });
  for (const [id, seq] of [
    [thread, seqs[1]],
    [other, elsewhere],
  ] as const)
    expect(await metadataAt(id, seq)).toMatchObject({ name: 'sun.png', is_gone: true });
  expect((await messageAt(thread, deleted)).body.metadata).toEqual([]);
  expect(await metadataAt(thread, intact)).not.toHaveProperty('is_gone');
  expect([await statusOf(lost), await statusOf(kept)]).toEqual(['M40411', 'M200']);
  expect(await usage()).toEqual({ files: before.files + 1, bytes: before.bytes + kept.size });
  expect((await trySend(other, { type: 'file', file_id: lost.file_id })).body.message_code).toBe('M40411');
});

test('numbers that no double can hold stay as they were sent', async () => {
  const thread = await group();
  const { file_id } = await uploadTo(thread);
  const own = '"own":{"long":12345678901234567890,"exact":1.10,"__proto__":1e400}';
  const response = await server.app.inject({
    method: 'POST',
    url: myMessagesUrl(thread),
    headers: { authorization: `Bearer ${ann}`, 'content-type': 'application/json' },
    payload: `{"body":{"metadata":[{"type":"file","file_id":"${file_id}",${own}}]}}`,
  });
  const { seq } = response.json().data;
  const stored = async () => {
    const [row] = await server.database.sql<{ metadata: string }>(
      `select metadata::text from messages where thread_id = ${thread} and seq = ${seq}`,
    );
    return row?.metadata ?? '';
  };
  const before = await stored();
  expect(before).toContain('12345678901234567890');
  await loseFiles(server.db, [file_id]);
  expect(await stored()).toBe(before.replace(/\}$/, ',"is_gone":true}'));
});

test.each([2, 3, 4])('%i messages of a page of 3, in two threads, and as many files', async (count) => {
  const [thread, other] = [await group(), await group()];
  const before = await usage();
  const file = await uploadTo(thread);
  await send(thread, file);
  await sendMore(thread, count - 2);
  await send(other, file);
  expect(await lose([file], 3)).toBe(count);
  expect(await counted(thread)).toEqual({ named: 0, gone: count - 1 });
  expect(await counted(other)).toEqual({ named: 0, gone: 1 });

  const files = await Promise.all(Array.from({ length: count }, () => uploadTo(other)));
  for (const one of files) await send(other, one);
  expect(await lose([...files, ...files], 3)).toBe(count);
  expect(await counted(other)).toEqual({ named: 0, gone: count + 1 });
  expect(await usage()).toEqual(before);
});

test('a loss that is killed between its pages loses the rest when it is repeated', {
  tags: 'thorough',
}, async () => {
  const thread = await group();
  const before = await usage();
  const file = await uploadTo(thread);
  await send(thread, file);
  await sendMore(thread, 1_199);
  let pages = 0;
  /** The second page is not committed. */
  const killed = loseFiles(
    {
      query: (...statement) => server.db.query(...statement),
      vault: server.db.vault,
      transactionAtOnce: (work) => server.db.transactionAtOnce(work),
      transaction: (work) =>
        server.db.transaction(async (tx) => {
          const result = await work(tx);
          pages += 1;
          if (pages === 2) throw new Error('killed');
          return result;
        }),
    },
    idsOf([file]),
  );
  await expect(killed).rejects.toThrow('killed');
  expect(await counted(thread)).toEqual({ named: 700, gone: 500 });
  expect(await statusOf(file)).toBe('M200');
  expect(await recount(server.database)).toEqual([]);
  expect(await lose([file])).toBe(700);
  expect(await lose([file])).toBe(0);
  expect(await counted(thread)).toEqual({ named: 0, gone: 1_200 });
  expect(await usage()).toEqual(before);
});

test('messages with large metadata take more pages', async () => {
  const thread = await group();
  const file = await uploadTo(thread);
  await send(thread, file, { own: 'x'.repeat(20_000) });
  // The page has room for all of them by their number, not by their bytes.
  await sendMore(thread, 99);
  expect(await lose([file])).toBe(100);
  expect(await counted(thread)).toEqual({ named: 0, gone: 100 });
});

test('a lost picture is no longer shown, also if a message names it', async () => {
  const thread = await group();
  const [lost, kept] = [
    await uploadTo(thread, { content: png(), fileName: 'sun.png' }),
    await uploadTo(thread, { content: png(), fileName: 'moon.png' }),
  ];
  const as = (body: object) => ({ token: ann, body });
  await server.ok('PUT', MY_AVATAR, as({ file_id: lost.file_id }));
  await server.ok('PATCH', myThreadUrl(thread), as({ avatar_file_id: lost.file_id }));
  const made = [lost, lost, kept].map(({ file_id: avatar_file_id }) =>
    server.ok('POST', MY_THREADS, as({ type: 'group', name: 'Sun', avatar_file_id })),
  );
  const groups = await Promise.all(made);
  const seq = await send(thread, lost);
  expect(await lose([lost], 1)).toBe(1);
  expect(await server.ok('GET', ME, { token: ann })).toMatchObject({ avatar_url: '' });
  const shown = [thread, ...groups.map(({ id }) => id)].map((id) => server.ok('GET', threadUrl(id)));
  expect((await Promise.all(shown)).map(({ avatar_url }) => avatar_url)).toEqual([
    ...['', '', ''],
    kept.source_thumb_url,
  ]);
  expect(await metadataAt(thread, seq)).toMatchObject({ is_gone: true });
});

test('a lost file that no message names goes, in any state, and an unknown one is none', async () => {
  const before = await usage();
  const [unnamed, storing, removing] = await Promise.all(
    Array.from({ length: 3 }, () => plantRow(server, { mimeType: 'text/plain' })),
  );
  await server.database.sql(`update files set state = 'storing' where id = '${storing}';
    update files set state = 'removing' where id = '${removing}'`);
  const ids = [unnamed, storing, removing].filter((id) => id !== undefined);
  expect(await loseFiles(server.db, [...ids, 'f'.repeat(32) as FileId])).toBe(0);
  expect(await usage()).toEqual(before);
  expect(await loseFiles(server.db, [])).toBe(0);
});

test('files of several tenants are discounted from each', async () => {
  const files = await Promise.all(['north', 'south'].map((tenant) => upload(server, {}, { tenant })));
  await lose(files);
  for (const tenant of ['north', 'south'])
    expect(await server.ok('GET', '/file/v1.0/usage', { tenant })).toMatchObject({ files: 0, bytes: 0 });
});

test('the messages of a deleted thread release a lost file', async () => {
  const thread = await group();
  const file = await uploadTo(thread);
  await send(thread, file);
  await server.ok('DELETE', threadUrl(thread));
  expect(await lose([file])).toBe(1);
  expect(await counted(thread)).toEqual({ named: 0, gone: 1 });
});

test('a message that is sent meanwhile waits, and is refused', async () => {
  const [thread, other] = [await group(), await group()];
  const file = await uploadTo(thread);
  await send(thread, file);
  const sent = await server.db.transaction(async (tx) => {
    const losing = loseFiles(
      {
        query: (...statement) => tx.query(...statement),
        vault: server.db.vault,
        transactionAtOnce: (work) => work(tx),
        transaction: (work) => work(tx),
      },
      idsOf([file]),
    );
    expect(await losing).toBe(1);
    // In an object, so that it is not awaited before the commit.
    const sending = { answer: trySend(other, { type: 'file', file_id: file.file_id }) };
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await until(async () => (await server.database.sql(waiting)).length > 0 || undefined);
    return sending;
  });
  expect((await sent.answer).body.message_code).toBe('M40411');
});

test('sends and edits at the same time leave no message with a lost file', { tags: 'thorough' }, async () => {
  const [thread, other] = [await group(), await group()];
  for (let round = 0; round < 10; round += 1) {
    const file = await uploadTo(thread);
    const seqs = [await send(thread, file), await send(other, file)] as const;
    await Promise.all([
      lose([file], 1),
      trySend(other, { type: 'file', file_id: file.file_id }),
      edit(thread, seqs[0], { metadata: [{ type: 'file', file_id: file.file_id, name: 'new' }] }),
      server.call('DELETE', messageUrl(other, seqs[1])),
    ]);
    expect((await counted(thread))?.named).toBe(0);
    expect((await counted(other))?.named).toBe(0);
    expect(await statusOf(file)).toBe('M40411');
  }
});

describe('a message whose file is gone', () => {
  let thread: string;
  let seq: number;
  let gone: Record<string, unknown>;
  beforeAll(async () => {
    thread = await group();
    const file = await uploadTo(thread);
    seq = await send(thread, file);
    await lose([file]);
    gone = await metadataAt(thread, seq);
  });

  test('still says so after its text was edited', async () => {
    expect((await edit(thread, seq, { text: 'What a pity' })).body.data.body.metadata).toEqual([gone]);
    expect(await messageAt(thread, seq)).toMatchObject({ body: { text: 'What a pity', metadata: [gone] } });
  });

  test('cannot be edited or sent with the same file', async () => {
    const answers = [await edit(thread, seq, { metadata: [gone] }), await trySend(thread, gone)];
    for (const { body } of answers) {
      expect(body.message_code).toBe('M40411');
      expect(body.errors).toMatchObject([{ field: 'body.metadata[0].file_id', rule: 'exists' }]);
    }
  });

  test('no longer says so after it was edited to name another file', async () => {
    const { file_id } = await uploadTo(thread);
    const { body } = await edit(thread, seq, { metadata: [{ ...gone, file_id }] });
    expect(body.data.body.metadata[0]).toMatchObject({ file_id });
    expect(body.data.body.metadata[0]).not.toHaveProperty('is_gone');
  });

  test('is quoted, pinned, listed and deleted like any other', async () => {
    const file = await uploadTo(thread);
    const one = await send(thread, file);
    await lose([file]);
    const reply = { body: { text: 'Which?', metadata: [{ type: 'text' }] }, reply_to: one };
    await server.ok('POST', myMessagesUrl(thread), { token: ann, body: reply });
    await server.ok('PUT', `${messageUrl(thread, one)}/pin`);
    const messages = await server.ok('GET', myMessagesUrl(thread), { token: ben });

    expect(messages.find((message: { seq: number }) => message.seq === one).body.metadata[0].is_gone).toBe(
      true,
    );
    await server.ok('DELETE', messageUrl(thread, one));
    expect((await messageAt(thread, one)).body.metadata).toEqual([]);
  });
});

describe('only the server says that a file is gone:', () => {
  const elsewhere = {
    name: 'a.txt',
    size: 1,
    mime_type: 'text/plain',
    source_url: 'https://example.com/a.txt',
  };
  let thread: string;
  let uploaded: { file_id: string };
  beforeAll(async () => {
    thread = await group();
    uploaded = { file_id: (await uploadTo(thread)).file_id };
  });
  const SOURCES = ['an uploaded file', 'a file elsewhere'] as const;
  const metadataOf = (source: (typeof SOURCES)[number], is_gone: unknown) => ({
    type: 'file',
    ...(source === 'an uploaded file' ? uploaded : elsewhere),
    is_gone,
  });

  test.each(SOURCES)('a sent is_gone is ignored, for %s', async (source) => {
    for (const sent of [true, false, null]) {
      const { body } = await trySend(thread, metadataOf(source, sent));
      expect(body.message_code).toBe('M200');
      expect(await metadataAt(thread, body.data.seq)).not.toHaveProperty('is_gone');
      const edited = await edit(thread, body.data.seq, {
        metadata: [{ ...metadataOf(source, sent), own: 1 }],
      });
      expect(edited.body.data.body.metadata[0]).toMatchObject({ own: 1 });
      expect(edited.body.data.body.metadata[0]).not.toHaveProperty('is_gone');
    }
  });

  test.each(SOURCES)('is_gone must be a boolean, for %s', async (source) => {
    for (const sent of ['x', 'true', 1, {}]) {
      const { body } = await trySend(thread, metadataOf(source, sent));
      expect(body.message_code).not.toBe('M200');
      expect(body.errors).toMatchObject([{ field: 'body.metadata[0].is_gone', rule: 'type' }]);
    }
  });

  test('also when a back end sends to users', async () => {
    const body = { metadata: [{ type: 'file', ...elsewhere, is_gone: true }] };
    const sent = { sender: { user_id: 'u1' }, target: { user_ids: ['u2', 'u3'] }, body };
    const headers = { prefer: 'return=representation' };
    const { messages } = await server.ok('POST', MESSAGES, { body: sent, headers });
    expect(messages).toHaveLength(2);
    const { body: shown } = await server.ok('GET', messageUrl(messages[0].thread_id, messages[0].seq));
    expect(shown.metadata).toEqual([{ type: 'file', ...elsewhere }]);
  });

  test('a kind without files may have a field of this name', async () => {
    const custom = { type: 'custom_defined', custom_name: 'order', payload: '{}', is_gone: 'x' };
    const { body } = await trySend(thread, custom);
    expect(await metadataAt(thread, body.data.seq)).toEqual(custom);
  });
});
