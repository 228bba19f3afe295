import { createHmac, generateKeyPairSync, sign as signWith } from 'node:crypto';
import type { Keys, SigningSecret } from './server.ts';
import { nested } from './values.ts';

/** A forger's means: a user's token, and the secrets of others, but not that of the application itself. */
export interface Loot {
  keys: Keys;
  /** Of another application. */
  foreign: SigningSecret;
  /** A good one. */
  token: string;
}

/** Values of the header `Authorization` that must be refused. */
export function forgeries(loot: Loot): string[] {
  const tokens = [
    ...wrongClaims(loot),
    ...wrongSignatures(loot),
    ...wrongKeys(loot),
    ...flipped(loot.token),
    ...noTokens(loot.token),
  ];
  return [...tokens.map((token) => `Bearer ${token}`), ...wrongSchemes(loot)];
}

type Fields = Record<string, unknown>;

/** Header and claims of a token. */
function partsOf(token: string): [header: Fields, claims: Fields] {
  const [header, claims] = token
    .split('.', 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
  return [header, claims];
}

/** Strings and bytes unchanged, everything else as JSON. */
function encode(part: unknown): string {
  const bytes = typeof part === 'string' || Buffer.isBuffer(part) ? part : JSON.stringify(part);
  return Buffer.from(bytes).toString('base64url');
}

function sealed(header: unknown, claims: unknown, secret: string, algorithm = 'sha256'): string {
  const signed = `${encode(header)}.${encode(claims)}`;
  const seal = createHmac(algorithm, Buffer.from(secret, 'base64url')).update(signed).digest('base64url');
  return `${signed}.${seal}`;
}

/** Correctly signed. (Only the server can do that, because nobody else has the secret.) */
function wrongClaims({ keys: { signing }, token }: Loot): string[] {
  const [header, claims] = partsOf(token);
  const nowSeconds = Math.floor(Date.now() / 1_000);
  const changes: Fields[] = [
    { exp: nowSeconds - 1 },
    ...[undefined, null, 0, -1, String(nowSeconds + 60), [nowSeconds + 60]].map((exp) => ({ exp })),
    ...[nowSeconds + 600, 2 ** 53, 'now'].map((nbf) => ({ nbf })),
    ...[undefined, null, 'now', {}].map((iat) => ({ iat })),
    ...[undefined, null, '', 'another', ['another'], 1].map((aud) => ({ aud })),
    ...[undefined, null, 'another', ['palaver']].map((iss) => ({ iss })),
    ...[undefined, null, '', ' a', 'a\0', '\u202e', 5, ['a']].map((sub) => ({ sub })),
    ...[undefined, null, 5, {}].map((tenant) => ({ tenant })),
    ...[undefined, '0', '-1', 'x', 5, '9223372036854775808'].map((ext_user_id) => ({ ext_user_id })),
    ...[undefined, 0, '-1', '1e3', '', '9'.repeat(30)].map((generation) => ({ generation })),
  ];
  const noClaims = [null, [], 'x', '{', '', Buffer.from([0x7b, 0xff, 0x7d]), nested(1_000), 5];
  return [...changes.map((change) => ({ ...claims, ...change })), ...noClaims].map((payload) =>
    sealed(header, payload, signing.secret),
  );
}

/** An unsupported algorithm, or none. */
function wrongSignatures({ keys: { signing }, token }: Loot): string[] {
  const [header, claims] = partsOf(token);
  const unsigned = (alg: unknown) => `${encode({ ...header, alg })}.${encode(claims)}.`;
  const named = (change: Fields) => sealed({ ...header, ...change }, claims, signing.secret);
  return [
    ...['none', 'None', 'NONE', 'nOnE', '', null, undefined, 'HS256'].map(unsigned),
    `${unsigned('none')}${token.split('.')[2]}`,
    ...['none', 'HS384', 'HS512', 'RS256', 'ES256', 'dir', 'hs256', null, 5, ['HS256']].map((alg) =>
      named({ alg }),
    ),
    sealed({ ...header, alg: 'HS384' }, claims, signing.secret, 'sha384'),
    sealed({ ...header, alg: 'HS512' }, claims, signing.secret, 'sha512'),
    ...[undefined, 'JWE', 5].map((typ) => named({ typ })),
    ...[['exp'], ['b64'], [], 'exp', 5].map((crit) => named({ crit })),
    named({ crit: ['b64'], b64: false }),
  ];
}

/** Keys of others, or supplied in the token itself. */
function wrongKeys({ keys: { signing, oldSigning }, foreign, token }: Loot): string[] {
  const [header, claims] = partsOf(token);
  const signedBy = (secret: string, change: Fields = {}) => sealed({ ...header, ...change }, claims, secret);
  const kids = [
    undefined,
    null,
    5,
    {},
    ['x'],
    '',
    'unknown',
    '../../../../../dev/null',
    '/proc/sys/kernel/randomize_va_space',
    `x' union select 'x`,
    'a\0',
    `${signing.id}\n`,
    '__proto__',
    'A'.repeat(33),
    'A'.repeat(4_000),
    'http://127.0.0.1:1/keys',
  ];
  const own = Buffer.from('a secret of the forger').toString('base64url');
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const jwk = publicKey.export({ format: 'jwk' });
  const bringing = `${encode({ ...header, alg: 'EdDSA', jwk })}.${encode(claims)}`;
  return [
    ...kids.map((kid) => signedBy(signing.secret, { kid })),
    ...kids.map((kid) => signedBy('', { kid })),
    signedBy(''),
    signedBy(own),
    signedBy(encode(signing.secret)),
    signedBy(encode(signing.id)),
    signedBy(oldSigning.secret),
    signedBy(oldSigning.secret, { kid: oldSigning.id }),
    signedBy(foreign.secret),
    signedBy(foreign.secret, { kid: foreign.id }),
    signedBy(own, { jwk: { kty: 'oct', k: own } }),
    signedBy(own, { kid: undefined, jwk: { kty: 'oct', k: own } }),
    ...['jku', 'x5u'].map((name) => signedBy(own, { [name]: 'http://127.0.0.1:1/keys' })),
    signedBy(own, { x5c: [own] }),
    `${bringing}.${signWith(null, Buffer.from(bringing), privateKey).toString('base64url')}`,
  ];
}

/** One bit changed in each part. */
function flipped(token: string): string[] {
  const parts = token.split('.').map((part) => Buffer.from(part, 'base64url'));
  return parts.flatMap((part, index) =>
    [0, 0.4, 0.7, 0.999].map((where, bit) => {
      const other = Buffer.from(part);
      const at = Math.floor(where * part.length);
      other[at] = (other[at] ?? 0) ^ (1 << bit);
      return parts
        .with(index, other)
        .map((bytes) => bytes.toString('base64url'))
        .join('.');
    }),
  );
}

function noTokens(token: string): string[] {
  const [header = '', claims = '', seal = ''] = token.split('.');
  const encrypted = encode({ alg: 'dir', enc: 'A256GCM', kid: 'x' });
  return [
    ...['a', '.', '..', '...', 'a.b.c', 'null.null.null', '\xff.\xfe.\xfd', '%2e%2e%2e'],
    ...[header, `${header}.${claims}`, `${header}.${claims}.`, `${header}..${seal}`, `.${claims}.${seal}`],
    ...[`${token}.${seal}`, `${token}.a.b`, `${token}x`, `${token}!`, `${token},${token}`],
    `${encrypted}..${seal}.${seal}.${seal}`,
    `${encode('{')}.${claims}.${seal}`,
    `${encode('[]')}.${claims}.${seal}`,
    `${encode(nested(5_000))}.${claims}.${seal}`,
    'a'.repeat(12_000),
    '.'.repeat(12_000),
    `${'a.'.repeat(6_000)}a`,
  ];
}

function wrongSchemes({ keys, token }: Loot): string[] {
  return [
    ...[
      '',
      'Bearer',
      'Bearer ',
      token,
      `Basic ${token}`,
      `Token ${token}`,
      `Bearer: ${token}`,
      `Bearer=${token}`,
    ],
    ...[
      `Bearer "${token}"`,
      `Bearer\t${token}`,
      `Bearer${token}`,
      `Bearer Bearer ${token}`,
      `Bearer ${token} x`,
    ],
    ...[`Bearer ${token}, Basic a`, `Basic a, Bearer ${token}`, `Basic ${encode(`a:${token}`)}`],
    ...[`Bearer ${keys.full}`, `Bearer ${keys.signing.id}`],
  ];
}
