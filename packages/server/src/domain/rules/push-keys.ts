import { createECDH, createPrivateKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';

/** The keys with which an application authenticates at push services. */

/** A key pair for Web Push (VAPID, RFC 8292), in base64url: the point without compression, and the scalar. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

export function newVapidKeys(): VapidKeys {
  const {
    x = '',
    y = '',
    d = '',
  } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    format: 'jwk',
  });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return { publicKey: point.toString('base64url'), privateKey: d };
}

const VAPID_PRIVATE_KEY = /^[A-Za-z0-9_-]{43}$/;

/** The public key that belongs to a private VAPID key; undefined if it is none. */
export function vapidPublicKeyOf(privateKey: string): string | undefined {
  if (!VAPID_PRIVATE_KEY.test(privateKey)) return undefined;
  const bytes = Buffer.from(privateKey, 'base64url');
  // The last character has two bits that count for nothing.
  if (bytes.toString('base64url') !== privateKey) return undefined;
  const curve = createECDH('prime256v1');
  try {
    curve.setPrivateKey(bytes);
  } catch {
    return undefined;
  }
  return curve.getPublicKey().toString('base64url');
}

const MIN_RSA_BITS = 2_048;
const MAX_RSA_BITS = 4_096;

/** The private RSA key of a service account as PEM, without anything else in the text; undefined if it is none. */
export function serviceAccountKeyOf(pem: string): string | undefined {
  const key = privateKeyOf(pem);
  const { modulusLength = 0 } = key?.asymmetricKeyDetails ?? {};
  const isFit = modulusLength >= MIN_RSA_BITS && modulusLength <= MAX_RSA_BITS;
  return key?.asymmetricKeyType === 'rsa' && isFit ? usablePem(key) : undefined;
}

/** The private key of a `.p8` file of Apple as PEM, without anything else in the text; undefined if it is none. */
export function appleKeyOf(pem: string): string | undefined {
  const key = privateKeyOf(pem);
  const isFit = key?.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
  return isFit ? usablePem(key) : undefined;
}

const PKCS8 = /^\s*-----BEGIN PRIVATE KEY-----\s/;

function privateKeyOf(pem: string): KeyObject | undefined {
  if (!PKCS8.test(pem)) return undefined;
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}

/** OpenSSL also parses keys whose numbers do not belong together; such a key makes signatures that nobody accepts. */
function usablePem(key: KeyObject): string | undefined {
  const probe = Buffer.from('palaver');
  try {
    const pem = key.export({ type: 'pkcs8', format: 'pem' });
    return verify('sha256', probe, pem, sign('sha256', probe, key)) ? pem : undefined;
  } catch {
    return undefined;
  }
}
