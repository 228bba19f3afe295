import { useCallback, useState } from 'react';

/** Texts that this browser keeps under a key, and a function that changes them. */
export function useKeptList(key: string) {
  const [{ of, kept }, setKept] = useState(() => ({ of: key, kept: read(key) }));
  // Another user: the list is theirs from this rendering on.
  if (of !== key) setKept({ of: key, kept: read(key) });
  const keep = useCallback(
    (texts: readonly string[]) => {
      setKept({ of: key, kept: texts });
      write(key, texts);
    },
    [key],
  );
  return [kept, keep] as const;
}

export type KeptList = ReturnType<typeof useKeptList>;

function read(key: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  } catch {
    // Not readable, or not ours.
    return [];
  }
}

function write(key: string, texts: readonly string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(texts));
  } catch {
    // The browser keeps nothing: they last as long as the page.
  }
}
