import { useState } from 'react';
import { type Measured, measure } from './measure.ts';

/** A file that was chosen, and is not sent yet. */
export interface Chosen {
  id: number;
  file: File;
  measured: Promise<Measured>;
}

const MAX_FILES = 10;
/** (`crypto.randomUUID` is missing on pages without HTTPS.) */
let lastId = 0;

/** The chosen files of a thread. `trays`: those of each thread, by thread id. */
export function useTray(threadId: string, trays: Map<string, readonly Chosen[]>) {
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
    if (fitting.length < files.length) throw new Error(`At most ${MAX_FILES} files can be sent at once.`);
  };
  const remove = (id: number) => set(chosen.filter((one) => one.id !== id));
  return { chosen, add, remove, clear: () => set([]) };
}

export type TrayOfFiles = ReturnType<typeof useTray>;
