import { lazily } from '../ui/lazily.tsx';
import type { LightboxProps } from './lightbox.tsx';

export const Lightbox = lazily<LightboxProps>(() =>
  import('./lightbox.tsx').then((loaded) => loaded.Lightbox),
);
