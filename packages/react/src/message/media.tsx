import type { SentFileMetadata, SentImageMetadata, SentVideoMetadata } from '@palaver/client';
import { type MouseEvent, type ReactNode, useContext, useEffect } from 'react';
import { useClient } from '../context/chat-context.ts';
import { useReadable } from '../hooks/use-readable.ts';
import { undirected } from '../text/undirected.ts';
import { useLanguage, useTexts } from '../texts/language.ts';
import { Icon } from '../ui/icon.tsx';
import { SaveAs } from '../ui/save-as.tsx';
import { useBroken } from '../ui/use-broken.ts';
import { AnimationButton, useAnimation } from './animation.tsx';
import { pauseOthers } from './pause-others.ts';
import { ShowPicture } from './pictures.tsx';

/** Where a file is: in memory while it is being sent, later on the server. */
export interface FileAddresses {
  url: string | undefined;
  thumbnail: string | undefined;
  /** Only of stored files. */
  download: string | undefined;
}

export interface MediaProps<Metadata> {
  metadata: Metadata;
  addresses: FileAddresses;
  /** The progress of the upload, while the file is being sent. */
  ring: ReactNode;
}

/** A picture, which the lightbox shows as a whole. `seq`: that of its message; undefined while it is being sent. */
export function Image({
  metadata,
  addresses,
  ring,
  seq,
}: MediaProps<SentImageMetadata> & { seq: number | undefined }) {
  const texts = useTexts();
  const show = useContext(ShowPicture);
  const { canStop, isPlaying, wanted, toggle } = useAnimation(metadata.is_animated === true, addresses);
  const open = (event: MouseEvent) => {
    // With a modifier key the browser opens a tab or a window, as for any link.
    if (seq === undefined || show === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(seq, wanted);
  };
  const name = metadata.name ?? texts.picture;
  return (
    <div className="pv-media">
      <a
        href={seq === undefined ? undefined : addresses.url}
        target="_blank"
        rel="noopener noreferrer"
        onClick={open}
      >
        <Picture
          src={isPlaying ? addresses.url : (addresses.thumbnail ?? addresses.url)}
          name={name}
          box={boxOf(metadata)}
        />
      </a>
      {canStop ? <AnimationButton name={name} isPlaying={isPlaying} onClick={toggle} /> : null}
      {ring}
    </div>
  );
}

interface PictureProps {
  src: string | undefined;
  name: string;
  box: ReturnType<typeof boxOf>;
}

/** A picture; if the browser cannot show it, its name in the same place, until the next connection. */
function Picture({ src, name, box }: PictureProps) {
  const { state } = useReadable(useClient().connection);
  const { isBroken, onError, retry } = useBroken(src);
  useEffect(() => {
    if (state === 'online') retry();
  }, [state, retry]);
  if (!isBroken) return <img src={src} alt={name} {...box} referrerPolicy="no-referrer" onError={onError} />;
  return (
    <span className="pv-broken" style={{ ...box.style, width: box.width }}>
      <Icon name="picture" /> {undirected(name)}
    </span>
  );
}

/** A video; if the browser cannot play it, a file. */
export function Video(props: MediaProps<SentVideoMetadata>) {
  const texts = useTexts();
  const {
    metadata,
    addresses: { url, thumbnail },
    ring,
  } = props;
  const { isBroken, onError } = useBroken(url);
  if (isBroken) return <File {...props} metadata={{ ...metadata, type: 'file', mime_type: '' }} />;
  return (
    <div className="pv-media">
      <video
        src={url}
        poster={thumbnail}
        {...boxOf(metadata)}
        aria-label={metadata.name ?? texts.kinds.video}
        // Without a poster, the browser shows the first picture of the video.
        preload={thumbnail === undefined ? 'metadata' : 'none'}
        controls={ring === null}
        onError={onError}
        onPlay={({ currentTarget }) => pauseOthers(currentTarget)}
      >
        <track kind="captions" />
      </video>
      {ring}
    </div>
  );
}

export function File({ metadata, addresses: { url, download }, ring }: MediaProps<SentFileMetadata>) {
  const { texts, size: sizeOf } = useLanguage();
  const { name = texts.kinds.file, size = 0, mime_type = '' } = metadata;
  return (
    <div className="pv-file">
      {ring ?? <Icon name="file" />}
      <a href={download === undefined ? undefined : url} target="_blank" rel="noopener noreferrer">
        <b>{undirected(name)}</b>
        <small>{[mime_type, sizeOf(size)].filter((part) => part !== '').join(' · ')}</small>
      </a>
      <SaveAs name={name} url={download} />
    </div>
  );
}

/** In pixels. Pictures are shown in their own size if that is between these. */
const MIN = 64;
const MAX = { width: 280, height: 320 };
const UNKNOWN_HEIGHT = 200;

/** The place of a picture in the list, which is kept before it has loaded, so that the list does not jump. */
function boxOf({ width = 0, height = 0 }: { width?: number; height?: number }) {
  if (width <= 0 || height <= 0) return { width: MAX.width, height: UNKNOWN_HEIGHT, style: {} };
  const scale = Math.min(1, MAX.width / width, MAX.height / height);
  const box = {
    width: Math.max(MIN, Math.round(width * scale)),
    height: Math.max(MIN, Math.round(height * scale)),
  };
  // The ratio that a browser takes from the attributes ends when the picture has loaded.
  return { ...box, style: { aspectRatio: `${box.width} / ${box.height}` } };
}
