import type { PromotionButton, PromotionMetadata, Thread } from '@palaver/client';
import { isSafe } from '../text/links.ts';
import { useReport } from '../ui/notices.tsx';
import { useBroken } from '../ui/use-broken.ts';
import { useMayLoad } from '../ui/use-may-load.ts';
import { Text } from './text.tsx';

const NOBODY: readonly string[] = [];

/**
 * A card, usually of a bot. The client handles buttons of type 1, which link to a URL here; on a card of a user, each also says where it
 * leads. Buttons of types 2 and 3 are pressed: their label is sent as a message of the user, and type 2 also calls the bot's webhook.
 */
export function Promotion({
  metadata: { promotion },
  isFromBot,
  seq,
  thread,
}: {
  metadata: PromotionMetadata;
  isFromBot: boolean;
  /** Undefined while the message is being sent. */
  seq: number | undefined;
  thread: Thread;
}) {
  const { label, title, image_url, description, buttons = [] } = promotion;
  const { isBroken, onError } = useBroken(image_url);
  const mayLoad = useMayLoad();
  return (
    <div className="pv-promotion">
      {isBroken || !mayLoad(image_url) ? null : (
        <img src={image_url} alt="" loading="lazy" referrerPolicy="no-referrer" onError={onError} />
      )}
      {label ? <span className="pv-promotion-label">{label}</span> : null}
      <b>{title}</b>
      {description ? <Text text={description} mentioned={NOBODY} /> : null}
      <div className="pv-promotion-buttons">
        {buttons.map((button, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a button is its place
          <CardButton key={index} {...{ button, index, isFromBot, seq, thread }} />
        ))}
      </div>
    </div>
  );
}

function CardButton({
  button: { label, action },
  index,
  isFromBot,
  seq,
  thread,
}: {
  button: PromotionButton;
  index: number;
  isFromBot: boolean;
  seq: number | undefined;
  thread: Thread;
}) {
  const report = useReport();
  const { type, payload = '' } = action;
  if (type === 1)
    return isSafe(payload) ? (
      <a className="pv-button" href={payload} target="_blank" rel="noopener noreferrer">
        {label}
        {isFromBot ? null : <small>{new URL(payload).host || payload}</small>}
      </a>
    ) : null;
  const press = () => seq !== undefined && report(thread.press(seq, index));
  return (
    <button type="button" className="pv-button" disabled={seq === undefined} onClick={press}>
      {label}
    </button>
  );
}
