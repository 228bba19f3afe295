import type { SentMessageMetadata } from '../../api.ts';
import type { PalaverError } from '../../error.ts';

/** A message that is being sent, or that the server has refused. */
export interface UnsentMessage {
  state: 'sending' | 'failed';
  client_message_id: string;
  body: { text: string; metadata: SentMessageMetadata[] };
  /** The number of the message that it replies to. */
  reply_to: number | null;
  /** Time of sending by the device's clock, in Unix milliseconds. */
  created_at: number;
  /** Why the server refused the message. */
  error?: PalaverError;
  /**
   * For a failed message: whether the server may accept it later, for example after a mute. If false, the content is at
   * fault: `discard` the message, change it, and send it as a new one.
   */
  canRetry?: boolean;
  /** The file of a message of `thread.sendFile()`, until the server has stored the message. */
  upload?: UnsentUpload;
}

/** A file that the server has not received, or whose message it has not stored yet. */
export interface UnsentUpload {
  /** Always the same object, so that `URL.createObjectURL` can show it. */
  file: Blob;
  /** The kind of the message: a guess by the type of the file, until the server has looked at its content. */
  kind: 'image' | 'video' | 'audio' | 'file';
  name: string;
  /** How far the upload is, in bytes. (`total` can be a few hundred bytes larger than the file.) */
  sent: number;
  total: number;
}
