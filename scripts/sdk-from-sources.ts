/*
 * For `node --import`: resolves `@palaver/client` to the sources in this repository, so that code that depends on the
 * published package runs without a build.
 */
import { registerHooks } from 'node:module';

const ENTRIES: Readonly<Record<string, string>> = {
  '@palaver/client': '../packages/client/src/index.ts',
  '@palaver/client/server': '../packages/client/src/server/index.ts',
};

registerHooks({
  resolve(specifier, context, next) {
    const entry = ENTRIES[specifier];
    return next(entry === undefined ? specifier : new URL(entry, import.meta.url).href, context);
  },
});
