import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../faults/random.ts';
import type { BackEnd, Place, StoredFile } from './installations.ts';

/** A message that the server has answered with M200. Times are those of `performance.now()`. */
export interface Sent extends Place {
  text: string;
  begunAt: number;
  answeredAt: number;
}

export interface LoadOptions {
  backEnd: BackEnd;
  random: Random;
  /** Of messages. */
  threads: readonly string[];
  /** Of messages with files. */
  filesThread: string;
}

const SENDERS = 25;
const SENDS_PER_SECOND = 500;
const FILES_PER_SECOND = 3;
/** Of the messages with files, so many are deleted. */
const DELETED_SHARE = 0.4;

/** Messages at a steady rate, and beside them files: they are uploaded, sent, and some of their messages are deleted. */
export class LoadWithFiles {
  readonly sent: Sent[] = [];
  readonly files: StoredFile[] = [];
  /** What went wrong. */
  readonly problems: string[] = [];
  readonly #options: LoadOptions;
  readonly #running: Promise<void>[];
  #isOver = false;

  constructor(options: LoadOptions) {
    this.#options = options;
    const { random } = options;
    this.#running = [
      ...Array.from({ length: SENDERS }, (_, sender) => this.#send(`sender ${sender}`, random.fork())),
      this.#sendFiles(random.fork()),
    ];
  }

  /** Resolves when all requests in progress are answered. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
  }

  async #send(name: string, random: Random): Promise<void> {
    const { backEnd, threads } = this.#options;
    await this.#steadily(SENDS_PER_SECOND / SENDERS, async (count) => {
      const text = `${name}, message ${count}`;
      const begunAt = performance.now();
      const place = await backEnd.sendText(random.pick(threads), text);
      this.sent.push({ ...place, text, begunAt, answeredAt: performance.now() });
    });
  }

  async #sendFiles(random: Random): Promise<void> {
    const { backEnd, filesThread } = this.#options;
    const places: Place[] = [];
    await this.#steadily(FILES_PER_SECOND, async () => {
      const file = await backEnd.upload(randomBytes(random.between(1, 60_000)));
      this.files.push(file);
      places.push(await backEnd.sendFile(filesThread, file));
      if (!random.chance(DELETED_SHARE)) return;
      const [deleted] = places.splice(random.between(0, places.length - 1), 1);
      if (deleted !== undefined) await backEnd.deleteMessage(deleted);
    });
  }

  /** Repeats work until the load is over; a late one is followed by the next at once. */
  async #steadily(perSecond: number, work: (count: number) => Promise<void>): Promise<void> {
    const begunAt = performance.now();
    for (let count = 0; !this.#isOver; count += 1) {
      await sleep(Math.max(0, begunAt + (count * 1_000) / perSecond - performance.now()));
      await work(count).catch((error: Error) => void this.problems.push(error.message));
    }
  }
}
