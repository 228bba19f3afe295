import assert from 'node:assert/strict';
import type { TestServer } from '../harness/test-server.ts';
import { isDue, saidIn } from './answers.ts';
import { accept, decide } from './oracle.ts';
import { checkReadBack } from './read-back.ts';
import { ask, givenIn } from './requests.ts';
import type { Command, Space } from './space.ts';
import { firstGroup, openSpace } from './spaces.ts';
import { type Known, PEOPLE, resolve } from './wishes.ts';

/** After so many steps, and at the end, everything is read back. */
const CHECKPOINT = 40;

/** Does what is wished, one after another, in a new space; after each step the answer is the one that was due. */
export async function runSequence(
  server: TestServer,
  tenant: string,
  wishes: readonly Command[],
): Promise<void> {
  const space = await openSpace(server, tenant);
  const extIds = new Map([...space.people.users.values()].map(({ id, extId }) => [id, extId]));
  const story: string[] = [];
  try {
    for (const [index, wish] of [firstGroup(PEOPLE.slice(0, 4)), ...wishes].entries()) {
      const command = resolve(wish, knownOf(space, extIds));
      const body = await ask(server, tenant, command);
      story.push(`${JSON.stringify(command)} -> ${body.message_code}`);
      const given = givenIn(command, body);
      const verdict = decide(space, command, given);
      if (!isDue(command, saidIn(body), verdict)) {
        const { code, fields } = verdict;
        assert.deepEqual(saidIn(body), { code, fields }, 'this answer was due');
      }
      accept(space, verdict);
      const [extId] = given;
      if (command.does === 'put' && extId !== undefined)
        extIds.set(command.user, extIds.get(command.user) ?? extId);
      if (index % CHECKPOINT === CHECKPOINT - 1) await checkReadBack(server, tenant, space);
    }
    await checkReadBack(server, tenant, space);
  } catch (error) {
    throw new Error(`${story.join('\n')}\n${String(error)}`);
  }
}

function knownOf({ threads, people: { users } }: Space, extIds: Known['extIds']): Known {
  const isGone = Map.groupBy(threads.values(), ({ isDeleted }) => isDeleted);
  const idsOf = (those: boolean) => isGone.get(those)?.map(({ id }) => id) ?? [];
  return {
    threads: idsOf(false),
    gone: idsOf(true),
    seqsOf: (thread) => [...(threads.get(thread)?.messages.keys() ?? [])],
    users,
    extIds,
  };
}
