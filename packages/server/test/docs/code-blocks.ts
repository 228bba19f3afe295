import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../harness/command.ts';

/** Languages of blocks that are code of a reader: each block is compiled, or runs in a test. */
export const CODE = ['ts', 'tsx', 'js', 'sh', 'html'] as const;
type CodeLanguage = (typeof CODE)[number];

/** Languages of the other blocks: output, requests, settings, and code of other systems, which tests of their own look at. */
export const OTHER_LANGUAGES = [
  ...[
    '',
    'caddy',
    'console',
    'css',
    'go',
    'http',
    'ini',
    'java',
    'json',
    'kotlin',
    'mermaid',
    'nginx',
    'php',
    'python',
  ],
  ...['sql', 'svelte', 'swift', 'text', 'vue', 'xml', 'yaml'],
];

/** A fenced block of a page. */
export interface Block {
  page: string;
  /** The line where its code begins. */
  line: number;
  language: string;
  code: string;
}

/** What people read who use Palaver. */
export const PAGES = globSync(
  ['README.md', 'packages/*/README.md', 'docs/**/*.md', 'examples/*/*.md', 'examples/*.md', 'skills/*/*.md'],
  { cwd: ROOT },
).toSorted();

export function blocksOf(page: string): Block[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(/^( *)```([^\n`]*)\n(.*?)^\1```$/gms)].map((match) => {
    const [, indent = '', language = '', code = ''] = match;
    const line = text.slice(0, match.index).split('\n').length + 1;
    return { page, line, language, code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), '') };
  });
}

/** Tests that run all blocks of a page in these languages, or its first one. */
export const RUN: readonly { pages: RegExp; languages: readonly CodeLanguage[]; by: string }[] = [
  {
    pages: /^docs\/tour\.md$/,
    languages: ['sh'],
    by: 'packages/server/test/docs/tour.system.test.ts',
  },
  {
    pages: /^skills\/[\w-]+\/SKILL\.md$/,
    languages: ['sh'],
    by: 'packages/server/test/docs/skills.system.test.ts',
  },
  {
    pages: /^docs\/guides\/(?!webhooks)/,
    languages: ['sh'],
    by: 'packages/server/test/docs/guides.system.test.ts',
  },
  {
    pages: /^docs\/guides\/webhooks\.md$/,
    languages: ['sh'],
    by: 'packages/server/test/docs/webhooks-guide.system.test.ts',
  },
  {
    pages: /^examples\/integrator-backend\/README\.md$/,
    languages: ['sh'],
    by: 'examples/integrator-backend/test/readme.system.test.ts',
  },
  {
    pages: /^examples\/integrator-backend\/different-identifiers\.md$/,
    languages: ['sh'],
    by: 'examples/integrator-backend/test/different-identifiers.system.test.ts',
  },
  {
    pages: /^docs\/guides\/chat-sdk\.md$/,
    languages: ['js', 'html'],
    by: 'packages/client/test/guide.system.test.ts',
  },
  {
    pages: /^docs\/guides\/react\.md$/,
    languages: ['js'],
    by: 'packages/react/test/guide/follow.ts',
  },
  {
    pages: /^docs\/guides\/marketplace\.md$/,
    languages: ['ts', 'js', 'html'],
    by: 'examples/marketplace/test/guide.test.ts',
  },
  {
    pages: /^docs\/guides\/testing\.md$/,
    languages: ['ts', 'js'],
    by: 'packages/testing/test/guide/follow.ts',
  },
  {
    pages: /^docs\/realtime\.md$/,
    languages: ['js'],
    by: 'packages/server/test/docs/realtime-client.system.test.ts',
  },
  {
    pages: /^docs\/guides\/web-component\.md$/,
    languages: ['html'],
    by: 'packages/react/test/element-site.ts',
  },
  {
    pages: /^docs\/guides\/react-native\.md$/,
    languages: ['ts', 'tsx'],
    by: 'examples/react-native/test/guide.test.ts',
  },
];

/** A block that is neither compiled nor run, by the page and the beginning of its code, with the reason. */
interface Exception {
  page: string;
  begins: string;
  reason: string;
}

export const EXCEPTIONS: readonly Exception[] = [
  {
    page: 'README.md',
    begins: 'npm start',
    reason: 'never ends; terminal.system.test.ts runs it',
  },
  {
    page: 'README.md',
    begins: 'npm test',
    reason: 'runs this test',
  },
  {
    page: 'docs/backups.md',
    begins: 'palaver backup create && palaver backup list',
    reason: 'needs jq and a place with more than fourteen backups',
  },
  {
    page: 'docs/deploying.md',
    begins: 'npm run pack\ndocker build',
    reason: 'needs Docker; the step `image` of the gate builds and runs the same image',
  },
  {
    page: 'docs/deploying.md',
    begins: 'npm run pack\ndocker compose',
    reason: 'needs Docker; compose.system.test.ts checks the file',
  },
  {
    page: 'docs/deploying.md',
    begins: 'umask 077\nfor name',
    reason: 'runs in compose.system.test.ts, without the rest of the page',
  },
  {
    page: 'docs/deploying.md',
    begins: '(cd ../../.. && npm run pack)',
    reason: 'needs Docker; compose.system.test.ts checks the file',
  },
  {
    page: 'docs/deploying.md',
    begins: 'docker tag',
    reason: 'needs a registry and a cluster; the step `chart` of the gate checks what the chart renders',
  },
  {
    page: 'docs/guides/notifications-react-native.md',
    begins: 'import { getAPNSToken',
    reason: 'needs Firebase for React Native, which nothing else here uses',
  },
  {
    page: 'docs/guides/notifications-react-native.md',
    begins: 'import { getInitialNotification',
    reason: 'needs Firebase for React Native, which nothing else here uses',
  },
  {
    page: 'docs/guides/notifications-react-native.md',
    begins: 'import { getMessaging, onMessage',
    reason: 'needs Firebase for React Native, which nothing else here uses',
  },
  {
    page: 'docs/guides/react.md',
    begins: "import react from '@vitejs/plugin-react'",
    reason: 'needs Vite’s plugin; the step `react-guide` of the gate builds with it',
  },
  {
    page: 'docs/guides/web-component.md',
    begins: "import vue from '@vitejs/plugin-vue'",
    reason: 'needs Vue’s plugin, which nothing else here uses',
  },
  {
    page: 'docs/guides/web-component.md',
    begins: "import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core'",
    reason: 'needs Angular, which nothing else here uses',
  },
  {
    page: 'docs/operating.md',
    begins: 'useradd --system palaver',
    reason: 'changes the users and services of the machine; files.test.ts checks the units',
  },
  {
    page: 'docs/operating.md',
    begins: 'systemd-run',
    reason: 'needs systemd as the first process',
  },
  {
    page: 'docs/operating.md',
    begins: 'PALAVER_THREADS=4 palaver start',
    reason: 'never ends; serving-threads.system.test.ts starts servers with this setting',
  },
  {
    page: 'docs/operating.md',
    begins: 'npm install --ignore-scripts --prefix /tmp/postgres-17',
    reason: 'needs the data of an older PostgreSQL',
  },
  {
    page: 'packages/react/README.md',
    begins: '<script type="module" src="/palaver-chat/element.js">',
    reason: 'a part of the page of docs/guides/web-component.md, which runs',
  },
  {
    page: 'packages/server/README.md',
    begins: 'curl http://127.0.0.1:7700/open-api/v1.0/chat/threads',
    reason: 'needs an installed package; the step `packed` of the gate installs and calls it',
  },
  {
    page: 'packages/server/README.md',
    begins: 'export PALAVER_BACKUP_TO=',
    reason: 'needs an installed package; tests of backups run the same commands',
  },
];

export function isException({ page, code }: Block): boolean {
  return EXCEPTIONS.some((one) => one.page === page && code.startsWith(one.begins));
}
