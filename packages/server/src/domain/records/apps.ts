import type { AppId } from '@palaver/protocol/ids';
import type { Queryable } from '../../storage/database.ts';

/** The only module that writes `applications`. */

export interface App {
  id: AppId;
  name: string;
  created_at: Date;
}

/** An invalid, taken or unknown application id. Only the CLI can cause it. */
export class AppError extends Error {
  override readonly name = 'AppError';
}

const DNS_LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Creates an application. Throws {@link AppError} when the id is not a DNS label or is taken. */
export async function createApp(db: Queryable, input: { id: string; name: string }): Promise<App> {
  if (!DNS_LABEL.test(input.id)) {
    throw new AppError(
      `"${input.id}" is not a DNS label: use a-z, 0-9 and "-" inside, at most 63 characters`,
    );
  }
  const [app] = await db.query<App>(
    'insert into applications (id, name) values ($1, $2) on conflict do nothing returning id, name, created_at',
    [input.id, input.name],
  );
  if (app === undefined) throw new AppError(`the application "${input.id}" exists already`);
  return app;
}

export async function listApps(db: Queryable): Promise<App[]> {
  return db.query<App>('select id, name, created_at from applications order by id');
}

export async function findApp(db: Queryable, id: AppId): Promise<App | undefined> {
  const [app] = await db.query<App>('select id, name, created_at from applications where id = $1', [id]);
  return app;
}

/** The ids among these that name an application, each mapped to `true`. */
export async function findAppIds(db: Queryable, ids: readonly string[]): Promise<Map<string, true>> {
  const apps = await db.query<{ id: string }>('select id from applications where id = any($1)', [ids]);
  return new Map(apps.map(({ id }) => [id, true]));
}

export async function appExists(db: Queryable, id: string): Promise<boolean> {
  return (await db.query('select from applications where id = $1', [id])).length > 0;
}
