import { MESSAGES } from './api.ts';
import { at, type SignedIn } from './client-api.ts';
import { textTo } from './population.ts';
import type { TestServer } from './test-server.ts';

/**
 * Creates a group of these people with `count` messages of the first one, as an earlier version may have stored them:
 * each with a text of any length in an unknown metadata field. Returns the group's id and the seqs.
 */
export async function plantMessages(
  server: TestServer,
  people: readonly SignedIn[],
  count: number,
  unknown: string,
): Promise<{ thread: string; seqs: number[] }> {
  const thread = await server.group(people.map(({ userId }) => userId));
  const sends = Array.from({ length: count }, () =>
    server.ok('POST', MESSAGES, {
      body: textTo(thread, at(people, 0).userId),
      headers: { prefer: 'return=representation' },
    }),
  );
  const seqs = (await Promise.all(sends)).map(({ messages }) => messages[0].seq as number);
  await server.database.sql('update messages set metadata = $2 where thread_id = $1', [
    thread,
    `{"type":"text","unknown":${JSON.stringify(unknown)}}`,
  ]);
  return { thread, seqs: seqs.toSorted((a, b) => a - b) };
}
