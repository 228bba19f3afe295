import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { ClientConfig } from 'pg';
import { loadConfig } from '../config/load.ts';
import { createLog } from '../platform/log.ts';
import { openObjects } from '../storage/objects/open-objects.ts';
import type { WalSource } from '../storage/open-database.ts';
import { openProtection } from './open-protection.ts';
import { protect } from './protection.ts';

/** The thread of continuous protection, so that compressing and encrypting delays no request. start-protection.ts starts it. */

/** What the thread is started with. */
export interface ProtectionThreadData {
  environment: NodeJS.ProcessEnv;
  logLevel: string;
  connection: ClientConfig;
  wal: WalSource;
}

const DAY_MS = 24 * 60 * 60 * 1000;

if (parentPort === null) throw new Error('this is the code of a thread');
const port = parentPort;
const { environment, logLevel, connection, wal } = workerData as ProtectionThreadData;
const { config } = loadConfig(environment);
const stopping = new AbortController();
port.on('message', () => stopping.abort());
const opened = openProtection(config);
const { place: basePlace } = openProtection(config, { keepsReserve: true });
const objects = openObjects(config, join(config.dataDir, 'objects'));
const parts = { ...opened, basePlace, connection, wal, objects, log: createLog(logLevel) };
await protect({ ...parts, recoveryMs: config.recoveryDays * DAY_MS }, stopping.signal, (state) =>
  port.postMessage(state),
);
await Promise.all([opened.place.close(), basePlace.close(), objects.close()]);
port.close();
