import { openDatabaseForCommand } from '../storage/open-database.ts';
import { VERSION } from '../version.ts';
import { checkAddresses, placesOfWorker } from './check-addresses.ts';
import { readServingSettings } from './settings.ts';
import { exitAfterStop, listenForStop, stopWhenUncaught } from './stopping.ts';

/** `palaver worker`: does background work until SIGTERM or SIGINT, then finishes work in progress and exits with 0. */
export async function worker(): Promise<void> {
  const { config, log } = readServingSettings();
  await checkAddresses(config, placesOfWorker(config));
  const stopping = listenForStop();
  stopWhenUncaught(log, stopping);
  const { startWorker } = await import('../app.ts');
  const storage = await openDatabaseForCommand({ config, log, holder: 'palaver worker' });
  const running = await startWorker({ config, log, storage });
  log.info({ version: VERSION, pid: process.pid }, 'working');

  log.info({ reason: await stopping.asked }, 'finishing');
  await running.stop();
  log.info('stopped');
  exitAfterStop();
}
