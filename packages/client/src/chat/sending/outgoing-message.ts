import type { ClientSendMessageBody } from '../../api.ts';
import type { PalaverError } from '../../error.ts';
import type { UnsentUpload } from './unsent-message.ts';

/** Storage for unsent messages: `localStorage`, or anything of this shape, synchronous or not. */
export interface OutboxStorage {
  getItem: (key: string) => string | null | Promise<string | null>;
  setItem: (key: string, value: string) => void | Promise<void>;
}

/** A message that the server has not stored yet. */
export interface OutgoingMessage {
  thread_id: string;
  /** The idempotency key of the message: retries do not send it twice. */
  client_message_id: string;
  request: Omit<ClientSendMessageBody, 'client_message_id'>;
  /** Time of sending by the device's clock, in Unix milliseconds. */
  created_at: number;
  /** Number of the thread's last log entry at the time of sending, if known: the place of the message if it is refused. */
  after_seq?: number | undefined;
  /** Why the server refused it; undefined while the message is being sent. */
  error?: PalaverError;
  /** Its file, for display. */
  upload?: UnsentUpload;
  /** The server does not have its file yet. */
  awaits_file?: true;
  /** The unfinished upload of its file on the server. */
  upload_id?: string;
  /** The request as it was before it named its uploaded file. The device keeps the file until the message is stored. */
  unnamed?: OutgoingMessage['request'];
  /** How many times its file was uploaded and then removed by the server, because no message named it in time. */
  lost_files?: number;
}
