import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { cleanEnvironment, PALAVER, ROOT } from '../harness/command.ts';
import { expectDocumentedOutput, hasCurl } from '../harness/documented-commands.ts';
import { newDataDir, startPalaver } from '../harness/palaver.ts';
import { blocksOf } from './code-blocks.ts';

const SKILLS = globSync('skills/*/SKILL.md', { cwd: ROOT }).toSorted();
const nameOf = (page: string) => basename(dirname(page));

test.skipIf(!hasCurl)('the commands that add a chat print what the skill shows (needs curl)', async () => {
  const { url, key } = await startPalaver();
  await expectDocumentedOutput('skills/palaver-add-chat/SKILL.md', url, key());
});

test.skipIf(!hasCurl).for(SKILLS.filter((page) => nameOf(page) !== 'palaver-add-chat'))(
  'the commands of %s succeed beside a server (needs curl)',
  async (page) => {
    const { url, dataDir } = await startPalaver();
    const commands = blocksOf(page).filter(({ language }) => language === 'sh');
    expect(commands.length).toBeGreaterThan(0);
    for (const { code } of commands) {
      const script = code
        .replaceAll('http://127.0.0.1:7700', url)
        .replaceAll('npm run palaver --', `"${process.execPath}" "${join(ROOT, PALAVER)}"`);
      // (The folder of a checkout has the server's data; here both are elsewhere.)
      const env = { ...cleanEnvironment(), DATA_DIR: dataDir, PORT: new URL(url).port };
      const { stdout } = await promisify(execFile)('bash', ['-euc', script], { cwd: newDataDir(), env });
      expect(stdout, code).not.toBe('');
    }
  },
);
