import { ERRORS, type ErrorCode } from '@palaver/protocol/errors';
import { beforeAll, expect, test } from 'vitest';
import { CAUSES } from '../../reference/error-causes.ts';
import { BOTS, MESSAGES, PACKS, type Request } from '../harness/api.ts';
import { packForm, png, zipOf } from '../harness/sticker-pack.ts';
import { uploadForm } from '../harness/upload.ts';
import { useServer } from '../harness/use-server.ts';

/** The examples of the error pages are real answers of a server that has the tour's data. */

const server = await useServer();
beforeAll(async () => {
  for (const id of ['ann', 'bob', 'guest-7']) await server.ok('PUT', `/user/v1.0/user/${id}`, { body: {} });
  await server.ok('POST', BOTS, { body: { bot_id: 'herald', display_name: 'Herald' } });
  expect(await server.group(['ann', 'guest-7'])).toBe('1');
});

/** Requests too long for a page. */
const LONG: Partial<Record<ErrorCode, () => Request>> = {
  M40005: () => {
    const user_ids = Array.from({ length: 101 }, (_, index) => `user${index}`);
    const body = { text: 'Hello', metadata: [{ type: 'text' }] };
    return ['POST', MESSAGES, { body: { sender: { user_id: 'ann' }, target: { user_ids }, body } }];
  },
  M40014: () => ['POST', '/file/v1.0/file', { body: uploadForm({ content: '' }) }],
  M40013: () => {
    const stickers = zipOf({ 'sun.png': png(), 'readme.txt': 'Hello' });
    return ['POST', PACKS, { body: packForm({ icon: Buffer.from('no PNG'), stickers }) }];
  },
};

function requestOf(code: ErrorCode, text: string | undefined): Request {
  if (text === undefined) return LONG[code]?.() ?? ['GET', '/an-example-without-a-request'];
  const [head = '', body] = text.split('\n\n');
  const [method = '', url = ''] = head.split(' ');
  return [method, url, { body }];
}

const examples = (Object.keys(CAUSES) as ErrorCode[]).flatMap((code) => {
  const example = CAUSES[code]?.example;
  return example === undefined ? [] : [[code, example] as const];
});

test.each(examples)('%s', async (code, { request, errors }) => {
  const { status, body } = await server.call(...requestOf(code, request));
  expect({ status, code: body.message_code, errors: body.errors }).toEqual({
    status: ERRORS[code].status,
    code,
    errors,
  });
});
