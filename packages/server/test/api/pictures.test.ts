// @module-tag database
import type { UploadedFile } from '@palaver/protocol/files';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sweepFiles } from '../../src/domain/operations/files/sweep-files.ts';
import { createApp } from '../../src/domain/records/apps.ts';
import { expectRefused, logOf, memberUrl, renameUrl, threadUrl, userUrl } from '../harness/api.ts';
import {
  MY_AVATAR,
  MY_PICTURES,
  MY_THREADS,
  myMessageUrl,
  myThreadUrl,
  type SignedIn,
  signIn,
  signInAll,
} from '../harness/client-api.ts';
import { connect } from '../harness/realtime.ts';
import { recount } from '../harness/recount.ts';
import { png } from '../harness/sticker-pack.ts';
import { upload, uploadForm } from '../harness/upload.ts';
import { useServer } from '../harness/use-server.ts';

/** Pictures of people and groups that signed-in users choose: uploaded files, which those can read who see the person or the group. */

const server = await useServer({ PALAVER_MAX_IMAGE_BYTES: '4096' });
afterEach(async () => expect(await recount(server.database)).toEqual([]));

const NEVER = '0'.repeat(32);
const ELSEWHERE = 'https://attacker.example/who-looks.png';
const POLICY = '/app/v1.0/policy';

const tryPicture = ({ token }: SignedIn, content: Buffer = png(), headers = {}) =>
  server.call('POST', MY_PICTURES, { token, body: uploadForm({ content, fileName: 'sun.png' }), headers });
async function picture(user: SignedIn): Promise<UploadedFile> {
  const { body } = await tryPicture(user);
  expect(body.message_code).toBe('M200');
  return body.data;
}
const choose = (user: SignedIn, { file_id }: Pick<UploadedFile, 'file_id'>) =>
  user.ok('PUT', MY_AVATAR, { body: { file_id } });
const change = (user: SignedIn, threadId: string, body: object) =>
  user.ok('PATCH', myThreadUrl(threadId), { body });
const refuse = (user: SignedIn, method: string, url: string, body: object, code: string, fields: string[]) =>
  expectRefused(server, [method, url, { token: user.token, body }], code as 'M40003', fields);
const putPolicy = (search_people: string) =>
  server.ok('PATCH', POLICY, { body: { users: { search_people } } });

/** What a user gets for an address of a picture, with their ticket: M200, or the code of the refusal. */
async function read(user: SignedIn, url: string): Promise<string> {
  const { ticket } = await user.ok('GET', '/client/v1.0/me/file-ticket');
  return readWith(url, { query: `?ticket=${ticket}` });
}
async function readWith(url: string, { query = '', headers = {} }): Promise<string> {
  const response = await server.app.inject({ url: `${new URL(url).pathname}${query}`, headers });
  if (response.statusCode !== 200) return response.json().message_code;
  expect(response.headers['content-type']).toBe('image/webp');
  return 'M200';
}
const readByKey = (url: string, key = server.key) => readWith(url, { headers: { 'x-api-key': key } });

/** Removes files that nothing names; returns whether this one is still stored. */
async function isKept({ file_id }: UploadedFile): Promise<boolean> {
  await sweepFiles(server.db, server.objects, new AbortController().signal);
  return (await server.database.sql(`select from files where id = '${file_id}'`)).length > 0;
}
const usage = async () => (await server.ok('GET', '/file/v1.0/usage')).files;

let count = 0;
/** New users. */
const people = <Count extends number>(many: Count) => signInAll<Count>(server, many, `p${++count}-`);
const group = (...members: SignedIn[]) => server.group(members.map(({ userId }) => userId));

describe('an address', () => {
  test('of a picture is refused from signed-in users, and nothing changes', async () => {
    const [ann, ben] = await people(2);
    const id = await group(ann, ben);
    await refuse(ann, 'PATCH', myThreadUrl(id), { name: 'New', avatar_url: ELSEWHERE }, 'M40003', [
      'avatar_url',
    ]);
    const both = { avatar_url: ELSEWHERE, avatar_file_id: NEVER };
    await refuse(ann, 'PATCH', myThreadUrl(id), both, 'M40003', ['avatar_url']);
    expect(await ann.thread(id)).toMatchObject({ avatar_url: '' });
    expect((await ann.thread(id)).name).not.toBe('New');
    const before = (await ann.threads()).length;
    const made = { type: 'group', name: 'New', avatar_url: ELSEWHERE, member_ids: [] };
    await refuse(ann, 'POST', MY_THREADS, made, 'M40003', ['avatar_url']);
    await refuse(ann, 'POST', MY_THREADS, { ...made, avatar_url: 7 }, 'M40003', ['avatar_url']);
    expect(await ann.threads()).toHaveLength(before);
    // An own profile has no address either: the field is unknown there.
    await refuse(ann, 'PUT', MY_AVATAR, { avatar_url: ELSEWHERE }, 'M40002', ['file_id']);
  });

  test('is taken from back ends, also for a user, and an empty one from everyone', async () => {
    const [ann, ben] = await people(2);
    const id = await group(ann, ben);
    const asAnn = { 'x-acting-user-id': ann.userId };
    for (const headers of [{}, asAnn]) {
      await server.ok('PATCH', threadUrl(id), { headers, body: { avatar_url: ELSEWHERE } });
      expect(await ben.thread(id)).toMatchObject({ avatar_url: ELSEWHERE });
      for (const avatar_url of ['', null]) {
        await server.ok('PATCH', threadUrl(id), { body: { avatar_url: ELSEWHERE } });
        expect(await change(ann, id, { avatar_url })).toMatchObject({ avatar_url: '' });
      }
    }
    const made = await ann.ok('POST', MY_THREADS, { body: { type: 'group', name: 'G', avatar_url: '' } });
    expect(made.avatar_url).toBe('');
  });
});

describe('an uploaded picture', () => {
  test('is shown in the profile by the address of its thumbnail, and is kept until it is replaced', async () => {
    const [ann, ben] = await people(2);
    const id = await group(ann, ben);
    const socket = await connect(server, ben);
    const before = await usage();
    const [first, second] = [await picture(ann), await picture(ann)];
    const user = await choose(ann, first);
    expect(user).toMatchObject({ user_id: ann.userId, avatar_url: first.source_thumb_url });
    expect(await ann.ok('GET', '/client/v1.0/me')).toEqual(user);
    const told = await socket.next('user.updated', ({ user: { avatar_url } }) => avatar_url !== '');
    expect(told.user).toMatchObject({ ext_user_id: ann.extUserId, avatar_url: first.source_thumb_url });
    const { sender } = await ann.say(id);
    expect(sender.avatar_url).toBe(first.source_thumb_url);
    await server.database.sql(`update files set expires_at = now() where expires_at is not null`);
    expect([await isKept(first), await isKept(second)]).toEqual([true, false]);
    expect(await usage()).toBe(before + 1);

    const third = await picture(ann);
    expect(await choose(ann, third)).toMatchObject({ avatar_url: third.source_thumb_url });
    expect([await isKept(first), await isKept(third)]).toEqual([false, true]);
    // The same once more changes nothing.
    const same = await choose(ann, third);
    expect(await choose(ann, third)).toEqual(same);
    expect(await isKept(third)).toBe(true);
    expect(await ann.ok('DELETE', MY_AVATAR)).toMatchObject({ avatar_url: '' });
    expect(await ann.ok('DELETE', MY_AVATAR)).toMatchObject({ avatar_url: '' });
    expect(await isKept(third)).toBe(false);
    expect(await usage()).toBe(before);
  });

  test('of a group is chosen by those who may change the group', async () => {
    const [ann, ben] = await people(2);
    const id = await group(ann, ben);
    const [ours, bens] = [await picture(ann), await picture(ben)];
    expect(await change(ann, id, { avatar_file_id: ours.file_id, name: 'Sun' })).toMatchObject({
      name: 'Sun',
      avatar_url: ours.source_thumb_url,
    });
    expect(await ben.thread(id)).toMatchObject({ avatar_url: ours.source_thumb_url });
    expect((await logOf(server, id)).at(-1)).toMatchObject({
      type: 'thread.updated',
      change: { fields: ['name', 'avatar_url'] },
    });
    await refuse(ben, 'PATCH', myThreadUrl(id), { avatar_file_id: bens.file_id }, 'M40306', [
      'Authorization',
    ]);
    // Fields that are left out keep their value.
    expect(await change(ann, id, { name: 'Moon' })).toMatchObject({ avatar_url: ours.source_thumb_url });
    expect(await isKept(ours)).toBe(true);
    for (const avatar_file_id of ['', null]) {
      const file = await picture(ann);
      await change(ann, id, { avatar_file_id: file.file_id });
      expect(await change(ann, id, { avatar_file_id })).toMatchObject({ avatar_url: '' });
      expect([await isKept(ours), await isKept(file)]).toEqual([false, false]);
    }
  });

  test('of a new group comes with it, once for an idempotency key', async () => {
    const [ann, ben] = await people(2);
    const file = await picture(ann);
    const body = { type: 'group', name: 'G', member_ids: [ben.extUserId], avatar_file_id: file.file_id };
    const headers = { 'idempotency-key': `group-${ann.userId}` };
    const made = await ann.ok('POST', MY_THREADS, { body, headers });
    expect(made).toMatchObject({ avatar_url: file.source_thumb_url });
    expect((await ann.ok('POST', MY_THREADS, { body, headers })).id).toBe(made.id);
    const another = await ann.ok('POST', MY_THREADS, { body });
    expect(await read(ben, made.avatar_url)).toBe('M200');
    await ann.ok('DELETE', myThreadUrl(made.id));
    expect(await isKept(file)).toBe(true);
    await ann.ok('DELETE', myThreadUrl(another.id));
    expect(await isKept(file)).toBe(false);
    const missing = { ...body, member_ids: ['987654'] };
    await refuse(ann, 'POST', MY_THREADS, missing, 'M40402', ['avatar_file_id', 'member_ids']);
    expect(await ann.ok('POST', MY_THREADS, { body: { ...body, avatar_file_id: '' } })).toMatchObject({
      avatar_url: '',
    });
  });

  test('is a picture of the user, of this space', async () => {
    const [ann, ben] = await people(2);
    const id = await group(ann, ben);
    await createApp(server.db, { id: `other${count}`, name: 'Other' });
    const foreign = { key: await server.createKey({ appId: `other${count}` }) };
    await server.users(1, 'far', foreign);
    const far = await picture(await signIn(server, 'far1', foreign));
    const bens = await picture(ben);
    // Ann can read this one, but it is Ben's.
    const sent = await upload(server, { content: png() }, { token: ben.token, threadId: id });
    await ben.say(id, { body: { text: '', metadata: [{ type: 'image', file_id: sent.file_id }] } });
    const back = await upload(server, { content: png() });
    const gone = await picture(ann);
    await server.database.sql(`update files set state = 'removing' where id = '${gone.file_id}'`);
    const notes = await upload(server, {}, { token: ann.token, threadId: id });
    const refused = [NEVER, 'no-id', far.file_id, bens.file_id, sent.file_id, back.file_id, gone.file_id].map(
      (file_id) => [file_id, 'M40411'] as const,
    );
    for (const [file_id, code] of [...refused, [notes.file_id, 'M40003'] as const]) {
      await refuse(ann, 'PUT', MY_AVATAR, { file_id }, code, ['file_id']);
      const change = { avatar_file_id: file_id };
      await refuse(ann, 'PATCH', myThreadUrl(id), change, code, ['avatar_file_id']);
      const made = { type: 'group', name: 'G', ...change };
      await refuse(ann, 'POST', MY_THREADS, made, code, ['avatar_file_id']);
    }
    expect(await ann.ok('GET', '/client/v1.0/me')).toMatchObject({ avatar_url: '' });
    await refuse(ann, 'PUT', MY_AVATAR, {}, 'M40002', ['file_id']);
    await refuse(ann, 'PUT', MY_AVATAR, { file_id: 'x'.repeat(65) }, 'M40004', ['file_id']);
    // A file that was sent to a thread can be one, too.
    const own = await upload(server, { content: png() }, { token: ann.token, threadId: id });
    await choose(ann, own);
  });

  test('has a limited size, and no other file is stored', async () => {
    const [ann] = await people(1);
    const files = await usage();
    /** A picture with an own chunk, so that it has as many bytes. */
    const sized = (bytes: number) => Buffer.concat([png(), Buffer.alloc(bytes - png().length)]);
    for (const [bytes, code] of [
      [4_095, 'M200'],
      [4_096, 'M200'],
      [4_097, 'M41300'],
    ] as const)
      expect([bytes, (await tryPicture(ann, sized(bytes))).body.message_code]).toEqual([bytes, code]);
    expect(await usage()).toBe(files + 2);
    const { body } = await tryPicture(ann, Buffer.from('no picture'));
    expect(body).toMatchObject({
      message_code: 'M40014',
      errors: [{ field: 'file', rule: 'not_a_picture' }],
    });
    expect((await tryPicture(ann, Buffer.alloc(0))).body.message_code).toBe('M40014');
    expect(await usage()).toBe(files + 2);
  });

  test('and a message can name the same file, which goes with the last of them', async () => {
    const [ann, ben] = await people(2);
    const id = await group(ann, ben);
    const file = await picture(ann);
    const say = async () =>
      (await ann.say(id, { body: { text: '', metadata: [{ type: 'image', file_id: file.file_id }] } })).seq;
    const seq = await say();
    await choose(ann, file);
    await ann.ok('DELETE', myMessageUrl(id, seq));
    expect(await isKept(file)).toBe(true);
    expect(await read(ben, file.source_thumb_url ?? '')).toBe('M200');
    const again = await say();
    await ann.ok('DELETE', MY_AVATAR);
    expect(await isKept(file)).toBe(true);
    await ann.ok('DELETE', myMessageUrl(id, again));
    expect(await isKept(file)).toBe(false);
  });
});

describe('a picture is read', () => {
  beforeAll(() => putPolicy('shared'));

  test('of a person by those who share a thread with them, before and after they leave', async () => {
    const [ann, ben, eve] = await people(3);
    const file = await picture(ann);
    const url = file.source_thumb_url ?? '';
    expect([await read(ann, url), await read(ben, url), await readByKey(url)]).toEqual([
      'M200',
      'M40411',
      'M200',
    ]);
    await choose(ann, file);
    expect([await read(ann, url), await read(ben, url), await readByKey(url)]).toEqual([
      'M200',
      'M40411',
      'M200',
    ]);
    const id = await group(ben, ann);
    await group(eve, ben);
    expect([await read(ben, url), await read(eve, url)]).toEqual(['M200', 'M40411']);
    await ann.say(id);
    await ann.ok('DELETE', `${myThreadUrl(id)}/members/${ann.extUserId}`);
    // Her messages are still there.
    expect(await read(ben, url)).toBe('M200');
    await server.ok('DELETE', threadUrl(id));
    expect([await read(ben, url), await read(ann, url)]).toEqual(['M40411', 'M200']);
  });

  test('of a person by those whom the policy lets find them', async () => {
    const [ann, eve] = await people(2);
    const { avatar_url: url } = await choose(ann, await picture(ann));
    for (const [rule, code] of [
      ['shared', 'M40411'],
      ['nobody', 'M40411'],
      ['anyone', 'M200'],
    ] as const) {
      await putPolicy(rule);
      expect([rule, await read(eve, url)]).toEqual([rule, code]);
    }
    await putPolicy('shared');
    await server.ok('PATCH', POLICY, { body: { contacts: [ann.userId] } });
    expect(await read(eve, url)).toBe('M200');
    await server.ok('PATCH', POLICY, { body: { contacts: [] } });
  });

  test('of a group by its members, while they are members', async () => {
    const [ann, ben, eve] = await people(3);
    const id = await group(ann, ben);
    await group(ann, eve);
    const file = await picture(ann);
    const { avatar_url: url } = await change(ann, id, { avatar_file_id: file.file_id });
    expect([await read(ann, url), await read(ben, url), await read(eve, url)]).toEqual([
      'M200',
      'M200',
      'M40411',
    ]);
    await server.ok('DELETE', memberUrl(id, ben.userId));
    expect(await read(ben, url)).toBe('M40411');
    await server.ok('DELETE', threadUrl(id));
    expect([await read(ann, url), await readByKey(url)]).toEqual(['M40411', 'M40411']);
  });

  test('in its own space only', async () => {
    const far = { key: await server.createKey({ tenantId: 'far-away' as never }) };
    await server.users(1, 'far', far);
    const eve = await signIn(server, 'far1', far);
    const [ann] = await people(1);
    await putPolicy('anyone');
    const { avatar_url: url } = await choose(ann, await picture(ann));
    expect([await read(eve, url), await readByKey(url, far.key)]).toEqual(['M40411', 'M40411']);
    await putPolicy('shared');
  });
});

describe('is released', () => {
  test('when a back end puts another address in its place, but not when it repeats the same', async () => {
    const [ann, ben] = await people(2);
    const id = await group(ann, ben);
    const [own, ours] = [await picture(ann), await picture(ann)];
    await choose(ann, own);
    await change(ann, id, { avatar_file_id: ours.file_id });
    const put = (avatar_url?: string | null) =>
      server.ok('PUT', userUrl(ann.userId), { body: { display_name: 'Ann', avatar_url } });
    const patch = (avatar_url?: string | null) =>
      server.ok('PATCH', threadUrl(id), { body: { description: 'x', avatar_url } });
    await put();
    await patch();
    await put(own.source_thumb_url);
    await patch(ours.source_thumb_url);
    expect([await isKept(own), await isKept(ours)]).toEqual([true, true]);
    expect(await put(ELSEWHERE)).toMatchObject({ avatar_url: ELSEWHERE });
    expect(await patch(ELSEWHERE)).toMatchObject({ avatar_url: ELSEWHERE });
    expect([await isKept(own), await isKept(ours)]).toEqual([false, false]);
    const last = await picture(ann);
    await choose(ann, last);
    expect(await put(null)).toMatchObject({ avatar_url: '' });
    expect(await isKept(last)).toBe(false);
  });

  test('when the user is deactivated, or the group is deleted', async () => {
    const [ann, ben] = await people(2);
    const id = await group(ben, ann);
    const [own, ours] = [await picture(ann), await picture(ben)];
    await choose(ann, own);
    await change(ben, id, { avatar_file_id: ours.file_id });
    await ann.say(id);
    await server.ok('DELETE', userUrl(ann.userId));
    expect(await isKept(own)).toBe(false);
    const [message] = await ben.messages(id);
    expect(message?.sender.avatar_url).toBe('');
    // The address of a back end stays.
    await server.ok('PUT', userUrl(ann.userId), { body: { avatar_url: ELSEWHERE } });
    await server.ok('DELETE', userUrl(ann.userId));
    expect(await server.ok('GET', userUrl(ann.userId))).toMatchObject({ avatar_url: ELSEWHERE });
    await ben.ok('DELETE', myThreadUrl(id));
    expect(await isKept(ours)).toBe(false);
  });

  test('or moved when a guest becomes a user who exists', async () => {
    const [guest, user, ben] = await people(3);
    const id = await group(ben, guest);
    const [former, latter] = [await picture(guest), await picture(user)];
    await choose(guest, former);
    await choose(user, latter);
    await server.ok('PATCH', renameUrl(guest.userId, user.userId));
    const merged = await server.ok('GET', userUrl(user.userId));
    expect(merged).toMatchObject({ ext_user_id: guest.extUserId, avatar_url: latter.source_thumb_url });
    expect([await isKept(former), await isKept(latter)]).toEqual([false, true]);
    expect(await read(ben, merged.avatar_url)).toBe('M200');
    const again = await signIn(server, user.userId);
    await again.ok('DELETE', MY_AVATAR);
    expect(await isKept(latter)).toBe(false);
    await ben.thread(id);
  });
});
