import { lchown, lstat, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { orUndefined } from './errors.ts';
import { ensureFolder, syncFolder } from './files.ts';
import type { OsUser } from './processes.ts';

/*
 * The outbox for WAL, PostgreSQL's write-ahead log: a folder into which PostgreSQL copies each complete segment. recovery/ takes the
 * segments from there. PostgreSQL keeps a segment until it has copied it, so none is lost as long as every start of PostgreSQL has the
 * outbox. Commands start PostgreSQL, too: they use the outbox if there is one, whatever their settings are.
 */

/** Beside the cluster: a base backup copies everything that is in it. */
export const outboxOf = (cluster: string): string => `${cluster}.wal`;

/** What the one who takes segments remembers. It is not in the outbox, which belongs to the user that PostgreSQL runs as. */
export const outboxStateOf = (outbox: string): string => `${outbox}.json`;

/** The settings of PostgreSQL with which it fills the outbox; none if there is no outbox. `opens`: it is created if it is missing. */
export async function outboxSettings(
  cluster: string,
  user: OsUser | undefined,
  opens: boolean,
): Promise<Record<string, string>> {
  const outbox = outboxOf(cluster);
  if ((await orUndefined(lstat(outbox), 'ENOENT')) === undefined) {
    if (!opens) return {};
    await ensureFolder(outbox, 0o700);
    await syncFolder(dirname(outbox));
  }
  // (The cluster may have been given to another user.)
  if (user !== undefined) await lchown(outbox, user.uid, user.gid);
  return {
    wal_level: 'replica',
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': outbox,
  };
}

/** From the next start on, PostgreSQL copies nothing more. */
export async function removeOutbox(cluster: string): Promise<void> {
  const outbox = outboxOf(cluster);
  await rm(outbox, { recursive: true, force: true });
  await rm(outboxStateOf(outbox), { force: true });
}
