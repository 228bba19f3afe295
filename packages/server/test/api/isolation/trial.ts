import { ERRORS, type ErrorCode } from '@palaver/protocol/errors';
import { fanOut } from '../../../src/notifications/records/notification-batches.ts';
import { type Sample, tokenFor } from '../../catalogue/requests.ts';
import type { Answer, CallOptions } from '../../harness/calls.ts';
import { connect, open, realtimeUrl, type TestSocket } from '../../harness/realtime.ts';
import { saveState } from '../../harness/saved-state.ts';
import { startTestServer, type TestServer } from '../../harness/test-server.ts';
import { furnishWorld, type SeatName, type World } from './belongings.ts';
import type { Cell, Direction } from './cells.ts';
import type { Entrance } from './doors.ts';

/** A server with a furnished world that can be restored. */
export interface Trial {
  server: TestServer;
  world: World;
  /** Sends a sample to a route with the key or token of this seat, or of another caller. */
  ask: (route: Entrance, by: SeatName | CallOptions, sample: Sample) => Promise<Answer>;
  /** Undoes the changes of requests, and returns them. */
  undo: () => Promise<string[]>;
  close: () => Promise<void>;
}

export async function startTrial(): Promise<Trial> {
  const server = await startTestServer({ PALAVER_MAX_USER_CONNECTIONS: '1000' });
  const world = await furnishWorld(server);
  for (const { byKey } of [world['no tenant'], world['other application']]) await permitOwners(server, byKey);
  // From here on only requests write.
  await server.relayed();
  await server.stopRelay();
  const stopIndexer = server.runIndexer();
  await server.indexed();
  await stopIndexer();
  const now = { count: 10_000, delayMs: 0, onlineDelayMs: 0, emailMs: 0 };
  await server.db.transaction((tx) => fanOut(tx, now));
  const tell = teller(server);
  const ask: Trial['ask'] = async (route, by, sample) => {
    const seatedOptions = (seat: SeatName) => {
      const { byKey, byToken, own } = world[seat];
      if (route.endpoint.access !== 'token') return byKey;
      return { ...byToken, token: tokenFor(route.endpoint, own) };
    };
    const options = typeof by === 'string' ? seatedOptions(by) : by;
    return route.method === 'FRAME' ? tell(route.url, options, sample) : call(server, route, options, sample);
  };
  return { server, world, ask, undo: await saveState(server.database), close: server.close };
}

/** The groups are tied to an object. Their owners are to do all that owners of other groups may do. */
async function permitOwners(server: TestServer, byKey: CallOptions): Promise<void> {
  const owner = { delete: true, rename: true, add: true, remove: true, leave: true, mute: true };
  await server.ok('PATCH', '/app/v1.0/policy', { ...byKey, body: { linked_threads: { owner } } });
}

async function call(
  server: TestServer,
  { method, url }: Entrance,
  options: CallOptions,
  { params = {}, query = {}, headers, body }: Sample,
): Promise<Answer> {
  const path = url.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const parameters = Object.entries(query).map(([name, value]) => [name, String(value)]);
  const answer = await server.call(method, `${path}?${new URLSearchParams(parameters).toString()}`, {
    ...options,
    body,
    // One request id for all, so that whole answers can be compared.
    headers: { 'x-request-id': 'matrix', ...headers, ...options.headers },
  });
  const { date: _, ...same } = answer.headers;
  return { ...answer, headers: same };
}

/** Frames per connection, which accepts 100 a second. */
const FRAMES_AT_ONCE = 90;

/** Sends frames with this token and returns answers like those of a route; connections are reused. */
function teller(server: TestServer) {
  const pool = new Map<string, { socket: Promise<TestSocket>; frames: number }>();
  const handshakeOf = ({ tenant, headers }: CallOptions) => ({
    ...headers,
    ...(tenant === undefined ? {} : { 'x-tenant-id': tenant }),
  });
  const socketOf = (options: CallOptions): Promise<TestSocket> => {
    const known = pool.get(JSON.stringify(options));
    const isFresh = known !== undefined && known.frames < FRAMES_AT_ONCE;
    const used = isFresh ? known : { socket: signIn(options), frames: 0 };
    used.frames += 1;
    pool.set(JSON.stringify(options), used);
    return used.socket;
  };
  const signIn = async (options: CallOptions): Promise<TestSocket> => {
    const token = options.token ?? options.key ?? server.key;
    return connect(server, { token }, { threads: null, headers: handshakeOf(options) });
  };
  return async (type: string, options: CallOptions, { body }: Sample): Promise<Answer> => {
    // A connection resumes once, so each resume needs its own connection.
    const socket = await (type === 'resume' ? signIn(options) : socketOf(options)).catch(() => undefined);
    if (socket === undefined) return toAnswer(await refusalOf(server, options));
    const frame = { type, ...(body as object) };
    if (type !== 'resume') return toAnswer(await socket.command(frame));
    socket.send(frame);
    await socket.next('resumed');
    const data = socket.frames.map((told) => JSON.stringify(told)).toSorted();
    await socket.close();
    return toAnswer({ message_code: 'M200', message: 'Success', data });
  };
}

/** The answer to a caller who cannot sign in. */
async function refusalOf(server: TestServer, options: CallOptions): Promise<Answer['body']> {
  const socket = await open(await realtimeUrl(server), options.headers);
  socket.send({ type: 'authenticate', token: options.token ?? options.key ?? server.key });
  return socket.next('closing');
}

function toAnswer({ message_code, message, errors, data }: Answer['body']): Answer {
  const body = {
    message_code,
    message,
    ...(errors === undefined ? {} : { errors }),
    ...(data === undefined ? {} : { data }),
  };
  const status = message_code === 'M200' ? 200 : ERRORS[message_code as ErrorCode].status;
  return { status, headers: {}, body };
}

/** The wrong answers of these cells, one line each. */
export async function leaksIn(trial: Trial, route: Entrance, cells: readonly Cell[]): Promise<string[]> {
  const isQuiet = ({ expectation: { is } }: Cell) =>
    route.method === 'GET' || is === 'refused' || is === 'page';
  const quiet = cells.filter(isQuiet);
  const others = cells.filter((cell) => !isQuiet(cell));
  return [...(await leaksOfQuiet(trial, route, quiet)), ...(await leaksOfOthers(trial, route, others))];
}

/**
 * For cells whose requests may succeed: one after another, undoing the changes of each. (Some recur in several
 * scenarios.)
 */
async function leaksOfOthers(trial: Trial, route: Entrance, cells: readonly Cell[]): Promise<string[]> {
  const outcomeOnce = once((seat, sample) => outcomeOf(trial, route, seat, sample));
  const leaks: string[] = [];
  for (const cell of cells) {
    const { beside } = cell.expectation;
    const outcome = await outcomeOnce(cell.asks, cell.request);
    leaks.push(...complain(cell, faultOf(cell, outcome, await outcomeOnce(beside.asks, beside.request))));
  }
  return leaks;
}

/** For cells whose requests must change nothing: all together, followed by one check that nothing changed. */
async function leaksOfQuiet(trial: Trial, route: Entrance, cells: readonly Cell[]): Promise<string[]> {
  const askOnce = once((seat, sample) => trial.ask(route, seat, sample));
  const isRead = route.method === 'GET';
  const leaks = await together(cells, async (cell) => {
    const { is, beside } = cell.expectation;
    const [expected, , answer] = await Promise.all([
      askOnce(beside.asks, beside.request),
      // Concurrent reads share a query, so the owner of the named ids must not be among them.
      isRead && is !== 'page' && trial.ask(route, cell.owner, cell.request),
      askOnce(cell.asks, cell.request),
    ]);
    return complain(cell, faultOf(cell, { answer, changes: [] }, { answer: expected, changes: [] }));
  });
  const changes = await trial.undo();
  return changes.length === 0 ? leaks : [...leaks, ...(await findWriters(trial, route, cells))];
}

/** The cells that write something, or whose compared requests do. */
async function findWriters(trial: Trial, route: Entrance, cells: readonly Cell[]): Promise<string[]> {
  const writers = ['something is written:'];
  for (const cell of cells) {
    for (const { asks, request } of [cell, cell.expectation.beside]) {
      const { changes } = await outcomeOf(trial, route, asks, request);
      if (changes.length > 0) writers.push(...complain(cell, ['writes', ...changes].join('\n  ')));
    }
  }
  return writers;
}

/** The number of cells tested at once. */
const TOGETHER = 32;

/** Runs `work` for all, {@link TOGETHER} at once at most; returns all results. */
async function together<T, R>(all: readonly T[], work: (one: T) => Promise<R[]>): Promise<R[]> {
  const results: R[] = [];
  const rest = all.values();
  const worker = async () => {
    for (const one of rest) results.push(...(await work(one)));
  };
  await Promise.all(Array.from({ length: TOGETHER }, worker));
  return results;
}

/** Sends the same sample from the same seat only once. */
function once<T>(ask: (seat: SeatName, sample: Sample) => Promise<T>): typeof ask {
  const asked = new Map<string, Promise<T>>();
  return (seat, sample) => {
    const key = `${seat} ${JSON.stringify(sample)}`;
    const answer = asked.get(key) ?? ask(seat, sample);
    asked.set(key, answer);
    return answer;
  };
}

function complain({ name }: Cell, fault: string | undefined): string[] {
  return fault === undefined ? [] : [`${name}: ${fault}`];
}

interface Outcome {
  answer: Answer;
  changes: string[];
}

async function outcomeOf(trial: Trial, route: Entrance, seat: SeatName, sample: Sample): Promise<Outcome> {
  const answer = await trial.ask(route, seat, sample);
  return { answer, changes: await trial.undo() };
}

/** The fault of a cell's outcome, compared with the request beside it; undefined if there is none. */
function faultOf({ expectation }: Cell, outcome: Outcome, beside: Outcome): string | undefined {
  const { is, names } = expectation;
  if (is === 'found') {
    const why = expectation.reasons.map((reason) => reason.why).join('; ');
    return blur(outcome, names) === blur(beside, names) ? `is found no more, though ${why}` : undefined;
  }
  const isRefused = beside.answer.status >= 400;
  if (isRefused !== (is === 'refused'))
    return `should be ${is}, but the request beside gets ${show(beside.answer)}`;
  const { answer } = outcome;
  if (is === 'page') return difference(pageOf(expectation, beside.answer), JSON.stringify(answer.body.data));
  if (is === 'refused') return difference(show(beside.answer), show(answer));
  return difference(blur(beside, names), blur(outcome, names));
}

function difference(expected: string, actual: string): string | undefined {
  return expected === actual ? undefined : `should get\n  ${expected}\nbut gets\n  ${actual}`;
}

/** A complete answer. */
function show({ status, headers, body }: Answer): string {
  return `${status} ${JSON.stringify(body)} ${JSON.stringify(headers)}`;
}

interface Item {
  /** Of a message: its thread, a dot, and its seq. Members and changes have none. */
  id?: string;
  seq?: number;
  ext_user_id?: string;
  list_position?: string;
}

/** The part of a list after, before or around a position. */
function pageOf({ from, direction }: { from: string; direction: Direction }, list: Answer): string {
  const start = placeOf(from);
  const isThere = (item: Item) => {
    if (direction === 'around') return true;
    const { id, seq = '', ext_user_id = String(seq), list_position = id?.slice(id.indexOf('.') + 1) } = item;
    const place = placeOf(list_position ?? ext_user_id);
    return direction === 'before' ? place < start : place > start;
  };
  return JSON.stringify((list.body.data as Item[]).filter(isThere));
}

/** A position in a list as a number: an id, or the time and the id at the end of the position in a chat list. */
function placeOf(position: string): bigint {
  const [id = '', time = '0'] = position.split('_').toReversed();
  return (BigInt(time) << 64n) + BigInt(id);
}

/** Not inside another number. */
const wholeName = (name: string) => new RegExp(`(?<!\\d)${RegExp.escape(name)}(?!\\d)`, 'g');

/** Answer and changes without the parts that differ between successes: names, numbers, times, secrets. */
function blur({ answer, changes }: Outcome, names: readonly string[]): string {
  const blurred = (text: string) =>
    names
      .reduce((rest, name) => rest.replaceAll(wholeName(name), 'NAME'), text)
      .replaceAll(/whsec_[\w+/]+=*/g, 'SECRET')
      .replaceAll(/sealed\.v1\.[\w.-]+/g, 'SEALED')
      .replaceAll(/\\\\x[\da-f]+/g, 'HASH')
      // PostgreSQL prints no fraction of a whole second.
      .replaceAll(/(:\d\d)\.\d+/g, '$1')
      .replaceAll(/\d+/g, '0');
  return [show(answer), ...changes].map(blurred).toSorted().join('\n  ');
}
