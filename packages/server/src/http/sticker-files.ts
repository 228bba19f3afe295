import type { FastifyInstance } from 'fastify';
import { Refusal } from '../domain/refusal.ts';
import { FILES_PATH, findFile } from '../domain/rules/sticker-paths.ts';
import type { ServerParts } from '../edge/services.ts';

/**
 * The files of sticker packs, for whoever has the address, from any page: no key, because an `<img>` sends none. A file
 * never changes under its address.
 */
export function addStickerFiles(app: FastifyInstance, { objects }: ServerParts): void {
  app.get<{ Params: { folder: string; file: string } }>(
    `${FILES_PATH}/:folder/:file`,
    { schema: { hide: true } },
    async ({ params }, reply) => {
      const file = findFile(params.folder, params.file);
      const found = file && (await objects.get(file.key));
      if (file === undefined || found === undefined) throw new Refusal('M40406');
      return reply
        .headers({
          'content-type': file.mediaType,
          'content-length': found.size,
          'cache-control': 'public, max-age=31536000, immutable',
          'cross-origin-resource-policy': 'cross-origin',
          // Whatever the bytes are, a browser that opens them runs nothing.
          'content-security-policy': "default-src 'none'; sandbox",
        })
        .send(found.content);
    },
  );
}
