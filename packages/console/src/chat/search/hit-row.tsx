import type { ClientSearchHit, ClientThread, TextPart } from '@palaver/client';
import { Avatar } from '../ui/avatar.tsx';
import { exactTimeOf, senderName, shortTimeOf, threadName } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { snippetsOf } from './snippet.ts';

/** A hit: who wrote it, where and when, and what was found in it. */
export function HitRow({ hit, thread }: { hit: ClientSearchHit; thread: ClientThread | undefined }) {
  const { message } = hit;
  const name = senderName(message);
  const place = thread === undefined ? 'another chat' : threadName(thread);
  return (
    <>
      <Avatar id={message.sender.ext_user_id} name={name} url={message.sender.avatar_url} />
      <span className="hit-name">
        <bdi>{name}</bdi>
        {thread?.peer === null || thread === undefined ? (
          <small>
            {' in '}
            <bdi>{place}</bdi>
          </small>
        ) : null}
      </span>
      <small className="hit-time" title={exactTimeOf(message.created_at)}>
        {shortTimeOf(message.created_at)}
      </small>
      <span className="hit-texts">
        {snippetsOf(hit).map(({ field, parts }) => (
          <span key={field} className="hit-text" dir="auto" data-field={field}>
            {field === 'name' ? <Icon name="file" /> : null}
            <Parts parts={parts} />
          </span>
        ))}
      </span>
    </>
  );
}

function Parts({ parts }: { parts: readonly TextPart[] }) {
  return parts.map(({ text, isMatch }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no ids, and no state
    isMatch ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  );
}
