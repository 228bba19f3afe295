import { rmSync } from 'node:fs';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { onTestFinished } from 'vitest';
import type { BackupParts } from '../../src/backup/create-backup.ts';
import { Sealing } from '../../src/backup/stored.ts';
import { createLog } from '../../src/platform/log.ts';
import { openFolder } from '../../src/storage/objects/folder.ts';
import type { Objects } from '../../src/storage/objects/objects.ts';
import { scratchFolder } from '../harness/scratch.ts';
import { createTestDatabase, type TestDatabase } from '../harness/test-database.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';

export const UNSEALED = new Sealing({ recipients: [], identity: undefined });
export const log = createLog('fatal');

/** A store in a folder of its own. */
export interface Store {
  objects: Objects;
  folder: string;
}

/** Registers what is to be done at the end: of the test, unless it is for several tests. */
type AtEnd = (work: () => Promise<void> | void) => void;

export function newStore(atEnd: AtEnd = onTestFinished): Store {
  const folder = scratchFolder();
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return { objects: openFolder(folder), folder };
}

/** A server of the test's own, with the parts of its backups. */
export async function startBackedUpServer(
  atEnd: AtEnd = onTestFinished,
): Promise<TestServer & { place: Store; parts: BackupParts }> {
  const server = await startTestServer();
  atEnd(server.close);
  const place = newStore(atEnd);
  const { database, objects } = server;
  const parts = {
    connection: database.connection,
    ...{ objects, place: place.objects, sealing: UNSEALED, log },
  };
  return { ...server, place, parts };
}

/** A database without a schema. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase('template0');
  onTestFinished(database.drop);
  return database;
}

/** A database with the current schema and nothing else. */
export async function migratedDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  return database;
}

/** Encrypts for a new key pair, and decrypts with its secret key. */
export async function newSealing(): Promise<Sealing> {
  const identity = await generateX25519Identity();
  return new Sealing({ recipients: [await identityToRecipient(identity)], identity });
}
