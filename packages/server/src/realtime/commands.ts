import type { Fault } from '@palaver/protocol/errors';
import type { MessageSeq } from '@palaver/protocol/ids';
import {
  checkEditMessage,
  checkSendAsUser,
  normalizeEditAsUser,
  normalizeSendAsUser,
} from '@palaver/protocol/message-requests';
import { type ClientFrame, COMMANDS, type Command, type CommandName } from '@palaver/protocol/realtime';
import type { SignedInContext } from '../domain/context.ts';
import type { KeyedMutex } from '../domain/operations/idempotency/keyed-mutex.ts';
import { deleteMessage } from '../domain/operations/messages/delete-message.ts';
import { editMessage } from '../domain/operations/messages/edit-message.ts';
import { pressButton } from '../domain/operations/messages/press-button.ts';
import { reactToMessage } from '../domain/operations/messages/react-to-message.ts';
import { sendAsUser } from '../domain/operations/messages/send-as-user.ts';
import type { SendQueue } from '../domain/operations/messages/send-queue.ts';
import { markRead } from '../domain/operations/threads/mark-read.ts';
import { publishTyping } from '../domain/operations/threads/publish-typing.ts';
import type { Ids } from '../edge/ids.ts';

/** What commands need besides their caller. */
export interface CommandServices {
  sends: SendQueue;
  clientMessages: KeyedMutex;
  maxMessageBytes: number;
  /** The base of the URLs of files. */
  baseUrl: () => string;
}

/** What a connection of the support desk watches. */
type DeskCommand = Command<'watch_all' | 'unwatch_all' | 'watch_thread' | 'unwatch_thread'>;

/** A command that is the same for every connection of its user. */
export type Operation = Exclude<Command, Command<'watch' | 'open'> | DeskCommand>;

export function isOperation(frame: ClientFrame): frame is Operation {
  return frame.type in RUNNERS;
}

/** Commands about what the user does at the moment. The log of acts leaves them out. */
const WATCHES: readonly string[] = ['watch', 'watch_all', 'unwatch_all', 'watch_thread', 'unwatch_thread'];
const PASSING: readonly string[] = [...WATCHES, 'typing', 'open'];

/** The limit that a command counts toward. */
export const limitOf = (type: CommandName): 'reads' | 'writes' =>
  WATCHES.includes(type) ? 'reads' : 'writes';

export function isCommand(type: string | undefined): type is CommandName {
  return type !== undefined && type in COMMANDS;
}

/** Whether it is a command that the log of acts has. */
export function isWrite(type: string | undefined): boolean {
  return isCommand(type) && !PASSING.includes(type);
}

interface Definition<Name extends CommandName> {
  /** The ids that are of another kind than their names say; see edge/ids.ts. */
  ids?: Ids;
  /** `data` of the answer is a message. */
  answersMessage?: true;
  /** Resolves to `data` of the answer; undefined: the answer has none. */
  run: (ctx: SignedInContext, command: Command<Name>, services: CommandServices) => Promise<unknown>;
}

const seqOf = ({ seq }: { seq: number }) => String(seq) as MessageSeq;

/** The operation of each command, the same as of its REST route. (`watch`, `open` and those of the support desk are about the connection: session.ts.) */
export const RUNNERS: { [Name in Operation['type']]: Definition<Name> } = {
  send: {
    answersMessage: true,
    run: async (ctx, { type: _type, id: _id, thread_id, ...request }, services) =>
      (await sendAsUser(ctx, { ...services, baseUrl: services.baseUrl() }, thread_id, request, undefined))
        .data,
  },
  edit: {
    answersMessage: true,
    run: (ctx, { type: _type, id: _id, thread_id, seq, ...request }, { maxMessageBytes, baseUrl }) =>
      editMessage(ctx, thread_id, seqOf({ seq }), request, { maxMessageBytes, baseUrl: baseUrl() }),
  },
  delete: {
    run: (ctx, command) => deleteMessage(ctx, command.thread_id, seqOf(command)),
  },
  react: {
    answersMessage: true,
    run: (ctx, command) => reactToMessage(ctx, command.thread_id, seqOf(command), command.key, true),
  },
  unreact: {
    answersMessage: true,
    run: (ctx, command) => reactToMessage(ctx, command.thread_id, seqOf(command), command.key, false),
  },
  press: {
    answersMessage: true,
    run: async (ctx, { type: _type, id: _id, thread_id, seq, ...request }, { clientMessages }) =>
      (await pressButton(ctx, clientMessages, thread_id, seqOf({ seq }), request)).data,
  },
  read: {
    ids: { 'body.seq': 'log_position' },
    run: async (ctx, { thread_id, seq }) => ({ read_seq: await markRead(ctx, thread_id, seq) }),
  },
  typing: {
    run: (ctx, { thread_id, is_typing = true }) => publishTyping(ctx, thread_id, is_typing),
  },
};

/** The ids in frames that are of another kind than their names say, by the type of the frame. */
export const FRAME_IDS: Readonly<Record<string, Ids | undefined>> = {
  ...Object.fromEntries(Object.entries(RUNNERS).map(([name, { ids }]) => [name, ids])),
  watch: { 'body.ext_user_ids[]': 'watched' },
  watch_thread: { 'body.thread_id': 'desk_thread' },
  // (It names what the connection itself watches.)
  unwatch_thread: { 'body.thread_id': 'none' },
  // (The `seq` is how far the client has the log: it names no message.)
  resume: { 'body.threads[].thread_id': 'known_thread', 'body.threads[].seq': 'none' },
};

export interface Rules {
  /** Normalizes the frame, in place, before the schema is applied. */
  normalize?: (frame: unknown) => Fault[];
  /** Checks rules that the schema cannot express. The frame is not validated yet: it may have any shape. */
  check?: (frame: unknown) => Fault[];
}

/** Rules besides the schemas: those of the REST requests with the same fields. */
export const RULES: { readonly [Name in CommandName]?: Rules } = {
  send: { normalize: normalizeSendAsUser, check: checkSendAsUser },
  edit: { normalize: normalizeEditAsUser, check: checkEditMessage },
};
