import { isDeepStrictEqual } from 'node:util';
import type { Command, InThread, Message, Of, Place, Role, Space, Thread } from './space.ts';

/*
 * An independent statement of the rules of a space: from the decisions, without importing any server code. A rule goes
 * through its stages, and in each through the codes in the order of the error table.
 */

type Status = 'active' | 'muted' | 'removed' | 'banned';
type Standing = Status | 'owner' | 'none';
const INSIDE: Standing[] = ['active', 'muted'];
const MOST: Standing[] = ['none', 'removed', ...INSIDE];
const GONE = { role: 'member', isMember: false } as const;
const NOBODY: Place = { ...GONE, muted: undefined, banned: undefined };
const isPerson = (users: Space['users'], id: string) => users.get(id)?.isActive && !users.get(id)?.isBot;

/** Valid targets (others get M40903), their new state, the log entry's type, and its extra fields. */
type Action = [Standing[], (command: Of<'member'>) => Partial<Place>, string, ('role' | 'until')?];
const MEMBER_ACTIONS: Record<Of<'member'>['action'], Action> = {
  add: [[...MOST, 'owner'], ({ role }) => ({ isMember: true, role }), 'member.added', 'role'],
  remove: [['removed', ...INSIDE], () => GONE, 'member.removed'],
  mute: [INSIDE, ({ until }) => ({ muted: until }), 'member.muted', 'until'],
  unmute: [[...INSIDE, 'owner'], () => ({ muted: undefined }), 'member.unmuted'],
  ban: [[...MOST, 'banned'], ({ until }) => ({ ...GONE, banned: until }), 'member.banned', 'until'],
  unban: [['removed', 'banned'], () => ({ banned: undefined }), 'member.unbanned'],
  set_role: [INSIDE, ({ role }) => ({ role }), 'member.role_changed', 'role'],
  transfer: [['active', 'owner'], () => ({ role: 'owner' }), 'thread.owner_changed', 'role'],
};
const MESSAGE_ACTIONS: Record<Of<'message'>['action'], [to: Partial<Message>, entry: string]> = {
  edit: [{ isEdited: true }, 'message.updated'],
  erase: [{ text: '', isDeleted: true, isPinned: false }, 'message.deleted'],
  pin: [{ isPinned: true }, 'message.pinned'],
  unpin: [{ isPinned: false }, 'message.unpinned'],
};

/** The actions allowed on oneself and one's messages, and for each role on others; admins only on plain members. */
const OWN = ['remove', 'edit', 'erase'];
const MODERATION = ['add', 'remove', 'mute', 'unmute', 'ban', 'unban', 'erase', 'pin', 'unpin'];
const OWNERSHIP = [...MODERATION, 'set_role', 'transfer', 'delete'];
const MAY: Record<Role, string[]> = { member: [], admin: MODERATION, owner: OWNERSHIP };

/** `given`: the id of the created thread. */
type Rule<Does extends Command['does']> = (space: Space, command: Of<Does>, given: string) => void;
const RULES: { [Does in Command['does']]: Rule<Does> } = {
  put({ users }, { user, name }) {
    if (users.get(user)?.isBot) refuse('M40901');
    users.set(user, { name, isBot: false, isActive: true });
  },
  /** Ends all memberships but ownerships. */
  deactivate({ users, threads }, { user: id }) {
    const user = users.get(id);
    if (user === undefined || user.isBot) refuse('M40402');
    users.set(id, { ...user, isActive: false });
    for (const thread of threads.values())
      if (thread.places.get(id)?.role !== 'owner') leave(thread, id, null);
  },
  /** The first is the owner. */
  create(space, { users }, given) {
    if (!users.every((id) => isPerson(space.users, id))) refuse('M40402');
    begin(space, given, 'group', users, null);
  },
  delete(space, command) {
    const { thread, actor } = enter(space, command);
    permit(thread, actor, 'delete');
    thread.isDeleted = true;
    for (const id of thread.places.keys()) become(thread, id, GONE);
    tell(thread, 'thread.deleted', actor);
  },
  member(space, command) {
    const { action, who, role, until } = command;
    const [from, to, entry, tells] = MEMBER_ACTIONS[action];
    const { thread, actor } = enter(space, command, who);
    const place = thread.places.get(who);
    const isNewcomer = action === 'add' || action === 'transfer' || (action === 'ban' && place === undefined);
    if (isNewcomer && !isPerson(space.users, who)) refuse('M40402');
    if (place === undefined && !from.includes('none')) refuse('M40402');

    // Adding a current member again changes nothing.
    permit(thread, actor, action, who === actor, action === 'add' ? 'member' : place?.role);
    const isRaise = action === 'set_role' || action === 'transfer' || (action === 'add' && role === 'admin');
    if (isRaise) permit(thread, actor, 'set_role');

    const standing = place === undefined ? 'none' : place.role === 'owner' ? 'owner' : statusOf(place);
    // A direct thread has two equal members.
    const isForGroups = thread.type === 'direct' && (isRaise || place === undefined);
    if (isForGroups || !from.includes(standing)) refuse('M40903');

    const after = action === 'add' && place?.isMember ? {} : to(command);
    const [former = ''] = thread.places.entries().find(([, one]) => one.role === 'owner') ?? [];
    if (!become(thread, who, after)) return;
    const members: object[] = [{ user: who, ...(tells && { [tells]: { role: after.role, until }[tells] }) }];
    if (action === 'transfer') members.push({ user: former, role: 'admin' });
    tell(thread, entry, actor, { members });
    if (action !== 'transfer') return;
    become(thread, former, { role: 'admin' });
    // A deactivated user can only have been a member as the owner.
    if (!isPerson(space.users, former)) leave(thread, former, actor);
  },
  message(space, command) {
    const { action, seq, text } = command;
    const { thread, actor } = enter(space, command);
    const message = thread.messages.get(seq) ?? refuse('M40405');
    permit(thread, actor, action, message.sender === actor);
    if (message.isDeleted && (action === 'edit' || action === 'pin')) refuse('M40903');
    const [to, entry] = MESSAGE_ACTIONS[action];
    const after = { ...message, ...to, ...(action === 'edit' && { text }) };
    if (action === 'edit' ? text === message.text : isDeepStrictEqual(after, message)) return;
    thread.messages.set(seq, after);
    tell(thread, entry, actor, null, seq);
  },
  send({ users, threads }, command) {
    const thread = threads.get(command.thread);
    if (thread === undefined || thread.isDeleted) return refuse('M40401');
    checkSender(users, command);
    say(thread, command);
  },
  /** In the direct thread of the two, found or created; users who left become members again, the sender first. */
  write(space, command, given) {
    const { sender, who, isExtId } = command;
    if (sender.id === who && (space.users.has(who) || !isExtId)) refuse('M40003');
    if (!space.users.get(who)?.isActive) refuse('M40402');
    checkSender(space.users, command);
    const isTheirs = ({ type, isDeleted, places }: Thread) =>
      type === 'direct' && !isDeleted && places.has(sender.id) && places.has(who);
    const found = space.threads.values().find(isTheirs);
    const thread = found ?? begin(space, given, 'direct', [sender.id, who], sender.id);
    const gone = [sender.id, who].filter((id) => statusOf(thread.places.get(id) ?? NOBODY) === 'removed');
    for (const id of gone) settle(thread, [id]);
    for (const id of gone) {
      become(thread, id, { isMember: true });
      tell(thread, 'member.added', sender.id, { members: [{ user: id, role: 'member' }] });
    }
    say(thread, command);
  },
  lapse({ threads }, { thread }) {
    const over = (end: Place['muted']) => (typeof end === 'number' ? 'over' : end);
    for (const [id, one] of threads.get(thread)?.places ?? [])
      threads.get(thread)?.places.set(id, { ...one, muted: over(one.muted), banned: over(one.banned) });
  },
};

/** Returns the expected code. A refused command may be half applied: discard the space. */
export function decide(space: Space, command: Command, given = ''): string {
  try {
    (RULES[command.does] as Rule<Command['does']>)(space, command, given);
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
  return 'M200';
}

/** Its message is the code. */
class Refusal extends Error {}
function refuse(code: string): never {
  throw new Refusal(code);
}

/** To an actor who is no current member the thread does not exist. Expired mutes and bans are logged first. */
function enter({ users, threads }: Space, { thread: id, actor: acting }: InThread, who?: string) {
  const thread = threads.get(id);
  const actor = acting !== undefined && isPerson(users, acting) ? acting : null;
  const isOutside = actor !== null && !thread?.places.get(actor)?.isMember;
  if (thread === undefined || thread.isDeleted || isOutside) return refuse('M40401');
  if (actor !== acting && acting !== undefined) refuse('M40402');
  settle(thread, [who, actor]);
  return { thread, actor };
}

/** `isOwn`: the target is the actor or their message; `on`: the target's role. Muted members can only leave. */
function permit({ places }: Thread, actor: string | null, does: string, isOwn = false, on: Role = 'member') {
  if (actor === null) return;
  const { role, muted } = places.get(actor) ?? NOBODY;
  if (muted !== undefined && !(isOwn && does === 'remove')) refuse('M40304');
  const isGranted = MAY[role].includes(does) && (role === 'owner' || on === 'member');
  if (!isGranted && !(isOwn && OWN.includes(does))) refuse('M40306');
}

function checkSender(users: Space['users'], { sender: { id, isBot } }: Of<'send' | 'write'>): void {
  const sender = users.get(id);
  if (!sender?.isActive || sender.isBot !== isBot) refuse(isBot ? 'M40403' : 'M40402');
}

/** A user must be an active member, a bot need not. */
function say(thread: Thread, { sender: { id, isBot }, kind, text }: Of<'send' | 'write'>): void {
  const status = statusOf(thread.places.get(id) ?? NOBODY);
  if (!isBot && status !== 'active') refuse({ removed: 'M40303', muted: 'M40304', banned: 'M40305' }[status]);
  const seq = thread.log.length + 1;
  thread.messages.set(seq, { sender: id, kind, text, isEdited: false, isDeleted: false, isPinned: false });
  tell(thread, 'message.created', id, null, seq);
}

/** Logs the user's expired bans and mutes. */
function settle(thread: Thread, users: (string | null | undefined)[]): void {
  const { places } = thread;
  for (const sanction of ['banned', 'muted'] as const) {
    const isOver = (user: string) => users.includes(user) && places.get(user)?.[sanction] === 'over';
    const over = [...places.keys()].filter(isOver).toSorted();
    for (const user of over) become(thread, user, { [sanction]: undefined });
    const members = over.map((user) => ({ user }));
    if (members.length > 0) tell(thread, `member.un${sanction}`, null, { expired: true, members });
  }
}

function leave(thread: Thread, user: string, actor: string | null): void {
  if (!thread.places.has(user) || !become(thread, user, GONE)) return;
  tell(thread, 'member.removed', actor, { members: [{ user }] });
}

/** Returns whether that is a change. */
function become({ places }: Thread, user: string, change: Partial<Place>): boolean {
  const before = places.get(user);
  const after = { ...(before ?? NOBODY), ...change };
  places.set(user, after);
  return !isDeepStrictEqual(before, after);
}

function tell(thread: Thread, type: string, actor: string | null, change: object | null = null, seq = 0) {
  thread.log.push({ type, actor, message_seq: seq || null, change });
}

function begin({ threads }: Space, id: string, type: Thread['type'], users: string[], actor: string | null) {
  const thread: Thread = { type, isDeleted: false, places: new Map(), messages: new Map(), log: [] };
  for (const user of users) become(thread, user, { isMember: true });
  if (type === 'group') become(thread, users[0] ?? '', { role: 'owner' });
  const members = [...thread.places].map(([user, { role }]) => ({ user, role }));
  tell(thread, 'thread.created', actor, type === 'group' ? { members } : null);
  threads.set(id, thread);
  return thread;
}

/** An expired mute or ban has no effect, logged or not. */
export function statusOf({ isMember, muted, banned }: Place): Status {
  if (isMember) return muted === undefined || muted === 'over' ? 'active' : 'muted';
  return banned === undefined || banned === 'over' ? 'removed' : 'banned';
}

export function countersOf({ places, messages }: Thread) {
  const said = [...messages.values()].filter(({ isDeleted }) => !isDeleted);
  const count = (isCounted: (message: Message) => boolean) => said.filter(isCounted).length;
  return {
    message_count: said.length,
    image_count: count(({ kind }) => kind === 'image'),
    video_count: count(({ kind }) => kind === 'video'),
    file_count: count(({ kind }) => kind === 'file'),
    link_count: said.reduce((sum, { text }) => sum + text.split(/https?:\/\//).length - 1, 0),
    pin_message_count: count(({ isPinned }) => isPinned),
    member_count: [...places.values()].filter(({ isMember }) => isMember).length,
  };
}
