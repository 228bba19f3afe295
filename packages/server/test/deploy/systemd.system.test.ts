import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { ROOT } from '../harness/command.ts';

const UNITS = join(ROOT, 'deploy/systemd');
const ANALYZE = '/usr/bin/systemd-analyze';
const isMissing = !existsSync(ANALYZE);
if (isMissing && process.env.CI) throw new Error('systemd-analyze is needed: apt-get install systemd');

const run = promisify(execFile);

/** A folder with the units as on a machine where `palaver` is installed. */
function installed(): string {
  const folder = mkdtempSync(join(tmpdir(), 'palaver-units-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of readdirSync(UNITS)) {
    const unit = readFileSync(join(UNITS, name), 'utf8');
    writeFileSync(join(folder, name), unit.replaceAll('/usr/local/bin/palaver', '/bin/true'));
  }
  return folder;
}

describe.skipIf(isMissing)('the units of systemd (need systemd-analyze)', () => {
  test('are valid', async () => {
    const folder = installed();
    const units = readdirSync(folder).map((name) => join(folder, name));
    expect(await run(ANALYZE, ['verify', '--man=no', ...units])).toEqual({ stdout: '', stderr: '' });
  });

  test('give Palaver few rights', async () => {
    const unit = join(installed(), 'palaver.service');
    // (The unit is too exposed for systemd if it exceeds the threshold, in tenths.)
    const { stdout } = await run(ANALYZE, [
      'security',
      '--offline=true',
      '--no-pager',
      '--threshold=20',
      unit,
    ]);
    expect(stdout).toMatch(/Overall exposure level for palaver\.service: [01]\.\d OK/);
  });
});

test('the units set what Palaver reads', () => {
  for (const name of readdirSync(UNITS)) {
    const settings = [...readFileSync(join(UNITS, name), 'utf8').matchAll(/^Environment=(\w+)=(.*)$/gm)];
    const { shown } = loadConfig({});
    for (const [, setting] of settings) expect(shown.map((one) => one.name)).toContain(setting);
  }
});
