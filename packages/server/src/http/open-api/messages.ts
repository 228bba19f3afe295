import { EnvelopeSchema, envelopeWith, envelopeWithOptional, pageOf } from '@palaver/protocol/envelope';
import {
  checkEditMessage,
  checkListMessagesQuery,
  checkSendMessage,
  EditMessage,
  ListMessagesQuery,
  Message,
  MessageParams,
  SendMessage,
  SentMessages,
  unifySpellings,
} from '@palaver/protocol/messages';
import { ThreadParams } from '@palaver/protocol/threads';
import { deleteMessage } from '../../domain/operations/messages/delete-message.ts';
import { editMessage } from '../../domain/operations/messages/edit-message.ts';
import { getMessage } from '../../domain/operations/messages/get-message.ts';
import { listMessages } from '../../domain/operations/messages/list-messages.ts';
import { pinMessage } from '../../domain/operations/messages/pin-message.ts';
import { sendMessage } from '../../domain/operations/messages/send-message.ts';
import type { MessagesPage } from '../../domain/records/messages.ts';
import { endpoint } from '../endpoint.ts';

export const sendMessageEndpoint = endpoint({
  id: 'sendMessage',
  summary: 'Send a message',
  description:
    'The answer is the envelope only, once the message is durable; with `Prefer: return=representation` it names the messages under `data`.',
  tag: 'Messages',
  access: 'messages:write',
  ids: {
    'body.sender.bot_id': 'bot',
    'body.sender.user_id': 'user',
    'body.target.thread_id': 'thread',
    'body.target.ext_user_ids[]': 'ext_user',
    'body.target.user_ids[]': 'bot_or_user',
    'body.body.metadata[].pack_id': 'pack_of_sticker',
    'body.body.metadata[].sticker_id': 'sticker',
  },
  body: SendMessage,
  normalizeBody: unifySpellings,
  checkBody: checkSendMessage,
  response: envelopeWithOptional(SentMessages),
  errors: [
    'M40006',
    'M40007',
    'M40008',
    'M40009',
    'M40012',
    'M40303',
    'M40304',
    'M40305',
    'M40401',
    'M40402',
    'M40403',
    'M40404',
  ],
  dataOnRequest: true,
  handleOnce: async ({ ctx, sends, newPairs, body, idempotency }) => {
    const { data, isReplay } = await sendMessage(ctx, { sends, newPairs }, body, idempotency);
    return { data: { messages: data }, isReplay };
  },
});

export const listMessagesEndpoint = endpoint({
  id: 'listMessages',
  summary: 'List messages of a thread',
  description:
    'Ascending by `seq`: the last ones, or the last before `before_seq`, the first after `after_seq`, those around `around_seq`; with `pinned`, of those that are pinned. Deleted messages are there, empty. Numbers between them are other changes of the thread.',
  tag: 'Messages',
  access: 'read',
  ids: {
    'params.thread_id': 'thread',
    'query.before_seq': 'position',
    'query.after_seq': 'position',
    'query.around_seq': 'position',
  },
  params: ThreadParams,
  query: ListMessagesQuery,
  checkQuery: (query) => checkListMessagesQuery(query as Partial<ListMessagesQuery>),
  response: pageOf(Message),
  errors: ['M40401'],
  handle: ({ ctx, params, query }) =>
    listMessages(ctx, params.thread_id, {
      from: startOf(query),
      limit: query.limit ?? 30,
      isPinned: query.pinned === true,
    }),
});

function startOf({ before_seq, after_seq, around_seq }: ListMessagesQuery): MessagesPage['from'] {
  if (after_seq !== undefined) return { after: after_seq };
  if (around_seq !== undefined) return { around: around_seq };
  return before_seq === undefined ? 'latest' : { before: before_seq };
}

/** What all endpoints of one message have in common. */
const ofMessage = {
  tag: 'Messages',
  ids: { 'params.thread_id': 'thread', 'params.seq': 'message' },
  params: MessageParams,
} as const;
const changingMessage = { ...ofMessage, access: 'messages:write', actsAs: true } as const;

export const getMessageEndpoint = endpoint({
  ...ofMessage,
  id: 'getMessage',
  summary: 'Get a message',
  description: 'As it is now; a deleted one is empty.',
  access: 'read',
  response: envelopeWith(Message),
  errors: ['M40401', 'M40405'],
  handle: ({ ctx, params }) => getMessage(ctx, params.thread_id, params.seq),
});

export const editMessageEndpoint = endpoint({
  ...changingMessage,
  id: 'editMessage',
  summary: 'Edit a message',
  description:
    'What is left out keeps its value; the kind stays. In the name of a user, only messages of their own.',
  ids: {
    ...ofMessage.ids,
    'body.body.metadata[].pack_id': 'pack_of_sticker',
    'body.body.metadata[].sticker_id': 'sticker',
  },
  body: EditMessage,
  normalizeBody: unifySpellings,
  checkBody: checkEditMessage,
  response: envelopeWith(Message),
  errors: ['M40006', 'M40007', 'M40012', 'M40401', 'M40404', 'M40405', 'M40903'],
  handle: ({ ctx, params, body, maxMessageBytes }) =>
    editMessage(ctx, params.thread_id, params.seq, body, maxMessageBytes),
});

export const deleteMessageEndpoint = endpoint({
  ...changingMessage,
  id: 'deleteMessage',
  summary: 'Delete a message',
  description: 'What it said is gone for good, and it is unpinned. Its number remains.',
  response: EnvelopeSchema,
  errors: ['M40401', 'M40405'],
  handle: ({ ctx, params }) => deleteMessage(ctx, params.thread_id, params.seq),
});

export const pinMessageEndpoint = endpoint({
  ...changingMessage,
  id: 'pinMessage',
  summary: 'Pin a message',
  response: EnvelopeSchema,
  errors: ['M40401', 'M40405', 'M40903'],
  handle: ({ ctx, params }) => pinMessage(ctx, params.thread_id, params.seq, true),
});

export const unpinMessageEndpoint = endpoint({
  ...changingMessage,
  id: 'unpinMessage',
  summary: 'Unpin a message',
  response: EnvelopeSchema,
  errors: ['M40401', 'M40405'],
  handle: ({ ctx, params }) => pinMessage(ctx, params.thread_id, params.seq, false),
});
