import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { newVapidKeys } from '../../src/domain/rules/push-keys.ts';

const PEM = {
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
} as const;

/** A private RSA key in PEM, always the same one of a length: to generate a long one takes seconds. */
export const rsaKey = (modulusLength: 2_047 | 2_048 | 4_096): string =>
  readFileSync(`${import.meta.dirname}/../fixtures/rsa-keys/${modulusLength}.pem`, 'utf8');

/** A private key on an elliptic curve in PEM. */
export const ecKey = (namedCurve = 'P-256'): string =>
  generateKeyPairSync('ec', { namedCurve, ...PEM }).privateKey;

/** A key pair for Web Push, in the fields of the API. */
export function vapidKeys(): { public_key: string; private_key: string } {
  const { publicKey, privateKey } = newVapidKeys();
  return { public_key: publicKey, private_key: privateKey };
}

/** Keys for one of each provider. */
export const PUSH_KEYS = { vapid: vapidKeys(), firebase: rsaKey(2_048), apple: ecKey() };

/** The body that sets up Firebase names this account. */
export const SERVICE_ACCOUNT = {
  project_id: 'example-shop',
  client_email: 'palaver@example-shop.iam.gserviceaccount.com',
  private_key: PUSH_KEYS.firebase,
};

/** The body that sets up APNs. */
export const APPLE_KEY = {
  private_key: PUSH_KEYS.apple,
  key_id: 'ABC123DEFG',
  team_id: 'DEF123GHIJ',
  topic: 'com.example.shop',
};
