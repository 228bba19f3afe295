import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A step of the gate; CONTRIBUTING.md says what each one does. */
export interface Step {
  name: string;
  command: readonly string[];
  environment?: Readonly<Record<string, string>>;
  /**
   * The files (from the root) and folders (with a slash at the end) that can change the result. The step is left out while
   * they are as they were when it last passed. When in doubt, a path belongs here.
   */
  inputs: readonly string[];
  /** Of the inputs, the files that cannot change the result: tests that others run. */
  except?: RegExp;
  /** Runs in each gate, whatever has changed. */
  always?: true;
  /**
   * Uses one processor at a time. Runs after all steps without a lane, after those of its lane that stand before it, and beside those of the
   * other lane. (The steps of `packages` pack into the same folder.)
   */
  lane?: 'packages' | 'others';
  /**
   * Repeats the tests of other steps in another setting: `.ci/run` runs this instead of `command`, only the tests that the setting can
   * change, without those that are tagged `thorough`.
   */
  short?: readonly string[];
  /**
   * `.ci/run` runs one of so many shares of the test files. The hash of the tree chooses which, so that later trees come to the others;
   * `.ci/all` runs them all.
   */
  shares?: number;
  /** Added to the number of the share, so that two steps with the same files run different ones. */
  shift?: number;
}

const PLAIN_TESTS = /(?<!\.system)\.test\.tsx?$/;
const SYSTEM_TESTS = /\.system\.test\.tsx?$/;
/** For steps that only use what the tests of the server share. */
const SERVER_TESTS = /(?<!\.system)\.test\.tsx?$|^packages\/server\/.*\.test\.ts$/;

/** What every step needs to start. */
const BASE = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'scripts/install-if-needed.sh',
  'scripts/build-console-if-needed.sh',
];
const PROTOCOL = ['packages/protocol/'];
const SERVER = [
  ...BASE,
  ...PROTOCOL,
  'packages/server/bin/',
  'packages/server/src/',
  'packages/server/package.json',
];
const SDK = [
  ...BASE,
  ...PROTOCOL,
  'packages/client/package.json',
  'packages/client/service-worker/',
  'packages/client/src/',
];
const PAGES = [
  ...SDK,
  'packages/react/emoji-data/',
  'packages/react/package.json',
  'packages/react/src/',
  'packages/react-18/',
  'packages/console/index.html',
  'packages/console/package.json',
  'packages/console/public/',
  'packages/console/src/',
  'packages/console/vite.config.ts',
];
/** Guides whose pages and components the tests of pages open. */
const PAGES_GUIDES = ['docs/guides/react.md', 'docs/guides/routing.md', 'docs/guides/web-component.md'];
/** What runs tests. */
const RUNNER = [
  '.ci/tests',
  'packages/server/reference/',
  'packages/server/test/',
  'packages/testing/src/',
  'scripts/run-failed-tests.ts',
  'scripts/test.ts',
  'tsconfig.json',
  'vitest.config.ts',
  'vitest.system.config.ts',
];
const PACKING = [
  'scripts/bundle-dependencies.ts',
  'scripts/bundle-element.ts',
  'scripts/bundle-test-process.ts',
  'scripts/bundled-packages.ts',
  'scripts/check-packed.ts',
  'scripts/gate/',
  'scripts/join-styles.ts',
  'scripts/list-components.ts',
  'scripts/pack.ts',
  'scripts/release.ts',
  'packages/client/README.md',
  'packages/client/tsconfig.build.json',
  'packages/react/README.md',
  'packages/react/tsconfig.build.json',
  'packages/server/README.md',
  'packages/server/tsconfig.build.json',
  'packages/testing/README.md',
  'packages/testing/package.json',
  'packages/testing/src/',
  'packages/testing/tsconfig.build.json',
];
/** Folders of the server's tests that read documents and files for deployment. */
const DOCUMENTS = ['deploy', 'docs'];

/** Those whose servers reach PostgreSQL as the harness says. */
const POOLED = ['api', 'domain', 'events', 'notifications', 'realtime', 'storage', 'webhooks'];

/** Of those without a lane, the first find most mistakes. */
export const STEPS: readonly Step[] = [
  {
    name: 'tests',
    command: ['.ci/tests', 'test'],
    inputs: [
      ...['.ci/', '.editorconfig', '.github/', '.gitignore', '.npmrc', '.oxlintrc.json'],
      ...['ARCHITECTURE.md', 'CHANGELOG.md', 'COMPATIBILITY.md', 'CONTRIBUTING.md', 'LICENSE', 'README.md'],
      ...['ROADMAP.md', 'SECURITY.md', 'llms.txt'],
      ...['bench/', 'deploy/', 'docs/', 'examples/', 'packages/', 'scripts/', 'site/', 'skills/'],
      ...['biome.json', 'package-lock.json', 'package.json', 'tsconfig.json'],
      ...['vitest.config.ts', 'vitest.system.config.ts'],
    ],
    always: true,
  },
  {
    name: 'outside-witness',
    except: SERVER_TESTS,
    command: ['.ci/outside-witness'],
    inputs: [...SERVER, ...RUNNER, '.ci/outside-witness', '.ci/prism/'],
  },
  {
    name: 'send-cost',
    command: ['.ci/guards-send-cost'],
    inputs: [
      ...[...SERVER, '.ci/guards-send-cost', 'bench/', 'packages/server/test/harness/'],
      ...['packages/testing/src/', 'tsconfig.json'],
    ],
  },
  {
    name: 'system-server',
    shares: 3,
    except: PLAIN_TESTS,
    command: ['.ci/tests', 'test:system', ...testFolders(DOCUMENTS)],
    inputs: [...SERVER, ...SDK, ...RUNNER, 'packages/client/reference/'],
  },
  {
    name: 'system-documents',
    except: PLAIN_TESTS,
    command: ['.ci/tests', 'test:system', ...DOCUMENTS.map((folder) => `packages/server/test/${folder}/`)],
    inputs: [...SERVER, ...SDK, ...RUNNER, 'docs/', 'deploy/', 'examples/stickers/', 'skills/'],
  },
  {
    name: 'system-client',
    shares: 2,
    except: SERVER_TESTS,
    command: ['.ci/tests', 'test:system', 'packages/client/test/'],
    inputs: [
      ...[...SERVER, ...SDK, ...RUNNER, ...PACKING, 'packages/client/'],
      ...['README.md', 'docs/deploying.md', 'docs/guides/', 'docs/migrating/', 'skills/'],
    ],
  },
  {
    name: 'system-testing',
    except: SERVER_TESTS,
    command: ['.ci/tests', 'test:system', 'packages/testing/test/'],
    inputs: [...SERVER, ...SDK, ...RUNNER, 'packages/testing/'],
  },
  {
    name: 'system-pages',
    shares: 2,
    except: SERVER_TESTS,
    command: ['.ci/tests', 'test:system', 'packages/console/test/', 'packages/react/test/'],
    inputs: [
      ...[...SERVER, ...PAGES, ...RUNNER, 'packages/client/test/', 'packages/console/', 'packages/react/'],
      ...['docs/deploying.md', ...PAGES_GUIDES, 'docs/tour.md', 'examples/stickers/'],
      ...['scripts/bundle-element.ts', 'scripts/join-styles.ts'],
    ],
  },
  {
    name: 'system-examples',
    // (The tests that the guide of the marketplace shows are run here.)
    except: /(?<!\.system|\/src\/market)\.test\.tsx?$|^packages\/server\/.*\.test\.ts$/,
    command: ['.ci/tests', 'test:system', 'examples/'],
    inputs: [
      ...[...SERVER, ...SDK, ...RUNNER, 'examples/', 'packages/client/test/', 'packages/react/'],
      ...['scripts/run-example.ts', 'scripts/bundle-element.ts', 'scripts/join-styles.ts'],
    ],
  },
  {
    name: 'postgresql-15',
    shares: 2,
    except: SYSTEM_TESTS,
    command: ['.ci/on-postgresql-15', '.ci/tests', 'test', 'packages/server/test/', 'examples/'],
    short: ['.ci/on-postgresql-15', '.ci/tagged-tests', 'database'],
    inputs: [
      ...[...SERVER, ...SDK, ...RUNNER, '.ci/on-postgresql-15', '.ci/tagged-tests', 'examples/'],
      ...['packages/client/reference/', 'packages/client/test/', 'scripts/'],
    ],
  },
  {
    name: 'postgresql-15-concurrency',
    shares: 2,
    except: PLAIN_TESTS,
    command: [
      ...['.ci/on-postgresql-15', '.ci/tests', 'test:system'],
      ...['concurrency-', 'client-unread', 'large-resumes'],
    ],
    inputs: [...SERVER, ...RUNNER, '.ci/on-postgresql-15'],
  },
  {
    name: 'pgbouncer',
    shares: 2,
    shift: 1,
    except: SYSTEM_TESTS,
    command: [
      '.ci/behind-pgbouncer',
      '.ci/tests',
      'test',
      ...POOLED.map((folder) => `packages/server/test/${folder}/`),
    ],
    short: ['.ci/behind-pgbouncer', '.ci/tagged-tests', 'database'],
    inputs: [...SERVER, ...SDK, ...RUNNER, '.ci/behind-pgbouncer', '.ci/tagged-tests'],
  },
  {
    name: 'firefox',
    // (Each page is looked at in one of the browsers.)
    shares: 2,
    shift: 1,
    except: SERVER_TESTS,
    command: ['.ci/tests', 'test:system', 'packages/console/test/', 'packages/react/test/'],
    environment: { BROWSER: 'firefox' },
    // (Without the server: what its answers change in a page, Chromium shows.)
    inputs: [
      ...[...PAGES, ...RUNNER, 'packages/client/test/', 'packages/console/', 'packages/react/'],
      ...['docs/deploying.md', ...PAGES_GUIDES],
      ...['scripts/bundle-element.ts', 'scripts/join-styles.ts'],
    ],
  },
  {
    name: 'lints-openapi',
    lane: 'others',
    command: ['.ci/lint-openapi'],
    inputs: ['.ci/lint-openapi', '.ci/redocly/', 'docs/reference/openapi.json'],
  },
  {
    name: 'site',
    lane: 'others',
    except: /\.test\.tsx?$/,
    command: ['.ci/builds-site'],
    inputs: [
      ...[
        ...SERVER,
        ...PAGES,
        '.ci/builds-site',
        '.ci/lighthouse/',
        'examples/',
        'packages/server/test/harness/',
        'packages/testing/src/',
        'scripts/',
        'site/',
        'skills/',
        'docs/',
        'llms.txt',
        'packages/client/reference/',
        'packages/client/test/',
        'packages/server/reference/inlined.ts',
        'packages/server/reference/markdown.ts',
        'tsconfig.json',
        'CHANGELOG.md',
      ],
      ...['ARCHITECTURE.md', 'COMPATIBILITY.md', 'CONTRIBUTING.md', 'README.md', 'ROADMAP.md', 'SECURITY.md'],
      ...['packages/server/package.json', 'packages/server/src/version.ts'],
    ],
  },
  {
    name: 'node-24',
    lane: 'others',
    command: ['.ci/starts-on-node-24'],
    inputs: [...SERVER, '.ci/starts-on-node-24'],
  },
  {
    name: 'packed',
    lane: 'packages',
    command: ['.ci/runs-when-packed'],
    inputs: [
      ...[...SERVER, ...PAGES, ...PACKING, '.ci/package-lint/', '.ci/runs-when-packed'],
      ...['LICENSE', 'CHANGELOG.md', 'docs/guides/testing.md', 'packages/react/test/guide/'],
      ...['packages/server/test/harness/', 'packages/testing/test/guide/'],
    ],
  },
  {
    name: 'react-guide',
    lane: 'packages',
    except: SERVER_TESTS,
    command: ['.ci/follows-react-guide'],
    inputs: [
      ...[...SERVER, ...PAGES, ...PACKING, '.ci/follows-react-guide', 'docs/guides/react.md'],
      ...['packages/client/test/', 'packages/react/test/guide/', 'packages/server/test/harness/'],
    ],
  },
  {
    name: 'image',
    lane: 'packages',
    command: ['.ci/builds-image'],
    inputs: [...SERVER, ...PAGES, ...PACKING, '.ci/builds-image', 'deploy/container/'],
  },
  {
    name: 'chart',
    lane: 'others',
    command: ['.ci/renders-chart'],
    inputs: ['.ci/renders-chart', '.ci/helm/', 'deploy/helm/', 'package-lock.json'],
  },
  {
    name: 'react-native',
    lane: 'others',
    command: ['.ci/checks-react-native'],
    inputs: [
      ...SDK,
      '.ci/checks-react-native',
      '.oxlintrc.json',
      'examples/react-native/',
      'packages/client/tsconfig.build.json',
    ],
  },
  {
    name: 'older-nodes',
    lane: 'others',
    except: PLAIN_TESTS,
    command: ['.ci/guides-on-older-nodes'],
    inputs: [
      ...[...SERVER, ...SDK, ...RUNNER, '.ci/guides-on-older-nodes', 'docs/guides/'],
      ...['packages/client/test/'],
    ],
  },
];

/** The folders of the server's tests, without those given. */
function testFolders(without: readonly string[]): string[] {
  return readdirSync(join(ROOT, 'packages/server/test'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !without.includes(entry.name))
    .map(({ name }) => `packages/server/test/${name}/`);
}
