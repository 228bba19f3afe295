import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { isSealed, UnsealableError, Vault } from '../../src/storage/vault.ts';

const vaultOf = (...keys: Buffer[]) => {
  const vault = new Vault();
  vault.use(keys);
  return vault;
};
const OLD = randomBytes(32);
const NEW = randomBytes(32);

test.each(['', 'whsec_x', 'é🍰'.repeat(1_000)])('a sealed value can be opened: %#', (secret) => {
  const vault = vaultOf(OLD);
  const sealed = vault.seal('here', secret);
  expect(vault.open('here', sealed)).toBe(secret);
  expect(isSealed(sealed)).toBe(true);
  expect(sealed).not.toContain('whsec');
  // Equal values are sealed differently.
  expect(vault.seal('here', secret)).not.toBe(sealed);
});

test('a sealed value cannot be moved, changed, cut, or opened with another key', () => {
  const sealed = vaultOf(OLD).seal('row 1', 'secret');
  const [head, , id = '', data = ''] = sealed.split('.');
  const bytes = Buffer.from(data, 'base64url');
  const withData = (changed: Buffer) => `${head}.v1.${id}.${changed.toString('base64url')}`;
  const bad = [
    ...Array.from(bytes, (byte, index) => withData(Buffer.from(bytes).fill(byte ^ 1, index, index + 1))),
    ...Array.from(bytes, (_, length) => withData(bytes.subarray(0, length))),
    withData(Buffer.concat([bytes, Buffer.alloc(1)])),
    sealed.replace('v1', 'v2'),
    'secret',
    '',
  ];
  for (const one of bad) expect(() => vaultOf(OLD).open('row 1', one), one).toThrow(UnsealableError);
  expect(() => vaultOf(OLD).open('row 2', sealed)).toThrow(UnsealableError);
  expect(() => vaultOf(NEW).open('row 1', sealed)).toThrow(UnsealableError);
  // Prefixing another key's id does not help, either.
  const foreign = vaultOf(NEW).seal('row 1', '').split('.')[2] ?? '';
  expect(() => vaultOf(NEW).open('row 1', sealed.replace(id, foreign))).toThrow(UnsealableError);
});

test('the first key seals, and all keys open', () => {
  const sealed = vaultOf(OLD).seal('here', 'secret');
  const both = vaultOf(NEW, OLD);
  const resealed = both.reseal('here', sealed);
  expect(resealed.startsWith(both.prefix)).toBe(true);
  expect(vaultOf(NEW).open('here', resealed)).toBe('secret');
  expect(vaultOf(NEW).open('here', both.reseal('here', 'in clear'))).toBe('in clear');
});
