/**
 * The epoch of a database. A database may lose its latest changes: a backup was restored, or a replica took over that did not have
 * them. It then gives the positions of the lost events to other events, and the numbers of the lost entries of logs to other entries.
 * Clients that have seen what was lost must detect this.
 *
 * Therefore an epoch belongs to one history of a database. No query can tell that a database was set back. But the files can only be
 * replaced while PostgreSQL is stopped, and a restored dump writes its rows anew. So the history consists of:
 *
 * - the cluster, the timeline of its write-ahead log, and the start of PostgreSQL;
 * - the database, which may be a copy of another one in the same cluster;
 * - the transaction that wrote the row of `event_epoch`.
 *
 * So each start of PostgreSQL begins an epoch, usually without a loss. If something else has changed, so does the **branch**: a loss
 * is likely, ids continue at least a million further on, so that no lost id is given out again, and connected clients must connect anew.
 *
 * Each connection of `Database` calls {@link KEEP_EPOCH} before its first statement (behind a pooler, in each transaction): after the
 * database was set back, nothing is written before its epoch has begun.
 *
 * A consumer of events with a former epoch continues if all later epochs began after its position (`epoch_starts`): then the database
 * still has the events that it has seen. A chat client with a former epoch says when the last entry was made that it has of each
 * log: if the log has that entry, made before the branch changed, it continues.
 */

/** SQL expression: begins an epoch if the history is another one than that of the current epoch; its value is the branch. */
export const KEEP_EPOCH = 'keep_epoch()';

/** SQL condition on the row of `event_epoch`: whether it belongs to the history that the database has now. */
export const HAS_SAME_HISTORY = 'database = database_history(xmin)';
