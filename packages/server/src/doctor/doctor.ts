import type { Config } from '../config/config.ts';
import { DEMO_APP } from '../demo/demo.ts';
import { findApp } from '../domain/records/apps.ts';
import type { Log } from '../platform/log.ts';
import { Database } from '../storage/database.ts';
import { hasCluster } from '../storage/embedded/embedded-postgres.ts';
import { type OpenDatabase, openDatabaseForCommand } from '../storage/open-database.ts';
import { examineBackups, examineOutbox } from './examine-backups.ts';
import { examineDatabase } from './examine-database.ts';
import { examineDisk, examineHosts, examineWebhooks } from './examine-machine.ts';
import { examineBus, examineMail, examineObjects, examineScanner } from './examine-services.ts';
import { examine, type Finding, ok, reasonOf, warning } from './finding.ts';

/**
 * Examines an installation, beside its servers or without them: whether everything that its settings name is there and does what
 * Palaver needs. It changes nothing that lasts.
 */
export async function examineInstallation(config: Config, log: Log): Promise<Finding[]> {
  const findings = await Promise.all([
    examineStorage(config, log),
    examine('disk', 'Check the disk of DATA_DIR.', () => examineDisk(config)),
    examine('files', 'Check the settings S3_…, or the folder objects in DATA_DIR.', () =>
      examineObjects(config),
    ),
    examine('addresses', 'Check the DNS of this machine.', () => examineHosts(config)),
    examine('e-mail', 'Check PALAVER_SMTP_URL and PALAVER_EMAIL_FROM.', () => examineMail(config)),
    examine('virus scan', 'Check PALAVER_SCAN_URL, and that clamd runs there.', () => examineScanner(config)),
    examine('backups', 'Check PALAVER_BACKUP_TO and PALAVER_BACKUP_S3_….', () => examineBackups(config)),
    examine('backups', 'Check the disk of DATA_DIR.', () => examineOutbox(config)),
  ]);
  return findings.flat();
}

/** The database, and what can only be examined with it. */
async function examineStorage(config: Config, log: Log): Promise<Finding[]> {
  if (config.databaseUrl === undefined && !(await hasCluster(config.dataDir)))
    return [
      warning(
        'database',
        `there is none in ${config.dataDir} yet`,
        '`palaver start` creates it, unless DATABASE_URL names another one.',
      ),
    ];
  let storage: OpenDatabase;
  try {
    storage = await openDatabaseForCommand({ config, log, holder: 'palaver doctor' });
  } catch (error) {
    return [{ part: 'database', state: 'problem', text: reasonOf(error) }];
  }
  const { connection } = storage;
  try {
    const findings = await Promise.all([
      examine('database', 'Check PostgreSQL, and DATABASE_URL.', () => examineDatabase(config, storage, log)),
      examine('nodes', 'Check DATABASE_DIRECT_URL, or NATS_URL and NATS_CREDENTIALS.', () =>
        examineBus(config, connection, log),
      ),
      examine('webhooks', 'Check the DNS of this machine.', () => onPool(storage, log, examineWebhooks)),
      examine('demo', 'Check PostgreSQL.', () => onPool(storage, log, examineDemo)),
    ]);
    return findings.flat();
  } finally {
    await storage.close();
  }
}

/** (An installation that has none needs none.) */
async function examineDemo(db: Database): Promise<Finding[]> {
  const app = await findApp(db, DEMO_APP);
  if (app === undefined) return [];
  return [
    ok(
      'demo',
      `the application ${app.id} has it: \`palaver demo remove\` removes it, PALAVER_DEMO=0 keeps it away`,
    ),
  ];
}

async function onPool<T>(
  { connection }: OpenDatabase,
  log: Log,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = new Database(connection, { log, poolSize: 1, isReadOnly: true });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
