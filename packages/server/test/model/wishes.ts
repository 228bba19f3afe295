import * as fc from 'fast-check';
import type { Command, Kind, Of } from './space.ts';

/*
 * Random commands. They are drawn before their targets exist, so they are wishes: the existing thread at this index,
 * its message at this index from the end. `resolve` finds the target when the command runs.
 */

/** The initial users. */
export const PEOPLE = ['ann', 'ben', 'cat', 'dan', 'eve'];
export const BOT = 'bot';
/** Users who may be created later. */
const NEWCOMER = 'fay';
/** A deleted thread, or one that never existed. */
const GONE = 'gone';

type Choice<T> = [weight: number, arbitrary: fc.Arbitrary<T>];
function often<T>(...choices: Choice<T>[]): fc.Arbitrary<T> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}
const does = <const Does extends Command['does']>(what: Does) => fc.constant(what);

// Few targets, and most wishes about even fewer, so that wishes build on each other.
const [ann = '', ben = '', ...rest] = PEOPLE;
const who = often(
  [14, fc.constantFrom(ann, ben)],
  [10, fc.constantFrom(...rest)],
  [1, fc.constant(NEWCOMER)],
  [1, fc.constant(BOT)],
);
const isExtId = fc.boolean();
const none = fc.constant(undefined);
const thread = often([20, fc.constant('0')], [5, fc.constantFrom('1', '2', '3')], [1, fc.constant(GONE)]);
const kind = fc.constantFrom<Kind[]>('text', 'text', 'image', 'video', 'file');
const text = fc.constantFrom(
  'plain',
  'see https://a.example',
  'http://a.example and https://b.example/?http',
);

const user = fc.constantFrom(...PEOPLE, NEWCOMER, BOT);
const put = fc.record({ does: does('put'), user, name: text });
const deactivate = fc.record({ does: does('deactivate'), user });

const create = fc.record({ does: does('create'), users: fc.array(who, { minLength: 1, maxLength: 4 }) });
const remove = fc.record({ does: does('delete'), thread, actor: often([3, none], [2, who]) });

type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;
const act = fc.record({
  action: fc.constantFrom<Of<'member'>['action'][]>(
    ...(['add', 'add', 'add', 'remove', 'set_role', 'set_role', 'transfer'] as const),
    ...(['mute', 'mute', 'unmute', 'unmute', 'ban', 'unban', 'unban'] as const),
  ),
  actor: often([3, none], [2, who]),
  role: fc.constantFrom('member', 'admin'),
  // After the end of any test.
  until: fc.constantFrom(null, null, 4_000_000_000_000, 5_000_000_000_000),
});
/**
 * Several actions in a row on the same member, so that they build on each other; mutes and bans may expire in between.
 */
const acts = fc
  .record({
    on: fc.record({ does: does('member'), thread, isExtId, who }),
    all: fc.array(often<'lapse' | Act>([1, does('lapse')], [7, act]), { minLength: 1, maxLength: 4 }),
  })
  .map(({ on, all }) =>
    all.map((one) => (one === 'lapse' ? { does: one, thread: on.thread } : { ...on, ...one })),
  );

const message = fc.record({
  does: does('message'),
  action: fc.constantFrom<Of<'message'>['action'][]>('edit', 'edit', 'erase', 'pin', 'pin', 'unpin'),
  thread,
  actor: often([3, none], [2, who]),
  seq: fc.nat(6),
  text,
});

const sender = often<{ isBot: boolean; id: string }>(
  [16, fc.record({ isBot: fc.constant(false), id: who })],
  [2, fc.constant({ isBot: true, id: BOT })],
  [1, fc.record({ isBot: fc.constant(true), id: who })],
);
const send = fc.record({ does: does('send'), thread, sender, kind, text });
const write = fc.record({ does: does('write'), isExtId, who, sender, kind, text });

/** Wishes that belong together. */
type Turn = fc.Arbitrary<Command[]>;
const alone = (wish: fc.Arbitrary<Command>): Turn => wish.map((one) => [one]);

/** The frequency of each. Sends are cheap, and show who may send. */
const WEIGHTS = {
  people: { put: 3, deactivate: 2, create: 1, delete: 1, acts: 10, message: 5, send: 40, write: 4 },
  messages: { put: 1, deactivate: 1, create: 1, delete: 1, acts: 5, message: 20, send: 40, write: 4 },
} as const;
const TURNS = {
  put: alone(put),
  deactivate: alone(deactivate),
  create: alone(create),
  delete: alone(remove),
  acts,
  message: alone(message),
  send: alone(send),
  write: alone(write),
} satisfies Record<keyof typeof WEIGHTS.people, Turn>;

/** The most frequent wishes. */
export type Focus = keyof typeof WEIGHTS;

/** Lists of wishes of this length. `isOfUsers`: some change the users themselves. */
export function wishesFor(
  focus: Focus,
  turns: { minLength: number; maxLength: number },
  isOfUsers = true,
): fc.Arbitrary<Command[]> {
  const kinds = (Object.keys(TURNS) as (keyof typeof TURNS)[]).filter(
    (kind) => isOfUsers || (kind !== 'put' && kind !== 'deactivate'),
  );
  const turn = often(...kinds.map((kind): Choice<Command[]> => [WEIGHTS[focus][kind], TURNS[kind]]));
  return fc.noBias(fc.array(turn, { ...turns, size: 'max' })).map((list) => list.flat());
}

/** The possible targets of a wish: existing and deleted threads, oldest first. */
export interface Known {
  threads: string[];
  gone: string[];
  seqsOf: (thread: string) => number[];
}

const NEVER = '999999999';

export function resolve(wish: Command, known: Known): Command {
  const command = { ...wish };
  if ('thread' in command) command.thread = threadOf(command.thread, known);
  if ('seq' in command) command.seq = seqOf(command.thread, command.seq, known);
  return command;
}

function threadOf(place: string, { threads, gone }: Known): string {
  const those = place === GONE ? gone : threads;
  return those[Number(place) % those.length] ?? those.at(-1) ?? NEVER;
}

/** In a thread without messages, the first log entry, which is not a message. */
function seqOf(thread: string, place: number, { seqsOf }: Known): number {
  const seqs = seqsOf(thread);
  return seqs[seqs.length - 1 - (place % seqs.length)] ?? 1;
}
