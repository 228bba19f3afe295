import { decide } from './oracle.ts';
import type { Command, Space, Thread } from './space.ts';

/** The expected code of a command, and the resulting space; the given space is not modified. */
export function judge(space: Space, command: Command, given?: string): { code: string; after: Space } {
  const threads = [...space.threads].map(([id, thread]) => [id, copyOf(thread)] as const);
  const after = { users: new Map(space.users), threads: new Map(threads) };
  const code = decide(after, command, given);
  return { code, after: code === 'M200' ? after : space };
}

function copyOf({ places, messages, log, ...thread }: Thread): Thread {
  return { ...thread, places: new Map(places), messages: new Map(messages), log: [...log] };
}
