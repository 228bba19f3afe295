import type { Random } from '../faults/random.ts';
import { MESSAGES, memberUrl, messageUrl, threadUrl, userUrl } from '../harness/api.ts';
import {
  myMemberUrl,
  myMessagesUrl,
  myMessageUrl,
  myThreadUrl,
  reactionUrl,
  type SignedIn,
} from '../harness/client-api.ts';
import type { TestServer } from '../harness/test-server.ts';

/** A thread and the users who may act on it, members or not. */
export interface Scene {
  server: TestServer;
  random: Random;
  threadId: string;
  people: readonly SignedIn[];
  /** Whether the bus loses and delays nothing. */
  isSound?: boolean;
}

type Change = (scene: Scene, actor: SignedIn, other: SignedIn, seq: number) => Promise<unknown>;

const IMAGE = {
  type: 'image',
  name: 'a.png',
  width: 1,
  height: 1,
  size: 1,
  source_url: 'https://e.example/a',
  source_thumb_url: 'https://e.example/t',
};

/** Every action on a thread. A refused action is fine, too. */
const CHANGES: Readonly<Record<string, Change>> = {
  say: ({ threadId, random }, actor) =>
    actor.call('POST', myMessagesUrl(threadId), {
      body: { body: { text: random.pick(['hello', 'see https://a.example and https://b.example', '…']) } },
    }),
  'send an image': ({ threadId }, actor) =>
    actor.call('POST', myMessagesUrl(threadId), { body: { body: { text: '', metadata: [IMAGE] } } }),
  'send as the back end': ({ server, threadId }, actor) =>
    server.call('POST', MESSAGES, {
      body: {
        sender: { user_id: actor.userId },
        target: { thread_id: threadId },
        body: { text: 'by the back end', metadata: [{ type: 'text' }] },
      },
    }),
  reply: ({ threadId }, actor, other, seq) =>
    actor.call('POST', myMessagesUrl(threadId), {
      body: { body: { text: 'no' }, reply_to: seq, mentions: [other.extUserId] },
    }),
  edit: ({ threadId, random }, actor, _other, seq) =>
    actor.call('PATCH', myMessageUrl(threadId, seq), {
      body: { body: { text: random.pick(['edited', 'https://c.example']) } },
    }),
  delete: ({ threadId }, actor, _other, seq) => actor.call('DELETE', myMessageUrl(threadId, seq)),
  react: ({ threadId, random }, actor, _other, seq) =>
    actor.call('PUT', reactionUrl(threadId, seq, random.pick(['👍', '👎']))),
  unreact: ({ threadId }, actor, _other, seq) => actor.call('DELETE', reactionUrl(threadId, seq, '👍')),
  pin: ({ server, threadId }, _actor, _other, seq) => server.call('PUT', messageUrl(threadId, seq, '/pin')),
  unpin: ({ server, threadId }, _actor, _other, seq) =>
    server.call('DELETE', messageUrl(threadId, seq, '/pin')),
  read: ({ threadId, random }, actor, _other, seq) =>
    actor.call('PUT', myThreadUrl(threadId, '/read'), { body: random.chance(0.5) ? {} : { seq } }),
  // (A `read` frame that a bad bus delivers late looks like a new one: the position would be wrong until the next resume.)
  'mark unread': async ({ threadId, isSound = true }, actor, _other, seq) =>
    isSound && actor.call('PUT', myThreadUrl(threadId, '/unread'), { body: { seq } }),
  'change a profile': ({ server, random }, actor) =>
    server.call('PUT', userUrl(actor.userId), {
      body: {
        display_name: random.pick(['', 'One', 'Two']),
        avatar_url: random.pick(['', 'https://e.example/a']),
      },
    }),
  rename: ({ threadId, random }, actor) =>
    actor.call('PATCH', myThreadUrl(threadId), {
      body: { name: `Name ${random.between(1, 9)}`, description: random.pick(['', 'a description']) },
    }),
  'change metadata': ({ server, threadId, random }) =>
    server.call('PATCH', threadUrl(threadId), { body: { metadata: `{"n":${random.between(1, 9)}}` } }),
  add: ({ server, threadId }, _actor, other) =>
    server.call('POST', `${threadUrl(threadId)}/members`, {
      body: { member_ids: [other.userId], id_type: 2 },
    }),
  remove: ({ server, threadId }, _actor, other) => server.call('DELETE', memberUrl(threadId, other.userId)),
  leave: ({ threadId }, actor) => actor.call('DELETE', myMemberUrl(threadId, actor.userId)),
  mute: ({ threadId, random }, actor, other) =>
    actor.call('POST', myMemberUrl(threadId, other.userId, 'mute'), {
      body: random.chance(0.5) ? {} : { until: 4e12 },
    }),
  unmute: ({ server, threadId }, _actor, other) =>
    server.call('POST', memberUrl(threadId, other.userId, 'unmute')),
  ban: ({ threadId }, actor, other) => actor.call('POST', myMemberUrl(threadId, other.userId, 'ban')),
  unban: ({ server, threadId }, _actor, other) =>
    server.call('POST', memberUrl(threadId, other.userId, 'unban')),
  'set a role': ({ threadId, random }, actor, other) =>
    actor.call('PATCH', myMemberUrl(threadId, other.userId), {
      body: { role: random.pick(['admin', 'member']) },
    }),
  'hand the ownership on': ({ server, threadId }, _actor, other) =>
    server.call('POST', `${threadUrl(threadId)}/owner`, { body: { owner_id: other.userId, id_type: 2 } }),
};

/** Actions that are drawn more often, so that there are messages to change and members to change them. */
const OFTEN = ['say', 'say', 'say', 'add', 'edit', 'react'];

export const CHANGE_NAMES = Object.keys(CHANGES);

/** Makes a random change; returns its name. */
export async function changeSomething(scene: Scene): Promise<string> {
  const { random, people } = scene;
  const name = random.pick([...CHANGE_NAMES, ...OFTEN]);
  const [actor, other] = random.sample(people, 2);
  if (actor === undefined || other === undefined) throw new RangeError('it takes two');
  await CHANGES[name]?.(scene, actor, other, random.between(1, 12));
  return name;
}
