import { fileURLToPath } from 'node:url';
import { type OutputChunk, rolldown } from 'rolldown';

const from = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The sources of this repository, in place of the packages. */
const SOURCES = {
  '@palaver/client': from('../../client/src/index.ts'),
  '@palaver/react': from('../src/index.ts'),
};

interface BundleOptions {
  platform?: 'browser' | 'node';
  external?: (string | RegExp)[];
  alias?: Record<string, string>;
  /** React warns of mistakes in development. */
  mode?: 'production' | 'development';
}

/** Bundles a module, minified. What it loads later is in chunks of their own, after the first. */
export async function bundle(input: string, options: BundleOptions = {}): Promise<OutputChunk[]> {
  const { platform = 'browser', external = [], alias = {}, mode = 'production' } = options;
  const build = await rolldown({
    input: from(input),
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
