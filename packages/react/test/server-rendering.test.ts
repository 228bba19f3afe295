import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bundle, OLD_REACT } from './bundle.ts';

test.for([
  { major: '19', alias: {} },
  { major: '18', alias: OLD_REACT },
])('a server renders the chat with React $major, without a warning', async ({ major, alias }) => {
  const folder = mkdtempSync(join(tmpdir(), 'palaver-react-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const chunks = await bundle('pages/server.tsx', { platform: 'node', alias, mode: 'development' });
  for (const { fileName, code } of chunks) writeFileSync(join(folder, fileName), code);
  const file = join(folder, chunks[0]?.fileName ?? '');
  const complaints = vi.spyOn(console, 'error');
  onTestFinished(() => complaints.mockRestore());

  const { render } = (await import(pathToFileURL(file).href)) as typeof import('./pages/server.tsx');
  const { version, pages, pictures } = render();
  expect(version.split('.')[0]).toBe(major);
  expect(pages[0]).toBe('');
  expect(pages[1]).toContain('Search');
  // Nobody learns from which page a picture is loaded. (Without a ticket, an uploaded one cannot be.)
  const loaded = pictures.map((page) => [...page.matchAll(/<img [^>]*>/g)].map(([tag]) => tag));
  expect(loaded.map((tags) => tags.length)).toEqual([1, 2]);
  expect(loaded.flat().filter((tag) => !tag.includes('referrerPolicy="no-referrer"'))).toEqual([]);
  expect(complaints.mock.calls).toEqual([]);
});
