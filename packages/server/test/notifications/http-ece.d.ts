declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  /** Decrypts a message (RFC 8188) for the holder of this key pair; `authSecret` in base64url. */
  function decrypt(
    message: Buffer,
    options: { version: 'aes128gcm'; privateKey: ECDH; authSecret: string },
  ): Buffer;
  const ece: { decrypt: typeof decrypt };
  export default ece;
}
