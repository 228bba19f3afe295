import { isIdentifier } from '@palaver/protocol/formats';
import type { TenantId } from '@palaver/protocol/ids';
import { type ApiKey, createKey, listKeys, revokeKey } from '../domain/records/api-keys.ts';
import { AppError } from '../domain/records/apps.ts';
import { isScope, SCOPES, type Scope } from '../domain/rules/scopes.ts';
import { print, printError, printRows } from './print.ts';
import { readDatabase, withDatabase } from './with-database.ts';

export interface CreateKeyOptions {
  app: string;
  name?: string;
  scope?: string[];
  tenant?: string;
  expires?: string;
  json?: boolean;
}

/** `palaver key create --app <id>`: prints the key to standard output. It is never shown again. */
export async function createKeyCommand(options: CreateKeyOptions): Promise<void> {
  const scopes = readScopes(options.scope ?? ['full']);
  const tenantId = options.tenant === undefined ? undefined : readTenant(options.tenant);
  const expiresAt = options.expires === undefined ? undefined : readExpiry(options.expires);
  const { key, apiKey } = await withDatabase('key create', (db) =>
    createKey(db, { appId: options.app, name: options.name ?? '', scopes, tenantId, expiresAt }),
  );
  if (options.json) return printRows([{ key, ...shown(apiKey) }], true);
  print(`${key}\n`);
  printError('Palaver shows this key only once: store it now.\n');
}

/** `palaver key list` */
export async function listKeysCommand(options: { app?: string; json?: boolean }): Promise<void> {
  const keys = await readDatabase('key list', (db) => listKeys(db, options.app));
  printRows(keys.map(shown), options.json ?? false);
}

/** `palaver key revoke <id>`: takes the public id or the whole key. */
export async function revokeKeyCommand(idOrKey: string): Promise<void> {
  const publicId = idOrKey.replace(/^(?:plv|pk)_live_/, '').split('_', 1)[0] ?? '';
  const revoked = await withDatabase('key revoke', (db) => revokeKey(db, publicId));
  if (!revoked) throw new AppError(`there is no key with the id "${publicId}": see \`palaver key list\``);
  print(`Revoked ${publicId}. Every node refuses it within 5 seconds.\n`);
}

function shown({ secret_hash: _hash, ...rest }: ApiKey) {
  return rest;
}

function readScopes(texts: readonly string[]): Scope[] {
  const unknown = texts.filter((text) => !isScope(text));
  if (unknown.length > 0) {
    throw new AppError(`unknown scope ${unknown.join(', ')}: the scopes are ${SCOPES.join(', ')}`);
  }
  return texts.filter(isScope);
}

function readTenant(text: string): TenantId {
  if (!isIdentifier(text) || Buffer.byteLength(text) > 255) {
    throw new AppError('a tenant is an identifier of 1 to 255 bytes without control or invisible characters');
  }
  return text as TenantId;
}

const UNIT_MS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `90d`, `12h`, `30m` from now, or an RFC 3339 time. */
function readExpiry(text: string): Date {
  const [, amount, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const at =
    amount === undefined || unit === undefined
      ? new Date(/^\d{4}-\d{2}-\d{2}T.+(Z|[+-]\d{2}:\d{2})$/.test(text) ? text : Number.NaN)
      : new Date(Date.now() + Number(amount) * (UNIT_MS[unit] ?? 0));
  if (Number.isNaN(at.getTime())) throw new AppError('--expires takes 90d, 12h, 30m or a time in RFC 3339');
  return at;
}
