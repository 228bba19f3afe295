/* The worker thread of `check-in-worker.ts`: runs one check and posts its result. */
import { parentPort, workerData } from 'node:worker_threads';
import { type ArchiveLimits, checkArchive } from './check-archive.ts';

export interface Work {
  path: string;
  limits: ArchiveLimits;
}

const { path, limits } = workerData as Work;
parentPort?.postMessage(await checkArchive(path, limits));
