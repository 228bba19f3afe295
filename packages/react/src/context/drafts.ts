import type { Chat } from '@palaver/client';

/** What is known of a file before it is uploaded: its place in the list is kept from the start. */
export interface MediaSize {
  width?: number;
  height?: number;
  duration_ms?: number;
}

/** A file that was chosen, and is not sent yet. */
export interface ChosenFile {
  id: number;
  file: File;
  measured: Promise<MediaSize>;
}

/** What is written and not sent, by thread id. */
export interface Drafts {
  texts: DraftTexts;
  files: Map<string, readonly ChosenFile[]>;
}

/**
 * Texts that are written and not sent, by thread id. They outlast the page: the browser keeps them for the user who wrote them, and
 * for each server apart, since the ids of users and threads are those of a server.
 */
export class DraftTexts {
  readonly #client: Pick<Chat, 'url' | 'me'>;
  /** For a browser that keeps nothing. */
  readonly #texts = new Map<string, string>();

  constructor(client: Pick<Chat, 'url' | 'me'>) {
    this.#client = client;
  }

  get(threadId: string): string {
    const written = this.#texts.get(threadId);
    if (written !== undefined) return written;
    try {
      return localStorage.getItem(this.#keyOf(threadId)) ?? '';
    } catch {
      return '';
    }
  }

  set(threadId: string, text: string): void {
    this.#texts.set(threadId, text);
    try {
      if (text === '') localStorage.removeItem(this.#keyOf(threadId));
      else localStorage.setItem(this.#keyOf(threadId), text);
    } catch {
      // There is no room, or no storage: the text lasts as long as the page.
    }
  }

  #keyOf(threadId: string): string {
    const { url, me } = this.#client;
    return `palaver draft ${url} ${me.getSnapshot()?.ext_user_id} ${threadId}`;
  }
}
