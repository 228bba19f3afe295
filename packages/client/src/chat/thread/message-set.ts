import type { KeptMessage } from './thread-state.ts';

/** Messages of a thread, by number. A message is the same object until it changes. */
export class MessageSet {
  readonly #bySeq: Map<number, KeptMessage>;
  /** The numbers, ascending; undefined: not sorted yet. */
  #order: number[] | undefined;

  constructor(messages: readonly KeptMessage[] = []) {
    this.#bySeq = new Map(messages.map((message) => [message.seq, message]));
  }

  get firstSeq(): number | undefined {
    return this.#sorted()[0];
  }

  get lastSeq(): number | undefined {
    return this.#sorted().at(-1);
  }

  has(seq: number): boolean {
    return this.#bySeq.has(seq);
  }

  get(seq: number): KeptMessage | undefined {
    return this.#bySeq.get(seq);
  }

  put(message: KeptMessage): void {
    const isNew = !this.#bySeq.has(message.seq);
    this.#bySeq.set(message.seq, message);
    if (!isNew) return;
    if (message.seq > (this.#order?.at(-1) ?? 0)) this.#order?.push(message.seq);
    else this.#order = undefined;
  }

  delete(seq: number): void {
    if (this.#bySeq.delete(seq)) this.#order = undefined;
  }

  /** Replaces each message for which `change` returns a different object. */
  update(change: (message: KeptMessage) => KeptMessage): void {
    for (const [seq, message] of this.#bySeq) this.#bySeq.set(seq, change(message));
  }

  /** All messages, ascending by number. */
  list(): KeptMessage[] {
    return this.#sorted().flatMap((seq) => this.#bySeq.get(seq) ?? []);
  }

  #sorted(): readonly number[] {
    this.#order ??= [...this.#bySeq.keys()].sort((a, b) => a - b);
    return this.#order;
  }
}
