import { createHash } from 'node:crypto';
import { lstat, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError, orUndefined } from './errors.ts';
import { belongsTo } from './os-user.ts';
import { type OsUser, run } from './processes.ts';

const folderIn = (cluster: string) => join(cluster, 'socket');

/** A copy of a cluster also has the lock of its socket. */
export async function removeSocketFolder(cluster: string): Promise<void> {
  await rm(folderIn(cluster), { recursive: true, force: true });
}

/** PostgreSQL does not listen on a network port; this number is only part of the socket's name. */
export const SOCKET_PORT = 5432;

/** The size of `sun_path` on macOS without its final zero; Linux allows four bytes more. */
const MAXIMUM_SOCKET_PATH_BYTES = 103;

/**
 * Creates the folder for the socket if it is missing. Only the database user may enter it. It is in the cluster, or in /tmp if
 * that path would be too long for a socket. Its path depends only on the cluster, so that pools find it again after a restart
 * and /tmp keeps at most one empty folder.
 */
export async function ensureSocketFolder(cluster: string, user: OsUser | undefined): Promise<string> {
  const inCluster = folderIn(cluster);
  const hash = createHash('sha256').update(cluster).digest('hex').slice(0, 16);
  const fits = Buffer.byteLength(join(inCluster, `.s.PGSQL.${SOCKET_PORT}`)) <= MAXIMUM_SOCKET_PATH_BYTES;
  const folder = fits ? inCluster : `/tmp/palaver-${hash}`;

  if ((await orUndefined(lstat(folder), 'ENOENT')) === undefined) {
    // The user itself creates it, so that it never belongs to anyone else. Another process may be faster.
    const { ok, output } = await run('mkdir', ['-p', '-m', '700', folder], user);
    if (!ok) throw new EmbeddedPostgresError(`No folder for the database's socket: ${output}`);
  }
  // Another user may have created a folder of this name in /tmp to intercept our password.
  const found = await lstat(folder);
  if (found.isDirectory() && belongsTo(found, user) && (found.mode & 0o077) === 0) return folder;
  throw new EmbeddedPostgresError(
    `${folder} is to hold the database's socket, but is not a folder that only the database's OS user may ` +
      'enter. Remove it.',
  );
}
