import type { Transaction } from '../../storage/database.ts';

/** Removes rows of `closed_threads`, which `domain/records/open-threads.ts` adds. */

/** Most rows of one statement. */
const MAX_TAKEN = 1_000;

/**
 * Makes the notifications due that have waited for these threads to be closed, unless another connection has them open. Returns how
 * many there were. A row stays as long as a notification of its thread is claimed, which may be found to wait still.
 */
export async function releaseClosed(tx: Transaction): Promise<number> {
  const [released] = await tx.query<{ count: number }>(RELEASE, [MAX_TAKEN]);
  return released?.count ?? 0;
}

const RELEASE = `
  with taken as (
    delete from closed_threads where id = any (array(
      select id from closed_threads c where not exists (
        select from notifications n where n.ext_user_id = c.ext_user_id and n.thread_id = c.thread_id and n.is_claimed
      ) order by id limit $1
    ))
    returning ext_user_id, thread_id
  ), released as (
    update notifications n set due_at = clock_timestamp()
    from (select distinct ext_user_id, thread_id from taken) closed
    where n.ext_user_id = closed.ext_user_id and n.thread_id = closed.thread_id and n.state = 'pending' and n.tries = 0
      and not n.is_claimed and n.due_at > clock_timestamp() and not exists (
        select from open_threads o
        where o.ext_user_id = closed.ext_user_id and o.thread_id = closed.thread_id and o.until > clock_timestamp()
      )
    returning 1
  )
  select count(*)::int from released`;
