import { lazily } from '../ui/lazily.tsx';
import { replaceable } from '../ui/replaceable.tsx';

export const ThreadDetails = replaceable(
  'ThreadDetails',
  lazily(() => import('./thread-details.tsx').then((loaded) => loaded.ThreadDetails)),
);
