import type {
  CreatedStickerPack,
  CreateStickerPackBody,
  ListStickerPacksQuery,
  StickerPack,
  StickerPackWithStickers,
} from '../api.ts';
import { type CallOptions, path } from '../http/call.ts';
import { multipart, type UploadFile } from '../http/multipart.ts';
import type { BackEnd, PostOptions } from './back-end.ts';
import { Listing } from './listing.ts';

/** A pack to create. */
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
   * Uploads a pack. The SDK streams the files, and the server checks all of them before it responds. The pack is
   * `uploading` until the server has stored them. The call has no timeout unless you set `timeoutMs`. The SDK cannot
   * retry an upload from a bare stream: pass a function that opens the stream, or a `Blob`.
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
   * Gets a pack with its stickers and their addresses. Rejects with M40404 if the pack does not exist.
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
   * Lists packs, ascending by `id`. `limit` is the total number; `last_id` starts after this pack.
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
   * Deletes a pack. Messages that show one of its stickers stay.
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
