import type { Transaction } from '../../../storage/database.ts';
import type { SignedInContext } from '../../context.ts';
import { releaseBytes } from '../../records/file-usage.ts';
import { endUpload, type Upload } from '../../records/uploads.ts';
import { Refusal } from '../../refusal.ts';
import { accessUpload } from './access-upload.ts';

/** Ends an upload that its user gives up; the sweep removes its bytes. Refuses with M40412. */
export async function giveUpUpload(ctx: SignedInContext, id: string): Promise<void> {
  const upload = await accessUpload(ctx, id);
  await ctx.db.transaction((tx) => closeUpload(tx, upload));
}

/** Ends an open upload, whose length then counts no longer toward the quota. Refuses with M40412. */
export async function closeUpload(tx: Transaction, { id }: Pick<Upload, 'id'>): Promise<void> {
  const released = await endUpload(tx, id);
  if (released === undefined) throw new Refusal('M40412');
  await releaseBytes(tx, [released]);
}
