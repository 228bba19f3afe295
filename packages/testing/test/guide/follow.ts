/*
 * Follows docs/guides/testing.md as a user does, with the packages in build/: `node packages/testing/test/guide/follow.ts <folder>`
 * (.ci/runs-when-packed). Copies its files into an empty package, and runs its commands with the Node and the npm in PATH; only versions and
 * the place of our packages differ. Fails at the first thing that does not work. Jest, which is most of the installation, runs
 * only with `ALL_ROUNDS=1`.
 */
import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readGuide, run, writeFiles } from '../../../react/test/guide/project.ts';
import { ROOT } from '../../../server/test/harness/command.ts';

const [folder = ''] = process.argv.slice(2);
const packed = (name: string) => globSync(join(ROOT, `build/palaver-${name}-*.tgz`)).join();
/** Versions that nothing else in the repository names. */
const JEST = 'jest@30.5.2';
const VITEST = 'vitest@5.1.1';

const withJest = process.env.ALL_ROUNDS === '1';
// (Both install everything, which takes half as long: then the second one has nothing to do.)
const suites = withJest ? `${VITEST} ${JEST}` : VITEST;
const install = `npm install --no-audit --no-fund --prefer-offline --save-dev ${suites} ${packed('testing')} ${packed('client')}`;
const guide = readGuide('docs/guides/testing.md', {
  'npm install --save-dev vitest @palaver/testing @palaver/client': install,
  'npm install --save-dev jest @palaver/testing @palaver/client': install,
});

const project = join(folder, 'testing');
mkdirSync(project);
// (Until they are in the registry, the archives stand for them.)
const overrides = {
  palaver: `file:${globSync(join(ROOT, 'build/palaver-[0-9]*.tgz')).join()}`,
  '@palaver/node': `file:${packed('node')}`,
};
const manifest = { private: true, type: 'module', overrides };
writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
// The test of one server for all files has a configuration that the one before has not.
const shared = new Map([...guide.files].filter(([file]) => /vitest\.config|global-setup|shared/.test(file)));
writeFiles(project, new Map([...guide.files].filter(([file]) => !shared.has(file))));
for (const command of guide.commands.flat()) {
  if (command.includes('npx jest') && !withJest) continue;
  if (command.includes('shared')) {
    writeFiles(project, shared);
    checkTypes();
  }
  run(command, project);
}

/** Of the files in TypeScript. */
function checkTypes(): void {
  const options = '--noEmit --strict --target esnext --module nodenext --skipLibCheck';
  const types = `--typeRoots ${join(ROOT, 'node_modules/@types')} --types node`;
  run(`${join(ROOT, 'node_modules/.bin/tsc')} ${options} ${types} vitest.config.ts test/*.ts`, project);
}
