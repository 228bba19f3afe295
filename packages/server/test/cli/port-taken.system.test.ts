import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../harness/free-port.ts';
import { newDataDir, runPalaver, startPalaver, usedDataDir } from '../harness/palaver.ts';
import { createTestDatabase, urlOf } from '../harness/test-database.ts';

/** An address of this machine at which somebody listens until the end of the test. */
async function takenPort(): Promise<number> {
  const port = await freePort();
  const taken = createServer().listen(port, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await once(taken, 'listening');
  return port;
}

test('a taken port is reported, and the database is stopped', async () => {
  const first = await startPalaver();
  const dataDir = usedDataDir();
  const second = await runPalaver(['start'], { DATA_DIR: dataDir, PORT: new URL(first.url).port });
  expect(second.code).toBe(1);
  expect(second.stderr).toContain(
    `PORT: another program listens at 127.0.0.1:${new URL(first.url).port} (EADDRINUSE)`,
  );
  const third = await runPalaver(['app', 'list'], { DATA_DIR: dataDir });
  expect(third.stdout).toContain('demo');
});

test('a taken port is reported before a database is created or changed', async () => {
  const port = await takenPort();
  const database = await createTestDatabase('template0');
  onTestFinished(database.drop);
  for (const environment of [{}, { DATABASE_URL: urlOf(database.connection) }]) {
    const dataDir = newDataDir();
    const refused = await runPalaver(['start'], { DATA_DIR: dataDir, PORT: String(port), ...environment });
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toBe(
      `palaver: PORT: another program listens at 127.0.0.1:${port} (EADDRINUSE). Stop it, or set PORT to a free port.\n`,
    );
    expect(readdirSync(dataDir)).toEqual([]);
  }
  const [{ tables } = { tables: 'unknown' }] = await database.sql<{ tables: string }>(
    `select count(*) as tables from pg_tables where schemaname = 'public'`,
  );
  expect(Number(tables)).toBe(0);
});

test.each(['start', 'worker'])(
  '%s refuses a metrics address in use before it creates anything',
  async (command) => {
    const port = await takenPort();
    const dataDir = newDataDir();
    const refused = await runPalaver([command], {
      DATA_DIR: dataDir,
      PORT: '0',
      PALAVER_METRICS_ADDRESS: `127.0.0.1:${port}`,
    });
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toBe(
      `palaver: PALAVER_METRICS_ADDRESS: another program listens at 127.0.0.1:${port} (EADDRINUSE). Stop it, or set PALAVER_METRICS_ADDRESS to a free port.\n`,
    );
    expect(readdirSync(dataDir)).toEqual([]);
  },
);

test('a metrics address that is also the address of the server is refused before anything is created', async () => {
  const dataDir = newDataDir();
  const port = await freePort();
  const refused = await runPalaver(['start'], {
    DATA_DIR: dataDir,
    PORT: String(port),
    PALAVER_METRICS_ADDRESS: `127.0.0.1:${port}`,
  });
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain('PALAVER_METRICS_ADDRESS: ');
  expect(readdirSync(dataDir)).toEqual([]);
});
