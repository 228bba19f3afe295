import { rolldown } from 'rolldown';

/**
 * Bundles the process that `@palaver/testing` starts, with its mail server and its parser, but without the server, which is a package of its
 * own.
 * @returns the paths of all modules whose code is in the bundle
 */
export async function bundleTestProcess(main: string, to: string): Promise<string[]> {
  const bundle = await rolldown({
    input: { main },
    platform: 'node',
    external: [/^@palaver\/server\//, 'birpc'],
    // Its warnings, such as a missing module, would be failures for a user.
    onLog: (level, log) => {
      if (level === 'warn') throw new Error(log.message);
    },
    checks: { pluginTimings: false },
  });
  const { output } = await bundle.write({
    dir: to,
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    comments: { annotation: false, jsdoc: false },
  });
  await bundle.close();
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
}
