import { EnvelopeSchema, envelopeWith } from '@palaver/protocol/envelope';
import {
  CreatedStickerPack,
  CreateStickerPack,
  ListStickerPacksQuery,
  PackParams,
  StickerPack,
  StickerPackWithStickers,
} from '@palaver/protocol/stickers';
import Type from 'typebox';
import { runOnce } from '../../domain/operations/idempotency/run-once.ts';
import { checkPack, createPack } from '../../domain/operations/stickers/create-pack.ts';
import { deletePack } from '../../domain/operations/stickers/delete-pack.ts';
import { getPack } from '../../domain/operations/stickers/get-pack.ts';
import { listPacks } from '../../domain/operations/stickers/list-packs.ts';
import { type EndpointCall, endpoint } from '../endpoint.ts';

export const stickerPackEndpoints = {
  create: endpoint({
    id: 'createStickerPack',
    summary: 'Create a sticker pack',
    description:
      'A pack that is created without a tenant is global: it serves every tenant of the application. `icon` is a PNG, `stickers` a zip archive of png, gif, webp and json (Lottie) files. The server checks both completely before it responds. The pack is `uploading` until its files are stored.',
    tag: 'Stickers',
    access: 'stickers:write',
    body: CreateStickerPack,
    files: { icon: 'Pack icon, a PNG.', stickers: 'Zip archive of sticker files.' },
    response: envelopeWith(CreatedStickerPack),
    errors: ['M40013'],
    handleOnce: async ({
      ctx,
      body,
      upload,
      clientLeft,
      idempotency,
      services: { objects, scanner, archiveLimits },
    }) => {
      const { icon, stickers } = upload?.files ?? {};
      if (icon === undefined || stickers === undefined)
        throw new Error('unreachable: the schema requires both files');
      const files = { iconPath: icon.path, archivePath: stickers.path, left: clientLeft() };
      const pack = await checkPack(ctx, scanner, files, archiveLimits);
      return runOnce(ctx, idempotency, (once) => createPack(once, objects, body.name, pack));
    },
  }),

  list: endpoint({
    id: 'listStickerPacks',
    summary: 'List sticker packs',
    description:
      'Returns packs ascending by `id`: without a tenant the global packs; with a tenant its own packs, and also the global packs with `include_global=true`.',
    tag: 'Stickers',
    access: 'read',
    query: ListStickerPacksQuery,
    response: envelopeWith(Type.Array(StickerPack)),
    handle: ({ ctx, query, ...call }) => {
      const { last_id: lastId = '0', limit = null, include_global: includeGlobal = false } = query;
      return listPacks(ctx, { lastId, limit, includeGlobal }, baseUrlOf(call));
    },
  }),

  get: endpoint({
    id: 'getStickerPack',
    summary: 'Get a sticker pack',
    description: 'Returns a pack of the tenant, or a global pack, with its stickers and their addresses.',
    tag: 'Stickers',
    access: 'read',
    ids: { 'params.pack_id': 'pack' },
    params: PackParams,
    response: envelopeWith(StickerPackWithStickers),
    handle: ({ ctx, params, ...call }) => getPack(ctx, params.pack_id, baseUrlOf(call)),
  }),

  delete: endpoint({
    id: 'deleteStickerPack',
    summary: 'Delete a sticker pack',
    description: 'Delete a pack in the space that created it. Messages that show one of its stickers stay.',
    tag: 'Stickers',
    access: 'stickers:write',
    ids: { 'params.pack_id': 'own_pack' },
    params: PackParams,
    response: EnvelopeSchema,
    handle: ({ ctx, params }) => deletePack(ctx, params.pack_id),
  }),
};

/** The base of file URLs: the operator's setting, or the host that the request was sent to. */
export function baseUrlOf({
  services,
  request,
}: Pick<EndpointCall<never, never, never>, 'services' | 'request'>): string {
  return services.publicUrl ?? `http://${request.host}`;
}
