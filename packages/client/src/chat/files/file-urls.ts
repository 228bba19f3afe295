import type { FileTicket } from '../../api.ts';
import type { Rest } from '../connection/rest.ts';
import { Store } from '../state/store.ts';

/** What refers to a file: the metadata of a message of the kind `image`, `video`, `audio` or `file`, or an `UploadedFile`. */
export interface FileReference {
  file_id?: string | undefined;
  name?: string | undefined;
  source_url?: string | undefined;
  source_thumb_url?: string | null | undefined;
  /** Whether the server has lost the file, so that a request for it can only fail. */
  is_gone?: boolean | undefined;
}

/**
 * Addresses of files for pages: for `src` and `href`, and for `fetch`. Those of uploaded files contain the ticket of the user
 * and lead to your server, whatever a message says. A file that is stored elsewhere keeps its address. An address is
 * undefined if the file has none or is gone (`is_gone`), and for uploaded files before the first connection.
 */
export class FileUrls {
  readonly #base: string;
  readonly #ticket: string | undefined;

  /** `base`: address of the server, without a trailing slash. */
  constructor(base: string, ticket?: string) {
    this.#base = base;
    this.#ticket = ticket;
  }

  /**
   * Returns the address of a file.
   *
   * @example
   * ```ts
   * for (const message of thread.getSnapshot().messages) {
   *   const [metadata] = message.body.metadata;
   *   if (metadata?.type === 'image') console.log(chat.fileUrls.getSnapshot().of(metadata));
   * }
   * ```
   */
  of(file: FileReference): string | undefined {
    if (file.is_gone) return undefined;
    return isUploaded(file) ? this.#urlOf(file.file_id, nameIn(file)) : webAddress(file.source_url);
  }

  /**
   * Returns the address of the thumbnail of a picture or a video; undefined if there is none.
   *
   * @example
   * ```ts
   * const file = await thread.upload(new File(['Buy bread'], 'notes.txt'));
   * const urls = chat.fileUrls.getSnapshot();
   * console.log(urls.thumbnailOf(file) ?? urls.of(file));
   * ```
   */
  thumbnailOf(file: FileReference): string | undefined {
    if (file.is_gone) return undefined;
    const given = webAddress(file.source_thumb_url);
    if (!isUploaded(file)) return given;
    if (given?.endsWith(`/${file.file_id}/${THUMBNAIL}`)) return this.#urlOf(file.file_id, THUMBNAIL);
    // (A video without a thumbnail has its own address in this place.)
    return given === file.source_url ? undefined : given;
  }

  /**
   * Returns the address at which a browser saves a file instead of showing it.
   *
   * @example
   * ```ts
   * const file = await thread.upload(new File(['Buy bread'], 'notes.txt'));
   * console.log(chat.fileUrls.getSnapshot().downloadOf(file));
   * ```
   */
  downloadOf(file: FileReference): string | undefined {
    const url = this.of(file);
    return url !== undefined && isUploaded(file) ? `${url}&download=1` : url;
  }

  /**
   * Returns the address of the picture of a user or a group, from their `avatar_url`; undefined if there is none.
   *
   * @example
   * ```ts
   * const { avatar_url } = await chat.getProfile();
   * console.log(chat.fileUrls.getSnapshot().avatarOf(avatar_url));
   * ```
   */
  avatarOf(avatarUrl: string): string | undefined {
    const id = UPLOADED.exec(avatarUrl)?.[1];
    return id === undefined ? webAddress(avatarUrl) : this.#urlOf(id, THUMBNAIL);
  }

  /**
   * Returns whether an address leads to your server. A page that loads pictures from other hosts tells these who looks at the chat.
   *
   * @example
   * ```ts
   * const { avatar_url } = await chat.getProfile();
   * const urls = chat.fileUrls.getSnapshot();
   * const address = urls.avatarOf(avatar_url);
   * if (address !== undefined && urls.isOnServer(address)) console.log(address);
   * ```
   */
  isOnServer(address: string): boolean {
    return address.startsWith(`${this.#base}/`);
  }

  #urlOf(fileId: string, path: string): string | undefined {
    if (this.#ticket === undefined) return undefined;
    return `${this.#base}/file/v1.0/file/${fileId}/${path}?ticket=${encodeURIComponent(this.#ticket)}`;
  }
}

const THUMBNAIL = 'thumbnail/thumbnail.webp';
const UPLOADED = new RegExp(`/file/v1\\.0/file/([\\w-]+)/${THUMBNAIL}$`);

/** Other members choose the metadata of their messages: an id is only what cannot lead to another path. */
function isUploaded(file: FileReference): file is FileReference & { file_id: string } {
  return typeof file.file_id === 'string' && /^[\w-]+$/.test(file.file_id);
}

/** The server checks the addresses in the fields of a kind, but not the fields that a sender adds. */
function webAddress(url: unknown): string | undefined {
  return typeof url === 'string' && /^https?:/i.test(url) ? url : undefined;
}

/** The name matters only to readers of the address: the server finds the file by its id. */
function nameIn({ name }: FileReference): string {
  const shown = (typeof name === 'string' ? name : '').replace(/[/\\\p{C}]/gu, '_');
  return /^\.*$/.test(shown) ? 'file' : encodeURIComponent(shown);
}

/** A ticket is valid for at least 24 hours. The device may be offline at some of the renewals. */
const RENEWAL_MS = 6 * 3_600_000;

/**
 * Keeps the ticket in the addresses of files valid. Each connection brings a ticket; while it lasts, the SDK requests the
 * next ones. (It does not wait for `expires_at`, because the clock of the device may be wrong.)
 */
export class FileTickets {
  readonly urls: Store<FileUrls>;
  readonly #base: string;
  readonly #rest: Rest;
  #ticket: string | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(base: string, rest: Rest) {
    this.#base = base;
    this.#rest = rest;
    this.urls = new Store(new FileUrls(base));
  }

  /** Call this with the ticket of a new connection. */
  start(ticket: FileTicket): void {
    this.#set(ticket);
    this.stop();
    this.#timer = setInterval(() => {
      this.#rest.get<FileTicket>('/me/file-ticket').then(
        (next) => this.#set(next),
        () => {}, // The next round tries again.
      );
    }, RENEWAL_MS);
  }

  /** Call this when the connection has ended. */
  stop(): void {
    clearInterval(this.#timer);
  }

  /** (During a day the ticket stays the same, and nobody is notified.) */
  #set({ ticket }: FileTicket): void {
    if (ticket === this.#ticket) return;
    this.#ticket = ticket;
    this.urls.set(new FileUrls(this.#base, ticket));
  }
}
