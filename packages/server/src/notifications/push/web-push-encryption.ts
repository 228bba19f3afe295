import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import { AUTH_SECRET_BYTES, fromBase64url, P256_POINT_BYTES } from '../../domain/rules/web-push-keys.ts';

/** Push services need not take more than 4,096 bytes (RFC 8030, section 7.2). */
const MAX_BODY_BYTES = 4_096;
const SALT_BYTES = 16;
const KEY_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Salt, record size, length of the key and the key itself (RFC 8188, section 2.1). */
const HEADER_BYTES = SALT_BYTES + 4 + 1 + P256_POINT_BYTES;
/** Ends the plaintext of the last record (RFC 8188, section 2). */
const LAST_RECORD = Buffer.of(2);

/** The most that a message can hold: 3,993 bytes. */
export const MAX_PLAINTEXT_BYTES = MAX_BODY_BYTES - HEADER_BYTES - LAST_RECORD.length - TAG_BYTES;

/** What is random in a message; tests give the numbers of RFC 8291. */
export interface Randomness {
  salt: Buffer;
  sender: ECDH;
}

function newRandomness(): Randomness {
  const sender = createECDH('prime256v1');
  sender.generateKeys();
  return { salt: randomBytes(SALT_BYTES), sender };
}

/**
 * Encrypts a message for a subscription as a single record of the content coding `aes128gcm` (RFC 8291, section 3). Throws if the
 * keys are invalid.
 */
export function encryptPush(
  plaintext: Uint8Array,
  keys: { p256dh: string; auth: string },
  { salt, sender }: Randomness = newRandomness(),
): Buffer {
  const receiverKey = fromBase64url(keys.p256dh, P256_POINT_BYTES);
  const authSecret = fromBase64url(keys.auth, AUTH_SECRET_BYTES);
  if (receiverKey === undefined || authSecret === undefined)
    throw new Error('invalid keys of a subscription');
  if (plaintext.length > MAX_PLAINTEXT_BYTES) throw new RangeError('a message of Web Push is too long');
  const senderKey = sender.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiverKey, senderKey]);
  const input = derive(sender.computeSecret(receiverKey), authSecret, info, 32);
  const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), KEY_BYTES);
  const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), NONCE_BYTES);
  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(MAX_BODY_BYTES, 0);
  sizes.writeUInt8(senderKey.length, 4);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  return Buffer.concat([
    ...[salt, sizes, senderKey],
    ...[cipher.update(plaintext), cipher.update(LAST_RECORD), cipher.final(), cipher.getAuthTag()],
  ]);
}

const derive = (input: Uint8Array, salt: Uint8Array, info: Uint8Array, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', input, salt, info, bytes));
