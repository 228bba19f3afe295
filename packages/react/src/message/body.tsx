import type { CustomMetadata, ShownMessage, Thread } from '@palaver/client';
import type { ReactNode } from 'react';
import { useClient, useSetup } from '../context/chat-context.ts';
import { useReadable } from '../hooks/use-readable.ts';
import { useTexts } from '../texts/language.ts';
import { Boundary } from '../ui/boundary.tsx';
import { useMayLoad } from '../ui/use-may-load.ts';
import { useObjectUrl } from '../ui/use-object-url.ts';
import { Audio } from './audio.tsx';
import { Gone, isGone } from './gone.tsx';
import { LinkPreview } from './link-preview.tsx';
import { Location } from './location.tsx';
import { File, Image, Video } from './media.tsx';
import { Promotion } from './promotion.tsx';
import { Sticker } from './sticker.tsx';
import { isFewEmoji, Text } from './text.tsx';
import { UploadRing } from './upload-ring.tsx';

interface BodyProps {
  message: ShownMessage;
  /** Names of the mentioned members. */
  mentioned: readonly string[];
  thread: Thread;
  /** When it was sent, and what has become of it: at the end of the text, or over what is shown instead. */
  meta: ReactNode;
}

/** Whether a message stands by itself, without a bubble: a sticker, or a few large emoji. */
export function isBare({ body: { text, metadata } }: ShownMessage): boolean {
  const type = metadata?.[0]?.type;
  return type === 'sticker' || ((type === undefined || type === 'text') && isFewEmoji(text));
}

/** The content of a message: its text, and what its kind adds. */
export function Body({ message, mentioned, thread, meta }: BodyProps) {
  const texts = useTexts();
  if (message.state === 'sent' && message.deleted_at !== null)
    return (
      <p className="pv-gone">
        {texts.thisWasDeleted} {meta}
      </p>
    );
  const { text } = message.body;
  return (
    <>
      <Attachment message={message} thread={thread} />
      {text === '' ? (
        meta
      ) : (
        <Text text={text} mentioned={mentioned}>
          {meta}
        </Text>
      )}
    </>
  );
}

function Attachment({ message, thread }: Pick<BodyProps, 'message' | 'thread'>) {
  const [metadata] = message.body.metadata ?? [];
  const { known, mayLoad, ...file } = useFile(message, thread);
  if (metadata === undefined) return null;
  if (isGone(metadata)) return <Gone name={metadata.name} />;
  const sent = message.state === 'sent' ? message : undefined;
  const seq = sent?.seq;
  const isFromBot = sent?.sender.type === 'bot';
  // A click on the file opens what is not loaded without one.
  if (!mayLoad && (metadata.type === 'image' || metadata.type === 'video'))
    return <File metadata={{ ...known, ...metadata, type: 'file', mime_type: '' }} {...file} />;
  switch (metadata.type) {
    case 'image':
      return <Image metadata={{ ...known, ...metadata }} seq={seq} {...file} />;
    case 'video':
      return <Video metadata={{ ...known, ...metadata }} {...file} />;
    case 'audio':
      return <Audio metadata={{ ...known, ...metadata }} {...file} />;
    case 'file':
      return <File metadata={{ ...known, ...metadata }} {...file} />;
    case 'promotion':
      return <Promotion {...{ metadata, isFromBot, seq, thread }} />;
    case 'sticker':
      return <Sticker metadata={metadata} />;
    case 'location':
      return <Location metadata={metadata} />;
    case 'custom_defined':
      return <Custom {...{ metadata, message, thread }} />;
    case 'text':
      return <LinkPreview of={metadata.link_preview} />;
  }
}

/** What is known of the file of a message: where it is, whether it may be loaded without a click, and how far its upload is. */
function useFile(message: ShownMessage, thread: Thread) {
  const upload = message.state === 'sent' ? undefined : message.upload;
  const local = useObjectUrl(upload?.file);
  const urls = useReadable(useClient().fileUrls);
  const [file = {}] = message.body.metadata ?? [];
  const mayLoad = useMayLoad();
  const url = local ?? urls.of(file);
  const thumbnail = local === undefined ? urls.thumbnailOf(file) : undefined;
  const addresses = {
    url,
    thumbnail: thumbnail !== undefined && mayLoad(thumbnail) ? thumbnail : undefined,
    download: message.state === 'sent' ? urls.downloadOf(file) : undefined,
  };
  const cancel = () => message.state === 'sending' && thread.discard(message.client_message_id);
  // Between its upload and the end of the sending, a message only names its file.
  const known = upload && { name: upload.name, size: upload.file.size, mime_type: upload.file.type };
  const isUploading = message.state === 'sending' && upload !== undefined;
  return {
    known,
    mayLoad: url === undefined || mayLoad(url),
    addresses,
    ring: isUploading ? <UploadRing upload={upload} onCancel={cancel} /> : null,
  };
}

/** An app's own kind, as its component shows it. Other kinds are shown as raw data. */
function Custom({
  metadata,
  ...props
}: Pick<BodyProps, 'message' | 'thread'> & { metadata: CustomMetadata }) {
  const { custom_name, payload } = metadata;
  const { renderers } = useSetup();
  // (A name can be that of a property of every object.)
  const Renderer = Object.hasOwn(renderers, custom_name) ? renderers[custom_name] : undefined;
  if (Renderer !== undefined)
    return (
      <Boundary>
        <Renderer payload={payload} {...props} />
      </Boundary>
    );
  return (
    <div className="pv-custom">
      <b>{custom_name}</b>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard */}
      <pre tabIndex={0}>{payload}</pre>
    </div>
  );
}
