import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { EmbeddedPostgresError } from './errors.ts';
import { type OsUser, run } from './processes.ts';

/*
 * PostgreSQL refuses to run as root. If root starts Palaver, all of PostgreSQL's programs run as an unprivileged OS user: for a
 * new cluster the user that the operator names (else `postgres`, else `nobody`), for an existing cluster always the owner of its
 * files, even if the default has changed. If any other user starts Palaver, PostgreSQL runs as that user.
 */

export function isRoot(): boolean {
  return ownUid() === 0;
}

function ownUid(): number {
  return signed(process.getuid?.() ?? -1);
}

/** Whether a file belongs to this user. */
export function belongsTo(file: Stats, user: OsUser | undefined): boolean {
  return signed(file.uid) === (user?.uid ?? ownUid());
}

export async function userForNewCluster(runAs: string | undefined): Promise<OsUser | undefined> {
  if (!isRoot()) return undefined;
  const names = runAs === undefined ? ['postgres', 'nobody'] : [runAs];
  for (const name of names) {
    const user = await lookUpUser(name);
    if (user?.uid === 0)
      throw new EmbeddedPostgresError('PostgreSQL refuses to run as root: name another user.');
    if (user !== undefined) return user;
  }
  throw new EmbeddedPostgresError(`There is no OS user ${names.join(' or ')} to run PostgreSQL as.`);
}

export async function userOfCluster(cluster: string, runAs: string | undefined): Promise<OsUser | undefined> {
  const files = await stat(cluster);
  const [uid, gid] = [signed(files.uid), signed(files.gid)];
  if (!isRoot()) {
    if (belongsTo(files, undefined)) return undefined;
    throw new EmbeddedPostgresError(
      `The database in ${cluster} belongs to the OS user ${uid}: start as that user or as root.`,
    );
  }
  const wanted = runAs === undefined ? undefined : await userForNewCluster(runAs);
  if (uid === 0 || (wanted !== undefined && wanted.uid !== uid)) {
    throw new EmbeddedPostgresError(
      `The database in ${cluster} belongs to the OS user ${uid}; give it to the one that PostgreSQL is to ` +
        `run as: chown -R ${runAs ?? 'postgres'} ${cluster}`,
    );
  }
  return { uid, gid };
}

export async function canEnter(folder: string, user: OsUser | undefined): Promise<boolean> {
  return user === undefined || (await run('sh', ['-c', 'test -x "$1"', 'sh', folder], user)).ok;
}

async function lookUpUser(name: string): Promise<OsUser | undefined> {
  const [uid, gid] = await Promise.all([
    run('id', ['-u', name], undefined),
    run('id', ['-g', name], undefined),
  ]);
  return uid.ok && gid.ok ? { uid: signed(Number(uid.output)), gid: signed(Number(gid.output)) } : undefined;
}

/** An id in the form that Node needs to spawn a child: on macOS, `nobody` is 4294967294, which Node expects as -2. */
function signed(id: number): number {
  return id | 0;
}
