import type { ClientThread, StickerPack, StickerPackWithStickers, UploadedFile, User } from '../api.ts';
import { path } from '../http/call.ts';
import type { Rest } from './connection/rest.ts';
import { uploadFile } from './files/file-upload.ts';
import type { UploadOptions } from './files/upload-options.ts';
import { findPeople, findThreadsByName, type PeoplePage } from './search/name-search.ts';

/** Requests of a chat whose responses it does not keep. A base class, because delegation would repeat each signature. */
export class Lookups {
  /** @internal For the support desk. */
  readonly rest: Rest;

  constructor(rest: Rest) {
    this.rest = rest;
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
    return this.rest.get('/me');
  }

  /**
   * Uploads a picture that the user wants for themself or for a group.
   *
   * @example
   * ```ts
   * const { file_id } = await chat.uploadPicture(picture);
   * await chat.setAvatar(file_id);
   * await thread.update({ avatar_file_id: file_id });
   * ```
   */
  uploadPicture(picture: Blob, options: UploadOptions = {}): Promise<UploadedFile> {
    return uploadFile(this.rest, '/me/pictures', picture, options);
  }

  /**
   * Chooses an uploaded picture for the signed-in user, or none. Resolves to their profile.
   *
   * @example
   * ```ts
   * await chat.setAvatar(null);
   * ```
   */
  setAvatar(fileId: string | null): Promise<User> {
    return fileId === null
      ? this.rest.write('DELETE', '/me/avatar')
      : this.rest.write('PUT', '/me/avatar', { file_id: fileId });
  }

  /**
   * Finds users and bots by their names, for a picker: those whose name has each word of `name` as the beginning of a word. The policy
   * of your application decides whom a user can find. `limit` is 30, and at most 100. If `next` is not null there may be more people: pass
   * it with the same `name` to continue.
   *
   * @example
   * ```ts
   * const { people, next } = await chat.findPeople('ann');
   * for (const { display_name, ext_user_id } of people) console.log(display_name, ext_user_id);
   * if (next !== null) console.log(await chat.findPeople('ann', { next }));
   * ```
   */
  findPeople(name: string, options?: { limit?: number; next?: string }): Promise<PeoplePage> {
    return findPeople(this.rest, name, options);
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
    return this.rest.get('/threads', link);
  }

  /**
   * Finds threads of the chat list by name, the one with the latest message first. The name of a direct thread is that of the other user.
   * It has each word of `name` as the beginning of a word. `limit` is 30, and at most 100.
   *
   * @example
   * ```ts
   * for (const { id, name } of await chat.findThreadsByName('lunch')) console.log(id, name);
   * ```
   */
  findThreadsByName(name: string, options?: { limit?: number }): Promise<ClientThread[]> {
    return findThreadsByName(this.rest, name, options);
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
    return this.rest.get('/sticker-packs', { limit: 100 });
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
    return this.rest.get(path`/sticker-packs/${packId}`);
  }
}
