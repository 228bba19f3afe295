import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { TestServer } from '../harness/test-server.ts';
import { Crowd } from './crowd.ts';
import { explain } from './order.ts';
import { readBack, viewOf } from './read-back.ts';
import { runSequence } from './sequence.ts';
import type { Command } from './space.ts';
import { firstGroup } from './spaces.ts';
import { type Focus, PEOPLE, wishesFor } from './wishes.ts';

/** A slow machine shrinks less. */
const SHRINKING_MS = 15_000;

/** A run takes the commands of one seed, in a space of its own, and answers how many those were. */
export type Run = (server: TestServer, seed: number) => Promise<number>;

/** One after another; the answer to each is known before. A failure is shrunk to the commands that it takes. */
function inSequence(focus: Focus): Run {
  const wishes = wishesFor(focus, { turns: { minLength: 1, maxLength: 80 } });
  return async (server, seed) => {
    let taken = 0;
    const property = fc.asyncProperty(wishes, async (list) => {
      await runSequence(server, newTenant(seed), list);
      taken += list.length;
    });
    await fc.assert(property, { ...spread(seed), interruptAfterTimeLimit: SHRINKING_MS });
    return taken;
  };
}

/** Several at the same time: the logs tell the order, and the end. */
function inParallel(focus: Focus): Run {
  const turns = { minLength: 10, maxLength: 10 };
  const worker = wishesFor(focus, { turns, without: 'users' });
  const lists = fc.tuple(wishesFor(focus, { turns }), worker, worker, worker, worker, worker);
  return async (server, seed) => {
    let taken = 0;
    const property = fc.asyncProperty(lists, async (all) => {
      taken += await runCrowd(server, newTenant(seed), all);
    });
    // The seed gives the commands again, but not who was first: to shrink would be to guess.
    await fc.assert(property, { ...spread(seed), endOnFailure: true });
    return taken;
  };
}

async function runCrowd(server: TestServer, tenant: string, lists: Command[][]): Promise<number> {
  const crowd = await Crowd.gather(server, tenant);
  const [ann = '', ben = ''] = PEOPLE;
  const content = { kind: 'text', text: 'hello' } as const;
  await crowd.act(firstGroup(PEOPLE), 'first');
  await crowd.act(
    { does: 'write', idType: 2, users: [ben], sender: { isBot: false, id: ann }, content },
    'second',
  );
  const work = lists.map(async (wishes, worker) => {
    let taken = 0;
    for (const [turn, wish] of wishes.entries()) if (await crowd.act(wish, `${worker}.${turn}`)) taken += 1;
    return taken;
  });
  const taken = await Promise.all(work);
  const shown = await readBack(server, tenant);
  const threads = explain(crowd.deeds, shown);
  assert.deepEqual(shown, viewOf({ people: crowd.people, threads }));
  return taken.reduce((sum, one) => sum + one, 0);
}

export const RUNS = {
  'sequential-users': inSequence('users'),
  'sequential-threads': inSequence('threads'),
  'sequential-members': inSequence('members'),
  'sequential-messages': inSequence('messages'),
  'parallel-users': inParallel('users'),
  'parallel-threads': inParallel('threads'),
  'parallel-members': inParallel('members'),
  'parallel-messages': inParallel('messages'),
} as const satisfies Record<string, Run>;

let tenants = 0;
function newTenant(seed: number): string {
  tenants += 1;
  return `seed ${seed}, space ${tenants}`;
}

/** Seeds in a row would begin alike. */
function spread(seed: number): { seed: number; numRuns: number } {
  return { seed: Math.imul(seed, 0x9e3779b1), numRuns: 1 };
}
