import { afterAll, beforeAll, expect, test } from 'vitest';
import { logOf, userUrl } from '../harness/api.ts';
import { at, ME, myMessagesUrl, myMessageUrl, type SignedIn, signInAll } from '../harness/client-api.ts';
import { inParallel } from '../harness/in-parallel.ts';
import { startPalaver } from '../harness/palaver.ts';
import { recount } from '../harness/recount.ts';
import { urlOf } from '../harness/test-database.ts';
import { until } from '../harness/until.ts';
import { useServer } from '../harness/use-server.ts';

/** Two nodes on one database: what one has answered holds on the other. */

const server = await useServer();
let people: SignedIn[];
beforeAll(async () => {
  people = await signInAll(server, 2);
});
afterAll(async () => {
  expect(await recount(server.database)).toEqual([]);
});

test('tokens, revocations and client_message_ids hold on both nodes', async () => {
  const other = await startPalaver({
    DATABASE_URL: urlOf(server.database.connection),
    PALAVER_CLIENT_RATE_LIMIT_READS: '0',
    PALAVER_CLIENT_RATE_LIMIT_WRITES: '0',
  });
  const there = async (token: string, method: string, url: string, body?: unknown) => {
    const response = await fetch(other.url + url, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: as in Answer
    return (await response.json()) as { message_code: string; data?: any };
  };
  const [ann, bob] = [at(people, 0), at(people, 1)];
  const threadId = await server.group([ann.userId, bob.userId]);
  expect((await there(ann.token, 'GET', ME)).data.user_id).toBe(ann.userId);

  // The same message sent through both nodes at once is stored once, amid other messages.
  const sent = await inParallel(20, async (index) => {
    const body = { body: { text: `${index}` }, client_message_id: `m-${index}` };
    const [here, over] = await Promise.all([
      ann.ok('POST', myMessagesUrl(threadId), { body }),
      there(ann.token, 'POST', myMessagesUrl(threadId), body),
      there(bob.token, 'POST', myMessagesUrl(threadId), { body: { text: 'other' } }),
    ]);
    expect([over.message_code, over.data?.id]).toEqual(['M200', here.id]);
    return here.id as string;
  });
  expect(new Set(sent).size).toBe(20);
  expect((await logOf(server, threadId)).filter(({ type }) => type === 'message.created')).toHaveLength(40);

  // A message that one node has confirmed can be read from the other at once.
  for (let round = 0; round < 5; round += 1) {
    const { seq } = await bob.say(threadId, `round ${round}`);
    const read = await there(ann.token, 'GET', myMessageUrl(threadId, seq));
    expect(read.data?.body.text).toBe(`round ${round}`);
    const list = await there(ann.token, 'GET', '/client/v1.0/threads?limit=1');
    expect(list.data?.[0].last_message.seq).toBe(seq);
  }

  await server.ok('DELETE', `${userUrl(ann.userId)}/tokens`);
  const code = await until(async () => {
    const { message_code } = await there(ann.token, 'GET', ME);
    return message_code === 'M200' ? undefined : message_code;
  });
  expect(code).toBe('M40111');
  expect((await there(await server.token(ann.userId), 'GET', ME)).message_code).toBe('M200');
  expect((await there(bob.token, 'GET', ME)).message_code).toBe('M200');
});
