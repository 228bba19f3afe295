import type {
  CreatedStickerPack,
  CreateStickerPackBody,
  ListStickerPacksQuery,
  StickerPack,
  StickerPackWithStickers,
} from '../api.ts';
import { type CallOptions, path } from '../http/call.ts';
import type { BackEnd, PostOptions } from './back-end.ts';
import { Listing } from './listing.ts';
import { multipart, type UploadFile } from './multipart.ts';

/** A pack to be made. */
export interface NewStickerPack extends CreateStickerPackBody {
  /** A PNG. */
  icon: UploadFile;
  /** A zip archive of png, gif, webp and json (Lottie) files. */
  stickers: UploadFile;
}

/** Sticker packs. */
export class Stickers {
  readonly #backEnd: BackEnd;

  constructor(backEnd: BackEnd) {
    this.#backEnd = backEnd;
  }

  /**
   * Uploads a pack. The files are streamed, and checked whole before the answer; the pack is `uploading` until they are
   * stored. The call takes as long as it takes, unless you say `timeoutMs`. A stream that has been read cannot be sent
   * again, so with one nothing is tried twice: give a function that opens it, or a `Blob`.
   *
   * @example
   * ```ts
   * const { id, status } = await palaver.stickers.createPack({
   *   name: 'Weather',
   *   icon: await openAsBlob('examples/stickers/icon.png'),
   *   stickers: () => createReadStream('examples/stickers/weather.zip'),
   * });
   * console.log(id, status);
   * ```
   */
  createPack(
    { name, icon, stickers }: NewStickerPack,
    options: PostOptions = {},
  ): Promise<CreatedStickerPack> {
    const payload = multipart({ name }, { icon, stickers });
    return this.#backEnd.post({ path: '/sticker/v1.0/pack', payload }, { timeoutMs: 0, ...options });
  }

  /**
   * A pack with its stickers and their addresses. M40404: there is none.
   *
   * @example
   * ```ts
   * const pack = await palaver.stickers.get(packId);
   * console.log(pack.status, pack.stickers.map(({ url }) => url));
   * ```
   */
  get(packId: string, options?: CallOptions): Promise<StickerPackWithStickers> {
    return this.#backEnd.get(path`/sticker/v1.0/pack/${packId}`, {}, options);
  }

  /**
   * Packs, ascending by `id`. `limit`: how many in all; `last_id`: goes on after it.
   *
   * @example
   * ```ts
   * for await (const pack of palaver.stickers.list({ include_global: true })) console.log(pack.name);
   * ```
   */
  list(query: ListStickerPacksQuery = {}, options?: CallOptions): Listing<StickerPack> {
    const { last_id, limit, include_global } = query;
    return new Listing(
      (position = last_id ?? undefined, size) =>
        this.#backEnd.get('/sticker/v1.0/pack', { include_global, last_id: position, limit: size }, options),
      (pack) => pack.id,
      limit,
    );
  }

  /**
   * Deletes a pack; messages that show one of its stickers stay.
   *
   * @example
   * ```ts
   * await palaver.stickers.delete(packId);
   * ```
   */
  delete(packId: string, options?: CallOptions): Promise<void> {
    return this.#backEnd.send({ method: 'DELETE', path: path`/sticker/v1.0/pack/${packId}` }, options);
  }
}
