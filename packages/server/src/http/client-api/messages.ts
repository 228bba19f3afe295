import { envelopeWith } from '@palaver/protocol/envelope';
import {
  checkSendAsUser,
  MessageParams,
  normalizeSendAsUser,
  PressButton,
  ReactionParams,
  SendAsUser,
} from '@palaver/protocol/message-requests';
import { ClientMessage } from '@palaver/protocol/messages';
import { ThreadParams } from '@palaver/protocol/threads';
import { signedIn } from '../../domain/context.ts';
import { pressButton } from '../../domain/operations/messages/press-button.ts';
import { reactToMessage } from '../../domain/operations/messages/react-to-message.ts';
import { sendAsUser } from '../../domain/operations/messages/send-as-user.ts';
import { endpoint } from '../endpoint.ts';

const forUsers = { tag: 'Client: Messages', access: 'token' } as const;

const ofReaction = {
  ...forUsers,
  params: ReactionParams,
  response: envelopeWith(ClientMessage),
} as const;

export const clientMessageEndpoints = {
  send: endpoint({
    ...forUsers,
    id: 'clientSendMessage',
    summary: 'Send a message',
    description:
      'Sends a message to a thread of the user. Without `metadata`, the message is a text. The server responds with the message once it is durable. With a `client_message_id` the request is idempotent: a retry gets the message of the first request.',
    params: ThreadParams,
    body: SendAsUser,
    normalizeBody: normalizeSendAsUser,
    checkBody: checkSendAsUser,
    response: envelopeWith(ClientMessage),
    errors: ['M40006', 'M40007', 'M40012', 'M40304', 'M40306'],
    isSend: true,
    handleOnce: ({ ctx, params, body, idempotency, services: { sends, clientMessages, baseUrl } }) => {
      const services = { sends, clientMessages, baseUrl: baseUrl() };
      return sendAsUser(signedIn(ctx), services, params.thread_id, body, idempotency);
    },
  }),

  addReaction: endpoint({
    ...ofReaction,
    id: 'clientAddReaction',
    summary: 'React to a message',
    description: 'Each user can give each reaction once. The response is the message.',
    errors: ['M40005', 'M40304', 'M40903'],
    handle: ({ ctx, params }) =>
      reactToMessage(signedIn(ctx), params.thread_id, params.seq, params.key, true),
  }),

  removeReaction: endpoint({
    ...ofReaction,
    id: 'clientRemoveReaction',
    summary: 'Take a reaction back',
    description: "Removes the user's own reaction. The response is the message.",
    errors: ['M40304'],
    handle: ({ ctx, params }) =>
      reactToMessage(signedIn(ctx), params.thread_id, params.seq, params.key, false),
  }),

  pressButton: endpoint({
    ...forUsers,
    id: 'clientPressButton',
    summary: 'Press a button of a promotion',
    description:
      "Posts the button's label as a text of the user, and returns this message. With action type 2, the server also sends the button's payload to the webhook of the bot: both happen, or neither. Do not send presses with action type 1: the client opens the address itself.",
    params: MessageParams,
    body: PressButton,
    response: envelopeWith(ClientMessage),
    errors: ['M40003', 'M40304', 'M40903', 'M42201'],
    handleOnce: ({ ctx, params, body, idempotency, services: { clientMessages } }) =>
      pressButton(signedIn(ctx), clientMessages, params.thread_id, params.seq, body, idempotency),
  }),
};
