import type { FastifyInstance } from 'fastify';
import { Refusal } from '../domain/refusal.ts';
import { FILES_PATH, findFile } from '../domain/rules/sticker-paths.ts';
import type { ServerParts } from '../edge/services.ts';

/**
 * The files of sticker packs. They are public and readable from any page: an `<img>` cannot send a key. The content of a URL
 * never changes.
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
          // A browser that opens the file runs no scripts in it.
          'content-security-policy': "default-src 'none'; sandbox",
        })
        .send(found.content);
    },
  );
}
