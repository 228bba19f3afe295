import { useEffect, useState } from 'react';
import { type Desk, PEOPLE, type Person } from './people.ts';

const isOfPlayground = (person: Person) => PEOPLE.some(({ user_id }) => user_id === person.user_id);

/**
 * The id of the chat that both see first, so that they only need to write: their latest common chat. null: not known yet; undefined: none.
 * With `makesOne`, the predefined users get a direct thread if they have none; this also creates all predefined users.
 */
export function useSharedChat(
  left: Person | undefined,
  right: Person | undefined,
  { backEnd }: Desk,
  makesOne: boolean,
): string | null | undefined {
  const [shared, setShared] = useState<{ left: Person; right: Person; id: string | undefined }>();
  useEffect(() => {
    if (left === undefined || right === undefined || left.user_id === right.user_id) return;
    const find = async () => {
      await Promise.all([left.chat.ready(), right.chat.ready()]);
      if (makesOne)
        await Promise.all(PEOPLE.map(({ user_id, display_name }) => backEnd.signIn(user_id, display_name)));
      const others = new Set(right.chat.threads.getSnapshot().map(({ id }) => id));
      const latest = left.chat.threads.getSnapshot().find(({ id }) => others.has(id));
      if (latest !== undefined || !makesOne || !isOfPlayground(left) || !isOfPlayground(right))
        return latest?.id;
      const thread = await left.chat.openDirect(right.user_id);
      // Their seats have opened it by then. If it were closed earlier, the SDK would fetch it again.
      void thread.loaded().then(() => thread.close());
      return thread.id;
    };
    const show = (id: string | undefined) => setShared({ left, right, id });
    // Without a shared chat, users can still start one with "New chat".
    find().then(show, () => show(undefined));
  }, [left, right, backEnd, makesOne]);
  if (left?.user_id === right?.user_id) return left === undefined ? null : undefined;
  return shared?.left === left && shared?.right === right ? shared?.id : null;
}
