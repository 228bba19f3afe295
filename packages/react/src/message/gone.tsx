import type {
  SentAudioMetadata,
  SentFileMetadata,
  SentImageMetadata,
  SentMessageMetadata,
  SentVideoMetadata,
} from '@palaver/client';
import { undirected } from '../text/undirected.ts';
import { useTexts } from '../texts/language.ts';
import { Icon } from '../ui/icon.tsx';

/** Metadata of a message whose file the server has lost. */
export function isGone(metadata: SentMessageMetadata): metadata is SentFile & { is_gone: true } {
  const { type } = metadata;
  if (type !== 'image' && type !== 'video' && type !== 'audio' && type !== 'file') return false;
  return metadata.is_gone === true;
}

type SentFile = SentImageMetadata | SentVideoMetadata | SentAudioMetadata | SentFileMetadata;

/** In the place of a file that the server has lost. */
export function Gone({ name }: { name: string | undefined }) {
  const texts = useTexts();
  return (
    <div className="pv-file pv-gone">
      <Icon name="file" />
      <p>
        <b>{undirected(name ?? texts.kinds.file)}</b>
        <small>{texts.fileGone}</small>
      </p>
    </div>
  );
}
