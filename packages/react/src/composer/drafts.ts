import type { Measured } from './measure.ts';

/** A file that was chosen, and is not sent yet. */
export interface Chosen {
  id: number;
  file: File;
  measured: Promise<Measured>;
}

/** What is written and not sent, by thread id. */
export interface Drafts {
  texts: Map<string, string>;
  files: Map<string, readonly Chosen[]>;
}
