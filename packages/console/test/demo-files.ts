import { readFileSync } from 'node:fs';

/** A file as a picker takes it. */
export interface DemoFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const demo = (name: string, mimeType: string): DemoFile => ({
  name,
  mimeType,
  buffer: readFileSync(new URL(`../public/demo/${name}`, import.meta.url)),
});

export const HILLS = demo('hills.png', 'image/png');
export const ICON = demo('icon.png', 'image/png');
export const FILM = demo('sunrise.webm', 'video/webm');
export const PAPER = demo('menu.pdf', 'application/pdf');
