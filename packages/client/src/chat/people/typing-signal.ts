/** The SDK repeats the signal before it expires for the other members. */
const REPEAT_MS = 3_000;

/** Signals to the other members that the user is typing, at a limited rate. */
export class TypingSignal {
  readonly #send: (isTyping: boolean) => void;
  #sentAt = Number.NEGATIVE_INFINITY;

  constructor(send: (isTyping: boolean) => void) {
    this.#send = send;
  }

  set(isTyping: boolean): void {
    const now = performance.now();
    if (isTyping && now - this.#sentAt < REPEAT_MS) return;
    this.#sentAt = isTyping ? now : Number.NEGATIVE_INFINITY;
    this.#send(isTyping);
  }

  /** A message ends the signal for the other members, so the next key press signals again. */
  endByMessage(): void {
    this.#sentAt = Number.NEGATIVE_INFINITY;
  }

  close(): void {
    if (this.#sentAt > Number.NEGATIVE_INFINITY) this.set(false);
  }
}
