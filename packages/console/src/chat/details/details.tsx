import type { Chat, ClientMember, ClientThread, Thread } from '@palaver/client';
import { type FormEvent, type MouseEvent, useId, useState } from 'react';
import { Avatar } from '../ui/avatar.tsx';
import { nameOf, threadName } from '../ui/format.ts';
import { IconButton } from '../ui/icon.tsx';
import { useReport } from '../ui/notices.tsx';
import { usePeople } from '../use-people.ts';

interface DetailsProps {
  chat: Chat;
  thread: Thread;
  summary: ClientThread;
  /** The current members. */
  members: readonly ClientMember[];
  /** The user's own `ext_user_id`. */
  me: string;
  onClose: () => void;
}

const HOUR_MS = 3_600_000;

/**
 * The members of a thread, and the actions that the user's role allows. The server enforces permissions; the page only hides
 * what it would refuse.
 */
export function Details({ chat, thread, summary, members, me, onClose }: DetailsProps) {
  const isGroup = summary.type === 'group';
  const isAdmin = summary.me.role !== 'member';
  return (
    <aside className="details" aria-label="Members and settings">
      <header>
        <h3>{threadName(summary)}</h3>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </header>
      {summary.description === '' ? null : <p>{summary.description}</p>}
      {isGroup && isAdmin ? <Rename thread={thread} name={summary.name} /> : null}
      <ul className="members">
        {members.map((member) => (
          <li key={member.ext_user_id}>
            <Avatar id={member.ext_user_id} name={nameOf(member)} url={member.avatar_url} />
            <span>
              {nameOf(member)}
              {member.ext_user_id === me ? ' (you)' : ''}
            </span>
            {member.role === 'member' ? null : <span className="tag">{member.role}</span>}
            {member.status === 'muted' ? <span className="tag">muted</span> : null}
            {isGroup && member.ext_user_id !== me ? (
              <Manage thread={thread} myRole={summary.me.role} member={member} />
            ) : null}
          </li>
        ))}
      </ul>
      {isGroup && isAdmin ? <AddMember chat={chat} thread={thread} /> : null}
      {isGroup ? (
        <Leaving key={summary.me.role} thread={thread} me={me} isOwner={summary.me.role === 'owner'} />
      ) : null}
    </aside>
  );
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
  const { ext_user_id: id, role, status } = member;
  const isAbove = myRole === 'owner' ? role !== 'owner' : myRole === 'admin' && role === 'member';
  if (!isAbove) return null;
  const isMuted = status === 'muted';
  const isOwner = myRole === 'owner';
  const actions: { label: string; isOffered: boolean; run: () => Promise<unknown> }[] = [
    { label: 'Mute', isOffered: !isMuted, run: () => thread.mute(id) },
    { label: 'Mute for an hour', isOffered: !isMuted, run: () => thread.mute(id, Date.now() + HOUR_MS) },
    { label: 'Unmute', isOffered: isMuted, run: () => thread.unmute(id) },
    { label: 'Remove', isOffered: true, run: () => thread.removeMember(id) },
    { label: 'Ban', isOffered: true, run: () => thread.ban(id) },
    {
      label: 'Make an admin',
      isOffered: isOwner && role === 'member',
      run: () => thread.setRole(id, 'admin'),
    },
    {
      label: 'Make a member',
      isOffered: isOwner && role === 'admin',
      run: () => thread.setRole(id, 'member'),
    },
    { label: 'Make the owner', isOffered: isOwner, run: () => thread.transferOwnership(id) },
  ];
  return (
    <details>
      <summary aria-label={`Manage ${nameOf(member)}`}>Manage</summary>
      <div>
        {actions.map(({ label, isOffered, run }) =>
          isOffered ? (
            <button
              key={label}
              type="button"
              className="link"
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
  const [text, setText] = useState(name);
  const save = (event: FormEvent) => {
    event.preventDefault();
    report(thread.update({ name: text }));
  };
  return (
    <form className="line" onSubmit={save}>
      <input aria-label="Name of the group" value={text} onChange={({ target }) => setText(target.value)} />
      <button type="submit" className="button" disabled={text === name || text.trim() === ''}>
        Rename
      </button>
    </form>
  );
}

/** The field takes a `user_id`; while the user types a name, it suggests those of people who have it. */
function AddMember({ chat, thread }: { chat: Chat; thread: Thread }) {
  const report = useReport();
  const [userId, setUserId] = useState('');
  const { people = [] } = usePeople(chat, userId);
  const suggestions = useId();
  const add = (event: FormEvent) => {
    event.preventDefault();
    report(thread.addMembers([userId.trim()]).then(() => setUserId('')));
  };
  return (
    <form className="line" onSubmit={add}>
      <input
        aria-label="User id of a new member"
        placeholder="User id, or a name"
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
      <button type="submit" className="button" disabled={userId.trim() === ''}>
        Add
      </button>
    </form>
  );
}

/** Asks for confirmation: neither action can be undone. */
function Leaving({ thread, me, isOwner }: { thread: Thread; me: string; isOwner: boolean }) {
  const report = useReport();
  const [isAsked, setIsAsked] = useState(false);
  const ask = isOwner ? 'Delete the group' : 'Leave';
  const confirm = isOwner ? 'Delete it, for everybody' : 'Yes, leave';
  const leave = ({ detail: clicks }: MouseEvent) => {
    if (!isAsked) setIsAsked(true);
    // (The second click of a double click does not count as confirmation.)
    else if (clicks < 2) report(isOwner ? thread.deleteThread() : thread.removeMember(me));
  };
  return (
    <div className="leaving line">
      <button type="button" className="button danger" onClick={leave}>
        {isAsked ? confirm : ask}
      </button>
      {isAsked ? (
        <button type="button" className="button" onClick={() => setIsAsked(false)}>
          Stay
        </button>
      ) : null}
    </div>
  );
}
