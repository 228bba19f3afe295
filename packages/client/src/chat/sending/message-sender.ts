import type { ClientMessage, SendCommand } from '../../api.ts';
import { PalaverError } from '../../error.ts';
import { path } from '../../http/call.ts';
import type { Connection } from '../connection/connection.ts';
import type { Rest } from '../connection/rest.ts';
import { fitsFrame } from '../connection/wire.ts';
import type { OutgoingMessage } from './outgoing-message.ts';

export interface MessageSenderOptions {
  rest: Rest;
  connection: Connection;
  /** Maximum length of a text in Unicode code points; undefined until the first connection. */
  maxTextChars: () => number | undefined;
}

/** Sends messages: over the WebSocket, or by HTTP if they are too large for a frame. */
export class MessageSender {
  readonly #options: MessageSenderOptions;

  constructor(options: MessageSenderOptions) {
    this.#options = options;
  }

  /** Makes one attempt. */
  async send({ thread_id, client_message_id, request }: OutgoingMessage): Promise<ClientMessage> {
    this.check(request.body);
    const { rest, connection } = this.#options;
    const frame: SendCommand = { type: 'send', thread_id, ...request, client_message_id };
    if (!fitsFrame(frame))
      return rest.post(path`/threads/${thread_id}/messages`, { ...request, client_message_id });
    return (await connection.command(frame)) as ClientMessage;
  }

  /** Throws the error of the server for a text that is too long for it. */
  check({ text }: { text?: string | null | undefined }): void {
    const limit = this.#options.maxTextChars() ?? Number.POSITIVE_INFINITY;
    if (!hasMoreCodePoints(text ?? '', limit)) return;
    const fault = {
      field: 'body.text',
      rule: 'max_length',
      message: `must have at most ${limit} characters`,
    };
    const message = `M40004: ${fault.field} ${fault.message}`;
    throw new PalaverError({ code: 'M40004', message, status: 400, fields: [fault] });
  }
}

/** A code point is one or two UTF-16 units, so most texts need no count. */
function hasMoreCodePoints(text: string, limit: number): boolean {
  return text.length > limit && (text.length > 2 * limit || Array.from(text).length > limit);
}
