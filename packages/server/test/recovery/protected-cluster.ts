import { join } from 'node:path';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { type ProtectionParts, type ProtectionState, protect } from '../../src/recovery/protection.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/storage/embedded/embedded-postgres.ts';
import { outboxOf } from '../../src/storage/embedded/wal-outbox.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { openFolder } from '../../src/storage/objects/folder.ts';
import { log, newStore, type Store, UNSEALED } from '../backup/backup-harness.ts';
import { usedDataDir } from '../harness/palaver.ts';

/** An embedded database that archives its WAL, without a server. */
export interface ArchivingCluster {
  dataDir: string;
  postgres: EmbeddedPostgres;
  /** Of the superuser. */
  client: pg.Client;
  place: Store;
  parts: ProtectionParts;
}

export async function startArchivingCluster(): Promise<ArchivingCluster> {
  const dataDir = usedDataDir();
  const onFatal = () => {};
  const options = { dataDir, holder: 'a test', runAs: undefined, log, archivesWal: true, onFatal };
  const postgres = await startEmbeddedPostgres(options);
  onTestFinished(() => postgres.stop());
  await migrate(postgres.connection, log);
  const client = new pg.Client({ ...postgres.admin, database: 'palaver' });
  await client.connect();
  onTestFinished(() => client.end());
  const place = newStore();
  const wal = { connection: postgres.admin, outbox: outboxOf(postgres.clusterDir) };
  const objects = openFolder(join(dataDir, 'objects'));
  const parts = {
    connection: postgres.connection,
    wal,
    objects,
    place: place.objects,
    placeName: 'a test',
    sealing: UNSEALED,
  };
  return { dataDir, postgres, client, place, parts: { ...parts, log, recoveryMs: 86_400_000 } };
}

export interface Protecting {
  state: () => ProtectionState | undefined;
  stop: () => Promise<void>;
}

/** Protects it, with much shorter pauses than a server. */
export function startProtecting(
  { parts }: ArchivingCluster,
  times: ProtectionParts['times'] = {},
): Protecting {
  const stopping = new AbortController();
  let state: ProtectionState | undefined;
  const short = { uploadMs: 20, upkeepMs: 50, reportMs: 20, pauseMs: 100 };
  const running = protect({ ...parts, times: { ...short, ...times } }, stopping.signal, (reported) => {
    state = reported;
  });
  const stop = async () => {
    stopping.abort();
    await running;
  };
  onTestFinished(stop);
  return { state: () => state, stop };
}
