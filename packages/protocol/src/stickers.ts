import Type, { type Static } from 'typebox';
import { type Branded, decimalIdSchema } from './ids.ts';
import { model } from './model.ts';
import { LimitSchema } from './paging.ts';

/** A decimal string of a positive 63-bit integer. */
export type PackId = Branded<'PackId'>;
export type StickerId = Branded<'StickerId'>;

export const PackIdSchema = decimalIdSchema<PackId>('Sticker pack identifier.');
export const StickerIdSchema = decimalIdSchema<StickerId>('Sticker identifier.');

export const PACK_STATUSES = ['uploading', 'uploaded'] as const;
export type PackStatus = (typeof PACK_STATUSES)[number];
const StatusSchema = Type.Unsafe<PackStatus>({
  type: 'string',
  enum: PACK_STATUSES,
  description: '`uploaded`: the pack can be used.',
});

export const STICKER_KINDS = ['png', 'gif', 'webp', 'json'] as const;
export type StickerKind = (typeof STICKER_KINDS)[number];

/** Create a sticker pack (interface §8): the text parts; `icon` and `stickers` are files. */
export const CreateStickerPack = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100, description: 'Pack name.' }),
});
export type CreateStickerPack = Static<typeof CreateStickerPack>;

const packFields = {
  id: PackIdSchema,
  name: Type.String({ description: 'Pack name.' }),
  status: StatusSchema,
};

export const CreatedStickerPack = Type.Object(packFields, model('CreatedStickerPack', 'A new sticker pack.'));
export type CreatedStickerPack = Static<typeof CreatedStickerPack>;

export const StickerPack = Type.Object(
  {
    ...packFields,
    sticker_count: Type.Integer({ description: 'Number of stickers in the pack.' }),
    is_global: Type.Boolean({
      description:
        'Whether the pack was created without a tenant, so that every tenant of the application can use it.',
    }),
    icon_url: Type.String({ description: 'Address of the icon, a PNG.' }),
    created_at: Type.Integer({ description: 'Unix milliseconds.' }),
  },
  model('StickerPack', 'A sticker pack in a list.'),
);
export type StickerPack = Static<typeof StickerPack>;

export const Sticker = Type.Object(
  {
    id: StickerIdSchema,
    name: Type.String({ description: 'File name in the archive.' }),
    kind: Type.Unsafe<StickerKind>({
      type: 'string',
      enum: STICKER_KINDS,
      description: '`json` is a Lottie animation.',
    }),
    size: Type.Integer({ description: 'Size in bytes.' }),
    url: Type.String({ description: 'Address of the file.' }),
  },
  model('Sticker', 'A sticker of a pack.'),
);

export const StickerPackWithStickers = Type.Object(
  {
    ...StickerPack.properties,
    stickers: Type.Array(Sticker, {
      description: 'Stickers in the order of the archive; empty until the pack is uploaded.',
    }),
  },
  model('StickerPackWithStickers', 'A sticker pack with its stickers.'),
);
export type StickerPackWithStickers = Static<typeof StickerPackWithStickers>;

export const PackParams = Type.Object({ pack_id: PackIdSchema });

const lastId = Type.Optional(
  Type.String({
    format: 'decimal-position',
    default: '0',
    description: 'The `id` of the last element of the previous page; `0` starts at the beginning.',
  }),
);

/** Query of the packs that a signed-in user can use. */
export const ListMyStickerPacksQuery = Type.Object({ last_id: lastId, limit: Type.Optional(LimitSchema) });

export const ListStickerPacksQuery = Type.Object({
  include_global: Type.Optional(
    Type.Boolean({
      default: false,
      description: "With a tenant: also returns the global packs, in addition to the tenant's own.",
    }),
  ),
  last_id: lastId,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'Maximum number of packs in a page. Absent: all packs.',
    }),
  ),
});
