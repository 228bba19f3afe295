import type {
  PackId,
  PackStatus,
  StickerKind,
  StickerPack,
  StickerPackWithStickers,
} from '@palaver/protocol/stickers';
import type { Queryable, Transaction } from '../../storage/database.ts';
import type { Space } from '../context.ts';
import { Refusal } from '../refusal.ts';
import { iconPath, stickerPath } from '../rules/sticker-paths.ts';
import type { ArchiveSticker } from '../sticker-archive/check-archive.ts';

/** The only module that writes `sticker_packs` and `stickers`. */

export interface NewPack {
  name: string;
  folder: string;
  stickers: readonly ArchiveSticker[];
}

/** Inserts a pack, which is `uploading` until {@link markUploaded}. */
export async function insertPack(tx: Transaction, space: Space, pack: NewPack): Promise<PackId> {
  const [row] = await tx.query<{ id: PackId }>(
    `insert into sticker_packs (app_id, tenant_id, name, status, folder) values ($1, $2, $3, 'uploading', $4)
     returning id`,
    [space.appId, space.tenantId, pack.name, pack.folder],
  );
  if (row === undefined) throw new Error('insert into sticker_packs returned no row');
  await tx.query(
    `insert into stickers (pack_id, position, name, kind, size)
     select $1, position, name, kind, size
     from rows from (unnest($2::text[]), unnest($3::text[]), unnest($4::bigint[])) with ordinality
       as new (name, kind, size, position)
     order by position`,
    [
      row.id,
      pack.stickers.map(({ name }) => name),
      pack.stickers.map(({ kind }) => kind),
      pack.stickers.map(({ size }) => size),
    ],
  );
  return row.id;
}

/** Marks a pack as uploaded; undefined if it is gone. */
export async function markUploaded(
  tx: Transaction,
  id: PackId,
): Promise<(Space & { name: string }) | undefined> {
  const [row] = await tx.query<Space & { name: string }>(
    `update sticker_packs set status = 'uploaded' where id = $1
     returning app_id as "appId", tenant_id as "tenantId", name`,
    [id],
  );
  return row;
}

/** Deletes a pack of exactly this space and returns the folder of its files. Refuses with M40404. */
export async function deletePackRow(tx: Transaction, space: Space, id: PackId): Promise<string> {
  const [row] = await tx.query<{ folder: string }>(
    'delete from sticker_packs where id = $3 and app_id = $1 and tenant_id = $2 returning folder',
    [space.appId, space.tenantId, id],
  );
  if (row === undefined) throw new Refusal('M40404');
  return row.folder;
}

/** What the job that stores a pack needs. */
export interface PackToStore {
  folder: string;
  status: PackStatus;
  /** Of its stickers, in the order of the archive. */
  kinds: StickerKind[];
}

/** Undefined when the pack is gone. */
export async function findPackToStore(db: Queryable, id: PackId): Promise<PackToStore | undefined> {
  const [row] = await db.query<PackToStore>(
    `select folder, status, array(select kind from stickers where pack_id = p.id order by position) as kinds
     from sticker_packs p where id = $1`,
    [id],
  );
  return row;
}

/** Those of these folders that belong to a pack. */
export async function foldersInUse(db: Queryable, folders: readonly string[]): Promise<Set<string>> {
  const rows = await db.query<{ folder: string }>('select folder from sticker_packs where folder = any($1)', [
    folders,
  ]);
  return new Set(rows.map(({ folder }) => folder));
}

interface PackRow {
  id: PackId;
  name: string;
  status: PackStatus;
  sticker_count: number;
  is_global: boolean;
  folder: string;
  created_at: Date;
}

const SHOWN = `p.id, p.name, p.status, p.tenant_id = '' as is_global, p.folder, p.created_at,
  (select count(*)::int from stickers s where s.pack_id = p.id) as sticker_count`;

function toPack({ folder, created_at, ...shown }: PackRow, baseUrl: string): StickerPack {
  return { ...shown, icon_url: `${baseUrl}${iconPath(folder)}`, created_at: created_at.getTime() };
}

/** Packs by ascending id, from after `lastId` on: of this space, and the global ones when asked for. */
export async function pagePacks(
  db: Queryable,
  space: Space,
  page: { lastId: string; limit: number | null; includeGlobal: boolean },
  baseUrl: string,
): Promise<StickerPack[]> {
  const rows = await db.query<PackRow>(
    `select ${SHOWN} from sticker_packs p
     where p.app_id = $1 and (p.tenant_id = $2 or ($3 and p.tenant_id = '')) and p.id > $4
     order by p.id limit $5`,
    [space.appId, space.tenantId, page.includeGlobal, page.lastId, page.limit],
  );
  return rows.map((row) => toPack(row, baseUrl));
}

/** A pack that this space may use, its own or a global one. Refuses with M40404. */
export async function accessPack(
  db: Queryable,
  space: Space,
  id: PackId,
  baseUrl: string,
): Promise<StickerPackWithStickers> {
  const [row] = await db.query<PackRow>(
    `select ${SHOWN} from sticker_packs p where p.id = $3 and p.app_id = $1 and p.tenant_id in ($2, '')`,
    [space.appId, space.tenantId, id],
  );
  if (row === undefined) throw new Refusal('M40404');
  const stickers = await db.query<StickerPackWithStickers['stickers'][number] & { position: number }>(
    'select id, name, kind, size::float8 as size, position from stickers where pack_id = $1 order by position',
    [id],
  );
  return {
    ...toPack(row, baseUrl),
    stickers:
      row.status === 'uploaded'
        ? stickers.map(({ position, ...sticker }) => ({
            ...sticker,
            url: `${baseUrl}${stickerPath(row.folder, position, sticker.kind)}`,
          }))
        : [],
  };
}

/** Whether the space may use this sticker now: its pack is its own or a global one, and uploaded. */
export async function isUsableSticker(
  db: Queryable,
  space: Space,
  packId: string,
  stickerId: string,
): Promise<boolean> {
  const rows = await db.query(
    `select from stickers s join sticker_packs p on p.id = s.pack_id
     where s.id = $4 and p.id = $3 and p.app_id = $1 and p.tenant_id in ($2, '') and p.status = 'uploaded'`,
    [space.appId, space.tenantId, packId, stickerId],
  );
  return rows.length > 0;
}
