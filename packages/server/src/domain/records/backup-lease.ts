import type { Queryable } from '../../storage/database.ts';

/** The lease that a process holds while it makes a backup. */
export const BACKUP_LEASE = 'backup';

/**
 * Whether a backup is being made. Its snapshot may name files that are deleted now, and it copies files after its snapshot. So call
 * this between the commit that makes files unnecessary and the removal of their bytes, and remove nothing if it is true: otherwise the
 * backup begins after that commit, and its snapshot does not name them.
 */
export async function isBackupRunning(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ isRunning: boolean }>(
    `select exists (select from leases where name = $1 and expires_at > clock_timestamp()) as "isRunning"`,
    [BACKUP_LEASE],
  );
  return row?.isRunning === true;
}
