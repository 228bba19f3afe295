import type { ClientMember, Thread } from '@palaver/client';
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { useThread } from '../context/thread-context.ts';
import { useBrowserLayoutEffect } from '../hooks/use-latest.ts';
import { usePeople } from '../hooks/use-people.ts';
import type { Texts } from '../texts/en.ts';
import { useLanguage, useTexts } from '../texts/language.ts';
import { Avatar } from '../ui/avatar.tsx';
import { focusedIn } from '../ui/focused-in.ts';
import { IconButton } from '../ui/icon.tsx';
import { useReport } from '../ui/notices.tsx';
import { Asking } from './asking.tsx';
import { NotificationChoice } from './notification-choice.tsx';

const HOUR_MS = 3_600_000;

/**
 * The members of a thread, and the actions that the user's role allows. The server enforces permissions; the page only hides
 * what it would refuse.
 */
export function ThreadDetails() {
  const { thread, state, summary, members, me, setIsDetailed } = useThread();
  const { texts, nameOf, threadName } = useLanguage();
  const isGroup = summary.type === 'group';
  const isAdmin = summary.me.role !== 'member';
  const place = useEntered();
  const closeOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && setIsDetailed(false);
  return (
    <aside
      ref={place}
      className="pv-details"
      aria-label={texts.membersAndSettings}
      tabIndex={-1}
      onKeyDown={closeOnEscape}
    >
      <header>
        <h3>{threadName(summary)}</h3>
        <IconButton icon="close" label={texts.close} onClick={() => setIsDetailed(false)} />
      </header>
      {summary.description === '' ? null : <p>{summary.description}</p>}
      {isGroup && isAdmin ? <Rename thread={thread} name={summary.name} /> : null}
      <ul className="pv-members">
        {members.map((member) => (
          <li key={member.ext_user_id}>
            <Avatar id={member.ext_user_id} name={nameOf(member)} url={member.avatar_url} />
            <span>{member.ext_user_id === me ? texts.isYou(nameOf(member)) : nameOf(member)}</span>
            {member.role === 'member' ? null : <span className="pv-tag">{texts.roles[member.role]}</span>}
            {member.status === 'muted' ? <span className="pv-tag">{texts.muted}</span> : null}
            {isGroup && member.ext_user_id !== me ? (
              <Manage thread={thread} myRole={summary.me.role} member={member} />
            ) : null}
          </li>
        ))}
      </ul>
      {isGroup && isAdmin ? (
        <>
          <AddMember thread={thread} />
          <Banned thread={thread} members={state.members} />
        </>
      ) : null}
      <NotificationChoice thread={thread} />
      {isGroup ? (
        <Leaving key={summary.me.role} thread={thread} me={me} isOwner={summary.me.role === 'owner'} />
      ) : null}
    </aside>
  );
}

/** An element that gets the focus, and gives it back to what had it. */
function useEntered() {
  const element = useRef<HTMLElement>(null);
  useBrowserLayoutEffect(() => {
    const { current: place } = element;
    const before = place && focusedIn(place);
    place?.focus({ preventScroll: true });
    return () => {
      if (place?.matches(':focus-within') && before instanceof HTMLElement) before.focus();
    };
  }, []);
  return element;
}

interface Action {
  label: string;
  /** It takes effect only after a question, whose answer this is. */
  confirm?: string;
  isOffered: boolean;
  run: () => Promise<unknown>;
}

/** What can be done with a member, for those above them. */
function actionsOn(member: ClientMember, isOwner: boolean, thread: Thread, texts: Texts): Action[] {
  const { ext_user_id: id, role, status } = member;
  const isMuted = status === 'muted';
  const actions: Action[] = [
    { label: texts.mute, isOffered: !isMuted, run: () => thread.mute(id) },
    { label: texts.muteForHour, isOffered: !isMuted, run: () => thread.mute(id, Date.now() + HOUR_MS) },
    { label: texts.unmute, isOffered: isMuted, run: () => thread.unmute(id) },
    {
      label: texts.removeMember,
      confirm: texts.confirmRemove,
      isOffered: true,
      run: () => thread.removeMember(id),
    },
    { label: texts.ban, confirm: texts.confirmBan, isOffered: true, run: () => thread.ban(id) },
    {
      label: texts.makeAdmin,
      isOffered: isOwner && role === 'member',
      run: () => thread.setRole(id, 'admin'),
    },
    {
      label: texts.makeMember,
      isOffered: isOwner && role === 'admin',
      run: () => thread.setRole(id, 'member'),
    },
    {
      label: texts.makeOwner,
      confirm: texts.confirmOwner,
      isOffered: isOwner,
      run: () => thread.transferOwnership(id),
    },
  ];
  return actions.filter(({ isOffered }) => isOffered);
}

function Manage({
  thread,
  myRole,
  member,
}: {
  thread: Thread;
  myRole: ClientMember['role'];
  member: ClientMember;
}) {
  const report = useReport();
  const { texts, nameOf } = useLanguage();
  const menu = useRef<HTMLDetailsElement>(null);
  /** The action that asks: one at a time, and only while the menu is open. */
  const [asked, setAsked] = useState<string>();
  const { role } = member;
  const isOwner = myRole === 'owner';
  const isAbove = isOwner ? role !== 'owner' : myRole === 'admin' && role === 'member';
  if (!isAbove) return null;
  const take = (run: Action['run']) => {
    menu.current?.removeAttribute('open');
    menu.current?.querySelector('summary')?.focus();
    report(run());
  };
  return (
    <details ref={menu} onToggle={({ currentTarget }) => currentTarget.open || setAsked(undefined)}>
      <summary aria-label={texts.manageMember(nameOf(member))}>{texts.manage}</summary>
      <div>
        {actionsOn(member, isOwner, thread, texts).map(({ label, confirm, run }) =>
          confirm === undefined ? (
            <button key={label} type="button" className="pv-link" onClick={() => take(run)}>
              {label}
            </button>
          ) : (
            <div key={label} className="pv-asking">
              <Asking
                ask={label}
                confirm={confirm}
                isAsked={asked === label}
                setIsAsked={(isAsked) => setAsked(isAsked ? label : undefined)}
                className="pv-link"
                run={() => take(run)}
              />
            </div>
          ),
        )}
      </div>
    </details>
  );
}

/** The banned users. A member who may ban may also unban all of them: a ban takes a user's role away. */
function Banned({ thread, members }: { thread: Thread; members: readonly ClientMember[] }) {
  const report = useReport();
  const { texts, nameOf } = useLanguage();
  const id = useId();
  const banned = members.filter(({ status }) => status === 'banned');
  if (banned.length === 0) return null;
  return (
    <>
      <h4 id={id}>{texts.banned}</h4>
      <ul className="pv-members" aria-labelledby={id}>
        {banned.map((member) => (
          <li key={member.ext_user_id}>
            <Avatar id={member.ext_user_id} name={nameOf(member)} url={member.avatar_url} />
            <span id={`${id}-${member.ext_user_id}`}>{nameOf(member)}</span>
            <button
              type="button"
              className="pv-link"
              aria-describedby={`${id}-${member.ext_user_id}`}
              onClick={() => report(thread.unban(member.ext_user_id))}
            >
              {texts.unban}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Rename({ thread, name }: { thread: Thread; name: string }) {
  const report = useReport();
  const texts = useTexts();
  const [text, setText] = useState(name);
  const save = (event: FormEvent) => {
    event.preventDefault();
    report(thread.update({ name: text }));
  };
  return (
    <form className="pv-line" onSubmit={save}>
      <input aria-label={texts.groupName} value={text} onChange={({ target }) => setText(target.value)} />
      <button type="submit" className="pv-button" disabled={text === name || text.trim() === ''}>
        {texts.rename}
      </button>
    </form>
  );
}

/** The field takes a `user_id`; while the user types a name, it suggests those of people who have it. */
function AddMember({ thread }: { thread: Thread }) {
  const report = useReport();
  const texts = useTexts();
  const [userId, setUserId] = useState('');
  const { people = [] } = usePeople(userId);
  const suggestions = useId();
  const add = (event: FormEvent) => {
    event.preventDefault();
    report(thread.addMembers([userId.trim()]).then(() => setUserId('')));
  };
  return (
    <form className="pv-line" onSubmit={add}>
      <input
        aria-label={texts.newMember}
        placeholder={texts.newMemberHint}
        list={suggestions}
        value={userId}
        onChange={({ target }) => setUserId(target.value)}
      />
      <datalist id={suggestions}>
        {people.map(({ user_id, display_name }) => (
          <option key={user_id} value={user_id}>
            {display_name}
          </option>
        ))}
      </datalist>
      <button type="submit" className="pv-button" disabled={userId.trim() === ''}>
        {texts.addMember}
      </button>
    </form>
  );
}

/** Leaves the group, or deletes it for its owner, who cannot leave. */
function Leaving({ thread, me, isOwner }: { thread: Thread; me: string; isOwner: boolean }) {
  const report = useReport();
  const texts = useTexts();
  const [isAsked, setIsAsked] = useState(false);
  return (
    <div className="pv-leaving pv-line">
      <Asking
        ask={isOwner ? texts.deleteGroup : texts.leave}
        confirm={isOwner ? texts.confirmDelete : texts.confirmLeave}
        refuse={texts.stay}
        isAsked={isAsked}
        setIsAsked={setIsAsked}
        className="pv-button"
        run={() => report(isOwner ? thread.deleteThread() : thread.removeMember(me))}
      />
    </div>
  );
}
