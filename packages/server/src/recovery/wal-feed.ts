import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WalProvider } from '../storage/embedded/recover-cluster.ts';
import { isSegment, nextSegment } from './segments.ts';

/*
 * Gives PostgreSQL the WAL that it asks for during a recovery. Its `restore_command` is a shell script, because PostgreSQL starts it for
 * each segment. The script asks for a file by creating `wanted-<name>`, and waits for the file, or for `none-<name>`. This process
 * creates them, and a few segments ahead, so that little of the WAL is on the disk at a time.
 */
const FOLDER = 'wal-feed';
const SCRIPT = `# restore_command: $1 is the name of the file, $2 where PostgreSQL wants it
cd ${FOLDER} || exit 1
: > "wanted-$1"
while [ -e ../postmaster.pid ]; do
  if [ -e "$1" ]; then
    rm -f "wanted-$1"
    # (A copy belongs to the user that PostgreSQL runs as.)
    cp "$1" "../$2" || exit 1
    exec rm -f "$1"
  fi
  if [ -e "none-$1" ]; then
    rm -f "wanted-$1"
    exit 1
  fi
  sleep 0.05
done
exit 1
`;

const POLL_MS = 20;
const AHEAD = 4;

/** Begins to provide WAL to a cluster. `read`: undefined if there is no such segment. */
export async function feedWal(
  cluster: string,
  read: (segment: string) => Promise<Readable | undefined>,
): Promise<WalProvider> {
  const folder = join(cluster, FOLDER);
  await mkdir(folder, { mode: 0o700 });
  await writeFile(join(folder, 'restore'), SCRIPT);
  const failing = new AbortController();
  const stopping = new AbortController();

  /** Returns whether there is such a segment. */
  const provide = async (name: string): Promise<boolean> => {
    const path = join(folder, name);
    if (existsSync(path)) return true;
    const content = await read(name);
    if (content === undefined) return false;
    await pipeline(content, createWriteStream(`${path}.new`, { mode: 0o644 }));
    await rename(`${path}.new`, path);
    return true;
  };
  const serve = async () => {
    while (!stopping.signal.aborted) {
      for (const wanted of await wantedIn(folder)) {
        // (PostgreSQL also asks for histories of timelines: there are none.)
        const isThere = isSegment(wanted) && (await provide(wanted));
        if (!isThere) await writeFile(join(folder, `none-${wanted}`), '');
        let next = wanted;
        for (let ahead = 0; isThere && ahead < AHEAD; ahead += 1) {
          next = nextSegment(next);
          if (!(await provide(next))) break;
        }
      }
      await sleep(POLL_MS);
    }
  };
  const serving = serve().catch((error: unknown) => failing.abort(error));
  return {
    command: `sh ${FOLDER}/restore %f "%p"`,
    failed: failing.signal,
    stop: async () => {
      stopping.abort();
      await serving;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const WANTED = 'wanted-';

async function wantedIn(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => name.startsWith(WANTED)).map((name) => name.slice(WANTED.length));
}
