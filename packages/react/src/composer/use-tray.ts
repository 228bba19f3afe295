import { useState } from 'react';
import { useTexts } from '../texts/language.ts';
import type { Chosen } from './drafts.ts';
import { measure } from './measure.ts';

const MAX_FILES = 10;
/** (`crypto.randomUUID` is missing on pages without HTTPS.) */
let lastId = 0;

/** The chosen files of a thread. `trays`: those of each thread, by thread id. */
export function useTray(threadId: string, trays: Map<string, readonly Chosen[]>) {
  const texts = useTexts();
  const [chosen, setChosen] = useState(trays.get(threadId) ?? []);
  const set = (now: readonly Chosen[]) => {
    trays.set(threadId, now);
    setChosen(now);
  };
  /** Rejects if there are too many. Those that have room are added. */
  const add = async (files: readonly File[]) => {
    const before = trays.get(threadId) ?? [];
    const fitting = files.slice(0, MAX_FILES - before.length);
    const added = fitting.map((file) => ({ id: ++lastId, file, measured: measure(file) }));
    set([...before, ...added]);
    if (fitting.length < files.length) throw new Error(texts.tooManyFiles(MAX_FILES));
  };
  const remove = (id: number) => set(chosen.filter((one) => one.id !== id));
  return { chosen, add, remove, clear: () => set([]) };
}
