import type { ClientSearchHit, ClientThread, TextPart } from '@palaver/client';
import { useLanguage } from '../texts/language.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';
import { snippetsOf } from './snippet.ts';

/** A hit: who wrote it, where and when, and what was found in it. */
export function HitRow({ hit, thread }: { hit: ClientSearchHit; thread: ClientThread | undefined }) {
  const { message } = hit;
  const { texts, senderName, threadName, summaryOf, exactTime, shortTime } = useLanguage();
  const name = senderName(message);
  const place = thread === undefined ? texts.anotherChat : threadName(thread);
  return (
    <>
      <Avatar id={message.sender.ext_user_id} name={name} url={message.sender.avatar_url} />
      <span className="pv-hit-name">
        <bdi>{name}</bdi>
        {thread?.peer === null || thread === undefined ? (
          <small>
            {` ${texts.inChat} `}
            <bdi>{place}</bdi>
          </small>
        ) : null}
      </span>
      <small className="pv-hit-time" title={exactTime(message.created_at)}>
        {shortTime(message.created_at)}
      </small>
      <span className="pv-hit-texts">
        {snippetsOf(hit, summaryOf).map(({ field, parts }) => (
          <span key={field} className="pv-hit-text" dir="auto" data-field={field}>
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
