import type { ClientMember, Thread } from '@palaver/client';
import { type FormEvent, type KeyboardEvent, type MouseEvent, useId, useRef, useState } from 'react';
import { useBrowserLayoutEffect } from '../hooks/use-latest.ts';
import { usePeople } from '../hooks/use-people.ts';
import { useLanguage, useTexts } from '../texts/language.ts';
import { useThread } from '../thread/thread-context.ts';
import { Avatar } from '../ui/avatar.tsx';
import { focusedIn } from '../ui/focused-in.ts';
import { IconButton } from '../ui/icon.tsx';
import { useReport } from '../ui/notices.tsx';
import { NotificationChoice } from './notification-choice.tsx';

const HOUR_MS = 3_600_000;

/**
 * The members of a thread, and the actions that the user's role allows. The server enforces permissions; the page only hides
 * what it would refuse.
 */
export function ThreadDetails() {
  const { thread, summary, members, me, setIsDetailed } = useThread();
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
      {isGroup && isAdmin ? <AddMember thread={thread} /> : null}
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
  const { ext_user_id: id, role, status } = member;
  const isAbove = myRole === 'owner' ? role !== 'owner' : myRole === 'admin' && role === 'member';
  if (!isAbove) return null;
  const isMuted = status === 'muted';
  const isOwner = myRole === 'owner';
  const actions: { label: string; isOffered: boolean; run: () => Promise<unknown> }[] = [
    { label: texts.mute, isOffered: !isMuted, run: () => thread.mute(id) },
    { label: texts.muteForHour, isOffered: !isMuted, run: () => thread.mute(id, Date.now() + HOUR_MS) },
    { label: texts.unmute, isOffered: isMuted, run: () => thread.unmute(id) },
    { label: texts.removeMember, isOffered: true, run: () => thread.removeMember(id) },
    { label: texts.ban, isOffered: true, run: () => thread.ban(id) },
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
    { label: texts.makeOwner, isOffered: isOwner, run: () => thread.transferOwnership(id) },
  ];
  return (
    <details>
      <summary aria-label={texts.manageMember(nameOf(member))}>{texts.manage}</summary>
      <div>
        {actions.map(({ label, isOffered, run }) =>
          isOffered ? (
            <button
              key={label}
              type="button"
              className="pv-link"
              onClick={({ currentTarget }) => {
                const menu = currentTarget.closest('details');
                menu?.removeAttribute('open');
                menu?.querySelector('summary')?.focus();
                report(run());
              }}
            >
              {label}
            </button>
          ) : null,
        )}
      </div>
    </details>
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

/** Asks for confirmation: neither action can be undone. */
function Leaving({ thread, me, isOwner }: { thread: Thread; me: string; isOwner: boolean }) {
  const report = useReport();
  const texts = useTexts();
  const [isAsked, setIsAsked] = useState(false);
  const ask = isOwner ? texts.deleteGroup : texts.leave;
  const confirm = isOwner ? texts.confirmDelete : texts.confirmLeave;
  const leave = ({ detail: clicks }: MouseEvent) => {
    if (!isAsked) setIsAsked(true);
    // (The second click of a double click does not count as confirmation.)
    else if (clicks < 2) report(isOwner ? thread.deleteThread() : thread.removeMember(me));
  };
  return (
    <div className="pv-leaving pv-line">
      <button type="button" className="pv-button pv-danger" onClick={leave}>
        {isAsked ? confirm : ask}
      </button>
      {isAsked ? (
        <button type="button" className="pv-button" onClick={() => setIsAsked(false)}>
          {texts.stay}
        </button>
      ) : null}
    </div>
  );
}
