import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const sdk = (path: string) => fileURLToPath(new URL(`../client/${path}`, import.meta.url));
const kit = (path: string) => fileURLToPath(new URL(`../react/src/${path}`, import.meta.url));

/** Where `npm run dev` finds Palaver. Without the `Origin` of its own port, which the playground would refuse. */
const server = {
  target: 'http://127.0.0.1:7700',
  ws: true,
  changeOrigin: true,
  rewriteWsOrigin: true,
  headers: { origin: 'http://127.0.0.1:7700' },
};

/** The service worker of the SDK, unchanged, at an address that stays the same. */
const serviceWorker: Plugin = {
  name: 'service-worker',
  generateBundle() {
    const source = readFileSync(sdk('service-worker/service-worker.js'));
    this.emitFile({ type: 'asset', fileName: 'notifications.js', source });
  },
};

/** Shorter files fit into a packet as they are. */
const MIN_COMPRESSED_BYTES = 1_400;

/** Scripts and styles once more, compressed: the server sends them as they are. */
const compression: Plugin = {
  name: 'compression',
  writeBundle({ dir = '' }, bundle) {
    for (const name of Object.keys(bundle).filter((file) => /\.(?:js|css)$/.test(file))) {
      const path = join(dir, name);
      const content = readFileSync(path);
      if (content.byteLength < MIN_COMPRESSED_BYTES) continue;
      writeFileSync(`${path}.br`, brotliCompressSync(content));
      writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
    }
  },
};

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  // The folder of the page, wherever a proxy serves it. The development server has to know it.
  base: command === 'serve' ? '/playground/' : './',
  // The SDK and the components from the sources, so that nothing has to be built first.
  resolve: {
    alias: {
      '@palaver/react/styles.css': kit('styles/index.css'),
      '@palaver/react/texts/en': kit('texts/en.ts'),
      '@palaver/react': kit('index.ts'),
      '@palaver/client/web-push': sdk('src/web-push/index.ts'),
      '@palaver/client': sdk('src/index.ts'),
    },
  },
  plugins: [serviceWorker, compression],
  build: {
    // Inlining pictures as `data:` URLs would need a wider policy for the page.
    assetsInlineLimit: 0,
    // The licences of bundled packages are published with the page.
    license: { fileName: 'licenses.md' },
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // In kB. The page is loaded from this machine, and users of `npm start` can do nothing about its size.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      checks: { pluginTimings: false },
      // The names of emoji have theirs in their files.
      output: { comments: { legal: true } },
      // Directives for rendering on a server (`use client`) mean nothing to a page.
      onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log),
    },
  },
  server: {
    proxy: {
      '/client': server,
      '/sticker': server,
      '^/playground/(tour/.*|sign-in|card|sticker-pack|web-push|notifications.js)$': server,
    },
  },
}));
