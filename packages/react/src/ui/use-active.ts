import { useState } from 'react';

/** The chosen row: the first one, until an arrow key or the pointer chooses another. A new list begins anew. */
export function useActive(count: number, list: string) {
  const [active, setActive] = useState(0);
  const [listed, setListed] = useState(list);
  if (listed !== list) {
    setListed(list);
    setActive(0);
  }
  const move = (by: number) => setActive(count === 0 ? 0 : (active + by + count) % count);
  // (Rows can disappear.)
  return { active: Math.min(active, Math.max(0, count - 1)), setActive, move };
}
