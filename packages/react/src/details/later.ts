import { lazily } from '../ui/lazily.tsx';

export const ThreadDetails = lazily(() =>
  import('./thread-details.tsx').then((loaded) => loaded.ThreadDetails),
);
