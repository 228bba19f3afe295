import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import type { TransportListener } from '../bus/network.ts';
import { openPostgresTransport } from '../bus/postgres.ts';
import type { Config } from '../config/config.ts';
import { CLAMD_TIMEOUTS, pingClamd } from '../domain/scan/clamd.ts';
import { Smtp } from '../notifications/email/smtp.ts';
import type { Log } from '../platform/log.ts';
import { Outage } from '../platform/outage.ts';
import { openObjects } from '../storage/objects/open-objects.ts';
import { type Finding, ok, reasonOf } from './finding.ts';

/** Where files are: stores one, reads it, and removes it. */
export async function examineObjects(config: Config): Promise<Finding[]> {
  const folder = join(config.dataDir, 'objects');
  // (Creating it is left to the first start.)
  if (config.s3Bucket === undefined && !existsSync(config.dataDir)) return [];
  const objects = openObjects(config, folder);
  const own = `doctor-${randomUUID()}`;
  const key = `${own}/file`;
  const content = Buffer.from('palaver doctor');
  try {
    await objects.check();
    try {
      await objects.put(key, content);
      const found = await objects.get(key);
      const read = found === undefined ? undefined : await buffer(found.content);
      if (read === undefined || !content.equals(read)) throw new Error('what was stored could not be read');
    } finally {
      await objects.removeAll(own);
    }
    const where = config.s3Bucket === undefined ? folder : `the bucket ${config.s3Bucket}`;
    return [ok('files', `stored, read and removed one in ${where}`)];
  } finally {
    await objects.close();
  }
}

/** What carries messages between nodes. Sends nothing. */
export async function examineBus(
  { databaseUrl, natsServers, natsCredentials }: Config,
  connection: pg.ClientConfig,
  log: Log,
): Promise<Finding[]> {
  if (databaseUrl === undefined) return [];
  const [listening, writable] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const failed = Promise.withResolvers<never>();
  const listener: TransportListener = {
    outage: new FirstLoss(log, (error) => failed.reject(error)),
    received: () => {},
    listening: listening.resolve,
    writable: writable.resolve,
  };
  const open = async () => {
    if (natsServers === undefined) return openPostgresTransport(connection, listener);
    const { NatsTransport } = await import('../bus/nats.ts');
    return new NatsTransport({ servers: natsServers, credentials: natsCredentials, connection }, listener);
  };
  const transport = await open();
  try {
    await Promise.race([Promise.all([listening.promise, writable.promise]), failed.promise]);
  } finally {
    await transport.close();
  }
  return [ok('nodes', `they reach each other by ${natsServers === undefined ? 'PostgreSQL' : 'NATS'}`)];
}

/** Passes the first failure on. */
class FirstLoss extends Outage {
  readonly #note: (error: Error) => void;

  constructor(log: Log, note: (error: Error) => void) {
    super(log, 'the bus');
    this.#note = note;
  }

  override lost(_part: string, error: unknown): void {
    this.#note(error instanceof Error ? error : new Error(reasonOf(error)));
  }
}

/** The mail server. Sends nothing. */
export async function examineMail({
  smtp: server,
  emailFrom: from,
  smtpTimeoutMs: timeoutMs,
}: Config): Promise<Finding[]> {
  if (server === undefined || from === undefined) return [];
  const smtp = new Smtp({ server, from, timeoutMs });
  try {
    await smtp.check();
    return [ok('e-mail', `${server.host} accepts connections`)];
  } finally {
    smtp.close();
  }
}

/** The virus scanner. */
export async function examineScanner({ scanUrl }: Config): Promise<Finding[]> {
  if (scanUrl === undefined) return [];
  await pingClamd(scanUrl, CLAMD_TIMEOUTS, AbortSignal.timeout(CLAMD_TIMEOUTS.ping));
  return [ok('virus scan', 'clamd responds')];
}
