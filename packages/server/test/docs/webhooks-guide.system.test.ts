import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../harness/command.ts';
import { expectDocumentedOutput, hasCurl } from '../harness/documented-commands.ts';
import { freePort } from '../harness/free-port.ts';
import { ALLOW_LOOPBACK } from '../harness/receiver.ts';
import { scratchFolder } from '../harness/scratch.ts';
import { installWs } from '../harness/terminal.ts';
import { startTestServer } from '../harness/test-server.ts';

/** As `npm install` would install it. */
function installSdk(folder: string): void {
  const [from, to] = [join(ROOT, 'packages/client'), join(folder, 'node_modules/@palaver/client')];
  mkdirSync(to, { recursive: true });
  copyFileSync(join(from, 'package.json'), join(to, 'package.json'));
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', join(to, 'dist')], {
    cwd: from,
  });
}

test.skipIf(!hasCurl)('the commands of the guide print what the guide shows (needs curl)', async () => {
  const server = await startTestServer(ALLOW_LOOPBACK);
  onTestFinished(() => server.close());
  const stopWebhooks = server.runWebhooks();
  onTestFinished(stopWebhooks);
  const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const folder = scratchFolder();
  installSdk(folder);
  installWs(folder);
  const pidFile = join(folder, 'receiver.pid');
  onTestFinished(() => {
    try {
      if (existsSync(pidFile)) process.kill(Number(readFileSync(pidFile, 'utf8')));
    } catch {
      // The guide has stopped it.
    }
  });
  const receiver = `http://127.0.0.1:${await freePort()}`;
  await expectDocumentedOutput('docs/guides/webhooks.md', url, server.key, { folder, receiver });
  expect(existsSync(pidFile)).toBe(true);
});
