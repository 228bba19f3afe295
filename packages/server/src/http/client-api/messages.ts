import { envelopeWith } from '@palaver/protocol/envelope';
import {
  ClientMessage,
  checkSendAsUser,
  MessageParams,
  normalizeSendAsUser,
  PressButton,
  ReactionParams,
  SendAsUser,
} from '@palaver/protocol/messages';
import { ThreadParams } from '@palaver/protocol/threads';
import { signedIn } from '../../domain/context.ts';
import { pressButton } from '../../domain/operations/messages/press-button.ts';
import { react } from '../../domain/operations/messages/react-to-message.ts';
import { sendAsUser } from '../../domain/operations/messages/send-as-user.ts';
import { endpoint } from '../endpoint.ts';

const forUsers = { tag: 'Client: Messages', access: 'token' } as const;

export const sendAsUserEndpoint = endpoint({
  ...forUsers,
  id: 'clientSendMessage',
  summary: 'Send a message',
  description:
    'To a thread of the user. Without `metadata` it is a text. The answer is the message, once it is durable. With a `client_message_id` it can be sent again: then the answer is the message of the first time.',
  ids: {
    'params.thread_id': 'thread',
    'body.body.metadata[].pack_id': 'pack_of_sticker',
    'body.body.metadata[].sticker_id': 'sticker',
    'body.reply_to': 'message',
    'body.mentions[]': 'mentioned',
    'body.client_message_id': 'reference',
  },
  params: ThreadParams,
  body: SendAsUser,
  normalizeBody: normalizeSendAsUser,
  checkBody: checkSendAsUser,
  response: envelopeWith(ClientMessage),
  errors: ['M40006', 'M40007', 'M40012', 'M40304', 'M40401', 'M40402', 'M40404', 'M40405'],
  handleOnce: ({ ctx, params, body, idempotency, sends, clientMessages }) =>
    sendAsUser(signedIn(ctx), { sends, clientMessages }, params.thread_id, body, idempotency),
});

const ofReaction = {
  ...forUsers,
  ids: { 'params.thread_id': 'thread', 'params.seq': 'message' },
  params: ReactionParams,
  response: envelopeWith(ClientMessage),
} as const;

export const addReactionEndpoint = endpoint({
  ...ofReaction,
  id: 'clientAddReaction',
  summary: 'React to a message',
  description: 'Each user gives each reaction once. The answer is the message.',
  errors: ['M40005', 'M40304', 'M40401', 'M40405', 'M40903'],
  handle: ({ ctx, params }) => react(signedIn(ctx), params.thread_id, params.seq, params.key, true),
});

export const removeReactionEndpoint = endpoint({
  ...ofReaction,
  id: 'clientRemoveReaction',
  summary: 'Take a reaction back',
  description: 'Of their own. The answer is the message.',
  errors: ['M40304', 'M40401', 'M40405'],
  handle: ({ ctx, params }) => react(signedIn(ctx), params.thread_id, params.seq, params.key, false),
});

export const pressButtonEndpoint = endpoint({
  ...forUsers,
  id: 'clientPressButton',
  summary: 'Press a button of a promotion',
  description:
    "Posts the button's label as a text of the user, which is the answer. Of action type 2 the webhook of the bot is sent the button's payload as well: both happen, or neither. What the client opens by itself (action type 1) is not sent.",
  ids: {
    'params.thread_id': 'thread',
    'params.seq': 'message',
    'body.client_message_id': 'reference',
  },
  params: MessageParams,
  body: PressButton,
  response: envelopeWith(ClientMessage),
  errors: ['M40003', 'M40304', 'M40401', 'M40405', 'M40903', 'M42201'],
  handleOnce: ({ ctx, params, body, idempotency, clientMessages }) =>
    pressButton(signedIn(ctx), clientMessages, params.thread_id, params.seq, body, idempotency),
});
