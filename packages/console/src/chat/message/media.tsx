import type { AudioMetadata, FileMetadata, ImageMetadata, VideoMetadata } from '@palaver/client';
import { sizeOf } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { isSafe } from './text.tsx';

/** Reserves the space before the picture has loaded, so that the list does not jump. */
export function Image({
  metadata: { name, width, height, source_url, source_thumb_url },
}: {
  metadata: ImageMetadata;
}) {
  return (
    <a
      className="media"
      href={isSafe(source_url) ? source_url : undefined}
      target="_blank"
      rel="noopener noreferrer"
    >
      <img src={source_thumb_url} alt={name} width={width} height={height} loading="lazy" />
    </a>
  );
}

export function Video({
  metadata: { name, width, height, source_url, source_thumb_url },
}: {
  metadata: VideoMetadata;
}) {
  return (
    <video
      className="media"
      src={source_url}
      poster={source_thumb_url}
      width={width}
      height={height}
      aria-label={name}
      preload="none"
      controls
    >
      <track kind="captions" />
    </video>
  );
}

export function Audio({ metadata: { name, source_url } }: { metadata: AudioMetadata }) {
  return (
    // biome-ignore lint/a11y/useMediaCaption: nobody writes captions for a voice message
    <audio className="media" src={source_url} aria-label={name} preload="none" controls />
  );
}

export function File({ metadata: { name, size, mime_type, source_url } }: { metadata: FileMetadata }) {
  return (
    <a
      className="file"
      href={isSafe(source_url) ? source_url : undefined}
      target="_blank"
      rel="noopener noreferrer"
    >
      <Icon name="file" />
      <span>
        <b>{name}</b>
        <small>
          {mime_type} · {sizeOf(size)}
        </small>
      </span>
    </a>
  );
}
