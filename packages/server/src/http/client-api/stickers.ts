import { envelopeWith } from '@palaver/protocol/envelope';
import { ListMyStickerPacksQuery, StickerPack } from '@palaver/protocol/stickers';
import Type from 'typebox';
import { listPacks } from '../../domain/operations/stickers/list-packs.ts';
import { baseUrlOf } from '../back-end-api/stickers.ts';
import { endpoint } from '../endpoint.ts';

export const clientStickerPackEndpoints = {
  list: endpoint({
    id: 'clientListStickerPacks',
    summary: 'List sticker packs',
    description: "Returns the tenant's own packs and the global packs, ascending by `id`.",
    tag: 'Client: Stickers',
    access: 'token',
    query: ListMyStickerPacksQuery,
    response: envelopeWith(Type.Array(StickerPack)),
    handle: ({ ctx, query, ...call }) => {
      const { last_id: lastId = '0', limit = 30 } = query;
      return listPacks(ctx, { lastId, limit, includeGlobal: true }, baseUrlOf(call));
    },
  }),
};
