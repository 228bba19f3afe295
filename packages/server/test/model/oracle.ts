import { changeMembers, type Entered, type InThread, isCurrent, isPerson } from './rules/members.ts';
import { changeMessage, send, write } from './rules/messages.ts';
import { createGroup, deleteThread, updateThread } from './rules/threads.ts';
import { deactivate, put, rename } from './rules/users.ts';
import { type Fault, refuse, type Verdict } from './rules/verdict.ts';
import { apply, type Command, findUser, type Space } from './space.ts';

/**
 * The rules of one space, stated a second time: from what was decided, and not from the code of the server, of which
 * nothing is imported. To decide changes nothing; whoever believes the verdict accepts it.
 *
 * `given` are the ids of what the server has made, which only it can choose.
 */
export function decide(space: Space, command: Command, given: readonly string[] = []): Verdict {
  const [first = ''] = given;
  if ('actor' in command) return inThread(space, command);
  switch (command.does) {
    case 'put':
      return put(space, command, first);
    case 'rename':
      return rename(space, command);
    case 'deactivate':
      return deactivate(space, command);
    case 'create':
      return createGroup(space, command, first);
    case 'send':
      return send(space, command);
    case 'write':
      return write(space, command, given);
  }
}

/** A thread that is not there, or of which who acts may not know, is M40401. */
function inThread(space: Space, command: InThread): Verdict {
  const { users } = space.people;
  const thread = space.threads.get(command.thread);
  if (thread === undefined || thread.isDeleted) return refuse(['M40401']);
  if (command.actor === undefined) return change(space, { thread, acting: undefined, faults: [] }, command);
  const user = findUser(users, 2, command.actor);
  if (user === undefined || !isPerson(user)) {
    const faults: Fault[] = [['M40402', 'X-Acting-User-Id']];
    return change(space, { thread, acting: undefined, faults }, command);
  }
  const place = thread.places.get(user.extId);
  if (!isCurrent(place)) return refuse(['M40401']);
  return change(space, { thread, acting: { extId: user.extId, place }, faults: [] }, command);
}

function change(space: Space, entered: Entered, command: InThread): Verdict {
  if ('users' in command) return changeMembers(space, entered, command);
  if ('seq' in command) return changeMessage(entered, command);
  return command.does === 'update' ? updateThread(entered, command) : deleteThread(entered, command);
}

/** Makes true what the verdict says. */
export function accept(space: Space, { people, changes }: Verdict): void {
  if (people !== undefined) space.people = people;
  for (const change of changes) apply(space.threads, change);
}
