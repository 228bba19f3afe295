import { createWriteStream } from 'node:fs';
import { chmod, lchown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WalPlace, WalProvider } from '../storage/embedded/recover-cluster.ts';
import { isSegment, nextSegment } from './segments.ts';

/*
 * Gives PostgreSQL the WAL that it asks for during a recovery. Its `restore_command` is a shell script, because PostgreSQL starts it for
 * each segment. The script asks for a file by creating it in `wanted`, and waits for the file itself, or for `none-<name>`. This process
 * creates them, and a few segments ahead, so that little of the WAL is on the disk at a time. Only in `wanted` can the user write that
 * PostgreSQL runs as.
 */
const scriptIn = (
  feed: string,
) => `# restore_command: $1 is the name of the file, $2 where PostgreSQL wants it
: > "${feed}/wanted/$1"
while kill -0 "$(head -n 1 postmaster.pid)" 2>/dev/null; do
  if [ -e "${feed}/$1" ]; then
    rm -f "${feed}/wanted/$1"
    exec cp "${feed}/$1" "$2"
  fi
  if [ -e "${feed}/none-$1" ]; then
    rm -f "${feed}/wanted/$1"
    exit 1
  fi
  sleep 0.05
done
exit 1
`;

const POLL_MS = 20;
const AHEAD = 4;

/** Begins to provide WAL. `read`: undefined if there is no such segment. */
export async function feedWal(
  { folder, user }: WalPlace,
  read: (segment: string) => Promise<Readable | undefined>,
): Promise<WalProvider> {
  const wanted = join(folder, 'wanted');
  // (With any umask, the user must enter the folder, and read the script.)
  await mkdir(folder);
  await chmod(folder, 0o711);
  await mkdir(wanted, { mode: 0o700 });
  if (user !== undefined) await lchown(wanted, user.uid, user.gid);
  const script = `../${basename(folder)}/restore`;
  await writeFile(join(folder, 'restore'), scriptIn(`../${basename(folder)}`));
  await chmod(join(folder, 'restore'), 0o644);
  const failing = new AbortController();
  const stopping = new AbortController();
  /** The names of the files that are in the folder. */
  const provided = new Set<string>();

  /** Returns whether there is such a segment. */
  const provide = async (name: string): Promise<boolean> => {
    if (provided.has(name)) return true;
    const content = await read(name);
    if (content === undefined) return false;
    const path = join(folder, name);
    await rm(`${path}.new`, { force: true });
    await pipeline(content, createWriteStream(`${path}.new`, { flags: 'wx', mode: 0o600 }));
    if (user !== undefined) await lchown(`${path}.new`, user.uid, user.gid);
    await rename(`${path}.new`, path);
    provided.add(name);
    return true;
  };
  const answer = async (name: string) => {
    // (PostgreSQL also asks for histories of timelines: there are none.)
    const isThere = isSegment(name) && (await provide(name));
    if (!isThere) await writeFile(join(folder, `none-${name}`), '');
    for (const old of [...provided].filter((one) => isThere && one < name)) {
      await rm(join(folder, old));
      provided.delete(old);
    }
    return isThere;
  };
  /** A failure counts only when PostgreSQL asks for that segment. */
  const provideAhead = async (name: string) => {
    let next = name;
    for (let ahead = 0; ahead < AHEAD; ahead += 1) {
      next = nextSegment(next);
      if (!(await provide(next))) return;
    }
  };
  const serve = async () => {
    while (!stopping.signal.aborted) {
      for (const name of await readdir(wanted))
        if (await answer(name)) await provideAhead(name).catch(() => {});
      await sleep(POLL_MS);
    }
  };
  const serving = serve().catch((error: unknown) => failing.abort(error));
  return {
    command: `sh ${script} %f "%p"`,
    failed: failing.signal,
    stop: async () => {
      stopping.abort();
      await serving;
    },
  };
}
