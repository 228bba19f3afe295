import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { withPolicy } from '../policy.ts';
import { folderOf, publish, type Versions, withVersion } from '../versions.ts';

/** Publishes versions in turn, and returns `versions.json`. */
function published(...versions: readonly string[]): Versions & { out: string } {
  const out = mkdtempSync(join(tmpdir(), 'palaver-site-'));
  onTestFinished(() => rmSync(out, { recursive: true, force: true }));
  for (const version of versions) {
    const folder = join(out, folderOf(version));
    mkdirSync(join(folder, 'guides'), { recursive: true });
    for (const page of ['index.html', 'guides/users.html']) writeFileSync(join(folder, page), version);
    publish(out, '/docs/', version);
  }
  return { out, ...(JSON.parse(readFileSync(join(out, 'versions.json'), 'utf8')) as Versions) };
}

test('a version joins those that were built before; `latest/` leads to the newest', () => {
  const { out, latest, versions } = published('0.9.0', '0.10.0', '0.2.1');
  expect(latest).toBe('0.10');
  expect(versions.map(({ version }) => version)).toEqual(['0.10.0', '0.9.0', '0.2.1']);
  const page = readFileSync(join(out, 'latest/guides/users.html'), 'utf8');
  expect(page).toContain('data-to="/docs/0.10/guides/users.html"');
  expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('data-to="/docs/0.10/index.html"');
  expect(readFileSync(join(out, '0.9/index.html'), 'utf8')).toBe('0.9.0');
});

test('a patch release replaces its predecessor', () => {
  const { versions } = published('0.1.0', '0.1.1');
  expect(versions).toEqual([{ folder: '0.1', version: '0.1.1' }]);
});

test('`latest/` leads to a release, even if there is a newer candidate', () => {
  expect(withVersion([], '0.2.0-rc.1').latest).toBe('0.2');
  expect(withVersion([{ folder: '0.1', version: '0.1.4' }], '0.2.0-rc.1').latest).toBe('0.1');
});

test('a version has three numbers', () => {
  for (const version of ['1', '1.2', '../x', '1.2.3/..', 'v1.2.3'])
    expect(() => folderOf(version)).toThrow('is no version');
});

test('the policy of a page allows its own scripts only', () => {
  const html = withPolicy('<html><head><script>a()</script><script src="/b.js"></script></head></html>');
  expect(html).toContain("script-src 'self' 'sha256-qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4=';");
  expect(html.match(/sha256-/g)).toHaveLength(1);
});
