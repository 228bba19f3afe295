import { replaceable } from './replaceable.tsx';
import { useBroken } from './use-broken.ts';
import { useFileUrls, useMayLoad } from './use-may-load.ts';

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
  const urls = useFileUrls();
  const mayLoad = useMayLoad();
  // (Uploaded pictures are read with a ticket of the user.)
  const url = urls === undefined ? props.url : (urls.avatarOf(props.url) ?? '');
  return <Picture {...props} url={mayLoad(url) ? url : ''} />;
}

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
