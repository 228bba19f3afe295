/*
 * `node --import` this, and `@palaver/client` is the one of this repository, from its sources: what depends on it as on a
 * package from the registry runs without a build.
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
