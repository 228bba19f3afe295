import { isSafe } from '../text/links.ts';
import { useBroken } from '../ui/use-broken.ts';
import { useMayLoad } from '../ui/use-may-load.ts';

/** What a page is about. */
interface Preview {
  url: string;
  title: string;
  description: string;
  image_url: string | undefined;
}

/**
 * A card for the page that a text links to, from `link_preview` in the metadata of the message. The sender chooses what it says, so the card
 * always shows the host of the address that a click opens.
 */
export function LinkPreview({ of }: { of: unknown }) {
  const preview = previewOf(of);
  const { isBroken, onError } = useBroken(preview?.image_url);
  const mayLoad = useMayLoad();
  if (preview === undefined) return null;
  const { url, title, description, image_url } = preview;
  return (
    <a className="pv-link-preview" href={url} target="_blank" rel="noopener noreferrer nofollow">
      {image_url !== undefined && !isBroken && mayLoad(image_url) ? (
        <img src={image_url} alt="" loading="lazy" referrerPolicy="no-referrer" onError={onError} />
      ) : null}
      <small>{new URL(url).host}</small>
      <b>{title}</b>
      {description === '' ? null : <span>{description}</span>}
    </a>
  );
}

/** The card shows the whole host: 255 characters at most (RFC 1035, §2.3.4), and a port. */
const MOST_HOST = 261;
const MOST_ADDRESS = 2_000;

/** As it is opened: a browser would take `https:host/path` for a path on the site of this page. */
function webAddress(text: string): string | undefined {
  if (text.length > MOST_ADDRESS || !/^https?:/i.test(text) || !isSafe(text)) return;
  const { href, host } = new URL(text);
  return host.length > MOST_HOST ? undefined : href;
}

function previewOf(value: unknown): Preview | undefined {
  if (typeof value !== 'object' || value === null) return;
  const fields = value as Record<string, unknown>;
  const textOf = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '');
  const [url, title] = [webAddress(textOf('url')), textOf('title')];
  if (url === undefined || title === '') return;
  return { url, title, description: textOf('description'), image_url: webAddress(textOf('image_url')) };
}
