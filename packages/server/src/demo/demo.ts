import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppId } from '@palaver/protocol/ids';
import type { Config } from '../config/config.ts';
import { removeApp } from '../domain/operations/apps/remove-app.ts';
import { createKey, findKeys, publicIdOf } from '../domain/records/api-keys.ts';
import { AppError, createApp, findApp } from '../domain/records/apps.ts';
import { demoKeyFile } from '../http/playground/demo-state.ts';
import { PAGES, PLAYGROUND_PATH } from '../http/playground/pages.ts';
import type { Database } from '../storage/database.ts';
import type { Objects } from '../storage/objects/objects.ts';
import { DemoApi } from './demo-api.ts';
import { tellStories } from './tell-stories.ts';

/** The application of the demo: the one for real use stays empty. */
export const DEMO_APP = 'tour' as AppId;
/** By its name, an application of somebody else with the same id is distinguished from it. */
const DEMO_NAME = 'Northlight Coffee, the demo of Palaver';

export interface DemoParts {
  db: Database;
  objects: Objects;
  config: Pick<Config, 'dataDir'>;
}

export interface Making extends DemoParts {
  /** Base URL of the server, which makes the demo by its API. */
  url: string;
  signal: AbortSignal;
  /** This process owns the data folder, so nobody is at work on a demo that is half made. */
  isOwner: boolean;
}

/**
 * Makes the demo, unless there is one; one that is half made is made anew. Its key is in `demo-key.new` until it is complete, and in
 * `demo-key` from then on. Throws {@link AppError} if another process is making it, or if the application belongs to somebody else.
 */
export async function createDemo(making: Making): Promise<'made' | 'there already'> {
  const { db, config, url, isOwner } = making;
  // If one request fails, the others end.
  const failing = new AbortController();
  const signal = AbortSignal.any([making.signal, failing.signal]);
  const file = demoKeyFile(config);
  if (await isComplete(db, file)) return 'there already';
  if (!isOwner && (await isBeingMade(file))) throw new AppError('the demo is being made: see the playground');
  await removeDemo(making);
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, '', { mode: 0o600 });
  try {
    const key = await db.transaction(async (tx) => {
      await createApp(tx, { id: DEMO_APP, name: DEMO_NAME });
      return (await createKey(tx, { appId: DEMO_APP, name: 'the demo', scopes: ['full'] })).key;
    });
    await writeFile(`${file}.new`, `${key}\n`, { mode: 0o600 });
    const files = { folder: join(PAGES, 'demo'), url: `${url}${PLAYGROUND_PATH}/demo` };
    await tellStories(new DemoApi(url, { 'x-api-key': key }, signal), files);
    await rename(`${file}.new`, file);
    return 'made';
  } catch (error) {
    failing.abort();
    throw error;
  } finally {
    await rm(`${file}.new`, { force: true });
  }
}

/** Removes the demo: rows, files and events. False if there is none. Throws {@link AppError} if the application is not the demo. */
export async function removeDemo({ db, objects, config }: DemoParts): Promise<boolean> {
  const app = await findApp(db, DEMO_APP);
  if (app !== undefined && app.name !== DEMO_NAME)
    throw new AppError(`the application ${DEMO_APP} is not the demo ("${app.name}"), so it stays as it is`);
  const file = demoKeyFile(config);
  await Promise.all([file, `${file}.new`].map((one) => rm(one, { force: true })));
  if (app === undefined) return false;
  await removeApp(db, objects, DEMO_APP);
  return true;
}

/** Whether there is a whole demo. A restored database may have another one than the data folder, or none. */
async function isComplete(db: Database, file: string): Promise<boolean> {
  const id = publicIdOf((await readFile(file, 'utf8').catch(() => '')).trim());
  if (id === undefined) return false;
  const key = (await findKeys(db, [id])).get(id);
  return key?.app_id === DEMO_APP && key.revoked_at === null;
}

/** It takes seconds: a file that is older was left by a process that was killed. */
const MAKING_MS = 60_000;

async function isBeingMade(file: string): Promise<boolean> {
  const found = await stat(`${file}.new`).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs < MAKING_MS;
}
