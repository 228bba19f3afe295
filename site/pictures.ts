import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './pages.ts';

/** Gives pictures their sizes, so that a page does not move when they arrive. `folder`: that of the page, in the repository. */
export function withSizes(html: string, folder: string): string {
  return html.replaceAll(
    /<img(?![^>]*\swidth=)([^>]*\ssrc="([^":]+\.png)")/g,
    (_, start: string, path: string) => {
      const header = readFileSync(join(ROOT, folder, path)).subarray(16, 24);
      return `<img width="${header.readUInt32BE(0)}" height="${header.readUInt32BE(4)}"${start}`;
    },
  );
}
