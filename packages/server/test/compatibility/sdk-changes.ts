import type { Contract } from '../../reference/contract.ts';

/** Exports of the SDK that are gone or have changed, except by an optional property, option or last parameter. */
export function sdkChanges(before: Contract['sdk'], now: Contract['sdk']): string[] {
  return Object.entries(before).flatMap(([entry, declared]) =>
    Object.entries(declared).flatMap(([name, declaration]) => {
      const current = now[entry]?.[name];
      if (current === undefined) return [`${entry} ${name}: was removed`];
      if (isExtended(typesOf(declaration), typesOf(current))) return [];
      return [`${entry} ${name}: was ${declaration}, and is ${current}`];
    }),
  );
}

/** Without the names to which a function binds the properties of a parameter: callers do not see them. */
const typesOf = (declaration: string) => declaration.replaceAll(/\{[^{}:]*\}(\??): /g, '_$1: ');

/** The optional properties of object types that are written in one line, and whole types that have no others. */
const OPTIONS = / & \{( \w+\?: [^;{}]+;)+ \}| \w+\?: [^;{}]+;/g;

function isExtended(before: string, now: string): boolean {
  if (now === before) return true;
  const known = now.replaceAll(OPTIONS, (option) => (before.includes(option) ? option : ''));
  if (known === before) return true;
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
