import type { ErrorCode } from '@palaver/protocol/errors';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectRefused, MESSAGES } from '../harness/api.ts';
import { useServer } from '../harness/use-server.ts';

const server = await useServer();
let threadId: string;
beforeAll(async () => {
  threadId = await server.group(await server.users(2));
});

function request(element: object): ['POST', string, { body: string }] {
  const target = { thread_id: threadId };
  const message = { sender: { user_id: 'user1' }, target, body: { metadata: [element] } };
  return ['POST', MESSAGES, { body: JSON.stringify(message) }];
}
/** A number with exactly these digits. */
const raw = (number: string) => JSON.rawJSON(number);
const refused = (element: object, code: ErrorCode, fields: string[]) =>
  expectRefused(
    server,
    request(element),
    code,
    fields.map((field) => `body.metadata[0].${field}`),
  );

/** Sends the message and checks that all of it is stored. */
async function taken(element: object): Promise<void> {
  await server.ok(...request(element));
  const sql = 'select metadata from messages order by seq desc limit 1';
  const [row] = await server.database.sql<{ metadata: unknown }>(sql);
  expect(row?.metadata).toMatchObject(JSON.parse(JSON.stringify(element)));
}

const promotion = (changes: object) => ({
  type: 'promotion',
  promotion: { title: 't', image_url: 'https://a.example/x', ...changes },
});

describe('the buttons of a promotion', () => {
  const button = { label: 'l', action: { type: 3 } };
  const at = (index: number, path = '') => `promotion.buttons[${index}]${path}`;
  const withAction = (action: unknown) => promotion({ buttons: [button, { label: 'l', action }] });

  test.each([0, 1, 99, 100])('may number %i', async (count) => {
    await taken(promotion({ buttons: Array(count).fill(button) }));
  });

  test('may be absent', async () => {
    for (const buttons of [undefined, null, '']) await server.ok(...request(promotion({ buttons })));
  });

  test('number at most 100', async () => {
    const buttons = Array(101).fill(button);
    await refused(promotion({ buttons }), 'M40005', ['promotion.buttons']);
    await refused(promotion({ buttons: Array(19_000).fill(0) }), 'M40005', ['promotion.buttons']);
  });

  test.each<[unknown, ErrorCode, string[]]>([
    [[null], 'M40003', [at(0)]],
    [['x', button, []], 'M40003', [at(0), at(2)]],
    [[raw('1e400')], 'M40003', [at(0)]],
    [[{}], 'M40002', [at(0, '.label'), at(0, '.action')]],
    [[{ label: '', action: null }], 'M40002', [at(0, '.label'), at(0, '.action')]],
    [[button, { label: 1, action: [] }], 'M40003', [at(1, '.label'), at(1, '.action')]],
    [{}, 'M40003', ['promotion.buttons']],
    ['x', 'M40003', ['promotion.buttons']],
  ])('are refused: %j', async (buttons, code, fields) => {
    await refused(promotion({ buttons }), code, fields);
  });

  test('have an action of type 1, 2 or 3', async () => {
    for (const type of [1, 2, 3, raw('1.0'), raw('2e0')]) await taken(withAction({ type }));
    for (const type of [0, 4, -1, 1.5, '1', true, [1], {}, raw('1e400')]) {
      await refused(withAction({ type }), 'M40003', [at(1, '.action.type')]);
    }
    for (const action of [{}, { type: null }, { type: '' }, { payload: 'x' }]) {
      await refused(withAction(action), 'M40002', [at(1, '.action.type')]);
    }
  });

  test('have a string as payload, or none', async () => {
    for (const type of [1, 2, 3]) {
      for (const payload of [undefined, null, '']) await server.ok(...request(withAction({ type, payload })));
      for (const payload of [5, true, {}, ['x']]) {
        await refused(withAction({ type, payload }), 'M40003', [at(1, '.action.payload')]);
      }
    }
  });

  test.each([
    'https://a.example/x',
    'HTTP://a.example',
    'tel:+491234',
    'TEL:1',
    'mailto:a@b.example?subject=x%20y',
    'sms:+49123',
    'myapp://open/1',
    'com.example.app:x',
  ])('of type 1 may open %s', async (payload) => {
    await taken(withAction({ type: 1, payload }));
  });

  test.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'Data:,x',
    'vbscript:x',
    'file:///etc/passwd',
    'FILE:x',
    'https://user:password@a.example',
    'https:a.example',
    'a.example',
    '/x',
    '//a.example',
    'tel:',
    'tel:+49 123',
    'x',
    ':x',
    '1a:x',
  ])('of type 1 may not open %j; other types accept it as data', async (payload) => {
    await refused(withAction({ type: 1, payload }), 'M40003', [at(1, '.action.payload')]);
    for (const type of [2, 3]) await taken(withAction({ type, payload }));
  });
});
