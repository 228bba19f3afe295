import assert from 'node:assert/strict';
import type { TestServer } from '../harness/test-server.ts';
import { judge } from './judge.ts';
import { readBack, viewOf } from './read-back.ts';
import { ask } from './requests.ts';
import type { Command, Space } from './space.ts';
import { openSpace } from './spaces.ts';
import { type Known, PEOPLE, resolve } from './wishes.ts';

/** Everything is read back after this many steps, and at the end. */
const CHECKPOINT = 50;

/** Carries out the wishes in sequence in a new space, and compares each answer with the expected one. */
export async function runSequence(
  server: TestServer,
  tenant: string,
  wishes: readonly Command[],
): Promise<void> {
  const { realm, space } = await openSpace(server, tenant);
  const story: string[] = [];
  let now = space;
  const check = async () => assert.deepEqual(await readBack(realm), viewOf(now));
  try {
    for (const [index, wish] of [FIRST_GROUP, ...wishes].entries()) {
      const command = resolve(wish, knownOf(now));
      const said = await ask(realm, command);
      story.push(`${JSON.stringify(command)} -> ${said.code}`);
      const { code, after } = judge(now, command, said.thread);
      assert.equal(said.code, code, 'this answer was due');
      now = after;
      if (index % CHECKPOINT === CHECKPOINT - 1) await check();
    }
    await check();
  } catch (error) {
    throw new Error(`${story.join('\n')}\n${String(error)}`);
  }
}

/** The thread that most wishes target; one of the people is a stranger to it. */
const FIRST_GROUP: Command = { does: 'create', users: PEOPLE.slice(0, 4) };

function knownOf({ threads }: Space): Known {
  const all = [...threads];
  const idsOf = (isGone: boolean) => all.filter(([, one]) => one.isDeleted === isGone).map(([id]) => id);
  return {
    threads: idsOf(false),
    gone: idsOf(true),
    seqsOf: (thread) => [...(threads.get(thread)?.messages.keys() ?? [])],
  };
}
