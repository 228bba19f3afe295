import { isDeepStrictEqual } from 'node:util';
import type { Route } from '../../../src/http/routes.ts';
import { fingerprint } from '../../harness/api.ts';
import { keepState } from '../../harness/kept-state.ts';
import {
  type Answer,
  type CallOptions,
  startTestServer,
  type TestServer,
} from '../../harness/test-server.ts';
import { furnishWorld, type SeatName, type World } from './belongings.ts';
import type { Cell } from './cells.ts';
import type { Sample } from './samples.ts';

/** A server with a furnished world, which can be put back as it was. */
export interface Trial {
  world: World;
  /** Sends a sample to a route; what is given `instead` takes the place of the seat's own. */
  ask: (route: Route, seat: SeatName, sample: Sample, instead?: CallOptions) => Promise<Answer>;
  /** Undoes what requests have changed, and answers what that was. */
  undo: () => Promise<string[]>;
  close: () => Promise<void>;
}

export async function startTrial(): Promise<Trial> {
  const server = await startTestServer();
  const world = await furnishWorld(server);
  const ask: Trial['ask'] = async ({ method, url }, seat, sample, instead = {}) => {
    const { params = {}, query = {}, headers, body } = sample;
    const path = url.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const parameters = Object.entries(query).map(([name, value]) => [name, String(value)]);
    const answer = await server.call(method, `${path}?${new URLSearchParams(parameters).toString()}`, {
      ...world[seat].options,
      body,
      ...instead,
      // The same id for all, so that whole answers can be compared.
      headers: { 'x-request-id': 'matrix', ...headers, ...instead.headers },
    });
    const { date: _, ...same } = answer.headers;
    return { ...answer, headers: same };
  };
  return { world, ask, undo: await undoing(server), close: server.close };
}

async function undoing(server: TestServer): Promise<Trial['undo']> {
  const putBack = await keepState(server.database);
  let known = await fingerprint(server);
  return async () => {
    const changes = await putBack();
    const now = await fingerprint(server);
    const isRewritten = changes.length === 0 && !isDeepStrictEqual(now, known);
    known = now;
    return isRewritten ? ['a row was written again as it was'] : changes;
  };
}

/** What is wrong with the answers to these cells, in a line each. */
export async function leaksIn(trial: Trial, route: Route, cells: readonly Cell[]): Promise<string[]> {
  const isQuiet = ({ expectation: { is } }: Cell) => is === 'refused' || is === 'page';
  const quiet = cells.filter(isQuiet);
  const others = cells.filter((cell) => !isQuiet(cell));
  return [...(await leaksOfQuiet(trial, route, quiet)), ...(await leaksOfOthers(trial, route, others))];
}

/** Of cells whose requests may succeed: one after another, and what each has changed is undone. */
async function leaksOfOthers(trial: Trial, route: Route, cells: readonly Cell[]): Promise<string[]> {
  const outcomeOnce = once((seat, sample) => outcomeOf(trial, route, seat, sample));
  const leaks: string[] = [];
  for (const cell of cells) {
    const outcome = await outcomeOf(trial, route, cell.asks, cell.request);
    const beside = await outcomeOnce(cell.asks, cell.expectation.beside);
    leaks.push(...complain(cell, faultOf(cell, outcome, beside)));
  }
  return leaks;
}

/** Of cells whose requests change nothing: so they are asked for together, and one look shows whether that is so. */
async function leaksOfQuiet(trial: Trial, route: Route, cells: readonly Cell[]): Promise<string[]> {
  const askOnce = once((seat, sample) => trial.ask(route, seat, sample));
  const isRead = route.method === 'GET';
  const leaks: string[] = [];
  for (const some of chunksOf(cells, TOGETHER)) {
    const faults = some.map(async (cell) => {
      const [beside, , answer] = await Promise.all([
        askOnce(cell.asks, cell.expectation.beside),
        // Reads that come together are shared, but not with whoever owns what they name.
        isRead && cell.expectation.is === 'refused' && trial.ask(route, cell.owner, cell.request),
        trial.ask(route, cell.asks, cell.request),
      ]);
      return complain(cell, faultOf(cell, { answer, changes: [] }, { answer: beside, changes: [] }));
    });
    leaks.push(...(await Promise.all(faults)).flat());
  }
  const changes = await trial.undo();
  return changes.length === 0 ? leaks : [...leaks, ...(await findWriters(trial, route, cells))];
}

/** Which of the cells, or of the requests beside them, write something. */
async function findWriters(trial: Trial, route: Route, cells: readonly Cell[]): Promise<string[]> {
  const writers = ['something is written:'];
  for (const cell of cells) {
    for (const sample of [cell.request, cell.expectation.beside]) {
      const { changes } = await outcomeOf(trial, route, cell.asks, sample);
      if (changes.length > 0) writers.push(...complain(cell, ['writes', ...changes].join('\n  ')));
    }
  }
  return writers;
}

const TOGETHER = 32;

/** Asks for the same sample from the same seat only once. */
function once<T>(ask: (seat: SeatName, sample: Sample) => Promise<T>): typeof ask {
  const asked = new Map<string, Promise<T>>();
  return (seat, sample) => {
    const key = `${seat} ${JSON.stringify(sample)}`;
    const answer = asked.get(key) ?? ask(seat, sample);
    asked.set(key, answer);
    return answer;
  };
}

function chunksOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size));
}

function complain({ name }: Cell, fault: string | undefined): string[] {
  return fault === undefined ? [] : [`${name}: ${fault}`];
}

interface Outcome {
  answer: Answer;
  changes: string[];
}

async function outcomeOf(trial: Trial, route: Route, seat: SeatName, sample: Sample): Promise<Outcome> {
  const answer = await trial.ask(route, seat, sample);
  return { answer, changes: await trial.undo() };
}

/** What is wrong with the outcome of a cell, held against that of the request beside; undefined: nothing. */
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

/** The whole of an answer. */
function show({ status, headers, body }: Answer): string {
  return `${status} ${JSON.stringify(body)} ${JSON.stringify(headers)}`;
}

interface Item {
  seq?: number;
  ext_user_id?: string;
  id: string;
}

/** What a list has after (or before) a number. */
function pageOf({ from, isBackward }: { from: string; isBackward: boolean }, list: Answer): string {
  const isThere = ({ seq, ext_user_id: extUserId, id }: Item) => {
    const position = BigInt(seq ?? extUserId ?? id);
    return isBackward ? position < BigInt(from) : position > BigInt(from);
  };
  return JSON.stringify((list.body.data as Item[]).filter(isThere));
}

/** Answer and changes, but for what differs from one success to the next: the names, numbers, times, secrets. */
function blur({ answer, changes }: Outcome, names: readonly string[]): string {
  const blurred = (text: string) =>
    names
      .reduce((rest, name) => rest.replaceAll(name, 'NAME'), text)
      .replaceAll(/whsec_[\w+/]+=*/g, 'SECRET')
      .replaceAll(/\d+/g, '0');
  return [show(answer), ...changes].map(blurred).toSorted().join('\n  ');
}
