import { lazily } from '../ui/lazily.tsx';
import type { SearchDialogProps } from './search-dialog.tsx';

export const SearchDialog = lazily<SearchDialogProps>(() =>
  import('./search-dialog.tsx').then((loaded) => loaded.SearchDialog),
);
