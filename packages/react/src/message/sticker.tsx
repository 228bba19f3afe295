import type { Chat, Sticker as StickerFile, StickerMetadata } from '@palaver/client';
import { useEffect, useRef, useState } from 'react';
import { useClient } from '../context/chat-context.ts';
import { useTexts } from '../texts/language.ts';
import { useBroken } from '../ui/use-broken.ts';

/** A sticker message has only ids; the pack has the URL of the file. */
export function Sticker({ metadata: { pack_id, sticker_id } }: { metadata: StickerMetadata }) {
  const client = useClient();
  const texts = useTexts();
  const [file, setFile] = useState<StickerFile | 'gone'>();
  useEffect(() => {
    let isShown = true;
    stickersOf(client, pack_id).then(
      (stickers) => isShown && setFile(stickers.find(({ id }) => id === sticker_id) ?? 'gone'),
      () => isShown && setFile('gone'),
    );
    return () => {
      isShown = false;
    };
  }, [client, pack_id, sticker_id]);
  if (file === undefined) return <span className="pv-sticker" role="img" aria-label={texts.kinds.sticker} />;
  if (file === 'gone') return <em>{texts.stickerGone}</em>;
  return <StickerPicture file={file} />;
}

export function StickerPicture({ file: { kind, url, name } }: { file: StickerFile }) {
  const label = useTexts().stickerNamed(name.replace(/\.\w+$/, ''));
  if (kind === 'json') return <Lottie url={url} label={label} />;
  return <StickerImage url={url} label={label} />;
}

function StickerImage({ url, label }: { url: string; label: string }) {
  const { isBroken, onError } = useBroken(url);
  if (isBroken) return <em>{label}</em>;
  return (
    <img
      className="pv-sticker"
      src={url}
      alt={label}
      width={120}
      height={120}
      referrerPolicy="no-referrer"
      onError={onError}
    />
  );
}

/** Packs by chat, so that a long list requests each pack only once. */
const packs = new WeakMap<Chat, Map<string, Promise<StickerFile[]>>>();

function stickersOf(chat: Chat, packId: string): Promise<StickerFile[]> {
  const known = packs.get(chat) ?? new Map<string, Promise<StickerFile[]>>();
  packs.set(chat, known);
  const asked = known.get(packId) ?? chat.stickerPack(packId).then(({ stickers }) => stickers);
  known.set(packId, asked);
  // A failed request, or an empty pack, is requested again next time.
  const forget = () => known.delete(packId);
  asked.then((stickers) => stickers.length === 0 && forget(), forget);
  return asked;
}

/** Plays animations without expressions, because those are code of strangers: the light player cannot run them. */
function Lottie({ url, label }: { url: string; label: string }) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const leaving = new AbortController();
    let end = () => {};
    const play = async () => {
      const [{ default: lottie }, response] = await Promise.all([
        import('lottie-web/build/player/lottie_light'),
        fetch(url, { signal: leaving.signal }),
      ]);
      const animationData: unknown = await response.json();
      if (leaving.signal.aborted || place.current === null) return;
      const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
      const animation = lottie.loadAnimation({
        container: place.current,
        animationData,
        loop: true,
        autoplay: !isCalm,
      });
      end = () => animation.destroy();
    };
    // If it cannot be played, only the name remains.
    play().catch(() => {});
    return () => {
      leaving.abort();
      end();
    };
  }, [url]);
  return <span ref={place} className="pv-sticker" role="img" aria-label={label} />;
}
