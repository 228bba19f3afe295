import { beforeAll, beforeEach, expect, test } from 'vitest';
import { fingerprint } from '../harness/api.ts';
import type { Answer } from '../harness/calls.ts';
import { signInAll } from '../harness/client-api.ts';
import { connect, type TestSocket } from '../harness/realtime.ts';
import { useServer } from '../harness/use-server.ts';
import { callFor, type Frame, promote } from './rest-twin.ts';

/** Refused commands: the socket answers like the REST route, nothing is written, and the connection stays open. */

const server = await useServer({ PALAVER_MAX_USER_CONNECTIONS: '1000' });
const [ann, bob] = await signInAll(server, 2, 'bad');
let thread: string;
let seq: number;
let promotion: number;
beforeAll(async () => {
  thread = await server.group([ann.userId, bob.userId]);
  promotion = await promote(server, thread);
});
beforeEach(async () => {
  ({ seq } = await ann.say(thread));
});

/** A valid frame of each command. */
const SAMPLES: Record<string, () => Frame> = {
  send: () => ({ type: 'send', thread_id: thread, body: { text: 'hello', metadata: [{ type: 'text' }] } }),
  edit: () => ({ type: 'edit', thread_id: thread, seq, body: { text: 'another' } }),
  delete: () => ({ type: 'delete', thread_id: thread, seq }),
  react: () => ({ type: 'react', thread_id: thread, seq, key: '👍' }),
  unreact: () => ({ type: 'unreact', thread_id: thread, seq, key: '👍' }),
  press: () => ({ type: 'press', thread_id: thread, seq: promotion, button_index: 0 }),
  read: () => ({ type: 'read', thread_id: thread, seq }),
  typing: () => ({ type: 'typing', thread_id: thread, is_typing: true }),
  open: () => ({ type: 'open', thread_id: thread }),
  watch: () => ({ type: 'watch', ext_user_ids: [bob.extUserId] }),
};
const sampleOf = (type: string): Frame => SAMPLES[type]?.() ?? { type };

interface Outcome {
  message_code: string;
  errors?: Answer['body']['errors'] | undefined;
}

/** The content of a refusal; of a success only that it is one. */
const outcomeOf = ({ message_code, errors }: Outcome): Outcome => ({ message_code, errors });

/** Sends the command; the connection must stay open. */
async function replyTo(socket: TestSocket, frame: Frame): Promise<Outcome> {
  const reply = await socket.command(frame);
  await socket.expectAlive();
  return outcomeOf({ errors: undefined, ...reply });
}

/** The frame with another value in one of its fields: `body.metadata.0`. */
function withField(frame: Frame, path: string, value: unknown): Frame {
  const changed = structuredClone(frame);
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const holder = keys.reduce<Record<string, unknown>>(
    (inside, key) => inside[key] as Record<string, unknown>,
    changed,
  );
  holder[last] = value;
  return changed;
}

const VALUES: Record<string, unknown> = {
  missing: undefined,
  null: null,
  'an empty string': '',
  'a space': ' ',
  'a word': 'word',
  true: true,
  0: 0,
  '-1': -1,
  '1.5': 1.5,
  '99': 99,
  '"1"': '1',
  '2^53': JSON.rawJSON('9007199254740992'),
  '2^53+1': JSON.rawJSON('9007199254740993'),
  '2^63': JSON.rawJSON('9223372036854775808'),
  '1e400': JSON.rawJSON('1e400'),
  '"2^63"': '9223372036854775808',
  'full-width digits': '１２',
  'an empty list': [],
  'a list of null': [null],
  'an empty object': {},
  'an operator': { $ne: null },
  'an unknown id': '999999999',
  'U+0000': 'a\0b',
  'a lone surrogate': '\ud800',
  'a bidi character': 'a\u202eb',
  'very long': 'x'.repeat(12_000),
};

/** Fields in the body of the request. */
const IN_BODIES: [command: string, field: string][] = [
  ['send', 'body'],
  ['send', 'body.text'],
  ['send', 'body.metadata'],
  ['send', 'body.metadata.0'],
  ['send', 'body.metadata.0.type'],
  ['send', 'body.custom_notify'],
  ['send', 'reply_to'],
  ['send', 'mentions'],
  ['send', 'client_message_id'],
  ['edit', 'body'],
  ['edit', 'body.text'],
  ['edit', 'body.metadata'],
  ['edit', 'body.custom_notify'],
  ['press', 'button_index'],
  ['press', 'client_message_id'],
  ['read', 'seq'],
];

test.each(IN_BODIES)('%s with another %s is answered as by REST', async (command, field) => {
  const frames = Object.values(VALUES).map((value) => withField(sampleOf(command), field, value));
  const answers = await Promise.all(
    frames.map(async (frame) => ({ frame, outcome: outcomeOf((await callFor(ann, frame)).body) })),
  );
  const socket = await connect(server, ann, { threads: null });
  const ask = async (asked: typeof answers) =>
    Promise.all(asked.map(async ({ frame }) => ({ frame, outcome: await replyTo(socket, frame) })));
  const isRefused = ({ outcome }: (typeof answers)[number]) => outcome.message_code !== 'M200';
  const refused = answers.filter(isRefused);
  expect(refused.length).toBeGreaterThan(5);
  const before = await fingerprint(server);
  expect(await ask(refused)).toEqual(refused);
  expect(await fingerprint(server)).toEqual(before);
  const accepted = answers.filter((answer) => !isRefused(answer));
  expect(await ask(accepted)).toEqual(accepted);
});

/** Fields in the path of the request, where all are strings. */
const IN_PATHS: [command: string, field: string][] = [
  ['send', 'thread_id'],
  ['edit', 'thread_id'],
  ['edit', 'seq'],
  ['delete', 'thread_id'],
  ['delete', 'seq'],
  ['react', 'thread_id'],
  ['react', 'seq'],
  ['react', 'key'],
  ['unreact', 'thread_id'],
  ['unreact', 'seq'],
  ['unreact', 'key'],
  ['press', 'thread_id'],
  ['press', 'seq'],
  ['read', 'thread_id'],
];

test.each(IN_PATHS)('%s with another %s is refused as by REST', async (command, field) => {
  const values = Object.entries(VALUES).flatMap(([name, value]) => {
    const isInPath = typeof value === (field === 'seq' ? 'number' : 'string') && value !== '';
    const isFit = isInPath && name !== 'very long' && name !== 'a lone surrogate' && name !== 'U+0000';
    return isFit ? [value] : [];
  });
  const socket = await connect(server, ann, { threads: null });
  const fieldsOf = ({ message_code, errors }: Outcome) => [message_code, errors?.map((error) => error.field)];
  for (const value of values) {
    const frame = withField(sampleOf(command), field, value);
    const { body } = await callFor(ann, frame);
    expect([value, fieldsOf(await replyTo(socket, frame))]).toEqual([value, fieldsOf(body)]);
  }
  const strange = Object.values(VALUES).filter((value) => !values.includes(value));
  const before = await fingerprint(server);
  const codes = strange.map(async (value) => {
    const reply = await replyTo(socket, withField(sampleOf(command), field, value));
    return [reply.message_code, reply.errors?.map((error) => error.field)];
  });
  for (const refused of await Promise.all(codes)) {
    expect(refused).toEqual([expect.stringMatching(/^M4000[2-5]$/), [field]]);
  }
  expect(await fingerprint(server)).toEqual(before);
});

const MISSING = { missing: 'M40002', null: 'M40002', 'an empty string': 'M40002' };

/** Fields of commands without a route, with the expected code where it is not M40003. */
const WITHOUT_ROUTE: [command: string, field: string, others: Record<string, string>][] = [
  ['typing', 'thread_id', { ...MISSING, '"1"': 'M200', 'an unknown id': 'M40401' }],
  ['typing', 'is_typing', { missing: 'M200', null: 'M200', 'an empty string': 'M200', true: 'M200' }],
  ['open', 'thread_id', { ...MISSING, null: 'M200', '"1"': 'M200', 'an unknown id': 'M40401' }],
  ['watch', 'ext_user_ids', { ...MISSING, 'an empty list': 'M200' }],
  ['watch', 'ext_user_ids.0', { '"1"': 'M200', 'an unknown id': 'M200' }],
];

test.each(WITHOUT_ROUTE)('%s with another %s', async (command, field, others) => {
  const socket = await connect(server, ann, { threads: null });
  const before = await fingerprint(server);
  const codes = Object.entries(VALUES).map(async ([name, value]) => {
    const reply = await replyTo(socket, withField(sampleOf(command), field, value));
    return [name, reply.message_code];
  });
  const expected = Object.keys(VALUES).map((name) => [name, others[name] ?? 'M40003']);
  expect(await Promise.all(codes)).toEqual(expected);
  expect(await fingerprint(server)).toEqual(before);
});

const EMOJI = '\u{1f600}';

/** Values at a limit and beyond it. */
const LIMITS: [what: string, isTaken: boolean, frame: () => Frame][] = [
  ...[9_999, 10_000, 10_001].map((count): (typeof LIMITS)[number] => [
    `a text of ${count} characters`,
    count <= 10_000,
    () => withField(sampleOf('send'), 'body.text', EMOJI.repeat(count)),
  ]),
  ...[99, 100, 101].map((count): (typeof LIMITS)[number] => [
    `${count} mentions`,
    count <= 100,
    () =>
      withField(
        sampleOf('send'),
        'mentions',
        Array.from({ length: count }, () => bob.extUserId),
      ),
  ]),
  ...[254, 255, 256].map((count): (typeof LIMITS)[number] => [
    `a client_message_id of ${count} bytes`,
    count <= 255,
    () => withField(sampleOf('send'), 'client_message_id', 'é'.repeat(count / 2) + 'x'.repeat(count % 2)),
  ]),
  ...[31, 32, 33].map((count): (typeof LIMITS)[number] => [
    `a reaction of ${count} characters`,
    count <= 32,
    () => withField(sampleOf('react'), 'key', EMOJI.repeat(count)),
  ]),
];

test.each(LIMITS)('%s; accepted by REST and socket: %s', async (_what, isTaken, frame) => {
  const socket = await connect(server, ann, { threads: null });
  const outcome = await replyTo(socket, frame());
  expect(outcome.message_code === 'M200').toBe(isTaken);
  expect(outcomeOf((await callFor(ann, frame())).body)).toEqual(outcome);
});
