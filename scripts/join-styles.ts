import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A style sheet with those that it imports in place of the imports: the `styles.css` of `@palaver/react`. */
export function joinStyles(file: string): string {
  return readFileSync(file, 'utf8').replaceAll(
    /@import "(.+)";\n/g,
    (_, name: string) => `${joinStyles(join(dirname(file), name))}\n`,
  );
}
