import type {
  Chat,
  CustomMetadata,
  MessageMetadata,
  SentMessageMetadata,
  ShownMessage,
  Thread,
} from '@palaver/client';
import { Audio, File, Image, Video } from './media.tsx';
import { Promotion } from './promotion.tsx';
import { Sticker } from './sticker.tsx';
import { Text } from './text.tsx';

interface BodyProps {
  message: ShownMessage;
  /** Names of the mentioned members. */
  mentioned: readonly string[];
  chat: Chat;
  thread: Thread;
}

/** The content of a message: its text, and what its kind adds. */
export function Body({ message, mentioned, chat, thread }: BodyProps) {
  if (message.state === 'sent' && message.deleted_at !== null)
    return <p className="text deleted">This message was deleted.</p>;
  const { text } = message.body;
  return (
    <>
      <Attachment message={message} chat={chat} thread={thread} />
      {text === '' ? null : <Text text={text} mentioned={mentioned} />}
    </>
  );
}

function Attachment({ message, chat, thread }: Omit<BodyProps, 'mentioned'>) {
  const [metadata] = message.body.metadata ?? [];
  // An uploaded file whose message is not sent yet has no address.
  if (metadata === undefined || !isWhole(metadata)) return null;
  switch (metadata.type) {
    case 'image':
      return <Image metadata={metadata} />;
    case 'video':
      return <Video metadata={metadata} />;
    case 'audio':
      return <Audio metadata={metadata} />;
    case 'file':
      return <File metadata={metadata} />;
    case 'promotion':
      return (
        <Promotion
          metadata={metadata}
          seq={message.state === 'sent' ? message.seq : undefined}
          thread={thread}
        />
      );
    case 'sticker':
      return <Sticker metadata={metadata} chat={chat} />;
    case 'custom_defined':
      return <Custom metadata={metadata} />;
    case 'text':
      return null;
  }
}

/** A message that is sent says everything about its file; until then, `file_id` may stand for it. */
function isWhole(metadata: MessageMetadata | SentMessageMetadata): metadata is MessageMetadata {
  return !('file_id' in metadata) || metadata.source_url !== undefined;
}

/** An app renders its own kinds; unknown kinds are shown as raw data. */
function Custom({ metadata: { custom_name, payload } }: { metadata: CustomMetadata }) {
  return (
    <div className="custom">
      <b>{custom_name}</b>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard */}
      <pre tabIndex={0}>{payload}</pre>
    </div>
  );
}
