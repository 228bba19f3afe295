import type { Fetch } from '../http/call.ts';

/** How far an upload is, in bytes. (It is a few hundred bytes larger than the file.) */
export interface UploadProgress {
  sent: number;
  total: number;
}

/** Options of `thread.upload()`. */
export interface UploadOptions {
  /** Name of the file. */
  name?: string | undefined;
  /** A picture to show in place of a video, such as one of its frames. */
  poster?: Blob | undefined;
  /**
   * Called while the file is being sent. A retry starts again at 0. Where the platform does not tell the progress (Node, or
   * with your own `fetch`), it is called once, at the end.
   */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** Ends the upload, which then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
}

type OnProgress = NonNullable<UploadOptions['onProgress']>;

/** (The `fetch` of browsers throws if it is called as a method of another object.) */
export const platformFetch: Fetch = (...request) => fetch(...request);

/** Makes a request that sends a file, and tells its progress as far as the platform does. */
export function uploading(request: Fetch, onProgress: OnProgress | undefined): Fetch {
  if (onProgress === undefined) return request;
  if (request === platformFetch && typeof XMLHttpRequest === 'function')
    return (url, init) => requestWithProgress(url, init, onProgress);
  return async (url, init) => {
    const reply = await request(url, init);
    const { size } = init.body as Blob;
    // (If it throws, the upload has succeeded nevertheless.)
    queueMicrotask(() => onProgress({ sent: size, total: size }));
    return reply;
  };
}

/** The same as `fetch`, which tells no progress. */
function requestWithProgress(url: string, init: RequestInit, onProgress: OnProgress): ReturnType<Fetch> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open(init.method ?? 'GET', url);
    for (const [name, value] of new Headers(init.headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ loaded, total }) => onProgress({ sent: loaded, total });
    const fail = () => reject(new TypeError('The request failed'));
    xhr.onerror = fail;
    xhr.onabort = fail;
    xhr.onload = () => {
      // (`fetch` refuses redirects, too.)
      if (xhr.responseURL !== new URL(url).href) fail();
      resolve({
        ok: xhr.status >= 200 && xhr.status < 300,
        status: xhr.status,
        headers: { get: (name) => xhr.getResponseHeader(name) },
        text: async () => xhr.responseText,
      });
    };
    init.signal?.addEventListener('abort', () => xhr.abort());
    xhr.send(init.body as Blob);
  });
}
