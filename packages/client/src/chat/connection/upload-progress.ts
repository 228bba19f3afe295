import type { Fetch } from '../../http/call.ts';

/** How far an upload is, in bytes. (A small one is a few hundred bytes larger than its file.) */
export interface UploadProgress {
  sent: number;
  total: number;
}

export type OnProgress = (progress: UploadProgress) => void;

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
    if (reply.ok) queueMicrotask(() => onProgress({ sent: size, total: size }));
    return reply;
  };
}

/** An upload that has stood still for so long counts as lost: its connection may be gone. */
const STALLED_MS = 60_000;

/** The same as `fetch`, which tells no progress. */
function requestWithProgress(url: string, init: RequestInit, onProgress: OnProgress): ReturnType<Fetch> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open(init.method ?? 'GET', url);
    for (const [name, value] of new Headers(init.headers)) xhr.setRequestHeader(name, value);
    let stalled = setTimeout(() => xhr.abort(), STALLED_MS);
    xhr.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(stalled);
      stalled = setTimeout(() => xhr.abort(), STALLED_MS);
      onProgress({ sent: loaded, total });
    };
    xhr.onloadend = () => clearTimeout(stalled);
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
    init.signal?.addEventListener('abort', () => {
      // (It would take the headers from a finished request.)
      if (xhr.readyState !== XMLHttpRequest.DONE) xhr.abort();
    });
    xhr.send(init.body as Blob);
  });
}
