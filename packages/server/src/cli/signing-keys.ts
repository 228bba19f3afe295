import type { AppId } from '@palaver/protocol/ids';
import { openSecrets } from '../domain/operations/secrets/open-secrets.ts';
import { rotateSigningKey } from '../domain/operations/tokens/rotate-signing-key.ts';
import { listSigningKeys, type SigningKey } from '../domain/records/signing-keys.ts';
import { print, printRows } from './print.ts';
import { readDatabase, withDatabase } from './with-database.ts';

/** `palaver signing-key list` */
export async function listSigningKeysCommand(options: { app?: string; json?: boolean }): Promise<void> {
  const keys = await readDatabase('signing-key list', (db) => listSigningKeys(db, options.app));
  printRows(keys, options.json ?? false);
}

/** `palaver signing-key rotate --app <id>`: new tokens are signed with a new key. */
export async function rotateSigningKeyCommand(options: {
  app: string;
  revoke?: boolean;
  json?: boolean;
}): Promise<void> {
  const isRevoking = options.revoke ?? false;
  const key = await withDatabase('signing-key rotate', async (db, config) => {
    await openSecrets(db, config);
    return rotateSigningKey(db, options.app as AppId, isRevoking);
  });
  if (options.json) return printRows([shown(key)], true);
  const fate = isRevoking
    ? 'Every node refuses the tokens of all previous keys within 5 seconds.'
    : 'Tokens of the previous keys stay valid until they expire.';
  print(`The new key ${key.id} now signs the tokens of ${key.app_id}. ${fate}\n`);
}

function shown({ secret: _secret, ...rest }: SigningKey) {
  return rest;
}
