import type { Chat, ClientSearchHit } from '@palaver/client';
import { useReadable } from '../use-readable.ts';
import { HitRow } from './hit-row.tsx';
import { Options, type OptionsProps } from './options.tsx';

/** The messages that were found. */
export function Hits({
  chat,
  hits,
  ...choice
}: OptionsProps & { chat: Chat; hits: readonly ClientSearchHit[] }) {
  const threads = useReadable(chat.threads);
  const rows = hits.map((hit) => ({
    key: hit.message.id,
    content: <HitRow hit={hit} thread={threads.find(({ id }) => id === hit.message.thread_id)} />,
  }));
  return <Options label="Messages found" className="hits" rows={rows} {...choice} />;
}
