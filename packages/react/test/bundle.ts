import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { joinStyles } from '../../../scripts/join-styles.ts';

const from = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The sources of this repository, in place of the packages. */
const SOURCES = {
  '@palaver/client': from('../../client/src/index.ts'),
  '@palaver/react': from('../src/index.ts'),
};

/** For `alias`: the oldest React that the components support. */
const { resolve } = createRequire(from('../../react-18/package.json'));
export const OLD_REACT = Object.fromEntries(
  ['react', 'react-dom'].map((name) => [name, dirname(resolve(name))]),
);

/** Puts `@palaver/react/styles.css` into the page. */
const styles: Plugin = {
  name: 'styles',
  resolveId: (source) => (source === '@palaver/react/styles.css' ? '\0styles' : undefined),
  load: (id) =>
    id === '\0styles'
      ? `document.head.append(Object.assign(document.createElement('style'), { textContent: ${JSON.stringify(
          joinStyles(from('../src/styles/index.css')),
        )} }));`
      : undefined,
};

/** The languages of the package. */
const languages: Plugin = {
  name: 'languages',
  resolveId: (source) => {
    const [, language] = /^@palaver\/react\/texts\/(\w+)$/.exec(source) ?? [];
    return language === undefined ? undefined : from(`../src/texts/${language}.ts`);
  },
};

/** A module with this text in place of that of its file. */
const replacing = (file: string, text: string): Plugin => ({
  name: 'replacing',
  load: (id) => (id === file ? text : undefined),
});

interface BundleOptions {
  platform?: 'browser' | 'node';
  external?: (string | RegExp)[];
  alias?: Record<string, string>;
  /** React warns of mistakes in development. */
  mode?: 'production' | 'development';
  /** What the module consists of, if it is no file. */
  text?: string;
}

/** Bundles a module, minified. Modules that it loads later are in chunks of their own, after the first. */
export async function bundle(input: string, options: BundleOptions = {}): Promise<OutputChunk[]> {
  const { platform = 'browser', external = [], alias = {}, mode = 'production', text } = options;
  const file = from(input);
  const build = await rolldown({
    input: file,
    plugins: [styles, languages, ...(text === undefined ? [] : [replacing(file, text)])],
    platform,
    external,
    resolve: { alias: { ...SOURCES, ...alias } },
    transform: { define: { 'process.env.NODE_ENV': JSON.stringify(mode) } },
    checks: { pluginTimings: false },
    onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log),
  });
  const { output } = await build.generate({ format: 'esm', minify: true });
  return output.filter((one) => one.type === 'chunk');
}
