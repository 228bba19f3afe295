import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLOSE_CODES, PROTOCOL_CLOSE_CODES } from '@palaver/protocol/close-codes';
import { MAX_DESK_THREADS } from '@palaver/protocol/desk-frames';
import { ENTRY_TYPES, type LogEntry } from '@palaver/protocol/log';
import {
  CLIENT_FRAMES,
  MAX_EARLY_CONTROL_FRAMES,
  MAX_EPOCH_CHARS,
  MAX_FIRST_FRAME_BYTES,
  MAX_FRAGMENTS,
  MAX_FRAME_BYTES,
  MAX_ID_CHARS,
  MAX_POSITIONS,
  MAX_WATCHED,
  SERVER_FRAMES,
  TYPING_MS,
} from '@palaver/protocol/realtime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SETTINGS, type SettingKey } from '../../src/config/config.ts';
import { FRAMES_PER_SECOND } from '../../src/realtime/client-socket.ts';
import { MAX_THREADS_OF_USER } from '../../src/realtime/desk-activity.ts';
import { MAX_NAMED } from '../../src/realtime/resuming.ts';
import { BOTS, deskUrl, MESSAGES, userUrl } from '../harness/api.ts';
import {
  at,
  MY_THREADS,
  myMemberUrl,
  myMessageUrl,
  myThreadUrl,
  reactionUrl,
  type SignedIn,
  signIn,
  signInAll,
} from '../harness/client-api.ts';
import { ROOT } from '../harness/command.ts';
import { connect, open, realtimeUrl, type TestSocket } from '../harness/realtime.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';

/** docs/realtime.md: its samples come from a server, and its lists match the code. */

const PAGE = readFileSync(join(ROOT, 'docs/realtime.md'), 'utf8');
const SAMPLES = [...PAGE.matchAll(/```json\n([\s\S]*?)```/g)].map(([, sample = '']) => sample);

let server: TestServer;
/** A run that is not stopped from outside. */
let other: TestServer;
let people: SignedIn[];
let ann: SignedIn;
let ben: SignedIn;
let cid: SignedIn;
beforeAll(async () => {
  [server, other] = await Promise.all([startTestServer({ PALAVER_RESUME_ENTRIES: '10' }), startTestServer()]);
  people = await signInAll(other, 3);
  const names = ['Ann', 'Ben', 'Cid'];
  const users = names.map((name) => ({ user_id: name.toLowerCase(), display_name: name }));
  await server.ok('POST', '/user/v1.0/users/batch', { body: { users } });
  ann = await signIn(server, 'ann');
  ben = await signIn(server, 'ben');
  cid = await signIn(server, 'cid');
});
afterAll(() => Promise.all([server.close(), other.close()]));

test('every sample was really sent or received, and each frame has a sample', async () => {
  const { sent, received } = await playScenario();
  const [fromClient, fromServer] = [sent, received].map(
    (frames) => new Map(frames.map((f) => [plain(f), f])),
  );
  const shown = { client: new Set<unknown>(), server: new Set<unknown>() };
  for (const sample of SAMPLES) {
    const text = plain(JSON.parse(sample));
    const [asked, told] = [fromClient?.get(text), fromServer?.get(text)];
    expect(
      asked ?? told,
      `nobody has said ${text}\nbut\n${alike(text, [...sent, ...received])}`,
    ).toBeDefined();
    if (asked !== undefined) shown.client.add(asked.type);
    if (told !== undefined) shown.server.add(told.type);
  }
  expect(shown.client).toEqual(typesOf(CLIENT_FRAMES));
  expect(shown.server).toEqual(typesOf(SERVER_FRAMES));
});

/** The table rows of the page, as cell texts. */
const ROWS = [...PAGE.matchAll(/^\| (.*) \|$/gm)].map(([, row = '']) => row.split(/ ?\| ?/));
const codesIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

test('the tables of close codes match the code', () => {
  const rows = ROWS.filter(([code = '']) => code in CLOSE_CODES);
  expect(rows.map(([code, message, when]) => [code, message, when])).toEqual(
    Object.entries(CLOSE_CODES).map(([code, { message_code, when }]) => [code, message_code, when]),
  );
  for (const [code, , , then = ''] of rows) {
    const { retry } = CLOSE_CODES[Number(code) as keyof typeof CLOSE_CODES];
    expect(then.includes('connect again'), code).toBe(retry);
  }
  expect(PROTOCOL_CLOSE_CODES[1008]).toContain(`more than ${MAX_FRAGMENTS} fragments`);
  expect(PROTOCOL_CLOSE_CODES[1008]).toContain(`more than ${MAX_EARLY_CONTROL_FRAMES} pings`);
  const ofProtocol = ROWS.filter(([code = '']) => code in PROTOCOL_CLOSE_CODES);
  expect(ofProtocol.map(([code, when]) => [code, when])).toEqual(Object.entries(PROTOCOL_CLOSE_CODES));
});

test('the table of limits matches the code', () => {
  const kib = (bytes: number) => `${bytes / 1024} KiB`;
  const number = (value: number | string) => Number(value).toLocaleString('en');
  const setting = (key: SettingKey, show: (value: string) => string = number) =>
    `${show(SETTINGS[key].default ?? '')} (\`${SETTINGS[key].name}\`)`;
  const expected = [
    ['Size of a client frame', kib(MAX_FRAME_BYTES), 'closed with 1009'],
    ['Size of the first frame, `authenticate`', kib(MAX_FIRST_FRAME_BYTES), 'closed with 1009'],
    ['Fragments of a message', `${MAX_FRAGMENTS}; the first frame in one`, 'closed with 1008'],
    ['Frames of a connection, each fragment counted', `${FRAMES_PER_SECOND} a second`, 'they wait'],
    ['WebSocket pings and pongs before sign-in', number(MAX_EARLY_CONTROL_FRAMES), 'closed with 1008'],
    [
      'Time to `authenticate`',
      setting('authenticationTimeoutMs', (ms) => `${Number(ms) / 1000} s`),
      'closed with 4408',
    ],
    [
      'Refused sign-ins and requests of an address, on one node',
      setting('anonymousRateLimit', (value) => `${value} a second`),
      'closed with 4429',
    ],
    ['Threads in one `resume`', number(MAX_POSITIONS), 'M40005'],
    ['Threads named in total', number(MAX_NAMED), 'M40005'],
    ['Entries per thread after a `resume`', setting('resumeEntries'), '`reset`'],
    ['Users watched', number(MAX_WATCHED), 'M40005'],
    ['Threads watched at the support desk', number(MAX_DESK_THREADS), 'M40005'],
    [
      'Threads watched at the support desk by a user, on one node, each connection counted',
      number(MAX_THREADS_OF_USER),
      'M40005',
    ],
    ['Length of an `id`', number(MAX_ID_CHARS), 'M40004'],
    ['Length of an `epoch`', number(MAX_EPOCH_CHARS), 'M40004'],
    ['Connections of a user, on one node', setting('maxUserConnections'), 'closed with 4429'],
    ['Connections of a node', setting('maxConnections'), 'handshake refused with M50300'],
    [
      'Data queued for a slow client',
      setting('connectionBacklogBytes', (bytes) => `${Number(bytes) / 1024 ** 2} MiB`),
      'closed with 1013',
    ],
    [
      'Memory for the connections and requests of a user ([which](operating.md#memory-for-clients)), on one node',
      setting('heldBytesPerUser', (bytes) => `${Number(bytes) / 1024 ** 2} MiB`),
      'closed with 4429, or cut if the client reads too slowly',
    ],
    ['Silence', setting('heartbeatMs', (ms) => `2 × ${Number(ms) / 1000} s`), 'closed with 4408'],
    [
      'Writing commands (all but those that watch) and requests of a user, on one node',
      setting('clientRateLimitWrites', (value) => `${value} a second`),
      'M42900',
    ],
    [
      'Commands that watch, and reading requests of a user, on one node',
      setting('clientRateLimitReads', (value) => `${value} a second`),
      'M42900',
    ],
    [
      'Members that a user adds, and direct threads that they open, on one node',
      setting('clientRateLimitMembers', (value) => `${number(value)} a minute`),
      'M42900',
    ],
  ];
  const limits = PAGE.slice(PAGE.indexOf('## Limits'), PAGE.indexOf('## Close codes'));
  const rows = [...limits.matchAll(/^\| (.+) \|$/gm)].map(([, row = '']) => row.split(/ ?\| ?/));
  expect(rows.slice(1)).toEqual(expected);
  expect(PAGE).toContain(`Show it for ${TYPING_MS / 1000} seconds`);
});

test('frames beyond a limit are refused as documented', async () => {
  const socket = await connect(other, at(people, 0), { threads: null });
  const ids = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));
  const threads = ids(MAX_POSITIONS + 1).map((thread_id) => ({ thread_id, seq: 1 }));
  for (const [frame, code] of [
    [{ type: 'resume', threads }, 'M40005'],
    [{ type: 'watch', ext_user_ids: ids(MAX_WATCHED + 1) }, 'M40005'],
    [{ type: 'watch_thread', thread_id: 'x' }, 'M40003'],
    [{ type: 'ping', id: 'x'.repeat(MAX_ID_CHARS + 1) }, 'M40004'],
    [{ type: 'resume', threads: [], epoch: 'x'.repeat(MAX_EPOCH_CHARS + 1) }, 'M40004'],
    [{ type: 'authenticate', token: 'again' }, 'M40003'],
    [{ type: 'knock' }, 'M40003'],
    [{}, 'M40002'],
    ['{', 'M40001'],
  ] as const) {
    socket.send(frame);
    expect(await socket.next('error')).toMatchObject({ message_code: code });
  }
});

test('the table of entries lists their fields', async () => {
  const rows = ROWS.filter(([type = '']) => ENTRY_TYPES.some((known) => type === `\`${known}\``));
  expect(rows.map(([type]) => codesIn(type)[0])).toEqual(ENTRY_TYPES);
  const entries = await everyEntry();
  expect(new Set(entries.map(({ type }) => type))).toEqual(new Set(ENTRY_TYPES));
  for (const [type = '', , change, shown] of rows) {
    const entry = entries.find((one) => `\`${one.type}\`` === type);
    const named = (entry?.change?.members ?? []) as object[];
    const keys = [entry?.change ?? {}, ...named].flatMap((object) => Object.keys(object));
    expect(new Set(keys), type).toEqual(new Set(codesIn(change)));
    const things = ['message', 'reactions', 'pinned_at', 'members', 'thread'] as const;
    expect(
      things.filter((thing) => entry?.[thing] !== undefined),
      type,
    ).toEqual(codesIn(shown));
    expect(entry?.counters, type).toBeDefined();
  }
});

/** A thread in which everything happens, as one member's connection sees it, with a resume from the first entry. */
async function everyEntry(): Promise<LogEntry[]> {
  const [eve, sam] = [at(people, 0), at(people, 1)];
  const thread = await other.group([eve.userId, sam.userId]);
  const socket = await connect(other, sam, { threads: [{ thread_id: thread, seq: 0 }] });
  const onMember = (action: string, body?: object) =>
    eve.ok('POST', myMemberUrl(thread, 'user3', action), body === undefined ? {} : { body });
  await eve.ok('PATCH', myThreadUrl(thread), { body: { name: 'Renamed' } });
  await eve.ok('POST', myThreadUrl(thread, '/members'), { body: { member_ids: ['user3'], id_type: 2 } });
  await eve.ok('PATCH', myMemberUrl(thread, 'user3'), { body: { role: 'admin' } });
  await onMember('mute', { until: 4e12 });
  await onMember('unmute');
  await onMember('ban', {});
  await onMember('unban');
  await eve.ok('DELETE', myMemberUrl(thread, 'user3'));
  await eve.ok('POST', myThreadUrl(thread, '/members'), { body: { member_ids: ['user3'], id_type: 2 } });
  await eve.ok('DELETE', myMemberUrl(thread, 'user3'));
  const { seq } = await eve.say(thread);
  await eve.ok('PATCH', myMessageUrl(thread, seq), {
    body: { body: { text: 'edited, for @Sam' }, mentions: [sam.extUserId] },
  });
  await eve.ok('PUT', myMessageUrl(thread, seq, '/pin'));
  await eve.ok('DELETE', myMessageUrl(thread, seq, '/pin'));
  await eve.ok('PUT', reactionUrl(thread, seq, '👍'));
  await eve.ok('DELETE', reactionUrl(thread, seq, '👍'));
  await eve.ok('DELETE', myMessageUrl(thread, seq));
  await eve.ok('POST', myThreadUrl(thread, '/owner'), { body: { owner_id: sam.userId, id_type: 2 } });
  await sam.ok('DELETE', myThreadUrl(thread));
  await socket.next('entry', ({ entry }) => entry.type === 'thread.deleted');
  return socket.entries(thread);
}

interface Said {
  type: string;
}

/** The frames of Ben's phone, and a few of Ann's. */
async function playScenario(): Promise<{ sent: Said[]; received: Said[] }> {
  const sent: Said[] = [];
  const say = async (socket: TestSocket, frame: Said) => {
    sent.push(frame);
    socket.send(frame);
  };
  const group = async (name: string, ...members: string[]) => {
    const body = { type: 'group', name, member_ids: ['ben', ...members], id_type: 2 };
    return (await ann.ok('POST', MY_THREADS, { body })).id as string;
  };
  const lunch = await group('Lunch', 'cid');
  const [lost, long] = [await group('Lost'), await group('Long')];
  await ann.say(lunch, 'Lunch?');
  await ann.ok('DELETE', myMemberUrl(lost, 'ben'));
  for (let index = 0; index < 12; index += 1) await ann.say(long, `message ${index}`);
  const direct = await ann.ok('POST', MY_THREADS, { body: { type: 'direct', user_id: 'ben' } });
  await ann.say(direct.id, 'Psst');

  const annsSocket = await connect(server, ann);
  const socket = await open(await realtimeUrl(server));
  await say(socket, { type: 'authenticate', token: ben.token } as Said);
  const { epoch } = await socket.next('authenticated');
  const known = [lunch, lost, long].map((thread_id) => ({ thread_id, seq: 1, at: Date.now() }));
  await say(socket, { type: 'resume', epoch, threads: known } as Said);
  await socket.next('resumed');

  await say(annsSocket, { type: 'watch', id: 'w1', ext_user_ids: ['3'] } as Said);
  await annsSocket.next('answer');
  const cids = await connect(server, cid);
  await annsSocket.next('presence');
  await cids.close();

  const commands = [
    { type: 'typing', thread_id: lunch },
    { type: 'open', id: 'o1', thread_id: lunch },
    { type: 'open', id: 'o2', thread_id: null },
    {
      type: 'send',
      id: 'c1',
      thread_id: lunch,
      body: { text: 'At one' },
      reply_to: 2,
      client_message_id: '6c84fb90-12c4-11e1-840d-7b25c5ee775a',
    },
    { type: 'edit', id: 'c2', thread_id: lunch, seq: 3, body: { text: 'At two' } },
    { type: 'react', id: 'c3', thread_id: lunch, seq: 2, key: '👍' },
    { type: 'unreact', id: 'c4', thread_id: lunch, seq: 2, key: '👍' },
    { type: 'delete', id: 'c5', thread_id: lunch, seq: 3 },
    { type: 'read', id: 'c6', thread_id: lunch, seq: 3 },
    { type: 'ping', id: 'p1' },
  ];
  for (const command of commands) {
    await say(socket, command);
    // One at a time, because an entry shows the state at the time it is read.
    if (command.type !== 'typing') await socket.next(replyTo(command.type));
    await socket.reaches(lunch, SEQ_AFTER[command.type] ?? 0);
  }
  await ann.ok('POST', myMemberUrl(lunch, 'cid', 'mute'), { body: { until: 1_900_000_000_000 } });
  await socket.reaches(lunch, 8);
  await promote(lunch);
  await socket.reaches(lunch, 9);
  await say(socket, { type: 'press', id: 'c8', thread_id: lunch, seq: 9, button_index: 0 } as Said);
  await socket.next('answer');
  await socket.reaches(lunch, 10);
  await annsSocket.next('read');
  await ben.ok('PUT', myThreadUrl(lunch, '/unread'), { body: { seq: 2 } });
  await socket.next('unread');
  await server.ok('PUT', userUrl('cid'), { body: { display_name: 'Cid Vicious' } });
  await annsSocket.next('user.updated');
  await say(socket, { type: 'delete', id: 'c7', thread_id: lunch, seq: 2 } as Said);
  await socket.next('error');
  const dans = await watchAtDesk(lunch, say);
  // (With the default of PALAVER_DRAIN_DELAY_MS.)
  await server.realtime.leave(5_000);
  await server.realtime.close(1_000);
  await socket.ended;
  return { sent, received: [...socket.frames, ...annsSocket.frames, ...dans.frames] };
}

/** Dan, who is on the support desk for a while, watches. */
async function watchAtDesk(
  thread_id: string,
  say: (socket: TestSocket, frame: Said) => Promise<void>,
): Promise<TestSocket> {
  await server.ok('PUT', userUrl('dan'), { body: {} });
  await server.ok('PUT', deskUrl('dan'), { body: {} });
  const socket = await connect(server, await signIn(server, 'dan'), { threads: null });
  await say(socket, { type: 'watch_all', id: 'd1' } as Said);
  await socket.next('answer');
  await say(socket, { type: 'watch_thread', id: 'd2', thread_id } as Said);
  await socket.next('answer');
  await ann.say(thread_id, 'See you there');
  await socket.next('activity');
  server.realtime.services.deskActivity.lookForLoss();
  await socket.next('activity_missed');
  await say(socket, { type: 'unwatch_thread', id: 'd3', thread_id } as Said);
  await socket.next('answer');
  await server.ok('DELETE', deskUrl('dan'));
  await socket.next('watch_ended');
  await say(socket, { type: 'unwatch_all', id: 'd4' } as Said);
  await socket.next('answer');
  return socket;
}

async function promote(thread_id: string): Promise<void> {
  await server.ok('POST', BOTS, { body: { bot_id: 'cook', display_name: 'Cook' } });
  const buttons = [{ label: 'Thanks', action: { type: 3 } }];
  const promotion = { title: 'Soup', image_url: 'https://example.com/soup.png', buttons };
  const body = { metadata: [{ type: 'promotion', promotion }] };
  await server.ok('POST', MESSAGES, { body: { sender: { bot_id: 'cook' }, target: { thread_id }, body } });
}

/** The last seq of the Lunch thread after each command. */
const SEQ_AFTER: Record<string, number> = { send: 3, edit: 4, react: 5, unreact: 6, delete: 7 };

function replyTo(type: string): 'pong' | 'answer' {
  return type === 'ping' ? 'pong' : 'answer';
}

/** A frame as text, without times, tokens, tickets and epochs. */
function plain(frame: object): string {
  return JSON.stringify(frame, (key, value: unknown) => {
    if (key === 'token' || key === 'ticket' || key === 'epoch') return '…';
    if (key === 'retry_after_ms' || (typeof value === 'number' && value > 1e12)) return 0;
    return isObject(value) && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The real frames of a sample's type. */
function alike(text: string, said: readonly Said[]): string {
  const { type } = JSON.parse(text) as Said;
  return said.flatMap((frame) => (frame.type === type ? [plain(frame)] : [])).join('\n');
}

function typesOf(schemas: readonly { properties: { type: { const: string } } }[]): Set<string> {
  return new Set(schemas.map(({ properties }) => properties.type.const));
}
