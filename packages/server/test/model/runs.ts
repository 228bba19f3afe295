import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { TestServer } from '../harness/test-server.ts';
import { Crowd } from './crowd.ts';
import { explain } from './order.ts';
import { readBack, viewOf } from './read-back.ts';
import { runSequence } from './sequence.ts';
import type { Command } from './space.ts';
import { type Focus, PEOPLE, wishesFor } from './wishes.ts';

/** The time for shrinking a failure; a slow machine shrinks less. */
const SHRINKING_MS = 15_000;

/** A way to run commands. */
export interface Run {
  /** The number of concurrent runs, each in its own space. */
  lanes: number;
  /** Runs the commands of one seed; returns their number. `begin` is called as soon as the number is known. */
  take: (server: TestServer, seed: number, begin: (steps: number) => void) => Promise<number>;
}

/**
 * In sequence; the answer to each is known beforehand. A failure is shrunk to the necessary commands. Many lanes,
 * because concurrent sends cost the database as much as one.
 */
function inSequence(focus: Focus): Run {
  const wishes = wishesFor(focus, { minLength: 1, maxLength: 150 });
  return {
    lanes: 16,
    take: async (server, seed, begin) => {
      let taken = 0;
      let shrinkUntilMs = Number.POSITIVE_INFINITY;
      const property = fc.asyncProperty(wishes, async (list) => {
        if (performance.now() > shrinkUntilMs) return;
        begin(list.length);
        await runSequence(server, newTenant(seed), list).catch((error: unknown) => {
          shrinkUntilMs = Math.min(shrinkUntilMs, performance.now() + SHRINKING_MS);
          throw error;
        });
        taken += list.length;
      });
      await fc.assert(property, spread(seed));
      return taken;
    },
  };
}

/** Concurrently; the logs show the order and the result. Few lanes, so that they meet in the database. */
function inParallel(focus: Focus): Run {
  const turns = { minLength: 15, maxLength: 15 };
  const worker = wishesFor(focus, turns, false);
  const lists = fc.tuple(wishesFor(focus, turns), worker, worker, worker, worker, worker);
  return {
    lanes: 3,
    take: async (server, seed, begin) => {
      let taken = 0;
      const property = fc.asyncProperty(lists, async (all) => {
        begin(all.flat().length);
        taken += await runCrowd(server, newTenant(seed), all);
      });
      // A seed repeats the commands but not their order, so shrinking would only guess.
      await fc.assert(property, { ...spread(seed), endOnFailure: true });
      return taken;
    },
  };
}

async function runCrowd(server: TestServer, tenant: string, lists: Command[][]): Promise<number> {
  const crowd = await Crowd.gather(server, tenant);
  const [ann = '', ben = ''] = PEOPLE;
  const sender = { isBot: false, id: ann };
  await crowd.act({ does: 'create', users: PEOPLE }, 'first');
  await crowd.act({ does: 'write', isExtId: false, who: ben, sender, kind: 'text', text: 'hello' }, 'second');
  const work = lists.map(async (wishes, worker) => {
    let taken = 0;
    for (const [turn, wish] of wishes.entries()) {
      await crowd.act(wish, `${worker}.${turn}`);
      taken += 1;
    }
    return taken;
  });
  const taken = await Promise.all(work);
  const shown = await readBack(crowd.realm);
  const threads = explain(crowd.deeds, shown);
  assert.deepEqual(shown, viewOf({ users: crowd.users, threads }));
  return taken.reduce((sum, one) => sum + one, 0);
}

export const RUNS = {
  'sequence-people': inSequence('people'),
  'sequence-messages': inSequence('messages'),
  'parallel-people': inParallel('people'),
  'parallel-messages': inParallel('messages'),
} as const satisfies Record<string, Run>;

let tenants = 0;
function newTenant(seed: number): string {
  tenants += 1;
  return `seed ${seed}, space ${tenants}`;
}

/** Consecutive seeds would start alike. */
function spread(seed: number): { seed: number; numRuns: number } {
  return { seed: Math.imul(seed, 0x9e3779b1), numRuns: 1 };
}
