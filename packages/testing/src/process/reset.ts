import type { Database } from '@palaver/server/src/storage/database.ts';

/** What belongs to the server and its application, and is not made by tests. */
const KEPT = [
  'api_keys',
  'applications',
  'event_epoch',
  'former_epochs',
  'leases',
  'schema_migrations',
  'search_state',
  'secrets_key',
  'signing_keys',
  'token_revocations',
];

const TABLES = `
  select string_agg(oid::regclass::text, ', ') as tables from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    and relname <> all ($1)`;

/** Tokens of users that are gone are refused from now on, and their connections are closed. */
const REVOKE = `
  insert into token_revocations (ext_user_id, generation, cut_below) select ext_user_id, $1, $1 from users
  on conflict (ext_user_id) do update set generation = $1, cut_below = $1, revoked_at = now(),
    revoked_in = pg_current_xact_id()`;

/** Above that of any token. */
const LAST_GENERATION = '100000000000000000';

/** Removes everything that tests have made, in one step. Ids continue: no later user or thread has that of a former one. */
export async function reset(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx.query<{ tables: string }>(TABLES, [KEPT]);
    await tx.query(`lock table ${row?.tables} in access exclusive mode`);
    await tx.query(REVOKE, [LAST_GENERATION]);
    await tx.query(`truncate ${row?.tables}, graphile_worker._private_jobs`);
  });
}
