import type { ClientMessage, UploadedFile } from '../../api.ts';
import { PalaverError } from '../../error.ts';
import { wait } from '../../http/wait.ts';
import type { UploadProgress } from '../connection/upload-progress.ts';
import { naming, uploadOf } from './file-message.ts';
import type { OutgoingFile, OutgoingFiles } from './outgoing-files.ts';
import type { OutboxStorage, OutgoingMessage } from './outgoing-message.ts';

export interface OutboxOptions {
  storage: OutboxStorage | undefined;
  /** The key of the messages in the storage. It names the user, so no other user sends them. Rejects without a token. */
  key: () => Promise<string>;
  files: OutgoingFiles;
  /** Throws the error of the server for a message that it will refuse, before its file is uploaded. */
  check: (message: OutgoingMessage) => void;
  /** Makes one attempt. Rejects with a {@link PalaverError}. */
  send: (message: OutgoingMessage) => Promise<ClientMessage>;
  onSent: (outgoing: OutgoingMessage, message: ClientMessage) => void;
  /** The server has refused a message. */
  onRefused: (outgoing: OutgoingMessage) => void;
  /** The outgoing messages of a thread have changed. */
  onChange: (threadId: string) => void;
}

const RETRY_MS = 1_000;
/** If the server knows none of the files that it has just stored, uploading another one does not help. */
const MAX_LOST_FILES = 3;

/**
 * Messages that the server has not stored yet. The outbox sends the messages of a thread one after another, to keep their
 * order, and retries each until the server stores or refuses it. A lost response does no harm, because the server
 * recognises the `client_message_id`. With a storage, messages survive the tab.
 *
 * A message that awaits its file is sent when the file is uploaded. Later messages with files wait for it, others do not.
 * Only the tab that has claimed its file uploads it. The server removes an uploaded file that no message names for a day, so
 * the device keeps the file until the message is stored, and uploads it again if it is gone. The storage has the message before
 * the file is kept, and loses it before the file is removed: so a kept file without a message belongs to nobody.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #messages = new Map<string, OutgoingMessage>();
  /** Ids of all messages that this tab has had. The others in the storage belong to other tabs. */
  readonly #ownIds = new Set<string>();
  /** By client message id: uploaded files whose messages wait for those before them. */
  readonly #uploaded = new Map<string, UploadedFile>();
  /** Messages are taken over one after another, to keep their order. */
  #takingOver = Promise.resolve();
  /** Writes to the storage, one after another. */
  #storing = Promise.resolve();
  /** Threads whose messages are being sent. */
  readonly #busyThreads = new Set<string>();
  #isOnline = false;
  /** Resolves when the connection is online. */
  #online = deferred();
  #isClosed = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Takes over the messages that earlier tabs have left in the storage. */
  async restore(): Promise<void> {
    const { storage, files } = this.#options;
    if (storage !== undefined) void files.sweep(storage);
    for (const message of await this.#stored()) {
      if (this.#ownIds.has(message.client_message_id)) continue;
      if (hasFile(message)) void this.#takeOver(message.client_message_id);
      else this.#resume(message);
    }
  }

  add(message: OutgoingMessage, file?: OutgoingFile): void {
    this.#keep(message);
    this.#changed(message.thread_id);
    if (file !== undefined) this.#options.files.add(message.client_message_id, file, this.#storing);
    this.#start(message);
  }

  /** The messages of a thread, in the order of sending. */
  of(threadId: string): OutgoingMessage[] {
    return [...this.#messages.values()].filter(({ thread_id }) => thread_id === threadId);
  }

  /** Sends a refused message again. If it is refused again, its place is after `afterSeq`. */
  retry(clientMessageId: string, afterSeq: number | undefined): void {
    const message = this.#messages.get(clientMessageId);
    if (message?.error === undefined) return;
    const { error: _, ...others } = message;
    const again = { ...others, after_seq: afterSeq };
    this.#messages.set(clientMessageId, again);
    this.#changed(message.thread_id);
    this.#start(again);
  }

  /** Removes a message and returns it. */
  remove(clientMessageId: string): OutgoingMessage | undefined {
    const message = this.#messages.get(clientMessageId);
    if (message === undefined) return undefined;
    this.#messages.delete(clientMessageId);
    this.#changed(message.thread_id);
    if (message.awaits_file) {
      this.#options.files.end(message, this.#storing);
      this.#uploaded.delete(clientMessageId);
      this.#sendUploaded(message.thread_id);
    } else if (message.unnamed !== undefined) this.#options.files.forget(clientMessageId, this.#storing);
    return message;
  }

  set isOnline(isOnline: boolean) {
    if (isOnline) this.#online.resolve();
    // (If it was offline before, waiting sends keep their promise.)
    else if (this.#isOnline) this.#online = deferred();
    this.#isOnline = isOnline;
  }

  close(): void {
    this.#isClosed = true;
    this.#options.files.close();
  }

  #resume(message: OutgoingMessage): void {
    this.#keep(message);
    this.#options.onChange(message.thread_id);
    this.#start(message);
  }

  /** Waits until no other tab uploads the file of a message. */
  async #takeOver(id: string): Promise<void> {
    if (!(await this.#options.files.claim(id))) return;
    const turn = this.#takingOver.then(() => this.#takeClaimed(id));
    // (If a subscriber of the app throws, the others are taken over nevertheless.)
    this.#takingOver = turn.catch(() => {});
    await turn;
  }

  /** The storage tells what has become of the message. */
  async #takeClaimed(id: string): Promise<void> {
    const { files } = this.#options;
    const message = (await this.#stored()).find(({ client_message_id }) => client_message_id === id);
    const isWanted = message !== undefined && !this.#ownIds.has(id) && !this.#isClosed;
    if (!isWanted || !hasFile(message)) files.release(id);
    if (!isWanted) return;
    const file = message.awaits_file && (await files.restore(id));
    this.#resume(file === undefined ? message : { ...message, upload: uploadOf(file, message.request) });
  }

  #start(message: OutgoingMessage): void {
    if (message.awaits_file) void this.#upload(message);
    else this.#startSending(message.thread_id);
  }

  async #upload(message: OutgoingMessage): Promise<void> {
    const { client_message_id: id, thread_id } = message;
    const { check, files } = this.#options;
    try {
      check(message);
      const file = await files.upload(message, {
        online: () => this.#online.promise,
        onBegin: (upload_id) => this.#begin(id, upload_id),
        onProgress: (progress) => this.#showProgress(id, progress),
      });
      if (file === undefined || !this.#messages.has(id)) return;
      this.#uploaded.set(id, file);
      this.#sendUploaded(thread_id);
    } catch (error) {
      if (!(error instanceof PalaverError)) throw error;
      this.#refuse(id, error);
    }
  }

  /** Sends the messages whose files are uploaded, up to the first one whose file is still on its way. */
  #sendUploaded(threadId: string): void {
    const awaiting = this.of(threadId).filter(({ awaits_file, error }) => awaits_file && !error);
    for (const { client_message_id: id } of awaiting) {
      const file = this.#uploaded.get(id);
      const message = this.#messages.get(id);
      if (file === undefined || message === undefined) break;
      this.#uploaded.delete(id);
      const { awaits_file: _, upload_id: __, ...complete } = message;
      const { request: unnamed } = complete;
      this.#messages.set(id, { ...complete, request: naming(file, unnamed), unnamed });
      this.#changed(threadId);
    }
    this.#startSending(threadId);
  }

  /** The next tab continues this upload. */
  #begin(id: string, upload_id: string): void {
    const message = this.#messages.get(id);
    if (message === undefined) return;
    this.#messages.set(id, { ...message, upload_id });
    this.#changed(message.thread_id);
  }

  /** (The storage does not have the progress.) */
  #showProgress(id: string, progress: UploadProgress): void {
    const message = this.#messages.get(id);
    if (message?.upload === undefined) return;
    this.#messages.set(id, { ...message, upload: { ...message.upload, ...progress } });
    this.#options.onChange(message.thread_id);
  }

  #startSending(threadId: string): void {
    if (this.#busyThreads.has(threadId)) return;
    this.#busyThreads.add(threadId);
    void this.#sendAll(threadId);
  }

  async #sendAll(threadId: string): Promise<void> {
    try {
      for (;;) {
        const message = this.of(threadId).find(({ error, awaits_file }) => !error && !awaits_file);
        if (message === undefined) return;
        await this.#online.promise;
        if (this.#isClosed) return;
        await this.#attempt(message);
      }
    } finally {
      this.#busyThreads.delete(threadId);
    }
  }

  async #attempt(message: OutgoingMessage): Promise<void> {
    try {
      const sent = await this.#options.send(message);
      this.#options.onSent(message, sent);
      this.remove(message.client_message_id);
    } catch (error) {
      if (!(error instanceof PalaverError)) throw error;
      // (Without a connection, the next round waits until it is back.)
      if (error.retryable) await wait(error.code === 'network' ? 0 : RETRY_MS);
      else if (error.code !== 'M40411' || !(await this.#uploadAgain(message)))
        this.#refuse(message.client_message_id, error);
    }
  }

  /** False if the device no longer has the file. */
  async #uploadAgain({ client_message_id: id, unnamed, lost_files = 0 }: OutgoingMessage): Promise<boolean> {
    if (unnamed === undefined || lost_files === MAX_LOST_FILES) return false;
    const file = await this.#options.files.restore(id);
    const message = this.#messages.get(id);
    if (file === undefined || message === undefined) return false;
    const { unnamed: _, ...others } = message;
    const again: OutgoingMessage = {
      ...{ ...others, request: unnamed, upload: uploadOf(file, unnamed) },
      ...{ awaits_file: true, lost_files: lost_files + 1 },
    };
    this.#messages.set(id, again);
    this.#changed(message.thread_id);
    this.#start(again);
    return true;
  }

  #refuse(clientMessageId: string, error: PalaverError): void {
    const message = this.#messages.get(clientMessageId);
    // (A send that fails because the chat has ended is not refused: it waits for the next chat.)
    if (message === undefined || this.#isClosed) return;
    this.#messages.set(clientMessageId, { ...message, error });
    this.#options.onRefused(message);
    this.#changed(message.thread_id);
    if (message.awaits_file) this.#sendUploaded(message.thread_id);
  }

  #changed(threadId: string): void {
    this.#options.onChange(threadId);
    if (this.#options.storage !== undefined) this.#storing = this.#storing.then(() => this.#store());
  }

  #keep(message: OutgoingMessage): void {
    this.#ownIds.add(message.client_message_id);
    this.#messages.set(message.client_message_id, message);
  }

  /** Keeps what other tabs have stored. */
  async #store(): Promise<void> {
    const others = (await this.#stored()).filter(({ client_message_id: id }) => !this.#ownIds.has(id));
    const own = [...this.#messages.values()].map(({ error: _error, upload: _upload, ...message }) => message);
    try {
      await this.#options.storage?.setItem(await this.#options.key(), JSON.stringify([...others, ...own]));
    } catch {
      // The storage is full or not permitted. The messages are still sent while the tab is open.
    }
  }

  async #stored(): Promise<OutgoingMessage[]> {
    try {
      const text = await this.#options.storage?.getItem(await this.#options.key());
      return text ? (JSON.parse(text) as OutgoingMessage[]) : [];
    } catch {
      return [];
    }
  }
}

/** Whether the device keeps a file for the message, in case it is uploaded again. */
const hasFile = ({ awaits_file, unnamed }: OutgoingMessage) => awaits_file || unnamed !== undefined;

/** (Node 20 has no `Promise.withResolvers`.) */
function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
