import { PassThrough, type Readable } from 'node:stream';
import type pg from 'pg';
import { BackupError } from '../backup/backup-error.ts';
import { openReplication } from '../storage/connections.ts';

/** A base backup while PostgreSQL sends it. Read the two contents in this order, to their ends. */
export interface BaseBackup {
  /** All files of the cluster, except its WAL, as a tar archive. */
  files: Readable;
  /** PostgreSQL's manifest (JSON): for each file its size and SHA-256. */
  manifest: Readable;
  /** Resolves at the end. */
  ended: Promise<BaseBackupRange>;
}

export interface BaseBackupRange {
  /** Where recovery begins: a position in the WAL, such as `0/3000028`. */
  start: string;
  /** The WAL up to here is needed, or the files are of different times. */
  end: string;
}

/** So that the backup leaves most of a disk to the server. */
const MAX_RATE_KB = 64 * 1024;

/**
 * Reads all files of a cluster while it is in use, over PostgreSQL's replication protocol ("BASE_BACKUP"). `connection` is the
 * superuser's. The WAL that the backup needs may not be archived yet at its end.
 */
export async function readBaseBackup<T>(
  connection: pg.ClientConfig,
  work: (backup: BaseBackup) => Promise<T>,
): Promise<T> {
  const client = await openReplication({ ...connection, application_name: 'palaver base backup' });
  const transfer = new Transfer();
  client.on('error', (error) => transfer.fail(error));
  client.on('end', () => transfer.fail(new BackupError('PostgreSQL has ended the base backup.')));
  try {
    client.query(transfer);
    return await work(transfer);
  } finally {
    transfer.fail(new BackupError('The base backup was given up.'));
    await client.end().catch(() => {});
  }
}

/** The socket of a session, which can pause. */
interface PausableConnection {
  query(text: string): void;
  stream: { pause(): void; resume(): void };
}

/** The first byte of each message of a base backup. */
const [ARCHIVE, DATA, MANIFEST] = ['n', 'd', 'm'];

/** A query of the driver: it calls these functions when messages arrive. */
class Transfer implements BaseBackup {
  readonly files = new PassThrough();
  readonly manifest = new PassThrough();
  readonly ended: Promise<BaseBackupRange>;
  readonly #ended = Promise.withResolvers<BaseBackupRange>();
  /** What arrives now; undefined before the first archive. */
  #current: PassThrough | undefined;
  #connection: PausableConnection | undefined;
  /** (What the driver has already received still arrives.) */
  #isPaused = false;
  /** The positions at the start and at the end. */
  readonly #positions: string[] = [];

  constructor() {
    this.ended = this.#ended.promise;
    this.ended.catch(() => {});
    for (const content of [this.files, this.manifest]) {
      content.on('error', () => {});
      content.on('drain', () => this.#resume());
      // (A content that ends while it is full never drains.)
      content.on('finish', () => this.#resume());
    }
  }

  submit(connection: PausableConnection): void {
    this.#connection = connection;
    connection.query(
      `BASE_BACKUP (LABEL 'palaver', TARGET 'client', CHECKPOINT 'fast', WAL false, MANIFEST 'yes',
         MANIFEST_CHECKSUMS 'SHA256', WAIT false, MAX_RATE ${MAX_RATE_KB})`,
    );
  }

  fail(error: Error): void {
    this.files.destroy(error);
    this.manifest.destroy(error);
    this.#ended.reject(error);
    // Bytes that are still on their way are dropped.
    this.#connection?.stream.resume();
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const type = String.fromCharCode(chunk[0] ?? 0);
    if (type === ARCHIVE) this.#begin(this.files);
    else if (type === MANIFEST) this.#begin(this.manifest);
    // (The driver reuses the memory of the chunk.)
    else if (type === DATA) this.#write(Buffer.from(chunk.subarray(1)));
  }

  #begin(content: PassThrough): void {
    if (this.#current === content) {
      this.fail(new BackupError('The database has tablespaces, which base backups do not support.'));
    } else {
      this.#current?.end();
      this.#current = content;
    }
  }

  #write(data: Buffer): void {
    const { stream } = this.#connection ?? {};
    if (this.#current === undefined || stream === undefined || this.#current.destroyed) return;
    if (this.#current.write(data) || this.#isPaused) return;
    this.#isPaused = true;
    stream.pause();
  }

  #resume(): void {
    this.#isPaused = false;
    this.#connection?.stream.resume();
  }

  /** The first and the last result of the command have a position and a timeline. */
  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const [position] = fields;
    if (position !== null && position !== undefined && /^[0-9A-F]+\/[0-9A-F]+$/.test(position))
      this.#positions.push(position);
  }

  handleReadyForQuery(): void {
    const [start, end] = [this.#positions[0], this.#positions.at(-1)];
    if (start === undefined || end === undefined || this.#current !== this.manifest) {
      this.fail(new BackupError('PostgreSQL sent no base backup.'));
    } else {
      this.manifest.end();
      this.#ended.resolve({ start, end });
    }
  }

  handleError(error: Error): void {
    this.fail(error);
  }

  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
}
