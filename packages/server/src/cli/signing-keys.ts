import type { AppId } from '@palaver/protocol/ids';
import { listSigningKeys, type SigningKey } from '../domain/tokens/queries.ts';
import { rotateSigningKey } from '../domain/tokens/signing-keys.ts';
import { printRows } from './print.ts';
import { withDatabase } from './with-database.ts';

/** `palaver signing-key list` */
export async function listSigningKeysCommand(options: { app?: string; json?: boolean }): Promise<void> {
  const keys = await withDatabase('signing-key list', (db) => listSigningKeys(db, options.app));
  printRows(keys.map(shown), options.json ?? false);
}

/** `palaver signing-key rotate --app <id>`: the next tokens are signed with a new key. */
export async function rotateSigningKeyCommand(options: {
  app: string;
  revoke?: boolean;
  json?: boolean;
}): Promise<void> {
  const isRevoking = options.revoke ?? false;
  const key = await withDatabase('signing-key rotate', (db) =>
    rotateSigningKey(db, options.app as AppId, isRevoking),
  );
  if (options.json) return printRows([shown(key)], true);
  const fate = isRevoking
    ? 'Every token of the keys before it is dead on every node within 5 seconds.'
    : 'Tokens of the keys before it are accepted until they expire.';
  process.stdout.write(`Tokens of ${key.app_id} are signed with the new key ${key.id}. ${fate}\n`);
}

function shown({ secret: _secret, ...rest }: SigningKey) {
  return rest;
}
