import { createApp, listApps } from '../domain/records/apps.ts';
import { print, printRows } from './print.ts';
import { readDatabase, withDatabase } from './with-database.ts';

/** `palaver app create <id>` */
export async function createAppCommand(
  id: string,
  options: { name?: string; json?: boolean },
): Promise<void> {
  const app = await withDatabase('app create', (db) => createApp(db, { id, name: options.name ?? id }));
  if (options.json) return printRows([{ ...app }], true);
  print(`Created the application ${app.id}. Create a key for it: palaver key create --app ${app.id}\n`);
}

/** `palaver app list` */
export async function listAppsCommand(options: { json?: boolean }): Promise<void> {
  const apps = await readDatabase('app list', listApps);
  printRows(
    apps.map((app) => ({ ...app })),
    options.json ?? false,
  );
}
