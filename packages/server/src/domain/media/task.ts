import type { PictureLimits } from '@palaver/protocol/limits';
import type { MediaFacts, MediaKind, PreparedFile, RefusedMediaReason, Thumbnail } from './media-facts.ts';
import type { PictureMimeType } from './pictures/clean.ts';

/* What the server and a worker process say to each other. A worker does one task at a time. */

export interface PictureTask {
  task: 'picture' | 'poster';
  path: string;
  mimeType: PictureMimeType;
  folder: string;
  limits: PictureLimits;
}

/** A picture that is stored as a file, and not decoded. */
export interface PictureFileTask {
  task: 'picture-file';
  path: string;
  mimeType: PictureMimeType;
  folder: string;
}

export interface RecordingTask {
  task: 'recording';
  path: string;
  kind: 'video' | 'audio';
  mimeType: string;
}

/** A file that is cleaned where it is. */
export interface CleaningTask {
  task: 'cleaning';
  path: string;
  mimeType: string;
}

export type Task = PictureTask | PictureFileTask | RecordingTask | CleaningTask;

/** The results, by task. */
export interface Results {
  picture: PreparedFile;
  poster: Thumbnail;
  'picture-file': Pick<PreparedFile, 'path' | 'size'>;
  recording: MediaFacts;
  cleaning: { size: number };
}

export type Answer =
  | { done: Results[Task['task']] }
  | { refused: { reason: RefusedMediaReason; kind: MediaKind; message: string } }
  | { failed: { message: string; code: string | undefined } };
