import { useThread } from '../context/thread-context.ts';
import { useLanguage } from '../texts/language.ts';

/** The names of the other members who are typing in the thread around this component. */
export function useTyping(): readonly string[] {
  const { state, members, me } = useThread();
  const { nameOf } = useLanguage();
  return members.filter(({ ext_user_id: id }) => id !== me && state.typing.includes(id)).map(nameOf);
}
