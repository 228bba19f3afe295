import { type Load, measure, median, type Row, ratio } from '../harness.ts';
import type { Palaver } from '../palaver.ts';

const CREATORS = 16;
const ROUNDS = 5;
const SECONDS = 3;
const MEMBERS = 1_000;

/**
 * Threads that are made, held against durable sends of as many connections; and how long a user's sends take while another
 * one makes groups of 1,000 members as often as the limits of users allow.
 */
export async function threads(palaver: Palaver): Promise<Row[]> {
  const { subject } = palaver;
  const crowd = Array.from({ length: MEMBERS }, (_, index) => `crowd-${index}`);
  for (let from = 0; from < MEMBERS; from += 100) {
    const users = crowd.slice(from, from + 100).map((user_id) => ({ user_id, display_name: user_id }));
    await palaver.post('/user/v1.0/users/batch', { users });
  }
  // As many as one request may add.
  await palaver.patch('/app/v1.0/policy', { users: { members_at_a_time: MEMBERS } });
  const json = { 'content-type': 'application/json' };
  const byKey = { ...json, 'x-api-key': palaver.key };
  const threadsUrl = '/open-api/v1.0/chat/threads';
  const group = { name: 'Group', owner_id: 'crowd-0', member_ids: ['crowd-1', 'crowd-2'], id_type: 2 };
  const { thread_id } = (await palaver.post(threadsUrl, group)) as { thread_id: string };
  const message = { text: 'From the beach', metadata: [{ type: 'text' }] };
  const make: Load = { method: 'POST', path: threadsUrl, headers: byKey, bodies: [JSON.stringify(group)] };
  const send: Load = {
    method: 'POST',
    path: '/open-api/v1.0/chat/messages',
    headers: byKey,
    bodies: [JSON.stringify({ sender: { user_id: 'crowd-0' }, target: { thread_id }, body: message })],
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

  const tokenOf = async (user: string) => {
    const { token } = (await palaver.post(`/user/v1.0/user/${user}/token`, {})) as { token: string };
    return token;
  };
  const bystander = await tokenOf('crowd-0');
  const say: Load = {
    method: 'POST',
    path: '/',
    headers: json,
    calls: [
      {
        path: `/client/v1.0/threads/${thread_id}/messages`,
        token: bystander,
        body: JSON.stringify({ body: message }),
      },
    ],
  };
  const quiet = await measure(subject, say, SECONDS, 1);
  const stop = new AbortController();
  const glutton = gather(palaver, await tokenOf('crowd-1'), crowd, stop.signal);
  const beside = await measure(subject, say, 3 * SECONDS, 1);
  stop.abort();
  const groups = await glutton;
  return [
    { figure: `threads/s made by ${CREATORS} connections`, value: median(made).toFixed(0), target: '' },
    ratio('÷ durable sends/s of as many', median(made), median(sent), ''),
    { figure: 'answers that were not M200', value: String(failures), target: '0' },
    { figure: 'p99 of a send, ms', value: quiet.p99Ms.toFixed(1), target: '' },
    {
      figure: `… while another user asks for groups of ${MEMBERS} (${groups} made)`,
      value: beside.p99Ms.toFixed(1),
      target: '',
    },
  ];
}

/** Asks for groups of everybody, 18 a second; answers how many were made. */
async function gather(
  { subject }: Palaver,
  token: string,
  crowd: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  const body = JSON.stringify({ type: 'group', name: 'All', member_ids: crowd, id_type: 2 });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
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
