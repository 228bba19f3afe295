import { readFileSync } from 'node:fs';
import type { Playground } from '../app.ts';
import { openDatabase } from '../storage/open-database.ts';
import { VERSION } from '../version.ts';
import { checkAddresses, placesOfServer } from './check-addresses.ts';
import { print } from './print.ts';
import { readServingSettings } from './settings.ts';
import { exitAfterStop, listenForStop, stopWhenUncaught } from './stopping.ts';

/** `palaver start`: serves until SIGTERM or SIGINT, then drains and exits with 0. */
export async function start({ port }: { port?: string }): Promise<void> {
  const { PORT_FILE: _file, ...others } = process.env;
  const { config, log, environment, warnings } = readServingSettings(
    port === undefined ? process.env : { ...others, PORT: port },
  );
  // In a terminal, the banner comes first, without the log lines of the start.
  const isQuiet = process.stderr.isTTY && log.level === 'info';
  if (isQuiet) log.level = 'warn';
  await checkAddresses(config, placesOfServer(config));

  const stopping = listenForStop();
  stopWhenUncaught(log, stopping);
  const onFatal = (error: Error) => {
    log.fatal({ err: error }, 'the database is lost: stopping');
    process.exitCode = 1;
    stopping.ask('a lost database');
  };
  // The database starts in its own processes; the rest of the code is loaded meanwhile.
  const opening = openDatabase({
    ...{ config, log, holder: 'palaver start', onFatal },
    archivesWal: config.recoveryDays > 0,
  });
  opening.catch(() => {});
  const { startApp } = await import('../app.ts').catch(async (error: unknown) => {
    // An open database would keep the process alive.
    await (await opening).close();
    throw error;
  });
  const app = await startApp({ config, log, environment, storage: await opening });
  log.info({ url: app.url, version: VERSION, pid: process.pid }, 'ready');
  // (Warnings are repeated here, because they are easy to miss among log lines.)
  const warned = warnings.map((warning) => `\n  warning   ${warning}\n`);
  print(`${banner(app, config.dataDir)}${warned.join('')}`);
  if (isQuiet) log.level = 'info';

  const reason = await stopping.asked;
  log.info({ reason }, 'draining');
  // A user who presses Ctrl-C does not want to wait, and load balancers avoid a server that has lost its database.
  await app.stop(reason === 'SIGTERM' ? config.drainDelayMs : 0);
  log.info('stopped');
  exitAfterStop();
}

interface StartReport {
  url: string;
  playground: Playground | undefined;
  clusterDir: string | undefined;
  keyFile: string;
}

/** What a newcomer needs first. Secrets are printed only to a terminal: other output ends up in logs. */
function banner({ url, playground, clusterDir, keyFile }: StartReport, dataDir: string): string {
  const lines = [`Palaver ${VERSION} is ready.`, '', `  address   ${url}`, `  docs      ${url}/docs`];
  if (playground !== undefined) {
    const shown = process.stdout.isTTY ? playground.address : `the address in ${playground.file}`;
    lines.splice(3, 0, `  chat      ${shown}`);
  }
  if (clusterDir === undefined) {
    lines.push('  data      the PostgreSQL of DATABASE_URL');
    return `${lines.join('\n')}\n`;
  }
  lines.push(`  data      ${dataDir}${clusterDir.startsWith(dataDir) ? '' : ` (database: ${clusterDir})`}`);
  const key = process.stdout.isTTY ? readKey(keyFile) : undefined;
  if (key !== undefined) lines.push(`  API key   ${key}`);
  lines.push(`  key file  ${keyFile}`, '', 'Try it:', '');
  lines.push(
    `  curl ${url}/open-api/v1.0/chat/threads -H "X-Api-Key: ${key ?? `$(cat '${keyFile}')`}"; echo`,
    '',
  );
  return `${lines.join('\n')}\n`;
}

function readKey(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}
