import { lazily } from '../ui/lazily.tsx';
import type { NewChatProps } from './new-chat.tsx';

export const NewChat = lazily<NewChatProps>(() => import('./new-chat.tsx').then((loaded) => loaded.NewChat));
