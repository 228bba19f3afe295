import type { ErrorCode } from '@palaver/protocol/errors';
import { type Context, viewerOf } from '../../context.ts';
import { Refusal } from '../../refusal.ts';
import { type Scanner, ScannerUnavailable } from '../../scan/scanner.ts';

/** Files that a request has brought, as they came. */
export interface FilesToScan {
  /** Their paths, by field. */
  paths: Readonly<Record<string, string | undefined>>;
  /** The refusal of a bad file. */
  code: ErrorCode;
  /** Aborts when the client has left. */
  left: AbortSignal;
}

/**
 * Has files scanned for viruses, before they are stored. Refuses with `code` if one is infected, or exceeds a limit of the scanner, and
 * with M50300 if the scanner is away.
 */
export async function scanFiles(
  { space, actingUser }: Pick<Context, 'space' | 'actingUser'>,
  scanner: Scanner,
  { paths, code, left }: FilesToScan,
): Promise<void> {
  const user = viewerOf({ actingUser }) ?? undefined;
  const owner = { app: space.appId, tenant: space.tenantId, user };
  for (const [field, path] of Object.entries(paths)) {
    if (path === undefined) continue;
    const outcome = await scanner.scan(path, owner, left).catch((error: unknown) => {
      throw error instanceof ScannerUnavailable ? new Refusal('M50300') : error;
    });
    if (outcome !== 'clean') throw new Refusal(code, [{ field, rule: outcome, message: MESSAGES[outcome] }]);
  }
}

const MESSAGES = { infected: 'is infected', unscannable: 'cannot be scanned for viruses' } as const;
