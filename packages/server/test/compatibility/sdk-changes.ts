import type { Contract } from '../../reference/contract.ts';

/** Exports of the SDK that are gone or have changed, except by an optional property or a last optional parameter. */
export function sdkChanges(before: Contract['sdk'], now: Contract['sdk']): string[] {
  return Object.entries(before).flatMap(([entry, declared]) =>
    Object.entries(declared).flatMap(([name, declaration]) => {
      const current = now[entry]?.[name];
      if (current === undefined) return [`${entry} ${name}: was removed`];
      if (current === declaration || isExtended(declaration, current)) return [];
      return [`${entry} ${name}: was ${declaration}, and is ${current}`];
    }),
  );
}

function isExtended(before: string, now: string): boolean {
  const [old, current] = [linesOf(before), linesOf(now)];
  const added = current.filter((line) => !old.includes(line));
  if (old.every((line) => current.includes(line)) && added.every((line) => /^(readonly )?\w+\?:/.test(line)))
    return true;
  const end = before.lastIndexOf('): ');
  const tail = before.slice(end);
  if (end < 0 || !now.startsWith(before.slice(0, end)) || !now.endsWith(tail)) return false;
  return /^(, )?\w+\?: [^,]+$/.test(now.slice(end, now.length - tail.length));
}

const linesOf = (text: string) => text.split('\n').map((line) => line.trim());
