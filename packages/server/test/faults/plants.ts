import { fileURLToPath } from 'node:url';

/** A fault that is put into the server on purpose, to see that the rig finds it. */
export interface Plant {
  /** What `node` gets in front of the server's file. */
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
   * The commit is not flushed: up to ten seconds of it are in the memory of PostgreSQL only, and go with it. It is what
   * a machine without power does to a server that does not wait for its disk.
   */
  'missing-flush': {
    nodeArguments: [],
    sql: [
      // Our connections do not let a setting say so.
      `create function rig_no_flush() returns trigger language plpgsql as
       'begin perform set_config(''synchronous_commit'', ''off'', true); return null; end'`,
      // On every table: one commit that does wait writes all that was committed before it.
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
  /** A key is not kept with its effect: a request that is sent again has its effect again. */
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
