import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** Where `npm run dev` finds Palaver; without the `Origin` of its own port, which the playground would refuse. */
const server = {
  target: 'http://127.0.0.1:7700',
  ws: true,
  changeOrigin: true,
  rewriteWsOrigin: true,
  headers: { origin: 'http://127.0.0.1:7700' },
};

export default defineConfig({
  root: import.meta.dirname,
  base: '/playground/',
  // The SDK of the sources: nothing has to be built before.
  resolve: {
    alias: { '@palaver/client': fileURLToPath(new URL('../client/src/index.ts', import.meta.url)) },
  },
  build: {
    // A picture as a `data:` address would be one more thing that the page's policy has to allow.
    assetsInlineLimit: 0,
    // What others have written, and under which conditions: it goes with the page.
    license: { fileName: 'licenses.md' },
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // In kB: it is loaded from this machine, and whoever has typed `npm start` can do nothing about it.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      checks: { pluginTimings: false },
      // What packages say to servers that render (`use client`) is nothing to a page.
      onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log),
    },
  },
  server: {
    proxy: { '/client': server, '/sticker': server, '^/playground/(sign-in|card|sticker-pack)$': server },
  },
});
