import type { PalaverError } from '../../error.ts';
import type { OutgoingMessage } from '../sending/outgoing-message.ts';
import type { UnsentMessage } from '../sending/unsent-message.ts';
import { sameIfEqual } from '../state/store.ts';
import { END } from './loaded-messages.ts';
import type { KeptMessage, ShownMessage } from './thread-state.ts';

/** Statuses that blame the content of a message: sending it again would fail again. */
const CONTENT_STATUSES = [400, 413, 422];

/** Merges the stored messages of a thread with its outgoing ones. */
export class ShownMessages {
  #shown: readonly ShownMessage[] = [];
  readonly #unsent = new WeakMap<OutgoingMessage, UnsentMessage>();

  /** Returns the same list, with the same messages, while nothing changes: frameworks then render nothing again. */
  merge(stored: readonly KeptMessage[], outgoing: readonly OutgoingMessage[]): readonly ShownMessage[] {
    const ids = new Set(outgoing.length === 0 ? [] : stored.map((message) => message.client_message_id));
    const unsent = outgoing.filter(({ client_message_id }) => !ids.has(client_message_id));
    const failed = unsent.filter(({ error }) => error !== undefined);
    const pending = unsent.filter(({ error }) => error === undefined);
    this.#shown = sameIfEqual(this.#shown, [
      ...this.#withFailed(stored, failed),
      ...pending.map((message) => this.#toUnsent(message)),
    ]);
    return this.#shown;
  }

  #withFailed(stored: readonly KeptMessage[], failed: readonly OutgoingMessage[]): readonly ShownMessage[] {
    if (failed.length === 0) return stored;
    const placed: { place: number; shown: ShownMessage }[] = [
      ...stored.map((shown) => ({ place: shown.seq, shown })),
      ...failed.map((message) => ({
        place: (message.after_seq ?? END) + 0.5,
        shown: this.#toUnsent(message),
      })),
    ];
    return placed.sort((a, b) => a.place - b.place).map(({ shown }) => shown);
  }

  #toUnsent(message: OutgoingMessage): UnsentMessage {
    const shown = this.#unsent.get(message) ?? toUnsent(message);
    this.#unsent.set(message, shown);
    return shown;
  }
}

function toUnsent({ client_message_id, request, created_at, error, upload }: OutgoingMessage): UnsentMessage {
  const body = { text: request.body.text ?? '', metadata: request.body.metadata ?? [{ type: 'text' }] };
  const shown = {
    client_message_id,
    body,
    reply_to: request.reply_to ?? null,
    created_at,
    ...(upload && { upload }),
  };
  if (error === undefined) return { ...shown, state: 'sending' };
  return { ...shown, state: 'failed', error, canRetry: canRetry(error) };
}

/** (A quota shares the status of a file that is too large.) */
function canRetry({ code, status }: PalaverError): boolean {
  return code === 'M41301' || (code !== 'file' && !CONTENT_STATUSES.includes(status));
}
