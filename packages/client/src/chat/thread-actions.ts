import type {
  ClientEditMessageBody,
  ClientSendMessageBody,
  EditCommand,
  PressCommand,
  ReactCommand,
  ReadCommand,
  UnreactCommand,
} from '../api.ts';
import type { Connection, ConnectionState } from './connection/connection.ts';
import type { Outbox } from './sending/outbox.ts';
import type { Readable } from './state/store.ts';
import type { ThreadRest } from './thread/thread-rest.ts';

/** A text, or a complete message of any kind. */
export type NewMessage = string | Omit<ClientSendMessageBody, 'client_message_id'>;

/** Changes of the fields of a thread. */
export interface ThreadChanges {
  name?: string;
  description?: string;
  /** The picture: the `file_id` of `chat.uploadPicture()`; empty: none. */
  avatar_file_id?: string;
  /** In its place: an address of that file. */
  avatar_url?: string;
  metadata?: string;
}

type InThread<Command> = Command extends unknown ? Omit<Command, 'id' | 'thread_id'> : never;
/** A command with a route that has the same effect. It may be repeated: the second time it changes nothing. */
export type ThreadCommand = InThread<
  EditCommand | ReactCommand | UnreactCommand | PressCommand | ReadCommand
>;

/** What a thread needs from the chat. */
export interface ThreadActions {
  connection: Readable<ConnectionState>;
  rest: ThreadRest;
  outbox: Outbox;
  command: Connection['command'];
  /** Carries out a command over the connection, or makes the `request` of the same effect. */
  perform: <T>(command: ThreadCommand, request: () => Promise<T>) => Promise<T>;
  /** Throws the error of the server, if the client can predict it. */
  check: (body: ClientEditMessageBody['body']) => void;
  setVisible: (isVisible: boolean) => void;
  release: () => void;
}
