import Type, { type Static } from 'typebox';
import { BotIdSchema, ExtUserIdSchema } from './ids.ts';
import { maxChars } from './limits.ts';
import { model } from './model.ts';

const botFields = {
  avatar_url: Type.Optional(
    Type.String({ format: 'http-url', ...maxChars('urlChars'), description: 'Avatar address.' }),
  ),
  webhook_url: Type.Optional(
    Type.String({
      format: 'http-url',
      ...maxChars('urlChars'),
      description: 'Webhook that receives the presses of buttons with action type 2.',
    }),
  ),
};
const displayName = Type.String({ minLength: 1, ...maxChars('nameChars'), description: 'Display name.' });

/** A secret of the integrator's own, in requests. */
export const ownWebhookSecret = Type.Optional(
  Type.String({
    format: 'webhook-secret',
    description: 'A secret of your own to sign webhook deliveries with; absent: Palaver generates one.',
  }),
);

export const CreateBot = Type.Object({
  bot_id: Type.Optional(BotIdSchema),
  display_name: displayName,
  ...botFields,
  webhook_secret: ownWebhookSecret,
});
export type CreateBot = Static<typeof CreateBot>;

/** A field that is left out keeps its value; `null` or `""` clears an address. */
export const UpdateBot = Type.Object({ display_name: Type.Optional(displayName), ...botFields });
export type UpdateBot = Static<typeof UpdateBot>;

export const BotParams = Type.Object({ bot_id: BotIdSchema });

const shownFields = {
  bot_id: BotIdSchema,
  ext_user_id: ExtUserIdSchema,
  display_name: Type.String({ description: 'Display name.' }),
  avatar_url: Type.String({ description: 'Avatar address, or empty.' }),
  webhook_url: Type.String({
    description: 'Webhook that receives the presses of buttons with action type 2, or empty.',
  }),
  created_at: Type.Integer({ description: 'Unix milliseconds.' }),
  updated_at: Type.Integer({ description: 'Unix milliseconds.' }),
};

export const Bot = Type.Object(shownFields, model('Bot', 'A bot: a sender that needs no membership.'));
export type Bot = Static<typeof Bot>;

const webhookSecret = Type.Optional(
  Type.String({
    description:
      'Signs webhook deliveries (Standard Webhooks). Shown only in this response; a retry with the same `Idempotency-Key` leaves it out.',
  }),
);

export const CreatedBot = Type.Object(
  { ...shownFields, webhook_secret: webhookSecret },
  model('CreatedBot', 'A new bot, with its secret.'),
);
export type CreatedBot = Static<typeof CreatedBot>;

export const RotateSecret = Type.Object({ webhook_secret: ownWebhookSecret });
export type RotateSecret = Static<typeof RotateSecret>;

export const RotatedSecret = Type.Object(
  {
    webhook_secret: webhookSecret,
    previous_secret_expires_at: Type.Integer({
      description:
        'Deliveries are also signed with the previous secret until this time, in Unix milliseconds.',
    }),
  },
  model('RotatedSecret', 'The new secret of a bot.'),
);
export type RotatedSecret = Static<typeof RotatedSecret>;
