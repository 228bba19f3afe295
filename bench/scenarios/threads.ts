import { type Load, measure, median, type Row, ratio } from '../harness.ts';
import type { Palaver } from '../palaver.ts';

const CREATORS = 16;
const ROUNDS = 5;
const SECONDS = 3;
const MEMBERS = 1_000;

const THREADS_URL = '/open-api/v1.0/chat/threads';
const JSON_TYPE = { 'content-type': 'application/json' };
const MESSAGE = { text: 'From the beach', metadata: [{ type: 'text' }] };

/**
 * How many threads per second the server creates, compared with durable sends over as many connections; and the latency of a
 * user's sends while another user creates groups of 1,000 members as often as the limits allow.
 */
export async function threads(palaver: Palaver): Promise<Row[]> {
  const crowd = await createCrowd(palaver);
  const group = { name: 'Group', owner_id: 'crowd-0', member_ids: ['crowd-1', 'crowd-2'], id_type: 2 };
  const { thread_id } = (await palaver.post(THREADS_URL, group)) as { thread_id: string };
  return [...(await rates(palaver, group, thread_id)), ...(await delays(palaver, crowd, thread_id))];
}

/** Users, and a policy that lets one of them put all others into one group. */
async function createCrowd(palaver: Palaver): Promise<string[]> {
  const crowd = Array.from({ length: MEMBERS }, (_, index) => `crowd-${index}`);
  for (let from = 0; from < MEMBERS; from += 100) {
    const users = crowd.slice(from, from + 100).map((user_id) => ({ user_id, display_name: user_id }));
    await palaver.post('/user/v1.0/users/batch', { users });
  }
  await palaver.patch('/app/v1.0/policy', { users: { members_at_a_time: MEMBERS } });
  return crowd;
}

/** Threads and sends per second, measured alternately. */
async function rates({ subject, key }: Palaver, group: object, thread_id: string): Promise<Row[]> {
  const headers = { ...JSON_TYPE, 'x-api-key': key };
  const make: Load = { method: 'POST', path: THREADS_URL, headers, bodies: [JSON.stringify(group)] };
  const send: Load = {
    method: 'POST',
    path: '/open-api/v1.0/chat/messages',
    headers,
    bodies: [JSON.stringify({ sender: { user_id: 'crowd-0' }, target: { thread_id }, body: MESSAGE })],
  };
  const made: number[] = [];
  const sent: number[] = [];
  let failures = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [load, figures] of [
      [make, made],
      [{ ...make, uniqueHeader: 'idempotency-key' }, []],
      [send, sent],
    ] as const) {
      const outcome = await measure(subject, load, SECONDS, CREATORS);
      (figures as number[]).push(outcome.perSecond);
      failures += outcome.failures;
    }
  }
  return [
    { figure: `threads/s made by ${CREATORS} connections`, value: median(made).toFixed(0), target: '' },
    ratio('÷ durable sends/s of as many', median(made), median(sent), ''),
    { figure: 'answers that were not M200', value: String(failures), target: '0' },
  ];
}

/** Latency of a user's sends: alone, and while another user creates groups. */
async function delays(palaver: Palaver, crowd: readonly string[], thread_id: string): Promise<Row[]> {
  const tokenOf = async (user: string) => {
    const { token } = (await palaver.post(`/user/v1.0/user/${user}/token`, {})) as { token: string };
    return token;
  };
  const say: Load = {
    method: 'POST',
    path: '/',
    headers: JSON_TYPE,
    calls: [
      {
        path: `/client/v1.0/threads/${thread_id}/messages`,
        token: await tokenOf('crowd-0'),
        body: JSON.stringify({ body: MESSAGE }),
      },
    ],
  };
  const alone = await measure(palaver.subject, say, SECONDS, 1);
  const stop = new AbortController();
  const creator = createGroups(palaver, await tokenOf('crowd-1'), crowd, stop.signal);
  const beside = await measure(palaver.subject, say, 3 * SECONDS, 1);
  stop.abort();
  const groups = await creator;
  return [
    { figure: 'p99 of a send, ms', value: alone.p99Ms.toFixed(1), target: '' },
    {
      figure: `… while another user asks for groups of ${MEMBERS} (${groups} made)`,
      value: beside.p99Ms.toFixed(1),
      target: '',
    },
  ];
}

/** Creates groups of all users, 18 a second; returns their number. */
async function createGroups(
  { subject }: Palaver,
  token: string,
  crowd: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  const body = JSON.stringify({ type: 'group', name: 'All', member_ids: crowd, id_type: 2 });
  const headers = { ...JSON_TYPE, authorization: `Bearer ${token}` };
  const answers: Promise<number>[] = [];
  while (!signal.aborted) {
    const asked = fetch(`http://127.0.0.1:${subject.port}/client/v1.0/threads`, {
      method: 'POST',
      headers,
      body,
    });
    answers.push(asked.then(({ ok }) => Number(ok)));
    await new Promise((resolve) => setTimeout(resolve, 1_000 / 18));
  }
  return (await Promise.all(answers)).reduce((sum, one) => sum + one, 0);
}
