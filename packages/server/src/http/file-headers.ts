import type { ReadableFile } from '../domain/operations/files/access-file.ts';

/** The types that browsers show. Anything else is only ever saved, whatever it contains. */
const SHOWN: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'video/mp4',
  'video/webm',
  'video/ogg',
  'video/quicktime',
  'audio/mp4',
  'audio/webm',
  'audio/ogg',
  'audio/mpeg',
  'audio/wav',
  'audio/flac',
  'application/pdf',
]);

/** A browser that opens the file runs no scripts in it. (Those of a PDF run in its viewer, away from this origin.) */
const NOTHING = "default-src 'none'; sandbox";
/** Chromium loads a video or a recording again, into a page of its own, which must be of the same origin. It runs no scripts either. */
const ONLY_ITSELF = "default-src 'none'; media-src 'self'; sandbox allow-same-origin";

/** How a browser is to treat a file. */
export interface Presentation {
  type: string;
  disposition: string;
}

/** `isSaved`: it is to be saved in any case. */
export function presentationOf({ name, mimeType }: ReadableFile, isSaved: boolean): Presentation {
  const isShown = SHOWN.has(mimeType);
  return {
    type: isShown ? mimeType : 'application/octet-stream',
    disposition: contentDisposition(isShown && !isSaved ? 'inline' : 'attachment', name),
  };
}

/** The headers of a response with a file, or a part of it. (Every response has `nosniff`, see setCommonHeaders.) */
export function headersOf({ type, disposition }: Presentation) {
  return {
    'content-type': type,
    'content-disposition': disposition,
    'accept-ranges': 'bytes',
    'content-security-policy': /^(?:audio|video)\//.test(type) ? ONLY_ITSELF : NOTHING,
    // Pages of any origin may show the file, but get at its bytes only as CORS permits.
    'cross-origin-resource-policy': 'cross-origin',
    ...NO_REFERRER,
  };
}

/** The address has the user's ticket. */
export const NO_REFERRER = { 'referrer-policy': 'no-referrer' };

/**
 * The header that says whether a browser shows a file or saves it, and under which name (RFC 6266). The first name is for old
 * clients, and has only characters that cannot end the quoted text; the second one is exact (RFC 8187). For any name,
 * the header consists of printable ASCII.
 */
export function contentDisposition(type: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  // `encodeURIComponent` leaves these as they are, but RFC 8187 does not permit them.
  const escaped = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
  const exact = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, escaped);
  return `${type}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
