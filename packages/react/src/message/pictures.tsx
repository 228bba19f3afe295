import type { ShownMessage } from '@palaver/client';
import { createContext, type ReactNode, useCallback, useMemo, useState } from 'react';
import { useClient } from '../context/chat-context.ts';
import { useReadable } from '../hooks/use-readable.ts';
import { useMayLoad } from '../ui/use-may-load.ts';
import { isGone } from './gone.tsx';
import { Lightbox } from './lazy-lightbox.ts';

/**
 * Shows the picture of the message with this `seq`. `plays`: whether the user has played or stopped it, if it moves. Without this context, a
 * click on a picture opens its address.
 */
export const ShowPicture = createContext<((seq: number, plays?: boolean) => void) | undefined>(undefined);

/** Shows the pictures of these messages in a lightbox when one of them is clicked. */
export function Pictures({ messages, children }: { messages: readonly ShownMessage[]; children: ReactNode }) {
  const [shown, setShown] = useState<{ seq: number; plays?: boolean | undefined }>();
  const show = useCallback((seq: number, plays?: boolean) => setShown({ seq, plays }), []);
  const urls = useReadable(useClient().fileUrls);
  const mayLoad = useMayLoad();
  const pictures = useMemo(
    () => messages.flatMap(pictureOf).filter(({ metadata }) => mayLoad(urls.of(metadata) ?? '')),
    [messages, urls, mayLoad],
  );
  return (
    <ShowPicture.Provider value={show}>
      {children}
      {shown === undefined ? null : (
        <Lightbox pictures={pictures} {...shown} onSeq={show} onClose={() => setShown(undefined)} />
      )}
    </ShowPicture.Provider>
  );
}

function pictureOf(message: ShownMessage) {
  if (message.state !== 'sent' || message.deleted_at !== null) return [];
  const [metadata] = message.body.metadata;
  return metadata?.type === 'image' && !isGone(metadata) ? [{ seq: message.seq, metadata }] : [];
}
