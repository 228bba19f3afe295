import type {
  Bot,
  CreateBotBody,
  CreatedBot,
  ListBotsQuery,
  RotateBotSecretBody,
  RotatedSecret,
  UpdateBotBody,
} from '../api.ts';
import { type CallOptions, path } from '../http/call.ts';
import type { BackEnd, PostOptions } from './back-end.ts';
import { Listing } from './listing.ts';

/** Bots: senders that need no membership. */
export class Bots {
  readonly #backEnd: BackEnd;

  constructor(backEnd: BackEnd) {
    this.#backEnd = backEnd;
  }

  /**
   * Creates a bot. The server shows `webhook_secret` once. If the response of the first attempt was lost, the secret is
   * missing: create another one with {@link Bots.rotateSecret}. A secret of your own, in `webhook_secret`, need not be stored.
   *
   * @example
   * ```ts
   * const bot = await palaver.bots.create({ bot_id: 'herald', display_name: 'Herald' });
   * console.log(bot.webhook_secret);
   * ```
   */
  create(bot: CreateBotBody, options?: PostOptions): Promise<CreatedBot> {
    return this.#backEnd.post({ path: '/bot/v1.0/bot', json: bot }, options);
  }

  /**
   * Gets a bot. Rejects with M40403 if the bot does not exist.
   *
   * @example
   * ```ts
   * const { display_name } = await palaver.bots.get('robot');
   * console.log(display_name);
   * ```
   */
  get(botId: string, options?: CallOptions): Promise<Bot> {
    return this.#backEnd.get(path`/bot/v1.0/bot/${botId}`, {}, options);
  }

  /**
   * Lists all bots, ascending by `ext_user_id`. `limit` is the total number; `last_id` starts after this bot.
   *
   * @example
   * ```ts
   * for await (const bot of palaver.bots.list()) console.log(bot.bot_id);
   * ```
   */
  list({ last_id, limit }: ListBotsQuery = {}, options?: CallOptions): Listing<Bot> {
    return new Listing(
      (position = last_id ?? undefined, size) =>
        this.#backEnd.get('/bot/v1.0/bot', { last_id: position, limit: size }, options),
      (bot) => bot.ext_user_id,
      limit,
    );
  }

  /**
   * Changes a bot. Fields that are left out keep their value.
   *
   * @example
   * ```ts
   * await palaver.bots.update('robot', { display_name: 'The robot' });
   * ```
   */
  update(botId: string, changes: UpdateBotBody, options?: CallOptions): Promise<Bot> {
    return this.#backEnd.send(
      { method: 'PATCH', path: path`/bot/v1.0/bot/${botId}`, json: changes },
      options,
    );
  }

  /**
   * Deletes a bot. Its messages stay.
   *
   * @example
   * ```ts
   * await palaver.bots.delete('robot');
   * ```
   */
  delete(botId: string, options?: CallOptions): Promise<void> {
    return this.#backEnd.send({ method: 'DELETE', path: path`/bot/v1.0/bot/${botId}` }, options);
  }

  /**
   * Creates a new secret for the webhook. The previous secret stays valid for 24 hours.
   *
   * @example
   * ```ts
   * const { webhook_secret } = await palaver.bots.rotateSecret('robot');
   * console.log(webhook_secret);
   * ```
   */
  rotateSecret(botId: string, options?: PostOptions): Promise<RotatedSecret> {
    return this.#backEnd.post({ path: path`/bot/v1.0/bot/${botId}/rotate-secret` }, options);
  }

  /**
   * Replaces the secret of the webhook by one of your own: `whsec_` and 24 to 64 random bytes in base64. The previous secret stays valid
   * for 24 hours. The same secret again changes nothing. Rejects with M40003 if others could guess the secret.
   *
   * @example
   * ```ts
   * await palaver.bots.setSecret('robot', secret);
   * ```
   */
  setSecret(botId: string, webhook_secret: string, options?: PostOptions): Promise<RotatedSecret> {
    const json: RotateBotSecretBody = { webhook_secret };
    return this.#backEnd.post({ path: path`/bot/v1.0/bot/${botId}/rotate-secret`, json }, options);
  }
}
