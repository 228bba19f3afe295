import { fileURLToPath } from 'node:url';

/** A fault planted in the server to test that the rig detects it. */
export interface Plant {
  /** The `node` options before the server's file. */
  nodeArguments: readonly string[];
  /** Run once, in a new database. */
  sql: readonly string[];
}

export const NO_PLANT: Plant = { nodeArguments: [], sql: [] };

export const PLANTS = {
  /** The answer leaves before the commit. */
  'answer-before-commit': {
    nodeArguments: ['--import', fileURLToPath(new URL('planted/answer-before-commit.ts', import.meta.url))],
    sql: [],
  },
  /**
   * Commits are not flushed: up to ten seconds of them are only in PostgreSQL's memory and are lost with it. A power
   * cut does the same to a server that does not wait for its disk.
   */
  'missing-flush': {
    nodeArguments: [],
    sql: [
      // Our connections override such a setting.
      `create function rig_no_flush() returns trigger language plpgsql as
       'begin perform set_config(''synchronous_commit'', ''off'', true); return null; end'`,
      // On every table, because a single flushed commit writes all earlier ones.
      `do $$ declare written regclass; begin
         for written in select format('%I.%I', schemaname, tablename)::regclass from pg_tables
             where schemaname not in ('pg_catalog', 'information_schema') loop
           execute format('create trigger rig_no_flush after insert or update or delete on %s
             for each statement execute function rig_no_flush()', written);
         end loop;
       end $$`,
      `alter system set wal_writer_delay = '10s'`,
      `alter system set wal_writer_flush_after = '1GB'`,
      'select pg_reload_conf()',
    ],
  },
  /** Keys are not stored with their effect, so a repeated request has its effect again. */
  'forgotten-keys': {
    nodeArguments: [],
    sql: [
      `create function rig_forget() returns trigger language plpgsql as
       'begin delete from idempotency_keys
          where (app_id, tenant_id, key) = (new.app_id, new.tenant_id, new.key); return null; end'`,
      `create constraint trigger rig_forget after insert on idempotency_keys deferrable initially deferred
       for each row execute function rig_forget()`,
    ],
  },
} as const satisfies Record<string, Plant>;
