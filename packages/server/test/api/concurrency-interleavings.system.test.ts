import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { BATCH, type LogEntry, logOf, MESSAGES, renameUrl, THREADS, userUrl } from '../harness/api.ts';
import { retryWhileBusy } from '../harness/calls.ts';
import { textTo } from '../harness/population.ts';
import { recount } from '../harness/recount.ts';
import { useServer } from '../harness/use-server.ts';

const server = await useServer({ PALAVER_DATABASE_POOL_SIZE: '16' });

interface Standing {
  state: 'active' | 'removed' | 'banned';
  is_muted: boolean;
}

/** The effect of each type of log entry on the members it names, and their allowed states before it. */
const ENTRIES: Record<string, { from: Standing['state'][]; to: Partial<Standing> }> = {
  'thread.created': { from: ['removed'], to: { state: 'active' } },
  'member.added': { from: ['removed'], to: { state: 'active' } },
  'member.removed': { from: ['active'], to: { state: 'removed' } },
  'member.banned': { from: ['active', 'removed'], to: { state: 'banned' } },
  'member.unbanned': { from: ['banned'], to: { state: 'removed' } },
  'member.muted': { from: ['active'], to: { is_muted: true } },
  'member.unmuted': { from: ['active'], to: { is_muted: false } },
};

/** Four users start with the first names; afterwards only the server knows who has which name. */
const NAMES = ['ann', 'ben', 'cat', 'dan', 'eve'];
const FIRST_NAMES = NAMES.slice(0, 4);

const name = fc.constantFrom(...NAMES);
const names = fc.uniqueArray(name, { minLength: 1, maxLength: 2 });
const hasKey = fc.boolean();
/** Indices of {@link Run.threads} and {@link Run.places}. */
const thread = fc.nat(3);
const place = fc.nat(9);
const silencing = fc.constantFrom('member.banned', 'member.muted');
const type = fc.oneof(silencing, fc.constantFrom('member.added', 'member.unbanned', 'member.unmuted'));

const does = <const What extends string>(what: What) => fc.constant(what);
const action = fc.oneof(
  { weight: 8, arbitrary: fc.record({ does: does('send'), name, thread, hasKey }) },
  { weight: 5, arbitrary: fc.record({ does: does('write'), name, names, hasKey }) },
  { weight: 8, arbitrary: fc.record({ does: does('change'), type, place }) },
  { weight: 2, arbitrary: fc.record({ does: does('rename'), name, to: name }) },
  { weight: 2, arbitrary: fc.record({ does: does('put'), name }) },
  { weight: 1, arbitrary: fc.record({ does: does('deactivate'), name }) },
);
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

/** The codes allowed beside M200. Writing to users makes the sender a member again, so M40303 never occurs. */
const REFUSALS: Record<Action['does'], string[]> = {
  send: ['M40303', 'M40304', 'M40305', 'M40402'],
  write: ['M40003', 'M40304', 'M40305', 'M40402'],
  change: ['M40402', 'M40903'],
  rename: ['M40402', 'M40901'],
  put: [],
  deactivate: ['M40402'],
};

const worker = fc.array(action, { minLength: 5, maxLength: 15, size: 'max' });
const workers = fc.array(worker, { minLength: 6, maxLength: 6 });
const owner = fc.constantFrom(...FIRST_NAMES);

/** The state shared by the workers of one run, in a tenant of its own. */
interface Run {
  tenant: string;
  /** Two groups of all four users and two direct threads; sends create more. */
  threads: string[];
  /** The members of these threads, without the owners. */
  places: { thread_id: string; ext_user_id: string }[];
  /** The ids of the messages that were answered M200, by their text. */
  sent: Map<string, string[]>;
}

test("sends, bans, mutes, renames, deletions: the logs yield the members, and no silenced member's message", async () => {
  const answers = new Set<string>();
  let runs = 0;
  const property = fc.asyncProperty(fc.tuple(owner, owner), workers, async (owners, lists) => {
    runs += 1;
    const run = await begin(`tenant${runs}`, owners);
    const work = lists.map(async (actions, index) => {
      for (const [turn, one] of actions.entries()) {
        const codes = await perform(run, one, `${index}.${turn}`);
        for (const code of codes) expect(['M200', ...REFUSALS[one.does]], one.does).toContain(code);
        for (const code of codes) answers.add(code);
      }
    });
    await Promise.all(work);

    expect(await storedIn(run)).toEqual(run.sent);
    for (const { id, pair, members } of await threadsIn(run)) {
      // logOf and the recount check that the log has no gap.
      expect(replay(await logOf(server, id), pair)).toEqual(members);
    }
    expect(await recount(server.database)).toEqual([]);
  });
  // A seed repeats the actions but not their interleaving, so shrinking would only guess.
  await fc.assert(property, { numRuns: 16, endOnFailure: true });
  // Runs without any refusal would prove nothing.
  expect(answers).toEqual(new Set(['M200', ...Object.values(REFUSALS).flat()]));
});

async function begin(tenant: string, owners: string[]): Promise<Run> {
  const run: Run = { tenant, threads: [], places: [], sent: new Map() };
  await server.ok('POST', BATCH, { tenant, body: { users: FIRST_NAMES.map((user_id) => ({ user_id })) } });
  for (const one of owners) run.threads.push(await server.group([one, ...FIRST_NAMES], { tenant }));
  await speak(run, 'ann', { user_ids: ['ben'] }, 'ann begins', false);
  await speak(run, 'cat', { user_ids: ['dan'] }, 'cat begins', false);
  for (const [id = ''] of run.sent.values()) run.threads.push(id.split('.', 1)[0] ?? '');
  run.places = await server.database.sql<Run['places'][number]>(
    `select thread_id, ext_user_id from members where thread_id = any($1) and role <> 'owner' order by 1, 2`,
    [run.threads],
  );
  return run;
}

/** Runs an action; returns the codes of its requests. */
async function perform(run: Run, given: Action, text: string): Promise<string[]> {
  const ask = async (method: string, url: string, options = {}) => [
    (await retryWhileBusy(() => server.call(method, url, { tenant: run.tenant, ...options }))).body
      .message_code,
  ];
  switch (given.does) {
    case 'send':
      return speak(run, given.name, { thread_id: run.threads[given.thread] }, text, given.hasKey);
    case 'write':
      return speak(run, given.name, { user_ids: given.names }, text, given.hasKey);
    case 'change': {
      const member = run.places[given.place];
      if (member === undefined) return [];
      const body = given.type === 'member.added' ? { member_ids: [member.ext_user_id], id_type: 1 } : {};
      return ask('POST', changeUrl(member, given.type), { body });
    }
    case 'rename':
      return ask('PATCH', renameUrl(given.name, given.to));
    case 'put':
      return ask('PUT', userUrl(given.name), { body: {} });
    case 'deactivate':
      return ask('DELETE', userUrl(given.name));
  }
}

/** Sends a text that is unique in the run; with a key, twice at once, which makes one message. */
async function speak(run: Run, sender: string, target: object, text: string, hasKey: boolean) {
  const { tenant, sent } = run;
  const body = { ...textTo('0', sender, text), target };
  const prefer = 'return=representation';
  const headers = hasKey ? { prefer, 'idempotency-key': `${tenant}-${text}` } : { prefer };
  const request = async () => {
    const { message_code, data } = (
      await retryWhileBusy(() => server.call('POST', MESSAGES, { tenant, body, headers }))
    ).body;
    if (message_code === 'M200') sent.set(text, data.messages.map(({ id }: { id: string }) => id).toSorted());
    return message_code;
  };
  return Promise.all(hasKey ? [request(), request()] : [request()]);
}

/** The requests that cause each type of entry. */
const changeUrl = ({ thread_id, ext_user_id }: Run['places'][number], type: string) => {
  const action = {
    'member.banned': 'ban',
    'member.unbanned': 'unban',
    'member.muted': 'mute',
    'member.unmuted': 'unmute',
  }[type];
  const members = `${THREADS}/${thread_id}/members`;
  return action === undefined ? members : `${members}/${ext_user_id}/${action}`;
};

async function storedIn({ tenant }: Run): Promise<Run['sent']> {
  const rows = await server.database.sql<{ text: string; ids: string[] }>(
    `select text, array_agg(thread_id || '.' || seq) as ids
     from messages join threads on id = thread_id where tenant_id = $1 group by text`,
    [tenant],
  );
  return new Map(rows.map(({ text, ids }) => [text, ids.toSorted()]));
}

/** The threads with their members by the tables; `pair` names the two of a direct thread. */
async function threadsIn({ tenant }: Run) {
  return server.database.sql<{ id: string; pair: string[]; members: Record<string, Standing> }>(
    `select id, array[low_ext_user_id, high_ext_user_id]::text[] as pair, (
       select json_object_agg(ext_user_id, json_build_object('state', state, 'is_muted', muted_until is not null))
       from members where thread_id = id) as members
     from threads left join direct_threads on thread_id = id where threads.tenant_id = $1`,
    [tenant],
  );
}

/** The members as the log alone implies. Fails at a message whose sender could not send at its `seq`. */
function replay(entries: readonly LogEntry[], pair: readonly string[]): Record<string, Standing> {
  const standings: Record<string, Standing> = {};
  for (const { seq, type, actor, change } of entries) {
    if (type === 'message.created') {
      const sender = standings[actor ?? ''];
      expect(sender, `${seq}: ${type} of ${actor}`).toEqual({ state: 'active', is_muted: false });
      continue;
    }
    const { from = [], to = {} } = ENTRIES[type] ?? {};
    // The first entry of a direct thread names no members.
    const named = (change as { members: { ext_user_id: string }[] } | null)?.members;
    for (const id of named?.map((member) => member.ext_user_id) ?? pair) {
      const before = standings[id] ?? { state: 'removed', is_muted: false };
      expect(from, `${seq}: ${type} of ${id}`).toContain(before.state);
      standings[id] = { ...before, ...to };
    }
  }
  return standings;
}
