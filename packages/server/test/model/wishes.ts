import * as fc from 'fast-check';
import type { Command, Content, MemberAction, Users } from './space.ts';

/*
 * Random commands. They are drawn before there is anything that they could be about, so what they name is a wish: of the
 * threads that are there the one at this place, of its messages the one at this place from the end, whoever once came as
 * "ann". `resolve` says what that is when its time has come.
 */

/** Who is there from the beginning. */
export const PEOPLE = ['ann', 'ben', 'cat', 'dan', 'eve'];
export const BOT = 'bot';
/** Who may come to be. */
const OTHERS = ['fay', 'gus'];
/** Of a thread: one that was deleted, or never was. */
const GONE = 'gone';

type Choice<T> = [weight: number, arbitrary: fc.Arbitrary<T>];
function often<T>(...choices: Choice<T>[]): fc.Arbitrary<T> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

// Few, and most of it about fewer: so one thing leads to another.
const [ann = '', ben = '', ...rest] = PEOPLE;
const name = often(
  [14, fc.constantFrom(ann, ben)],
  [10, fc.constantFrom(...rest)],
  [1, fc.constantFrom(...OTHERS)],
  [1, fc.constant(BOT)],
);
const names = fc.array(name, { minLength: 1, maxLength: 3 });
const idType = fc.constantFrom<(1 | 2)[]>(2, 1);
const named = { idType, users: names };

const none = fc.constant(undefined);
const thread = often([20, fc.constant('0')], [5, fc.constantFrom('1', '2', '3')], [1, fc.constant(GONE)]);
const actor = often([3, none], [2, name]);
const inThread = { thread, actor };

const seq = fc.nat(6);
const kind = fc.constantFrom<Content['kind'][]>('text', 'text', 'image', 'video', 'file');
const text = fc.constantFrom(
  'plain',
  'see https://a.example',
  'http://a.example and https://b.example/?http',
);
const content = fc.record({ kind, text });
const sender = often<{ isBot: boolean; id: string }>(
  [16, fc.record({ isBot: fc.constant(false), id: name })],
  [3, fc.constant({ isBot: true, id: BOT })],
  [1, fc.record({ isBot: fc.constant(true), id: name })],
);
const fields = {
  name: fc.constantFrom('Alpha', 'Beta'),
  description: fc.constantFrom('', 'about'),
  metadata: fc.constantFrom('', '{"a":1}'),
};

const user = fc.constantFrom(...PEOPLE, ...OTHERS, BOT);
const ofUsers = often<Command>(
  [4, fc.record({ does: fc.constant('put'), user, name: text })],
  [4, fc.record({ does: fc.constant('rename'), user, to: user })],
  [1, fc.record({ does: fc.constant('deactivate'), user })],
);

const newFields = fc.record({ ...fields, metadata: fc.constant('') });
const someFields = fc.record(fields, { requiredKeys: [] });
const ofThreads = often<Command>(
  [2, fc.record({ does: fc.constant('create'), ...named, isLinked: fc.boolean(), fields: newFields })],
  [4, fc.record({ does: fc.constant('update'), ...inThread, fields: someFields })],
  [1, fc.record({ does: fc.constant('delete'), ...inThread })],
);

// Beyond the end of any test.
const until = fc.constantFrom(null, null, 4_000_000_000_000, 5_000_000_000_000);
const role = fc.constantFrom<('member' | 'admin')[]>('member', 'admin');
const action = fc.constantFrom<MemberAction[]>(
  ...(['add', 'add', 'add', 'remove', 'set_role', 'set_role', 'transfer'] as const),
  ...(['mute', 'mute', 'unmute', 'unmute', 'ban', 'unban', 'unban'] as const),
);
const act = fc.record({ does: action, actor: often([3, none], [1, name]), role, until });
/** Some acts in a row on the same member, so that one thing leads to another. */
const acts = fc
  .record({ thread, idType, users: fc.tuple(name), acts: fc.array(act, { minLength: 1, maxLength: 4 }) })
  .map(({ acts: each, ...on }) => each.map((one): Command => ({ ...on, ...one })));
const addMany = fc.record({ does: fc.constant('add'), ...inThread, ...named, role, until });

const change = fc.constantFrom<('erase' | 'pin' | 'unpin')[]>('erase', 'pin', 'pin', 'unpin');
const newKind = often([2, none], [1, kind]);
const ofMessages = often<Command>(
  [6, fc.record({ does: fc.constant('send'), thread, sender, content })],
  [2, fc.record({ does: fc.constant('write'), ...named, sender, content })],
  [3, fc.record({ does: fc.constant('edit'), ...inThread, seq, kind: newKind, text })],
  [4, fc.record({ does: change, ...inThread, seq })],
);

/** Wishes that belong together. */
type Turn = fc.Arbitrary<Command[]>;
const alone = (wish: fc.Arbitrary<Command>): Turn => wish.map((one) => [one]);
const KINDS = {
  users: alone(ofUsers),
  threads: alone(ofThreads),
  members: often([4, acts], [1, alone(addMany)]),
  messages: alone(ofMessages),
};
type Kind = keyof typeof KINDS;
const USUALLY: Record<Kind, number> = { users: 1, threads: 1, members: 2, messages: 5 };

/** What is wished for thrice as often as usual, so that more becomes of it. */
export type Focus = Kind;

/** Lists of wishes, of so many turns. */
export function wishesFor(
  focus: Focus,
  { turns, without }: { turns: { minLength: number; maxLength: number }; without?: Kind },
): fc.Arbitrary<Command[]> {
  const kinds = (Object.keys(KINDS) as Kind[]).filter((kind) => kind !== without);
  const turn = often(
    ...kinds.map((kind): Choice<Command[]> => [USUALLY[kind] * (kind === focus ? 3 : 1), KINDS[kind]]),
  );
  return fc.noBias(fc.array(turn, { ...turns, size: 'max' })).map((list) => list.flat());
}

/** What there is, for a wish to be about. */
export interface Known {
  /** Threads that are there, and threads that are no more; both in the order in which they came to be. */
  threads: string[];
  gone: string[];
  seqsOf: (thread: string) => number[];
  users: Users;
  /** The `ext_user_id` of whoever first came under a name. */
  extIds: ReadonlyMap<string, string>;
}

const NEVER = '999999999';

/** What is done to users is about names; everything else is about people, whatever they are called by now. */
export function resolve(wish: Command, known: Known): Command {
  if ('user' in wish) return wish;
  const command = { ...wish };
  const idOf = (name: string) => known.users.get(known.extIds.get(name) ?? '')?.id ?? name;
  if ('thread' in command) command.thread = threadOf(command.thread, known);
  if ('seq' in command) command.seq = seqOf(command.thread, command.seq, known);
  if ('sender' in command) command.sender = { ...command.sender, id: idOf(command.sender.id) };
  if ('actor' in command && command.actor !== undefined) command.actor = idOf(command.actor);
  if ('users' in command) {
    const extIdOf = (name: string) => known.extIds.get(name) ?? NEVER;
    command.users = command.users.map(command.idType === 1 ? extIdOf : idOf);
  }
  return command;
}

function threadOf(place: string, { threads, gone }: Known): string {
  const those = place === GONE ? gone : threads;
  return those[Number(place) % those.length] ?? those.at(-1) ?? NEVER;
}

/** Where nothing was said, the first entry of the log, which is no message. */
function seqOf(thread: string, place: number, { seqsOf }: Known): number {
  const seqs = seqsOf(thread);
  return seqs[seqs.length - 1 - (place % seqs.length)] ?? 1;
}
