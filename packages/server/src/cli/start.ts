import { readFileSync } from 'node:fs';
import { loadConfig } from '../config.ts';
import { createLog } from '../platform/log.ts';
import { openDatabase } from '../storage/open-database.ts';
import { VERSION } from '../version.ts';
import { listenForStop } from './stopping.ts';

/** `palaver start`: serves until SIGTERM or SIGINT, then drains and exits with 0. */
export async function start(): Promise<void> {
  const { config, warnings } = loadConfig(process.env);
  const log = createLog(config.logLevel);
  for (const warning of warnings) log.warn(warning);

  const stopping = listenForStop();
  const onFatal = (error: Error) => {
    log.fatal({ err: error }, 'the database is lost: stopping');
    process.exitCode = 1;
    stopping.ask('a lost database');
  };
  // The database starts in processes of its own: the rest of the code is loaded meanwhile.
  const opening = openDatabase({ config, log, holder: 'palaver start', onFatal });
  opening.catch(() => {});
  const { startApp } = await import('../app.ts');
  const app = await startApp({ config, log, storage: await opening });
  log.info({ url: app.url, version: VERSION, pid: process.pid }, 'ready');
  process.stdout.write(banner(app, config.dataDir));

  log.info({ reason: await stopping.asked }, 'draining');
  await app.stop();
  log.info('stopped');
}

interface Shown {
  url: string;
  playgroundUrl: string | undefined;
  clusterDir: string | undefined;
  keyFile: string;
}

/** What a newcomer needs first. The key itself is shown to a terminal only: output elsewhere ends in logs. */
function banner({ url, playgroundUrl, clusterDir, keyFile }: Shown, dataDir: string): string {
  const lines = [`Palaver ${VERSION} is ready.`, '', `  address   ${url}`, `  docs      ${url}/docs`];
  if (playgroundUrl !== undefined) lines.splice(3, 0, `  chat      ${playgroundUrl}`);
  if (clusterDir === undefined) {
    lines.push('  data      the PostgreSQL of DATABASE_URL');
    return `${lines.join('\n')}\n`;
  }
  lines.push(`  data      ${dataDir}${clusterDir.startsWith(dataDir) ? '' : ` (database: ${clusterDir})`}`);
  const key = process.stdout.isTTY ? readKey(keyFile) : undefined;
  if (key !== undefined) lines.push(`  API key   ${key}`);
  lines.push(`  key file  ${keyFile}`, '', 'Try it:', '');
  lines.push(`  curl ${url}/open-api/v1.0/chat/threads -H "X-Api-Key: ${key ?? `$(cat '${keyFile}')`}"`, '');
  return `${lines.join('\n')}\n`;
}

function readKey(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}
