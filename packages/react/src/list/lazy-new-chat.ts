import { lazily } from '../ui/lazily.tsx';
import { replaceable } from '../ui/replaceable.tsx';
import type { NewChatProps } from './new-chat.tsx';

export const NewChat = replaceable(
  'NewChat',
  lazily<NewChatProps>(() => import('./new-chat.tsx').then((loaded) => loaded.NewChat)),
);
