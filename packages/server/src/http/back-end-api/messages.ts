import { EnvelopeSchema, envelopeWith, envelopeWithOptional, pageOf } from '@palaver/protocol/envelope';
import { normalizeMetadata } from '@palaver/protocol/message-kinds';
import {
  checkEditMessage,
  checkListMessagesQuery,
  checkSendMessage,
  EditMessage,
  ListMessagesQuery,
  MessageParams,
  SendMessage,
} from '@palaver/protocol/message-requests';
import { Message, SentMessages } from '@palaver/protocol/messages';
import { ThreadParams } from '@palaver/protocol/threads';
import { deleteMessage } from '../../domain/operations/messages/delete-message.ts';
import { editMessage } from '../../domain/operations/messages/edit-message.ts';
import { getMessage } from '../../domain/operations/messages/get-message.ts';
import { listMessages } from '../../domain/operations/messages/list-messages.ts';
import { pinMessage } from '../../domain/operations/messages/pin-message.ts';
import { sendMessage } from '../../domain/operations/messages/send-message.ts';
import type { MessagesPage } from '../../domain/records/message-pages.ts';
import { endpoint } from '../endpoint.ts';

function startOf({ before_seq, after_seq, around_seq }: ListMessagesQuery): MessagesPage['from'] {
  if (after_seq !== undefined) return { after: after_seq };
  if (around_seq !== undefined) return { around: around_seq };
  return before_seq === undefined ? 'latest' : { before: before_seq };
}

/** Shared by all endpoints about one message. */
const ofMessage = {
  tag: 'Messages',
  params: MessageParams,
} as const;
const changingMessage = { ...ofMessage, access: 'messages:write', actsAs: true } as const;

export const messageEndpoints = {
  send: endpoint({
    id: 'sendMessage',
    summary: 'Send a message',
    description:
      'Responds once the message is durable. The response is the envelope alone; with `Prefer: return=representation`, its `data` names the messages.',
    tag: 'Messages',
    access: 'messages:write',
    ids: {
      'body.sender.bot_id': 'bot',
      'body.target.ext_user_ids[]': 'ext_user',
      'body.target.user_ids[]': 'bot_or_user',
    },
    body: SendMessage,
    normalizeBody: normalizeMetadata,
    checkBody: checkSendMessage,
    response: envelopeWithOptional(SentMessages),
    errors: ['M40006', 'M40007', 'M40008', 'M40009', 'M40012', 'M40303', 'M40304', 'M40305'],
    dataOnRequest: true,
    isSend: true,
    isShort: true,
    handleOnce: async ({ ctx, body, idempotency, services: { sends, newPairs, baseUrl } }) => {
      const services = { sends, newPairs, baseUrl: baseUrl() };
      const { data, isReplay } = await sendMessage(ctx, services, body, idempotency);
      return { data: { messages: data }, isReplay };
    },
  }),

  list: endpoint({
    id: 'listMessages',
    summary: 'List messages of a thread',
    description:
      'Returns messages ascending by `seq`: the last ones by default; with `before_seq`, the last before it; with `after_seq`, the first after it; with `around_seq`, those around it. `pinned` selects pinned messages, `after` and `before` those of a period: positions then move within it. The list includes deleted messages, with an empty body. Missing numbers belong to other changes of the thread.',
    tag: 'Messages',
    access: 'read',
    params: ThreadParams,
    query: ListMessagesQuery,
    checkQuery: (query) => checkListMessagesQuery(query as Partial<ListMessagesQuery>),
    response: pageOf(Message),
    handle: ({ ctx, params, query }) =>
      listMessages(ctx, params.thread_id, {
        from: startOf(query),
        limit: query.limit ?? 30,
        isPinned: query.pinned === true,
        times: { after: query.after, before: query.before },
      }),
  }),

  get: endpoint({
    ...ofMessage,
    id: 'getMessage',
    summary: 'Get a message',
    description: 'Returns the message in its current state. A deleted message has an empty body.',
    access: 'read',
    response: envelopeWith(Message),
    handle: ({ ctx, params }) => getMessage(ctx, params.thread_id, params.seq),
  }),

  edit: endpoint({
    ...changingMessage,
    id: 'editMessage',
    summary: 'Edit a message',
    description:
      'Fields that are left out keep their value. The kind cannot change. A request that acts as a user can edit only messages of that user.',
    body: EditMessage,
    normalizeBody: normalizeMetadata,
    checkBody: checkEditMessage,
    response: envelopeWith(Message),
    errors: ['M40006', 'M40007', 'M40012', 'M40903'],
    handle: ({ ctx, params, body, services: { maxMessageBytes, baseUrl } }) =>
      editMessage(ctx, params.thread_id, params.seq, body, { maxMessageBytes, baseUrl: baseUrl() }),
  }),

  delete: endpoint({
    ...changingMessage,
    id: 'deleteMessage',
    summary: 'Delete a message',
    description: 'Erases the content for good and unpins the message. The message keeps its number.',
    response: EnvelopeSchema,
    handle: ({ ctx, params }) => deleteMessage(ctx, params.thread_id, params.seq),
  }),

  pin: endpoint({
    ...changingMessage,
    id: 'pinMessage',
    summary: 'Pin a message',
    response: EnvelopeSchema,
    errors: ['M40903'],
    handle: ({ ctx, params }) => pinMessage(ctx, params.thread_id, params.seq, true),
  }),

  unpin: endpoint({
    ...changingMessage,
    id: 'unpinMessage',
    summary: 'Unpin a message',
    response: EnvelopeSchema,
    handle: ({ ctx, params }) => pinMessage(ctx, params.thread_id, params.seq, false),
  }),
};
