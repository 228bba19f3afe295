import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';

/**
 * Bundles packages that modules of `folder` import, each to `<to>/<name>.js`, with the exports that Node sees. Modules that several
 * packages need are in `<to>/shared`, so that each is loaded once.
 * @returns the paths of all modules whose code is in the bundles
 */
export async function bundleDependencies(
  names: readonly string[],
  external: readonly string[],
  folder: string,
  to: string,
): Promise<string[]> {
  // (Rolldown treats imports of a `.mjs` file as Node does: the default export of a CommonJS module is its `module.exports`.)
  const entryOf = (name: string) => join(folder, `exports of ${name}.mjs`);
  const entries = new Map(names.map((name) => [entryOf(name), name]));
  const exportsOf: Plugin = {
    name: 'exports-of-packages',
    resolveId: (id) => (entries.has(id) ? id : undefined),
    async load(id) {
      const name = entries.get(id);
      if (name === undefined) return undefined;
      const resolved = await this.resolve(name, id);
      if (resolved === null) throw new Error(`${name} is not installed`);
      const module = (await import(pathToFileURL(resolved.id).href)) as object;
      const exported = Object.keys(module).filter((key) => key !== 'module.exports');
      return `export { ${exported.join(', ')} } from ${JSON.stringify(resolved.id)};`;
    },
  };
  const bundle = await rolldown({
    input: Object.fromEntries(names.map((name) => [name, entryOf(name)])),
    platform: 'node',
    external: [...external],
    plugins: [exportsOf],
    // Its warnings, such as a missing module, would be failures for a user.
    onLog: (level, log) => {
      if (level === 'warn') throw new Error(log.message);
    },
    checks: { pluginTimings: false },
  });
  const { output } = await bundle.write({
    dir: to,
    entryFileNames: '[name].js',
    chunkFileNames: 'shared/[name].js',
    comments: { annotation: false, jsdoc: false },
  });
  await bundle.close();
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
}
