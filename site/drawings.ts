import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Copies Mermaid's own modules into the site: a bundler would take minutes for them. A page loads those of its kinds of drawings. They are
 * renamed, because not every web server knows `.mjs`.
 */
export function copyMermaid(packages: string, folder: string): void {
  const from = join(packages, 'mermaid/dist');
  for (const path of globSync(['mermaid.esm.min.mjs', 'chunks/mermaid.esm.min/*.mjs'], { cwd: from })) {
    const to = join(
      folder,
      'mermaid',
      path.replace(/^mermaid\.esm\.min\.mjs$/, 'mermaid.js').replace(/\.mjs$/, '.js'),
    );
    const text = readFileSync(join(from, path), 'utf8');
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(
      to,
      text
        .replaceAll(/(["'])(\.\.?\/[\w./-]+)\.mjs\1/g, '$1$2.js$1')
        .replace(/\n\/\/# sourceMappingURL=.*/, ''),
    );
  }
}
