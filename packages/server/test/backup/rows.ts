import { furnishWorld } from '../api/isolation/belongings.ts';
import type { TestDatabase } from '../harness/test-database.ts';
import { startBackedUpServer } from './backup-harness.ts';

type Sql = Pick<TestDatabase, 'sql'>;

/** What the first connection to a restored database writes, because it begins an epoch. */
const OF_EPOCHS = ['event_epoch', 'former_epochs', 'epoch_starts', 'event_streams'];

/** All rows of all tables but these as JSON, without ids of transactions and without what belongs to unfinished uploads. */
export async function rowsOf({ sql }: Sql, except: readonly string[]): Promise<Record<string, string[]>> {
  const tables = await sql<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname <> all ($1) order by 1`,
    [[...except, ...OF_EPOCHS]],
  );
  const rows: Record<string, string[]> = {};
  for (const { name } of tables) {
    const found = await sql<{ row: string }>(
      `select (to_jsonb(t) - 'joined_in' - 'revoked_in' - 'unfinished_bytes')::text as row from ${name} t order by 1`,
    );
    rows[name] = found.map(({ row }) => row);
  }
  return rows;
}

export const jobsOf = ({ sql }: Sql) =>
  sql(
    `select t.identifier, j.payload, j.run_at from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id order by 1, 2::text`,
  );

export const sequencesOf = ({ sql }: Sql) =>
  sql<{ name: string; value: string }>(
    `select sequencename as name, coalesce(last_value, 0)::text as value from pg_sequences
     where schemaname = 'public' and sequencename !~ 'schema_migrations|email_digests|notification|uploads' order by 1`,
  );

/** Rows of the tables in which requests of {@link furnishWorld} leave none. */
const MORE_ROWS = `
  insert into app_policies (app_id, guests, contacts, linked_threads)
    values ('test', '{"create_groups": true}', '{a,"b c"}', '{"owner": {"delete": true}}');
  insert into email_opt_outs (ext_user_id) select min(ext_user_id) from users;
  insert into desk_writers select min(ext_user_id) from users;
  insert into user_emails (ext_user_id, app_id, address, language, unsubscribe_token)
    select ext_user_id, app_id, 'ann@example.com', '', 'token' from users limit 1;
  update files set expires_at = null where id = (select min(id) from files where state = 'stored');
  insert into pictures (file_id, ext_user_id)
    select f.id, u.ext_user_id from files f join users u using (app_id, tenant_id)
    where f.id = (select min(id) from files where state = 'stored') order by u.ext_user_id limit 1;
  insert into user_file_usage select ext_user_id, 0 from users limit 1 on conflict do nothing;
  insert into user_notifications select ext_user_id, false, '{"start": "22:00"}' from users limit 1;
  insert into thread_notifications select thread_id, ext_user_id, null, 'infinity' from user_threads limit 1;
  insert into notification_settings values ('test', '', 'full', false, 'all', '{}');
  insert into idempotency_keys values ('test', '', 'key', decode(repeat('ab', 32), 'hex'), '{"b": 1, "a":2}');
  insert into erasures (thread_id, message_seq) values (1, 1);
  insert into outbox (app_id, tenant_id, type, body) values ('test', '', 'user.updated', E'tab\\t line\\n back\\\\slash \\\\. ä');
  insert into parked_events values ('webhooks', 'test', 1, now(), 1, now(), 'failed')`;

/** A server whose tables have rows, except those of what is due or unfinished; a job is due much later. It relays nothing. */
export async function startFullServer(): ReturnType<typeof startBackedUpServer> {
  const server = await startBackedUpServer();
  await furnishWorld(server);
  await server.relayed();
  await server.stopRelay();
  await server.database.sql(MORE_ROWS);
  await server.database.sql(
    `select graphile_worker.add_job('later', '{"a": [1, "ä"]}', run_at => '2099-01-01')`,
  );
  return server;
}
