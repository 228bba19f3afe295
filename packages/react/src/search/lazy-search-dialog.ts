import { lazily } from '../ui/lazily.tsx';
import { replaceable } from '../ui/replaceable.tsx';
import type { SearchDialogProps } from './search-dialog.tsx';

export const SearchDialog = replaceable(
  'SearchDialog',
  lazily<SearchDialogProps>(() => import('./search-dialog.tsx').then((loaded) => loaded.SearchDialog)),
);
