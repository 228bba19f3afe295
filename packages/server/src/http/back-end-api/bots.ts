import {
  Bot,
  BotParams,
  CreateBot,
  CreatedBot,
  RotatedSecret,
  RotateSecret,
  UpdateBot,
} from '@palaver/protocol/bots';
import { EnvelopeSchema, envelopeWith } from '@palaver/protocol/envelope';
import { PageQuery } from '@palaver/protocol/paging';
import Type from 'typebox';
import { createBot } from '../../domain/operations/bots/create-bot.ts';
import { deleteBot } from '../../domain/operations/bots/delete-bot.ts';
import { getBot } from '../../domain/operations/bots/get-bot.ts';
import { listBots } from '../../domain/operations/bots/list-bots.ts';
import { rotateBotSecret } from '../../domain/operations/bots/rotate-bot-secret.ts';
import { updateBot } from '../../domain/operations/bots/update-bot.ts';
import { endpoint } from '../endpoint.ts';

export const botEndpoints = {
  create: endpoint({
    id: 'createBot',
    summary: 'Create a bot',
    description:
      'A bot that is created without a tenant serves every tenant of the application. Only this response shows `webhook_secret`.',
    tag: 'Bots',
    access: 'full',
    ids: { 'body.bot_id': 'new_bot' },
    body: CreateBot,
    response: envelopeWith(CreatedBot),
    secrets: ['webhook_secret'],
    handle: ({ ctx, body }) => createBot(ctx, body),
  }),

  list: endpoint({
    id: 'listBots',
    summary: 'List bots',
    description: 'Returns the bots that were created in this space, ascending by `ext_user_id`.',
    tag: 'Bots',
    access: 'read',
    query: PageQuery,
    response: envelopeWith(Type.Array(Bot)),
    handle: ({ ctx, query }) => listBots(ctx, { lastId: query.last_id ?? '0', limit: query.limit ?? 30 }),
  }),

  get: endpoint({
    id: 'getBot',
    summary: 'Get a bot',
    tag: 'Bots',
    access: 'read',
    params: BotParams,
    response: envelopeWith(Bot),
    handle: ({ ctx, params }) => getBot(ctx, params.bot_id),
  }),

  update: endpoint({
    id: 'updateBot',
    summary: 'Change a bot',
    description: 'Fields that are left out keep their value; `null` or an empty string clears an address.',
    tag: 'Bots',
    access: 'full',
    params: BotParams,
    body: UpdateBot,
    response: envelopeWith(Bot),
    handle: ({ ctx, params, body }) => updateBot(ctx, params.bot_id, body),
  }),

  delete: endpoint({
    id: 'deleteBot',
    summary: 'Delete a bot',
    description: 'The bot can no longer send. Its messages stay.',
    tag: 'Bots',
    access: 'full',
    params: BotParams,
    response: EnvelopeSchema,
    handle: ({ ctx, params }) => deleteBot(ctx, params.bot_id),
  }),

  rotateSecret: endpoint({
    id: 'rotateBotSecret',
    summary: 'Rotate the webhook secret of a bot',
    description:
      'Takes the secret in the request, or generates one. The previous secret stays valid for 24 h. Only this response shows the new secret. The current secret in the request changes nothing.',
    tag: 'Bots',
    access: 'full',
    params: BotParams,
    body: RotateSecret,
    optionalBody: true,
    response: envelopeWith(RotatedSecret),
    secrets: ['webhook_secret'],
    handle: ({ ctx, params, body }) => rotateBotSecret(ctx, params.bot_id, body),
  }),
};
