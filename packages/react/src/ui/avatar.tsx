import type { FileUrls, Readable } from '@palaver/client';
import { useContext } from 'react';
import { ChatContext } from '../chat/chat-context.ts';
import { useReadable } from '../hooks/use-readable.ts';
import { replaceable } from './replaceable.tsx';
import { useBroken } from './use-broken.ts';

export interface AvatarProps {
  id: string;
  name: string;
  /** The address of the picture, or empty. */
  url: string;
  /** Their presence; undefined shows nothing. */
  isOnline?: boolean | undefined;
}

/** The picture of a user or a group; without one, initials on a colour that depends on their id. */
export function Avatar(props: AvatarProps) {
  const urls = useReadable<FileUrls | undefined>(useContext(ChatContext)?.client.fileUrls ?? NO_CHAT);
  // (Uploaded pictures are read with a ticket of the user.)
  return <Picture {...props} url={urls === undefined ? props.url : (urls.avatarOf(props.url) ?? '')} />;
}

const NO_CHAT: Readable<undefined> = { subscribe: () => () => {}, getSnapshot: () => undefined };

const Picture = replaceable('Avatar', function Avatar({ id, name, url, isOnline }: AvatarProps) {
  const { isBroken, onError } = useBroken(url);
  const words = name.trim().split(/\s+/u).slice(0, 2);
  const initials = words.map((word) => firstOf(word)).join('');
  return (
    <span className="pv-avatar" data-hue={hueOf(id)} aria-hidden="true">
      {url === '' || isBroken ? (
        initials.toUpperCase() || '?'
      ) : (
        <img src={url} alt="" loading="lazy" referrerPolicy="no-referrer" onError={onError} />
      )}
      {isOnline === undefined ? null : <span className="pv-avatar-dot" data-online={isOnline} />}
    </span>
  );
});

const LETTERS = new Intl.Segmenter();

/** The first grapheme: an emoji may consist of several code points. */
function firstOf(word: string): string {
  const [first] = LETTERS.segment(word);
  return first?.segment ?? '';
}

const HUES = 8;

function hueOf(id: string): number {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return sum % HUES;
}
