import type { Of, Place, Space, Thread, User } from '../space.ts';
import { type Change, type Content, changeOf, findUser, type Message, moveMembers } from '../space.ts';
import { ACTIVE, type Entered, forbid, statusOf } from './members.ts';
import { done, type Fault, refuse, type Verdict } from './verdict.ts';

const MESSAGE_ENTRIES = {
  edit: 'message.updated',
  erase: 'message.deleted',
  pin: 'message.pinned',
  unpin: 'message.unpinned',
} as const;

/** Edits, deletes, pins. */
export function changeMessage(entered: Entered, command: Of<'edit' | 'erase' | 'pin' | 'unpin'>): Verdict {
  const { thread, acting, faults } = entered;
  const { does, seq } = command;
  const message = thread.messages.get(seq);
  if (message === undefined) return refuse(...faults, ['M40405']);
  const isOwn = acting?.extId === message.sender;
  const refused = [...faults, ...forbid(entered, does, { isOwn })];
  if (refused.length > 0) return refuse(...refused);
  if (message.isDeleted && (does === 'edit' || does === 'pin')) return refuse(['M40903', 'seq']);
  const { kind, text } = command.does === 'edit' ? command : message;
  if ((kind ?? message.kind) !== message.kind) return refuse(['M40903', 'body.metadata[0].type']);

  const after = {
    edit: { ...message, text, isEdited: true },
    erase: { ...message, text: '', isDeleted: true, isPinned: false },
    pin: { ...message, isPinned: true },
    unpin: { ...message, isPinned: false },
  }[does];
  const isSame = (['text', 'isDeleted', 'isPinned'] as const).every((key) => after[key] === message[key]);
  const actor = acting?.extId ?? null;
  const entry = { type: MESSAGE_ENTRIES[does], actor, message_seq: seq };
  return isSame ? done() : done(changeOf(thread.id, entry, ({ messages }) => messages.set(seq, after)));
}

/** To one thread. */
export function send(space: Space, command: Of<'send'>): Verdict {
  const { content } = command;
  const thread = space.threads.get(command.thread);
  const sender = findUser(space.people.users, 2, command.sender.id);
  const faults = senderFaults(sender, command);
  if (thread === undefined || thread.isDeleted) return refuse(['M40401', 'target.thread_id'], ...faults);
  if (sender === undefined || faults.length > 0) return refuse(...faults);
  const silenced = silence(sender, thread.places.get(sender.extId));
  return silenced.length > 0
    ? refuse(...silenced)
    : done(say(thread.id, thread.log.length + 1, sender, content));
}

function senderFaults(sender: User | undefined, { sender: { isBot } }: Of<'send' | 'write'>): Fault[] {
  if (sender?.isActive === true && sender.isBot === isBot) return [];
  return [isBot ? ['M40403', 'sender.bot_id'] : ['M40402', 'sender.user_id']];
}

/** A user must be an active member, a bot need not. */
function silence({ isBot }: User, place: Place | undefined): Fault[] {
  const status = place === undefined ? 'removed' : statusOf(place);
  if (isBot || status === 'active') return [];
  return [[{ removed: 'M40303', muted: 'M40304', banned: 'M40305' }[status]]];
}

function say(thread: string, seq: number, { extId }: User, content: Content): Change {
  const message: Message = { ...content, sender: extId, isEdited: false, isDeleted: false, isPinned: false };
  const entry = { type: 'message.created', actor: extId, message_seq: seq };
  return changeOf(thread, entry, ({ messages }) => messages.set(seq, message));
}

/** One message to each, in the direct thread of the pair, found or made; all or none. */
export function write(space: Space, command: Of<'write'>, given: readonly string[]): Verdict {
  const { idType, users: ids, content } = command;
  const sender = findUser(space.people.users, 2, command.sender.id);
  const named = ids.map((id, index) => ({
    user: findUser(space.people.users, idType, id),
    isSelf: idType === 2 && id === command.sender.id,
    field: `${idType === 1 ? 'target.ext_user_ids' : 'target.user_ids'}[${index}]`,
  }));
  const own = named.filter(({ user, isSelf }) => isSelf || (user !== undefined && user === sender));
  if (own.length > 0) return refuse(...own.map(({ field }): Fault => ['M40003', field]));
  const lost = named.filter(({ user }) => user?.isActive !== true);
  const faults = [...senderFaults(sender, command), ...lost.map(({ field }): Fault => ['M40402', field])];
  if (sender === undefined || faults.length > 0) return refuse(...faults);

  const others = new Set(named.flatMap(({ user }) => user ?? []));
  const drafts = [...others].map((other, index) =>
    draft(space, [sender, other], content, given[index] ?? ''),
  );
  const silenced = drafts.flatMap(({ faults: some }) => some);
  return silenced.length > 0 ? refuse(...silenced) : done(...drafts.flatMap(({ changes }) => changes));
}

/** Whoever of the two is no member any more is one again. */
function draft({ threads }: Space, [one, other]: [User, User], content: Content, given: string) {
  const isPair = ({ type, isDeleted, places }: Thread) =>
    type === 'direct' && !isDeleted && places.has(one.extId) && places.has(other.extId);
  const thread = threads.values().find(isPair);
  if (thread === undefined)
    return { faults: [], changes: [meet(given, one, other), say(given, 2, one, content)] };
  const gone = [...thread.places].filter(([, { state }]) => state === 'removed');
  const back = gone.map(([extId, place]) => {
    const move = { extId, after: { ...place, state: 'active' }, told: { role: 'member' } } as const;
    return moveMembers(thread.id, 'member.added', one.extId, [move]);
  });
  const place = thread.places.get(one.extId) ?? ACTIVE;
  const faults = silence(one, place.state === 'removed' ? { ...place, state: 'active' } : place);
  const seq = thread.log.length + back.length + 1;
  return { faults, changes: [...back, say(thread.id, seq, one, content)] };
}

function meet(given: string, one: User, other: User): Change {
  return changeOf(given, { type: 'thread.created', actor: one.extId }, (thread) => {
    thread.type = 'direct';
    for (const { extId } of [one, other]) thread.places.set(extId, ACTIVE);
  });
}
