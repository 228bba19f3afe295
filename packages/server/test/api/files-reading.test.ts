import type { UploadedFile } from '@palaver/protocol/files';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../src/domain/records/apps.ts';
import { memberUrl, messageUrl, THREADS, userUrl } from '../harness/api.ts';
import { myMessagesUrl, myMessageUrl, type SignedIn, signIn } from '../harness/client-api.ts';
import { png } from '../harness/sticker-pack.ts';
import { until } from '../harness/until.ts';
import { upload } from '../harness/upload.ts';
import { useServer } from '../harness/use-server.ts';

/** Who may read a file: everyone who may read a message that names it at that moment, and nobody else. */

const server = await useServer();
let others: Record<'tenant' | 'application', { ticket: string; key: string; file: UploadedFile }>;
beforeAll(async () => {
  await createApp(server.db, { id: 'other', name: 'Other' });
  const elsewhere = async (options: { key: string; tenant?: string }) => {
    await server.users(1, 'ann', options);
    const file = await upload(server, PICTURE, options);
    return { ...options, file, ticket: await ticketOf(await signIn(server, 'ann1', options)) };
  };
  others = {
    tenant: await elsewhere({ key: await server.createKey({ tenantId: 'far' as never }) }),
    application: await elsewhere({ key: await server.createKey({ appId: 'other' }) }),
  };
});

const PICTURE = { content: png(), fileName: 'sun.png' };
const NEVER = '0'.repeat(32);

/** Credentials of a request for a file: a ticket, or headers. */
type Credentials = string | Record<string, string>;

const ticketOf = async (user: SignedIn): Promise<string> =>
  (await user.ok('GET', '/client/v1.0/me/file-ticket')).ticket;

const pathsOf = (id: string) => [`/file/v1.0/file/${id}/sun.png`, `/file/v1.0/file/${id}/thumbnail/any.webp`];

const WAYS = [
  { method: 'GET', headers: {}, status: 200 },
  { method: 'HEAD', headers: {}, status: 200 },
  { method: 'GET', headers: { range: 'bytes=1-4' }, status: 206 },
  // It might tell that the file exists.
  { method: 'GET', headers: { 'if-none-match': '*' }, status: 304 },
] as const;

/** The outcome of all ways to read a file and its thumbnail: M200, or the code of the refusal. It must be the same for all. */
async function outcomeOf({ file_id: id }: { file_id: string }, credentials: Credentials): Promise<string> {
  const isTicket = typeof credentials === 'string';
  const outcomes = await Promise.all(
    pathsOf(id).flatMap((path) =>
      WAYS.map(async ({ method, headers, status }) => {
        const response = await server.app.inject({
          method,
          url: isTicket ? `${path}?ticket=${credentials}` : path,
          headers: { 'x-request-id': 'one', ...headers, ...(isTicket ? {} : credentials) },
        });
        if (response.statusCode === status) return 'M200';
        expect(response.headers).not.toHaveProperty('etag');
        return method === 'HEAD' ? response.statusCode : response.json().message_code;
      }),
    ),
  );
  const codes = new Set(outcomes.filter((outcome) => typeof outcome === 'string'));
  expect([...codes]).toHaveLength(1);
  const [code = ''] = codes;
  const statuses = new Set(outcomes.filter((outcome) => typeof outcome === 'number'));
  expect([...statuses]).toEqual(code === 'M200' ? [] : [Number(code.slice(1, 4))]);
  return code;
}

type Reader = SignedIn & { ticket: string };

/** A thread of Ann with these members, all of them new. */
async function threadOf<Name extends string>(prefix: string, ...names: Name[]) {
  const members = ['ann' as const, ...names];
  for (const name of members) await server.ok('PUT', userUrl(`${prefix}-${name}`), { body: {} });
  const id = await server.group(members.map((name) => `${prefix}-${name}`));
  const people = {} as Record<Name | 'ann', Reader>;
  for (const name of members) {
    const user = await signIn(server, `${prefix}-${name}`);
    people[name] = { ...user, ticket: await ticketOf(user) };
  }
  return { id, ...people };
}

const uploadAs = ({ token }: SignedIn, threadId: string) => upload(server, PICTURE, { token, threadId });
const send = async (user: SignedIn, threadId: string, { file_id }: UploadedFile) =>
  (await user.say(threadId, { body: { text: '', metadata: [{ type: 'image', file_id }] } })).seq;
const byKey = (key = server.key, more = {}) => ({ 'x-api-key': key, ...more });

test('before a message names it, a file is read by its uploader and the back end', async () => {
  const { id, ann, ben } = await threadOf('unnamed', 'ben');
  const file = await uploadAs(ann, id);
  expect(await outcomeOf(file, ann.ticket)).toBe('M200');
  expect(await outcomeOf(file, byKey())).toBe('M200');
  expect(await outcomeOf(file, ben.ticket)).toBe('M40411');
  const ours = await upload(server, PICTURE);
  expect(await outcomeOf(ours, byKey())).toBe('M200');
  expect(await outcomeOf(ours, ann.ticket)).toBe('M40411');
});

describe('a file that a message names', () => {
  let file: UploadedFile;
  let thread: { id: string } & Record<'ann' | 'ben' | 'mia' | 'rem' | 'ban', Reader>;
  let stranger: string;
  beforeAll(async () => {
    thread = await threadOf('named', 'ben', 'mia', 'rem', 'ban');
    file = await uploadAs(thread.ann, thread.id);
    await send(thread.ann, thread.id, file);
    stranger = (await threadOf<never>('stranger')).ann.ticket;
  });

  test('is read by members, also muted ones, and by the back end', async () => {
    await server.ok('POST', memberUrl(thread.id, 'named-mia', 'mute'), { body: {} });
    for (const one of [thread.ann, thread.ben, thread.mia, thread.rem, thread.ban])
      expect(await outcomeOf(file, one.ticket)).toBe('M200');
    const reading = await server.createKey({ scopes: ['read'] });
    for (const key of [server.key, reading]) expect(await outcomeOf(file, byKey(key))).toBe('M200');
  });

  test('is not there for removed and banned members, strangers, other tenants and applications', async () => {
    await server.ok('DELETE', memberUrl(thread.id, 'named-rem'));
    await server.ok('POST', memberUrl(thread.id, 'named-ban', 'ban'), { body: {} });
    for (const credentials of [
      thread.rem.ticket,
      thread.ban.ticket,
      stranger,
      others.tenant.ticket,
      others.application.ticket,
      byKey(server.key, { 'x-tenant-id': 'far' }),
      byKey(others.tenant.key),
      byKey(others.application.key),
    ])
      expect(await outcomeOf(file, credentials)).toBe('M40411');
    for (const { file: foreign } of Object.values(others)) {
      expect(await outcomeOf(foreign, byKey())).toBe('M40411');
      expect(await outcomeOf(foreign, thread.ann.ticket)).toBe('M40411');
    }
    expect(await outcomeOf(others.tenant.file, byKey(server.key, { 'x-tenant-id': 'far' }))).toBe('M200');
  });

  test('refuses nobody, and who has not the right credentials', async () => {
    const bound = { ...byKey(others.tenant.key), 'x-tenant-id': 'near' };
    const writing = await server.createKey({ scopes: ['messages:write'] });
    for (const [credentials, code] of [
      ['', 'M40111'],
      [{}, 'M40111'],
      [thread.ann.token, 'M40111'],
      [{ authorization: `Bearer ${thread.ann.token}` }, 'M40111'],
      [{ authorization: `Bearer ${thread.ann.ticket}` }, 'M40111'],
      [{ 'x-api-key': '' }, 'M40101'],
      [{ 'x-api-key': 'unknown' }, 'M40102'],
      [{ 'x-api-key': thread.ann.ticket }, 'M40102'],
      [bound, 'M40302'],
      [byKey(writing), 'M40301'],
      [byKey(server.key, { 'x-acting-user-id': 'named-ann' }), 'M40003'],
      [byKey(server.key, { host: 'other.localhost' }), 'M40104'],
    ] as const)
      expect(await outcomeOf(file, credentials)).toBe(code);
  });

  test('answers for what it is not, as for a file that never was', async () => {
    const answer = async (id: string, part: 0 | 1, ticket: string) => {
      const url = `${pathsOf(id)[part]}?ticket=${ticket}`;
      const { statusCode, headers, body } = await server.app.inject({
        url,
        headers: { 'x-request-id': 'one' },
      });
      const { date: _, ...same } = headers;
      return { statusCode, headers: same, body };
    };
    const never = await answer(NEVER, 0, thread.ann.ticket);
    expect(never).toMatchObject({ statusCode: 404, headers: { 'cache-control': 'no-store' } });
    const plain = await upload(server);
    await server.ok('POST', '/open-api/v1.0/chat/messages', {
      body: {
        sender: { user_id: 'named-ann' },
        target: { thread_id: thread.id },
        body: { text: '', metadata: [{ type: 'file', file_id: plain.file_id }] },
      },
    });
    expect((await answer(plain.file_id, 0, thread.ann.ticket)).statusCode).toBe(200);
    const IDS = [
      'x',
      '%00',
      "'",
      file.file_id.toUpperCase(),
      `${file.file_id}0`,
      '..%2F..',
      'a'.repeat(8_000),
    ];
    for (const [id, part, ticket] of [
      [file.file_id, 0, stranger],
      [file.file_id, 1, stranger],
      [file.file_id, 0, others.application.ticket],
      // It has no thumbnail.
      [plain.file_id, 1, thread.ann.ticket],
      ...IDS.flatMap((id) => [[id, 0, thread.ann.ticket] as const, [id, 1, thread.ann.ticket] as const]),
    ] as const)
      expect([id, await answer(id, part, ticket)]).toEqual([id, never]);
  });
});

test('an editor names only files that they may read, also a user for whom the back end edits', async () => {
  const { id, ann } = await threadOf<never>('editor');
  const [own, secret] = [await uploadAs(ann, id), await upload(server, PICTURE)];
  const seq = await send(ann, id, own);
  const edit = async ({ file_id }: { file_id: string }, headers = {}) => {
    const body = { body: { text: '', metadata: [{ type: 'image', file_id }] } };
    const answer = await server.call('PATCH', messageUrl(id, seq), { body, headers });
    return answer.body.message_code;
  };
  const asAnn = { 'x-acting-user-id': 'editor-ann' };
  for (const foreign of [secret, others.tenant.file, others.application.file, { file_id: NEVER }])
    expect(await edit(foreign, asAnn)).toBe('M40411');
  expect(await outcomeOf(secret, ann.ticket)).toBe('M40411');
  expect(await edit(await uploadAs(ann, id), asAnn)).toBe('M200');
  expect(await edit(secret)).toBe('M200');
  expect(await edit(secret, asAnn)).toBe('M200');
});

test('after a message names it, its uploader has the right of all others', async () => {
  const { id, ann, ben } = await threadOf('uploader', 'ben');
  const file = await uploadAs(ben, id);
  await send(ben, id, file);
  expect(await outcomeOf(file, ben.ticket)).toBe('M200');
  await server.ok('DELETE', memberUrl(id, 'uploader-ben'));
  expect(await outcomeOf(file, ben.ticket)).toBe('M40411');
  expect(await outcomeOf(file, ann.ticket)).toBe('M200');
  await server.ok('POST', `${THREADS}/${id}/members`, { body: { member_ids: ['uploader-ben'], id_type: 2 } });
  expect(await outcomeOf(file, ben.ticket)).toBe('M200');
});

test('the right ends with the thread', async () => {
  const { id, ann, ben } = await threadOf('deleted', 'ben');
  const file = await uploadAs(ann, id);
  await send(ann, id, file);
  expect(await outcomeOf(file, ben.ticket)).toBe('M200');
  await server.ok('DELETE', `${THREADS}/${id}`);
  for (const credentials of [ann.ticket, ben.ticket, byKey()])
    expect(await outcomeOf(file, credentials)).toBe('M40411');
});

test('a forwarded file is read by the members of both threads, and remains when one message goes', async () => {
  const first = await threadOf('first', 'ben', 'cleo');
  const second = await threadOf('second', 'dan');
  const { ann, ben, cleo } = first;
  await server.ok('POST', `${THREADS}/${second.id}/members`, {
    body: { member_ids: ['first-ann', 'first-ben'], id_type: 2 },
  });
  const file = await uploadAs(ann, first.id);
  const sent = await send(ann, first.id, file);
  expect(await outcomeOf(file, second.dan.ticket)).toBe('M40411');
  const forwarded = await send(ben, second.id, file);
  for (const { ticket } of [ann, ben, cleo, second.dan]) expect(await outcomeOf(file, ticket)).toBe('M200');

  await server.ok('DELETE', memberUrl(first.id, 'first-ben'));
  expect(await outcomeOf(file, ben.ticket)).toBe('M200');
  await server.ok('DELETE', messageUrl(first.id, sent));
  expect(await outcomeOf(file, cleo.ticket)).toBe('M40411');
  for (const { ticket } of [ann, ben, second.dan]) expect(await outcomeOf(file, ticket)).toBe('M200');
  expect(await outcomeOf(file, byKey())).toBe('M200');

  await ben.ok('DELETE', myMessageUrl(second.id, forwarded));
  for (const { ticket } of [ann, ben, cleo, second.dan]) expect(await outcomeOf(file, ticket)).toBe('M40411');
  expect(await outcomeOf(file, byKey())).toBe('M40411');
});

test('a file that is edited away is gone', async () => {
  const { id, ann, ben } = await threadOf('edited', 'ben');
  const [before, after] = [await uploadAs(ann, id), await uploadAs(ann, id)];
  const seq = await send(ann, id, before);
  expect([await outcomeOf(before, ben.ticket), await outcomeOf(after, ben.ticket)]).toEqual([
    'M200',
    'M40411',
  ]);
  const metadata = [{ type: 'image', file_id: after.file_id }];
  await ann.ok('PATCH', myMessageUrl(id, seq), { body: { body: { text: '', metadata } } });
  for (const credentials of [ann.ticket, ben.ticket, byKey()]) {
    expect(await outcomeOf(before, credentials)).toBe('M40411');
    expect(await outcomeOf(after, credentials)).toBe('M200');
  }
});

test('the addresses in messages are those of the upload, and the same for everyone', async () => {
  const { id, ann, ben } = await threadOf('addresses', 'ben');
  const file = await uploadAs(ann, id);
  await send(ann, id, file);
  for (const user of [ann, ben]) {
    const [message] = await user.ok('GET', myMessagesUrl(id, 'limit=1'));
    const { source_url, source_thumb_url } = message.body.metadata[0];
    expect({ source_url, source_thumb_url }).toEqual({
      source_url: file.source_url,
      source_thumb_url: file.source_thumb_url,
    });
    for (const address of [source_url, source_thumb_url]) {
      const { pathname } = new URL(address);
      expect((await server.app.inject(`${pathname}?ticket=${user.ticket}`)).statusCode).toBe(200);
    }
  }
});

test('a deactivated user reads nothing from the response on, and their ticket ends', async () => {
  const { id, ann, ben } = await threadOf('inactive', 'ben');
  const file = await uploadAs(ann, id);
  await send(ann, id, file);
  expect(await outcomeOf(file, ben.ticket)).toBe('M200');
  await server.ok('DELETE', userUrl('inactive-ben'));
  expect(['M40411', 'M40111']).toContain(await outcomeOf(file, ben.ticket).catch(() => 'M40111'));
  const ended = () => outcomeOf(file, ben.ticket).then((code) => code === 'M40111' || undefined);
  await until(() => ended().catch(() => undefined));
});
