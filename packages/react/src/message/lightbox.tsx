import type { ImageMetadata } from '@palaver/client';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useClient } from '../context/chat-context.ts';
import { useReadable } from '../hooks/use-readable.ts';
import { undirected } from '../text/undirected.ts';
import { useTexts } from '../texts/language.ts';
import { IconButton } from '../ui/icon.tsx';
import { SaveAs } from '../ui/save-as.tsx';
import { AnimationButton, useAnimation } from './animation.tsx';

export interface LightboxProps {
  /** The pictures of the loaded messages, oldest first. */
  pictures: readonly { seq: number; metadata: ImageMetadata }[];
  /** The message whose picture is shown. */
  seq: number;
  /** Whether the user has played or stopped that picture before it was opened. */
  plays?: boolean | undefined;
  onSeq: (seq: number) => void;
  onClose: () => void;
}

/** One picture at a time, as large as the window. Arrow keys show the others, Escape closes. */
export function Lightbox({ pictures, seq, plays, onSeq, onClose }: LightboxProps) {
  const texts = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const urls = useReadable(useClient().fileUrls);
  const at = pictures.findIndex((picture) => picture.seq === seq);
  const shown = pictures[at]?.metadata;
  // The browser returns the focus to the link that opened the dialog, and fires `close`.
  const close = () => dialog.current?.close();
  useEffect(() => dialog.current?.showModal(), []);
  // Its message was deleted.
  useEffect(() => {
    if (shown === undefined) dialog.current?.close();
  }, [shown]);

  const go = (by: number) => {
    const next = pictures[at + by];
    if (next !== undefined) onSeq(next.seq);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    const isRtl = texts.direction === 'rtl';
    if (key === 'ArrowLeft') go(isRtl ? 1 : -1);
    if (key === 'ArrowRight') go(isRtl ? -1 : 1);
  };
  return (
    <dialog
      ref={dialog}
      className="pv-lightbox"
      aria-label={shown?.name ?? ''}
      onClose={onClose}
      onKeyDown={onKeyDown}
      // A click beside the picture.
      onClick={({ target }) => (target as Element).matches('dialog, figure') && close()}
    >
      {shown === undefined ? null : (
        <>
          <header>
            <p>
              <bdi>{undirected(shown.name)}</bdi>{' '}
              <small aria-live="polite">{texts.placeOf(at + 1, pictures.length)}</small>
            </p>
            <SaveAs name={shown.name} url={urls.downloadOf(shown)} />
            <IconButton icon="close" label={texts.close} onClick={close} />
          </header>
          <Picture key={seq} metadata={shown} plays={plays} />
          <IconButton
            icon="back"
            label={texts.previousPicture}
            isDisabled={at === 0}
            onClick={() => go(-1)}
          />
          <IconButton
            icon="forward"
            label={texts.nextPicture}
            isDisabled={at === pictures.length - 1}
            onClick={() => go(1)}
          />
        </>
      )}
    </dialog>
  );
}

/** A picture that moves takes the same place while it is still, although its thumbnail is smaller. */
function Picture({ metadata, plays }: { metadata: ImageMetadata; plays: boolean | undefined }) {
  const urls = useReadable(useClient().fileUrls);
  const { name, width, height, is_animated } = metadata;
  const [url, thumbnail] = [urls.of(metadata), urls.thumbnailOf(metadata)];
  const { canStop, isPlaying, toggle } = useAnimation(is_animated === true, { url, thumbnail }, plays);
  const size = canStop ? { width, height } : {};
  const src = canStop && !isPlaying ? thumbnail : url;
  return (
    <figure>
      <img {...size} src={src} alt={name} referrerPolicy="no-referrer" />
      {canStop ? <AnimationButton name={name} isPlaying={isPlaying} onClick={toggle} /> : null}
    </figure>
  );
}
