import { createHash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError, orUndefined } from './errors.ts';
import { belongsTo } from './os-user.ts';
import { type OsUser, run } from './processes.ts';

/** PostgreSQL listens on no network port; this number only names the socket. */
export const SOCKET_PORT = 5432;

/** Of `sun_path` without its final zero, on macOS; Linux has four more. */
const MAXIMUM_SOCKET_PATH_BYTES = 103;

/**
 * The folder of the socket, which only the database user may enter: in the cluster, or in /tmp when that path
 * is too long for a socket. A cluster always gets the same one, so that pools find it again after a restart,
 * and nothing but one empty folder stays in /tmp.
 */
export async function makeSocketFolder(cluster: string, user: OsUser | undefined): Promise<string> {
  const inCluster = join(cluster, 'socket');
  const hash = createHash('sha256').update(cluster).digest('hex').slice(0, 16);
  const fits = Buffer.byteLength(join(inCluster, `.s.PGSQL.${SOCKET_PORT}`)) <= MAXIMUM_SOCKET_PATH_BYTES;
  const folder = fits ? inCluster : `/tmp/palaver-${hash}`;

  if ((await orUndefined(lstat(folder), 'ENOENT')) === undefined) {
    // By the user itself, so that it belongs to nobody else for a moment. A start beside us may be faster.
    const { ok, output } = await run('mkdir', ['-p', '-m', '700', folder], user);
    if (!ok) throw new EmbeddedPostgresError(`No folder for the database's socket: ${output}`);
  }
  // Anybody may have made a folder of this name in /tmp, to listen there for our password.
  const found = await lstat(folder);
  if (found.isDirectory() && belongsTo(found, user) && (found.mode & 0o077) === 0) return folder;
  throw new EmbeddedPostgresError(
    `${folder} is to hold the database's socket, but is not a folder that only the database's OS user may ` +
      'enter. Remove it.',
  );
}
