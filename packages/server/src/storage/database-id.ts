/**
 * Selects the `id` of the database. Physical copies of a server have the same one; a dump that is restored elsewhere gets
 * another.
 */
export const DATABASE_ID = `
  select system_identifier || '/' || (select oid from pg_database where datname = current_database()) as id
  from pg_control_system()`;
