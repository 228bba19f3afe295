import type { Chat, ImageMetadata } from '@palaver/client';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { IconButton } from '../ui/icon.tsx';
import { SaveAs } from '../ui/save-as.tsx';
import { useReadable } from '../use-readable.ts';

interface LightboxProps {
  chat: Chat;
  /** The pictures of the loaded messages, oldest first. */
  pictures: readonly { seq: number; metadata: ImageMetadata }[];
  /** The message whose picture is shown. */
  seq: number;
  onSeq: (seq: number) => void;
  onClose: () => void;
}

/** One picture at a time, as large as the window. Arrow keys show the others, Escape closes. */
export function Lightbox({ chat, pictures, seq, onSeq, onClose }: LightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const urls = useReadable(chat.fileUrls);
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
    if (key === 'ArrowLeft') go(-1);
    if (key === 'ArrowRight') go(1);
  };
  return (
    <dialog
      ref={dialog}
      className="lightbox"
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
              {shown.name}{' '}
              <small aria-live="polite">
                {at + 1} of {pictures.length}
              </small>
            </p>
            <SaveAs name={shown.name} url={urls.downloadOf(shown)} />
            <IconButton icon="close" label="Close" onClick={close} />
          </header>
          <figure>
            <img key={seq} src={urls.of(shown)} alt={shown.name} />
          </figure>
          <IconButton icon="back" label="Previous picture" isDisabled={at === 0} onClick={() => go(-1)} />
          <IconButton
            icon="forward"
            label="Next picture"
            isDisabled={at === pictures.length - 1}
            onClick={() => go(1)}
          />
        </>
      )}
    </dialog>
  );
}
