import type { ClientThread, StickerPack, StickerPackWithStickers, User } from '../api.ts';
import { path } from '../http/call.ts';
import type { Rest } from './rest.ts';

/** What a chat asks the server for, without keeping the answer. */
export class Lookups {
  readonly #rest: Rest;

  constructor(rest: Rest) {
    this.#rest = rest;
  }

  /**
   * Gets the profile of the signed-in user.
   *
   * @example
   * ```ts
   * const { display_name } = await chat.getProfile();
   * ```
   */
  getProfile(): Promise<User> {
    return this.#rest.get('/me');
  }

  /**
   * Finds the threads that are tied to an object of your system. Chat lists leave them out.
   *
   * @example
   * ```ts
   * const [thread] = await chat.findThreads({ reference_id: 'order-4711' });
   * ```
   */
  findThreads(link: { reference_id?: string; satl_reference_id?: string }): Promise<ClientThread[]> {
    return this.#rest.get('/threads', link);
  }

  /**
   * Lists the sticker packs that the user can send.
   *
   * @example
   * ```ts
   * for (const { id, name } of await chat.stickerPacks()) console.log(id, name);
   * ```
   */
  stickerPacks(): Promise<StickerPack[]> {
    return this.#rest.get('/sticker-packs', { limit: 100 });
  }

  /**
   * Gets one sticker pack with its stickers.
   *
   * @example
   * ```ts
   * const { stickers } = await chat.stickerPack(packId);
   * console.log(stickers[0]?.url);
   * ```
   */
  stickerPack(packId: string): Promise<StickerPackWithStickers> {
    return this.#rest.get(path`/sticker-packs/${packId}`);
  }
}
