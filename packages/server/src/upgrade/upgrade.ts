import type pg from 'pg';
import { verifyDatabase } from '../backup/restore-backup.ts';
import { inScratchFolder, withScratchDatabase } from '../backup/scratch-database.ts';
import type { Verification } from '../domain/operations/verify/verify.ts';
import type { Log } from '../platform/log.ts';
import {
  ownEmbeddedPostgres,
  prepareReplacement,
  replaceDatabase,
} from '../storage/embedded/embedded-postgres.ts';
import {
  checkSpace,
  inSnapshot,
  loadUpgraded,
  type Snapshot,
  type UpgradedCopy,
  versionOf,
} from './copy-of-database.ts';
import { UpgradeError } from './upgrade-error.ts';

/*
 * `palaver upgrade` has two tasks. The schema is migrated in place, as `palaver start` does. Another major version of PostgreSQL cannot
 * read the files of the embedded database, so all rows are copied into a new one, which takes its place when it is complete. Both are
 * rehearsed in the same way: on a copy of the database, in a temporary PostgreSQL.
 */

export interface UpgradeParts {
  /** The folder for the copy, on the disk of the data folder. */
  dataDir: string;
  /** The system user of its PostgreSQL. */
  runAs: string | undefined;
  log: Log;
}

export interface Upgrade extends UpgradedCopy {
  /** Versions of PostgreSQL. */
  postgres: { from: string; to: string };
  /** The size of the database. */
  bytes: number;
}

/** Upgrades a temporary copy of a database. Servers may use the original at the same time. */
export async function rehearseUpgrade(parts: UpgradeParts, connection: pg.ClientConfig): Promise<Upgrade> {
  return inScratchFolder(parts.dataDir, (scratch) =>
    inSnapshot(connection, (snapshot) => upgradeCopy(parts, snapshot, scratch, 'palaver upgrade --rehearse')),
  );
}

/**
 * Replaces the embedded database by a copy in the latest PostgreSQL that can be run here. `oldPostgres`: a folder of an
 * `@embedded-postgres` package that can run the present one. Returns where that is kept.
 *
 * Other processes cannot use the database during the upgrade. A killed upgrade leaves either the old database or the new one in place.
 */
export async function upgradePostgres(
  parts: UpgradeParts & { oldPostgres: string | undefined },
): Promise<Upgrade & { kept: string }> {
  const { oldPostgres: packageDir, ...rest } = parts;
  const holder = 'palaver upgrade';
  const old = await ownEmbeddedPostgres({ ...rest, holder, packageDir });
  try {
    return await inScratchFolder(parts.dataDir, async (scratch) => {
      await prepareReplacement(parts.dataDir, scratch);
      return inSnapshot(old.connection, async (snapshot) => {
        const upgrade = await upgradeCopy(parts, snapshot, scratch, holder);
        await checkDifferences(upgrade.verification, () =>
          verifyDatabase({ ...parts, connection: old.connection }),
        );
        // After a restart of PostgreSQL, another process could have written.
        await snapshot.check();
        return { ...upgrade, kept: await replaceDatabase({ ...rest, holder }, scratch) };
      });
    });
  } finally {
    await old.stop();
  }
}

async function upgradeCopy(
  parts: UpgradeParts,
  snapshot: Snapshot,
  scratch: string,
  holder: string,
): Promise<Upgrade> {
  const { postgres: from, bytes } = snapshot;
  await checkSpace(snapshot, parts.dataDir);
  return withScratchDatabase({ ...parts, scratch, holder }, async (connection) => {
    const copy = await loadUpgraded({ ...parts, connection }, snapshot);
    return { postgres: { from, to: await versionOf(connection) }, bytes, ...copy };
  });
}

/** Throws {@link UpgradeError} if the copy has differences that the database itself does not have. */
async function checkDifferences(copy: Verification, verifyOld: () => Promise<Verification>): Promise<void> {
  if (copy.differences.length === 0) return;
  const rules = addedDifferences(copy, await verifyOld());
  if (rules.length > 0)
    throw new UpgradeError(`The copy does not add up: ${rules.join('; ')}. Nothing was changed.`);
}

/** The rules that more rows of the copy violate. */
export function addedDifferences(
  copy: Pick<Verification, 'differences'>,
  old: Pick<Verification, 'differences'>,
): string[] {
  const known = new Map(old.differences.map(({ rule, count }) => [rule, count]));
  const added = copy.differences.filter(({ rule, count }) => count > (known.get(rule) ?? 0));
  return added.map(({ rule }) => rule);
}
