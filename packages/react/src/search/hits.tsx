import type { ClientSearchHit } from '@palaver/client';
import { useChats } from '../hooks/use-chats.ts';
import { useTexts } from '../texts/language.ts';
import { Options, type OptionsProps } from '../ui/options.tsx';
import { HitRow } from './hit-row.tsx';

/** The messages that were found. */
export function Hits({ hits, ...choice }: OptionsProps & { hits: readonly ClientSearchHit[] }) {
  const threads = useChats();
  const texts = useTexts();
  const rows = hits.map((hit) => ({
    key: hit.message.id,
    content: <HitRow hit={hit} thread={threads.find(({ id }) => id === hit.message.thread_id)} />,
  }));
  return <Options label={texts.messagesFound} className="pv-hits" rows={rows} {...choice} />;
}
