import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { ROOT } from '../harness/command.ts';
import { isHaProxyMissing } from '../harness/haproxy.ts';
import { startPalaver } from '../harness/palaver.ts';
import { canKeepStatements, isPgBouncerMissing, startPgBouncer } from '../harness/pgbouncer.ts';
import { scratchFolder } from '../harness/scratch.ts';
import { connect, urlOf } from '../harness/test-database.ts';
import { startTestServer } from '../harness/test-server.ts';

/* (HAProxy runs with the configuration of the cluster in the tests of rolling restarts and of a cluster, with other addresses.) */

const COMPOSE = join(ROOT, 'deploy/compose');
const CLUSTER = join(COMPOSE, 'cluster');
const run = promisify(execFile);

const isMissing = (program: string, debian: string) => {
  const found = existsSync(program);
  if (!found && process.env.CI) throw new Error(`${program} is needed: apt-get install ${debian}`);
  return !found;
};
const DOCKER_COMPOSE = '/usr/bin/docker-compose';
const PROMTOOL = '/usr/bin/promtool';

/** The folder of a file for Compose, in a copy of what a user has. */
function copied(folder: string): string {
  const root = scratchFolder();
  mkdirSync(join(root, 'build'));
  cpSync(COMPOSE, join(root, 'deploy/compose'), { recursive: true });
  return join(root, relative(ROOT, folder));
}

/** Resolves to the file as Compose understands it; rejects with its complaint. */
async function understood(folder: string): Promise<string> {
  const options = { cwd: folder, env: { PATH: process.env.PATH ?? '' } };
  return (await run(DOCKER_COMPOSE, ['--file', 'compose.yaml', 'config'], options)).stdout;
}

describe.skipIf(isMissing(DOCKER_COMPOSE, 'docker-compose'))(
  'files for Compose (need docker-compose)',
  () => {
    test('one node: the file is valid, a mistyped key is not', async () => {
      const folder = copied(COMPOSE);
      expect(await understood(folder)).toContain('stop_grace_period: 30s');
      const file = join(folder, 'compose.yaml');
      writeFileSync(file, readFileSync(file, 'utf8').replace('read_only:', 'readonly:'));
      await expect(understood(folder)).rejects.toThrow('readonly');
    });

    test('a cluster: the documented command creates all secrets, and Compose names one that is missing', async () => {
      const folder = copied(CLUSTER);
      const guide = readFileSync(join(ROOT, 'docs/deploying.md'), 'utf8');
      const [, command = ''] = /```sh\n(umask 077\n[\s\S]*?)```/.exec(guide) ?? [];
      await run('sh', ['-ec', command], { cwd: folder });
      const secrets = readFileSync(join(folder, '.env'), 'utf8').trimEnd().split('\n');
      const whole = await understood(folder);
      const environment = [...whole.matchAll(/^ {6}([A-Z]\w+): '?(.*?)'?$/gm)].map(([, name, value]) => [
        name,
        value,
      ]);
      // (Throws if a value is not of the form that its setting needs.)
      const { config } = loadConfig(Object.fromEntries(environment));
      expect(config).toMatchObject({ s3Endpoint: 'http://s3:7070', s3Bucket: 'palaver' });
      for (const secret of secrets) {
        expect(whole).toContain(secret.slice(secret.indexOf('=') + 1));
        writeFileSync(join(folder, '.env'), secrets.filter((other) => other !== secret).join('\n'));
        await expect(understood(folder)).rejects.toThrow('create .env, see docs/deploying.md');
      }
    });
  },
);

test.skipIf(isMissing(PROMTOOL, 'prometheus'))('the configuration of Prometheus is valid', async () => {
  const file = join(CLUSTER, 'prometheus.yml');
  expect((await run(PROMTOOL, ['check', 'config', '--syntax-only', file])).stdout).toContain('SUCCESS');
});

test.skipIf(isHaProxyMissing)('the configuration of HAProxy is valid as a whole', async () => {
  const { stdout } = await run('/usr/sbin/haproxy', ['-c', '-f', join(CLUSTER, 'haproxy.cfg')]);
  expect(stdout).toContain('Configuration file is valid');
});

test.skipIf(isPgBouncerMissing)(
  'Palaver works behind PgBouncer with the configuration of the cluster',
  async () => {
    const server = await startTestServer();
    onTestFinished(() => server.close());
    const { connection } = server.database;
    const [, text = ''] = readFileSync(join(CLUSTER, 'pgbouncer.ini'), 'utf8').split('[pgbouncer]\n');
    const shipped = new Map(
      [...text.matchAll(/^(\w+) = ?(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
    );
    for (const address of ['listen_addr', 'listen_port']) expect(shipped.delete(address)).toBe(true);
    if (!canKeepStatements) shipped.delete('max_prepared_statements');
    const users = join(scratchFolder(), 'userlist.txt');
    writeFileSync(users, `"${connection.user}" "secret"\n`);
    const pooler = await startPgBouncer(connection, { ...Object.fromEntries(shipped), auth_file: users });
    onTestFinished(pooler.close);
    const pooled = { ...pooler.via(connection), password: 'secret' };

    const node = await startPalaver({ DATABASE_URL: urlOf(pooled), DATABASE_DIRECT_URL: urlOf(connection) });
    const headers = { 'x-api-key': server.key };
    expect((await fetch(`${node.url}/open-api/v1.0/chat/threads`, { headers })).status).toBe(200);
    await expect(connect({ ...pooled, password: 'wrong' })).rejects.toThrow('authentication failed');
  },
);
