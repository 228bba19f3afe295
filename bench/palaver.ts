import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { type Subject, startSubject, stopSubject } from './harness.ts';

/** The default limits of signed-in users are what a person can do. */
const NO_LIMITS = {
  PALAVER_CLIENT_RATE_LIMIT_READS: '0',
  PALAVER_CLIENT_RATE_LIMIT_WRITES: '0',
  PALAVER_MAX_USER_CONNECTIONS: '100',
};

/** `palaver start` as anybody runs it, on an embedded PostgreSQL with fsync on, in a temporary folder. */
export interface Palaver {
  subject: Subject;
  key: string;
  connection: pg.ClientConfig;
  /** Posts to the API and answers `data`; throws unless M200. */
  post: (path: string, body: unknown) => Promise<unknown>;
  stop: () => Promise<void>;
}

export async function startPalaver(): Promise<Palaver> {
  const dataDir = mkdtempSync(join(tmpdir(), 'palaver-bench-'));
  chmodSync(dataDir, 0o711);
  const subject = await startSubject('palaver', 'packages/server/bin/palaver.js', {
    // As `npm start` has it.
    flags: ['--max-semi-space-size=8'],
    args: ['start'],
    environment: { DATA_DIR: dataDir, PALAVER_LOG_LEVEL: 'warn', ...NO_LIMITS },
  });
  const read = (name: string) => readFileSync(join(dataDir, name), 'utf8').trim();
  const key = read('api-key');
  const [, , , port, host] = read('postgres/postmaster.pid').split('\n');
  return {
    subject,
    key,
    connection: {
      host: host ?? '',
      port: Number(port),
      user: 'palaver',
      password: read('postgres-password'),
      database: 'palaver',
    },
    post: async (path, body) => {
      const response = await fetch(`http://127.0.0.1:${subject.port}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify(body),
      });
      const answer = (await response.json()) as { message_code: string; data?: unknown };
      if (answer.message_code !== 'M200') throw new Error(`${path}: ${JSON.stringify(answer)}`);
      return answer.data;
    },
    stop: async () => {
      await stopSubject(subject);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
