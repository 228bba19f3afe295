import type { MediaSize } from '../context/drafts.ts';

/** A file that the browser cannot show is sent as it is; the server finds out what it can. */
const PATIENCE_MS = 3_000;

/** Measures a picture, a video or audio as far as the browser can. */
export async function measure(file: Blob): Promise<MediaSize> {
  const url = URL.createObjectURL(file);
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), PATIENCE_MS);
  try {
    return await measureAt(url, file.type.split('/')[0] ?? '', ending.signal);
  } catch {
    return {};
  } finally {
    clearTimeout(timer);
    ending.abort();
    URL.revokeObjectURL(url);
  }
}

async function measureAt(url: string, family: string, signal: AbortSignal): Promise<MediaSize> {
  if (family === 'image') {
    const picture = Object.assign(new Image(), { src: url });
    await fired(picture, 'load', signal);
    return { width: picture.naturalWidth, height: picture.naturalHeight };
  }
  if (family === 'audio') {
    const audio = Object.assign(new Audio(), { src: url });
    await fired(audio, 'loadedmetadata', signal);
    return durationOf(audio);
  }
  if (family === 'video') {
    const video = Object.assign(document.createElement('video'), { preload: 'metadata', src: url });
    await fired(video, 'loadedmetadata', signal);
    return { width: video.videoWidth, height: video.videoHeight, ...durationOf(video) };
  }
  return {};
}

/** (The duration of a recording without an end is infinite.) */
function durationOf({ duration }: HTMLMediaElement): MediaSize {
  return Number.isFinite(duration) ? { duration_ms: Math.round(duration * 1_000) } : {};
}

function fired(element: HTMLElement, event: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    element.addEventListener(event, () => resolve(), { signal });
    element.addEventListener('error', () => reject(new Error('The browser cannot show this')), { signal });
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}
