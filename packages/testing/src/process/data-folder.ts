import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Log } from '@palaver/server/src/platform/log.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '@palaver/server/src/storage/embedded/embedded-postgres.ts';
import { isAlive } from '@palaver/server/src/storage/embedded/processes.ts';
import { CACHE } from './cache.ts';

/*
 * The folder of a server's data, which only lives as long as the server. To create a database takes seconds, to copy one a tenth: so the
 * first start keeps an empty one with an up-to-date schema beside the compiled code of the server.
 */

/** In memory, if there is room: a database consists of hundreds of files, which file systems on disks create slowly. */
const IN_MEMORY = '/dev/shm';
const ROOM_BYTES = 2 ** 30;
/** Containers may share the folder, but not the numbers of their processes. */
const PROCESSES = processNamespace();
const NAME = /^palaver-testing-(\d+)-(\d+)-/;

/** An open database, and its folder. */
export interface DataFolder {
  path: string;
  postgres: EmbeddedPostgres;
}

/** Opens a new folder with an empty database. `onFatal` is called when the database is lost. */
export async function openDataFolder(log: Log, onFatal: (error: Error) => void): Promise<DataFolder> {
  const parent = hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir();
  removeLeftovers(parent);
  const path = mkdtempSync(join(parent, `palaver-testing-${PROCESSES}-${process.pid}-`));
  try {
    // Under root, the database runs as another user, who has to enter.
    chmodSync(path, 0o711);
    const template = templatePath();
    if (existsSync(template)) copyFolder(template, path);
    else await makeTemplate(template, path, log);
    return { path, postgres: await startPostgres(path, log, onFatal) };
  } catch (error) {
    rmSync(path, { recursive: true, force: true });
    throw error;
  }
}

/** Another user, processor, PostgreSQL or schema needs another template. */
function templatePath(): string {
  const require = createRequire(import.meta.url);
  const { optionalDependencies: postgres } = require('@palaver/server/package.json') as {
    optionalDependencies: Record<string, string>;
  };
  const migrations = readdirSync(
    join(dirname(require.resolve('@palaver/server/src/storage/migrate.ts')), 'migrations'),
  ).sort();
  const parts = [
    ...[TEMPLATE_VERSION, process.platform, process.arch, process.getuid?.()],
    ...[JSON.stringify(postgres), ...migrations],
  ];
  const hash = createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16);
  return join(CACHE, `empty-database-${hash}`);
}

/** Raised when a template is made otherwise than before. */
const TEMPLATE_VERSION = 1;

async function makeTemplate(template: string, path: string, log: Log): Promise<void> {
  const { makeSchema } = await import('./schema.ts');
  const onFatal = (error: Error) => log.error({ err: error }, 'the database is lost');
  const postgres = await startPostgres(path, log, onFatal);
  try {
    await makeSchema(postgres, log);
  } finally {
    await postgres.stop();
  }
  keepTemplate(template, path);
}

/** Several processes may be here at once: the first one wins. Without a folder that it may write to, each start makes its own. */
function keepTemplate(template: string, path: string): void {
  try {
    mkdirSync(CACHE, { recursive: true });
    const unfinished = mkdtempSync(`${template}.`);
    try {
      copyFolder(path, unfinished);
      renameSync(unfinished, template);
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
  } catch {
    // The next start tries again.
  }
}

/** Keeps the owners of the files. */
function copyFolder(from: string, to: string): void {
  execFileSync('cp', ['-a', `${from}/.`, to]);
}

function startPostgres(
  dataDir: string,
  log: Log,
  onFatal: (error: Error) => void,
): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    ...{ dataDir, log, onFatal, holder: '@palaver/testing', runAs: undefined },
    // Nobody needs the data after a power cut. The password is random, so it needs no slow hash.
    settings: { fsync: 'off', full_page_writes: 'off', scram_iterations: '1' },
  });
}

/** Those of processes that were killed together with the one that started them. */
function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    const [, namespace, maker] = NAME.exec(name) ?? [];
    if (namespace !== PROCESSES || isAlive(Number(maker))) continue;
    try {
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch {
      // It is another user's.
    }
  }
}

/** The number of the namespace of this process: those in others do not have its numbers. "0" where there are none. */
function processNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    return '0';
  }
}

/** (There is such a folder on Linux only, and containers often have a small one.) */
function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return false;
  }
}
