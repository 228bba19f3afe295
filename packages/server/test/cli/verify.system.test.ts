import pg from 'pg';
import { expect, test } from 'vitest';
import type { Verification } from '../../src/domain/operations/verify/verify.ts';
import { createLog } from '../../src/platform/log.ts';
import { useEmbeddedPostgres } from '../../src/storage/embedded/embedded-postgres.ts';
import { type RunningPalaver, runPalaver, startPalaver } from '../harness/palaver.ts';

async function post({ url, key }: RunningPalaver, path: string, body: unknown): Promise<void> {
  const headers = { 'x-api-key': key(), 'content-type': 'application/json' };
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(await response.json()).toMatchObject({ message_code: 'M200' });
}

/** As somebody with database access might do. */
async function sql(dataDir: string, text: string): Promise<void> {
  const log = createLog('fatal');
  const postgres = await useEmbeddedPostgres({ dataDir, holder: 'a test', runAs: undefined, log });
  const client = new pg.Client(postgres.connection);
  await client.connect();
  await client.query(text);
  await client.end();
  await postgres.stop();
}

test('verify reports by its exit code, with and without a running server', async () => {
  const palaver = await startPalaver();
  const verify = (...args: string[]) => runPalaver(['verify', ...args], { DATA_DIR: palaver.dataDir });
  const users = ['ann', 'bob'].map((user_id) => ({ user_id, display_name: user_id }));
  await post(palaver, '/user/v1.0/users/batch', { users });
  await post(palaver, '/open-api/v1.0/chat/messages', {
    sender: { user_id: 'ann' },
    target: { user_ids: ['bob'] },
    body: { text: 'hello', metadata: [{ type: 'text' }] },
  });
  expect(await verify()).toEqual({
    code: 0,
    stdout: 'Looked at: threads 1, messages 1, log entries 2.\nEverything adds up.\n',
    stderr: '',
  });

  await sql(palaver.dataDir, 'update thread_heads set member_count = 3');
  const asJson = await verify('--json');
  expect(asJson.code).toBe(1);
  const rule = 'a counter differs from the number of its rows';
  const examples = [{ thread_id: expect.any(Number), counter: 'member_count', stored: 3, counted: 2 }];
  expect(JSON.parse(asJson.stdout) as Verification).toEqual({
    threads: 1,
    messages: 1,
    entries: 2,
    differences: [{ rule, count: 1, examples }],
  });

  palaver.process.kill('SIGTERM');
  await palaver.exited;
  await sql(
    palaver.dataDir,
    `insert into log_entries (thread_id, seq, type) select 404, g, 'x' from generate_series(1, 30) g`,
  );
  const asText = await verify();
  expect(asText).toMatchObject({ code: 1, stderr: '' });
  expect(asText.stdout).toContain(`\n${rule}: 1\n  {"thread_id":`);
  expect(asText.stdout).toContain('a log entry or message belongs to no thread: 30\n');
  expect(asText.stdout).toMatch(/\n {2}… and 10 more\n$/);
});

test('an unreachable database is a one-line error, not a difference', async () => {
  const failed = await runPalaver(['verify'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' });
  expect(failed).toMatchObject({ code: 1, stdout: '' });
  expect(failed.stderr).toContain('ECONNREFUSED');
});
