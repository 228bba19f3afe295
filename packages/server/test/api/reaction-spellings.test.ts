// @module-tag database
import { canonicalReactionKey } from '@palaver/protocol/reaction-key';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { canonicalizeReactions } from '../../src/domain/operations/messages/canonicalize-reactions.ts';
import { expectRefused } from '../harness/api.ts';
import { reactionUrl, type SignedIn, signInAll } from '../harness/client-api.ts';
import { connect } from '../harness/realtime.ts';
import { recount } from '../harness/recount.ts';
import { useServer } from '../harness/use-server.ts';

/** Spellings of the same emoji are one reaction, also those that a server of the former version has stored. */

const HEART = '\u2764\ufe0f';
const BARE_HEART = '\u2764';
const TEXT_HEART = '\u2764\ufe0e';

const server = await useServer();
const [ann, bob] = await signInAll(server, 2);
let threadId: string;
let seq: number;
beforeEach(async () => {
  threadId = await server.group([ann.userId, bob.userId]);
  ({ seq } = await ann.say(threadId));
});
afterAll(async () => {
  expect(await recount(server.database)).toEqual([]);
});

const react = (user: SignedIn, key: string, method = 'PUT') =>
  user.ok(method, reactionUrl(threadId, seq, key));
const reactionsFor = async (user: SignedIn) => (await user.message(threadId, seq)).reactions;
/** What clients receive of the log about reactions. */
async function told() {
  const socket = await connect(server, bob, { threads: [{ thread_id: threadId, seq: 2 }] });
  await socket.close();
  return socket.entries(threadId).map(({ type, change }) => [type, change]);
}
const fill = () => canonicalizeReactions(server.db, new AbortController().signal);

/** Stores a reaction, and its entry of the log, as a server of the former version does. */
async function reactFormerly({ extUserId }: SignedIn, key: string): Promise<void> {
  await server.database.sql(
    `with head as (update thread_heads set last_seq = last_seq + 1 where thread_id = $1 returning last_seq),
     logged as (
       insert into log_entries (thread_id, seq, type, actor_ext_user_id, message_seq, change)
       select $1, last_seq, 'reaction.added', $3, $2, jsonb_build_object('key', $4::text) from head
     )
     insert into reactions (thread_id, message_seq, ext_user_id, key) values ($1, $2, $3, $4)`,
    [threadId, seq, extUserId, key],
  );
}

test('each spelling of an emoji or a letter is the same reaction, to add and to take back', async () => {
  await react(ann, BARE_HEART);
  await react(ann, HEART);
  await react(ann, TEXT_HEART);
  await react(bob, HEART);
  expect(await reactionsFor(bob)).toEqual([{ key: HEART, count: 2, mine: true }]);
  await react(bob, TEXT_HEART, 'DELETE');
  await react(bob, BARE_HEART, 'DELETE');
  expect(await reactionsFor(bob)).toEqual([{ key: HEART, count: 1, mine: false }]);
  await react(ann, BARE_HEART, 'DELETE');
  await react(bob, 'e\u0301');
  await react(ann, '\u00e9');
  expect(await reactionsFor(ann)).toEqual([{ key: '\u00e9', count: 2, mine: true }]);
  expect(await told()).toEqual([
    ['reaction.added', { key: HEART }],
    ['reaction.added', { key: HEART }],
    ['reaction.removed', { key: HEART }],
    ['reaction.removed', { key: HEART }],
    ['reaction.added', { key: '\u00e9' }],
    ['reaction.added', { key: '\u00e9' }],
  ]);
});

test('frames take each spelling, and show the one that Unicode recommends', async () => {
  const socket = await connect(server, ann);
  const command = { thread_id: threadId, seq };
  await socket.command({ type: 'react', ...command, key: BARE_HEART });
  await react(bob, TEXT_HEART);
  const answer = await socket.command({ type: 'react', ...command, key: HEART });
  expect(answer).toMatchObject({ data: { reactions: [{ key: HEART, count: 2, mine: true }] } });
  await socket.command({ type: 'unreact', ...command, key: TEXT_HEART });
  expect(await reactionsFor(ann)).toEqual([{ key: HEART, count: 1, mine: false }]);
  await socket.close();
});

test('the canonical form is the one that Unicode recommends, for each character', () => {
  const characters = Array.from({ length: 0x20000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code));
  const written = characters
    .flatMap((character) => [character, `${character}\ufe0f`])
    .filter((text) => /^\p{RGI_Emoji}$/v.test(text));
  expect(written.length).toBeGreaterThan(1_300);
  const spellings = written.flatMap((emoji) => {
    const character = emoji.replace('\ufe0f', '');
    return [character, `${character}\ufe0e`, `${character}\ufe0f`].map((text) => [text, emoji] as const);
  });
  expect(spellings.filter(([text, emoji]) => canonicalReactionKey(text) !== emoji)).toEqual([]);
});

test('skin tones, joined emoji, flags, keycaps and words stay different', () => {
  const keys = [
    ...['\u{1f44d}', '\u{1f44d}\u{1f3fd}', '\u{1f44d}\u{1f3ff}', '\u261d\ufe0f', '\u261d\u{1f3fd}'],
    ...['\u{1f3f3}\ufe0f', '\u{1f3f3}\ufe0f\u200d\u{1f308}', '\u{1f9d4}\u200d\u2642\ufe0f', '\u2642\ufe0f'],
    ...['\u2764\ufe0f\u200d\u{1f525}', '\u{1f525}', '\u{1f441}\ufe0f\u200d\u{1f5e8}\ufe0f', '1\ufe0f\u20e3'],
    ...['1', '+1', '#1', '\u{1f1e9}\u{1f1ea}', '\u{1f1e9}', 'e', '\u00e9'],
  ];
  expect(keys.map(canonicalReactionKey)).toEqual(keys);
  expect(keys.map((key) => canonicalReactionKey(key.replaceAll('\ufe0f', '')))).toEqual(keys);
});

test('a canonical form has up to 32 code points; a longer one stays as it is', async () => {
  for (const hearts of [15, 16, 17]) {
    const { reactions } = await react(ann, BARE_HEART.repeat(hearts));
    expect(reactions.at(-1)?.key).toBe((hearts > 16 ? BARE_HEART : HEART).repeat(hearts));
    await react(ann, BARE_HEART.repeat(hearts), 'DELETE');
  }
  expect(await reactionsFor(ann)).toEqual([]);
});

test('reactions of a server of the former version are counted with the others soon, and can be taken back at once', async () => {
  await reactFormerly(ann, BARE_HEART);
  await reactFormerly(ann, HEART);
  await reactFormerly(bob, TEXT_HEART);
  // A repetition in another spelling adds nothing, also before the job has run.
  await react(bob, HEART);
  await fill();
  expect(await reactionsFor(bob)).toEqual([{ key: HEART, count: 2, mine: true }]);
  expect((await react(ann, HEART, 'DELETE')).reactions).toEqual([{ key: HEART, count: 1, mine: false }]);
  await reactFormerly(ann, BARE_HEART);
  expect((await react(ann, HEART, 'DELETE')).reactions.some(({ mine }: { mine: boolean }) => mine)).toBe(
    false,
  );
  expect(await told()).toEqual([
    ...Array(3).fill(['reaction.added', { key: HEART }]),
    ...Array(2).fill(['reaction.removed', { key: HEART }]),
    ['reaction.added', { key: HEART }],
    ['reaction.removed', { key: HEART }],
  ]);
});

test('the job fills in all keys, page by page, and leaves out those that are locked', async () => {
  await server.database.sql(
    `insert into reactions (thread_id, message_seq, ext_user_id, key)
     select $1, $2, $3, 'filled' || n from generate_series(1, 1001) n`,
    [threadId, seq, ann.extUserId],
  );
  const left = async () =>
    (await server.database.sql<{ key: string }>('select key from reactions where canonical_key is null')).map(
      ({ key }) => key,
    );
  await server.db.transaction(async (tx) => {
    await tx.query(`select from reactions where key = 'filled7' for update`);
    await fill();
    expect(await left()).toEqual(['filled7']);
  });
  await fill();
  expect(await left()).toEqual([]);
  await server.database.sql(`delete from reactions where key like 'filled%'`);
});

test('all spellings together count as one of the 100 reactions to a message', async () => {
  await server.database.sql(
    `insert into reactions (thread_id, message_seq, ext_user_id, key, canonical_key)
     select $1, $2, $3, 'k' || n, 'k' || n from generate_series(1, 99) n`,
    [threadId, seq, ann.extUserId],
  );
  await react(ann, BARE_HEART);
  await react(bob, HEART);
  const { token } = bob;
  await expectRefused(server, ['PUT', reactionUrl(threadId, seq, 'k100'), { token }], 'M40005', ['key']);
  await server.database.sql(`delete from reactions where key like 'k%'`);
});
