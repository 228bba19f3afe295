import { envelopeWithOptional } from '@palaver/protocol/envelope';
import { checkSendMessage, SendMessage, SentMessages, unifySpellings } from '@palaver/protocol/messages';
import { sendMessage } from '../../domain/messages/send.ts';
import { endpoint } from '../endpoint.ts';

export const sendMessageEndpoint = endpoint({
  id: 'sendMessage',
  summary: 'Send a message',
  description:
    'The answer is the envelope only, once the message is durable; with `Prefer: return=representation` it names the messages under `data`.',
  tag: 'Messages',
  scope: 'messages:write',
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
  handleOnce: async ({ ctx, sends, body, idempotency }) => {
    const { data, isReplay } = await sendMessage(ctx, sends, body, idempotency);
    return { data: { messages: data }, isReplay };
  },
});
