import { createHmac, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import type { AppId } from '@palaver/protocol/ids';
import { type JWTHeaderParameters, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../src/domain/records/apps.ts';
import { findCurrentKey } from '../../src/domain/records/signing-keys.ts';
import { userUrl } from '../harness/api.ts';
import { at, ME, MY_THREADS, type SignedIn, signIn } from '../harness/client-api.ts';
import { rawRequest } from '../harness/raw-http.ts';
import { open, realtimeUrl } from '../harness/realtime.ts';
import { sampled } from '../harness/seed.ts';
import { useServer } from '../harness/use-server.ts';

/** Forged and altered tokens: none of them signs anybody in or crashes the server. */

const server = await useServer();
let ann: SignedIn;
let key: { id: string; secret: Buffer };
let foreign: { apiKey: string; token: string; id: string; secret: Buffer };
let port: number;
beforeAll(async () => {
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port);
  await server.users(1);
  ann = await signIn(server, 'user1');
  await createApp(server.db, { id: 'other', name: 'Other' });
  const apiKey = await server.createKey({ appId: 'other' });
  await server.ok('PUT', userUrl('user1'), { key: apiKey, body: { display_name: 'a namesake' } });
  const token = await server.token('user1', { key: apiKey });
  const current = async (appId: string) => {
    const found = await findCurrentKey(server.db, appId as AppId);
    if (found === undefined) throw new Error(`${appId} has no key`);
    return found;
  };
  key = await current('test');
  foreign = { apiKey, token, ...(await current('other')) };
});

const seconds = () => Math.floor(Date.now() / 1000);

/** The claims of a valid token with these changes; undefined removes a claim. */
function claims(changes: Record<string, unknown> = {}): JWTPayload {
  const good = {
    iss: 'palaver',
    aud: 'test',
    sub: 'user1',
    tenant: '',
    ext_user_id: ann.extUserId,
    generation: '0',
    iat: seconds(),
    exp: seconds() + 600,
  };
  return Object.fromEntries(
    Object.entries({ ...good, ...changes }).filter(([, value]) => value !== undefined),
  );
}

interface Signing {
  header?: Record<string, unknown>;
  secret?: Buffer;
}

/** A token signed like the server's own; header and signing key can be changed. */
async function sign(payload: JWTPayload, { header = {}, secret = key.secret }: Signing = {}) {
  const full = { alg: 'HS256', kid: key.id, typ: 'JWT', ...header } as JWTHeaderParameters;
  const crit = Array.isArray(full.crit) ? Object.fromEntries(full.crit.map((name) => [name, true])) : {};
  return new SignJWT(payload).setProtectedHeader(full).sign(secret, { crit });
}

/** A token signed by hand, for contents that no library would sign. */
function signRaw(header: string, payload: string, hash = 'sha256'): string {
  const head = [header, payload].map((part) => Buffer.from(part).toString('base64url')).join('.');
  return `${head}.${createHmac(hash, key.secret).update(head).digest('base64url')}`;
}
const rawHeader = (changes: object = {}) =>
  JSON.stringify({ alg: 'HS256', kid: key.id, typ: 'JWT', ...changes });

/** The answer to a token; REST and the socket must agree. */
async function codeOf(token: string): Promise<string> {
  const { message_code: code } = (await server.call('GET', ME, { token })).body;
  const socket = await open(await realtimeUrl(server));
  socket.send({ type: 'authenticate', token });
  await once(socket.ws, 'message');
  socket.ws.terminate();
  const answer = at(socket.frames, 0);
  expect(answer.type === 'closing' ? answer.message_code : answer.type).toBe(
    code === 'M200' ? 'authenticated' : code,
  );
  return code;
}

test('a token signed by hand with the right claims is accepted, so the refusals below have their own causes', async () => {
  expect(await codeOf(await sign(claims()))).toBe('M200');
  expect(await codeOf(signRaw(rawHeader(), JSON.stringify(claims())))).toBe('M200');
  // Unknown claims are ignored.
  expect(await codeOf(await sign(claims({ scope: 'admin', jti: 'x', nbf: seconds() - 10 })))).toBe('M200');
});

const PEM = generateKeyPairSync('rsa', { modulusLength: 2048 });

describe('the header of a token is not believed', () => {
  const HEADERS: Record<string, () => Promise<string> | string> = {
    'alg none, unsigned': () => new UnsecuredJWT(claims()).encode(),
    'alg none with our kid': () =>
      `${Buffer.from(rawHeader({ alg: 'none' })).toString('base64url')}.${ann.token.split('.')[1]}.`,
    'alg none with the signature left there': () =>
      `${Buffer.from(rawHeader({ alg: 'none' })).toString('base64url')}.${ann.token.split('.').slice(1).join('.')}`,
    'alg None': () => signRaw(rawHeader({ alg: 'None' }), JSON.stringify(claims())),
    'alg in lower case': () => signRaw(rawHeader({ alg: 'hs256' }), JSON.stringify(claims())),
    'alg HS512, rightly signed': () =>
      signRaw(rawHeader({ alg: 'HS512' }), JSON.stringify(claims()), 'sha512'),
    'alg HS384 in name only': () => signRaw(rawHeader({ alg: 'HS384' }), JSON.stringify(claims())),
    'alg RS256 with a key of their own': () =>
      new SignJWT(claims())
        .setProtectedHeader({ alg: 'RS256', kid: key.id, typ: 'JWT' })
        .sign(PEM.privateKey),
    'alg RS256 in name only': () => signRaw(rawHeader({ alg: 'RS256' }), JSON.stringify(claims())),
    'alg missing': () => signRaw(rawHeader({ alg: undefined }), JSON.stringify(claims())),
    'alg a list': () => signRaw(rawHeader({ alg: ['HS256'] }), JSON.stringify(claims())),
    'kid missing': () => signRaw(rawHeader({ kid: undefined }), JSON.stringify(claims())),
    'kid empty': () => signRaw(rawHeader({ kid: '' }), JSON.stringify(claims())),
    'kid null': () => signRaw(rawHeader({ kid: null }), JSON.stringify(claims())),
    'kid a number': () => signRaw(rawHeader({ kid: 7 }), JSON.stringify(claims())),
    'kid a list': () => signRaw(rawHeader({ kid: [key.id] }), JSON.stringify(claims())),
    'kid unknown': () => signRaw(rawHeader({ kid: 'AAAAAAAAAAAA' }), JSON.stringify(claims())),
    'kid in another case': () =>
      signRaw(rawHeader({ kid: key.id.toLowerCase() + key.id.toUpperCase() }), JSON.stringify(claims())),
    'kid a path': () => signRaw(rawHeader({ kid: '../../../dev/null' }), JSON.stringify(claims())),
    'kid a path of its key': () => signRaw(rawHeader({ kid: `./${key.id}` }), JSON.stringify(claims())),
    'kid SQL': () => signRaw(rawHeader({ kid: `${key.id}' or '1'='1` }), JSON.stringify(claims())),
    'kid with U+0000': () => signRaw(rawHeader({ kid: `${key.id}\0` }), JSON.stringify(claims())),
    'kid with a line break': () => signRaw(rawHeader({ kid: `${key.id}\n` }), JSON.stringify(claims())),
    'kid __proto__': () => signRaw(rawHeader({ kid: '__proto__' }), JSON.stringify(claims())),
    'kid of 33 characters': () => signRaw(rawHeader({ kid: 'a'.repeat(33) }), JSON.stringify(claims())),
    'typ of another kind': () => sign(claims(), { header: { typ: 'at+jwt' } }),
    'typ missing': () => sign(claims(), { header: { typ: undefined } }),
    'an unknown crit': () => sign(claims(), { header: { crit: ['x'], x: true } }),
    'crit empty': () => signRaw(rawHeader({ crit: [] }), JSON.stringify(claims())),
    'crit no list': () => signRaw(rawHeader({ crit: 'exp' }), JSON.stringify(claims())),
    'b64 false': () => signRaw(rawHeader({ b64: false, crit: ['b64'] }), JSON.stringify(claims())),
    'jwk of their own': () =>
      sign(claims(), {
        secret: Buffer.alloc(32, 7),
        header: { jwk: { kty: 'oct', k: Buffer.alloc(32, 7).toString('base64url') } },
      }),
    'jku of their own': () =>
      sign(claims(), { secret: Buffer.alloc(32, 7), header: { jku: `http://127.0.0.1:${port}/jwks` } }),
    'x5u of their own': () =>
      sign(claims(), { secret: Buffer.alloc(32, 7), header: { x5u: `http://127.0.0.1:${port}/x5u` } }),
    'an empty secret': () => {
      const head = `${Buffer.from(rawHeader()).toString('base64url')}.${ann.token.split('.')[1]}`;
      return `${head}.${createHmac('sha256', '').update(head).digest('base64url')}`;
    },
    'the kid as the secret': () => sign(claims(), { secret: Buffer.from(key.id.padEnd(32, key.id)) }),
    'header null': () => signRaw('null', JSON.stringify(claims())),
    'header a list': () => signRaw('[]', JSON.stringify(claims())),
    'header no JSON': () => signRaw('{', JSON.stringify(claims())),
    'header not UTF-8': () => {
      const head = `${Buffer.from('{"alg":"HS256","kid":"\xff"}', 'latin1').toString('base64url')}.e30`;
      return `${head}.${createHmac('sha256', key.secret).update(head).digest('base64url')}`;
    },
  };

  test.each(sampled('headers', Object.keys(HEADERS)))('%s', async (what) => {
    expect(await codeOf((await HEADERS[what]?.()) ?? '')).toBe('M40111');
  });
});

test('headers that point to a key are useless, and harmless with a valid signature', async () => {
  const header = { jku: 'https://evil.example/jwks', jwk: { kty: 'oct', k: 'AAAA' }, x5c: ['AAAA'] };
  expect(await codeOf(await sign(claims(), { header }))).toBe('M200');
});

describe('claims that the server never issues are refused despite a valid signature', () => {
  const CLAIMS: Record<string, () => Record<string, unknown>> = {
    'other audience': () => ({ aud: 'other' }),
    'audience in another case': () => ({ aud: 'TEST' }),
    'no audience': () => ({ aud: undefined }),
    'empty audience': () => ({ aud: [] }),
    'other issuer': () => ({ iss: 'somebody' }),
    'no issuer': () => ({ iss: undefined }),
    'not yet valid': () => ({ nbf: seconds() + 600 }),
    'nbf no number': () => ({ nbf: 'now' }),
    'no exp': () => ({ exp: undefined }),
    'exp a string': () => ({ exp: String(seconds() + 600) }),
    'exp null': () => ({ exp: null }),
    'no iat': () => ({ iat: undefined }),
    'iat a string': () => ({ iat: 'x' }),
    'no subject': () => ({ sub: undefined }),
    'empty subject': () => ({ sub: '' }),
    'subject a number': () => ({ sub: 1 }),
    'subject with U+0000': () => ({ sub: 'user1\0' }),
    'no tenant': () => ({ tenant: undefined }),
    'tenant null': () => ({ tenant: null }),
    'tenant a list': () => ({ tenant: [''] }),
    'no ext_user_id': () => ({ ext_user_id: undefined }),
    'ext_user_id a number': () => ({ ext_user_id: 1 }),
    'ext_user_id 0': () => ({ ext_user_id: '0' }),
    'ext_user_id negative': () => ({ ext_user_id: '-1' }),
    'ext_user_id 2^63': () => ({ ext_user_id: String(2n ** 63n) }),
    'ext_user_id SQL': () => ({ ext_user_id: '1 or true' }),
    'no generation': () => ({ generation: undefined }),
    'generation a number': () => ({ generation: 0 }),
    'generation negative': () => ({ generation: '-1' }),
    'generation no number': () => ({ generation: '1e3' }),
    'generation of 19 digits': () => ({ generation: '9'.repeat(19) }),
  };

  test.each(sampled('claims', Object.keys(CLAIMS)))('%s', async (what) => {
    expect(await codeOf(signRaw(rawHeader(), JSON.stringify(claims(CLAIMS[what]?.()))))).toBe('M40111');
  });

  test('an exp in the past is M40112', async () => {
    expect(await codeOf(await sign(claims({ exp: seconds() - 1 })))).toBe('M40112');
    expect(await codeOf(await sign(claims({ exp: 0, iat: 0 })))).toBe('M40112');
  });

  test('claims must be an object', async () => {
    for (const payload of ['null', '[]', '"x"', '1', '{', '', '{}']) {
      expect(await codeOf(signRaw(rawHeader(), payload))).toBe('M40111');
    }
  });

  test('a subject that contradicts the ext_user_id gives access to neither user', async () => {
    await server.users(2, 'pair');
    const pair = await signIn(server, 'pair1');
    const threadId = await server.group(['pair2']);
    const token = await sign(claims({ sub: 'pair2', ext_user_id: pair.extUserId }));
    expect(await codeOf(token)).toBe('M40111');
    expect(await server.ok('GET', MY_THREADS, { token })).toEqual([]);
    const url = `${MY_THREADS}/${threadId}/messages`;
    const body = { body: { text: 'x' } };
    expect((await server.call('POST', url, { token, body })).body.message_code).toBe('M40111');
  });
});

describe('another application', () => {
  test('has its own keys: its tokens are valid only there', async () => {
    expect(await server.ok('GET', ME, { token: foreign.token })).toMatchObject({
      display_name: 'a namesake',
    });
    const { id: kid, secret } = foreign;
    expect(await codeOf(await sign(claims(), { header: { kid }, secret }))).toBe('M40111');
    expect(await codeOf(await sign(claims(), { secret }))).toBe('M40111');
    expect(await codeOf(await sign(claims({ aud: 'other' }), { header: { kid } }))).toBe('M40111');
    expect(await codeOf(await sign(claims({ aud: ['test', 'other'] }), { header: { kid } }))).toBe('M40111');
  });

  test('signs for its own users only: our ext_user_id is refused under its key', async () => {
    const { id: kid, secret } = foreign;
    const threadId = await server.group(['user1']);
    const token = await sign(claims({ aud: 'other' }), { header: { kid }, secret });
    expect(await codeOf(token)).toBe('M40111');
    const url = `${MY_THREADS}/${threadId}/messages`;
    const messages = await server.call('GET', url, { token });
    const send = await server.call('POST', url, { token, body: { body: { text: 'x' } } });
    expect([messages.status, send.status]).toEqual([404, 401]);
  });

  test.each([
    ['test.localhost', 'M200'],
    ['TEST.localhost:7700', 'M200'],
    ['other.localhost', 'M40111'],
    ['Other.LOCALHOST.:7700', 'M40111'],
    ['nobody.localhost', 'M200'],
    ['a.other.localhost', 'M200'],
    ['chat.example.com', 'M200'],
  ])('in the host name: %s is %s', async (host, code) => {
    expect((await ann.call('GET', ME, { headers: { host } })).body.message_code).toBe(code);
  });
});

describe('a damaged token', () => {
  test('is refused when any byte of any part is changed', async () => {
    const parts = ann.token.split('.').map((part) => Buffer.from(part, 'base64url'));
    const damaged = parts.flatMap((part, which) =>
      Array.from(part, (_, index) => {
        const copy = Buffer.from(part);
        copy.writeUInt8(copy.readUInt8(index) ^ (1 << (index % 8)), index);
        return parts.map((other, n) => (n === which ? copy : other).toString('base64url')).join('.');
      }),
    );
    expect(damaged.length).toBeGreaterThan(200);
    for (const token of damaged) expect(await codeOf(token)).toBe('M40111');
    expect(await codeOf(ann.token)).toBe('M200');
  });

  test('is refused in any malformed shape', async () => {
    const { token } = ann;
    const [head = '', payload = '', signature = ''] = token.split('.');
    const shapes = [
      'x',
      '.',
      '..',
      '...',
      head,
      `${head}.${payload}`,
      `${head}.${payload}.`,
      `.${payload}.${signature}`,
      `${head}..${signature}`,
      `${token}.`,
      `${token}.${signature}`,
      `${token}A`,
      token.slice(1),
      token.slice(0, -1),
      token.slice(0, -10),
      `"${token}"`,
      `${token},${token}`,
      `${payload}.${head}.${signature}`,
      `${head}.${payload}.${signature.repeat(2)}`,
      `${head}.${payload}.${signature.toLowerCase()}`,
      token.toUpperCase(),
      'null',
      'undefined',
      '{}',
      `e30.e30.${signature}`,
      'A'.repeat(6_000),
      `${head}.${'A'.repeat(6_000)}.${signature}`,
    ];
    for (const shape of shapes) expect([shape, await codeOf(shape)]).toEqual([shape, 'M40111']);
  });
});

describe('the header Authorization', () => {
  const request = (...lines: string[]) =>
    rawRequest(port, [`GET ${ME} HTTP/1.1`, 'host: localhost', ...lines, '', ''].join('\r\n'));
  const codeWith = async (...lines: string[]) => (await request(...lines)).json.message_code;

  test('accepts the scheme in any case, followed by any number of spaces', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEARER', 'Bearer   ']) {
      expect(await codeWith(`authorization: ${scheme} ${ann.token}`)).toBe('M200');
    }
    expect(await codeWith(`AUTHORIZATION:Bearer ${ann.token}  `)).toBe('M200');
  });

  test('is M40111 with another scheme, or none', async () => {
    const values = [
      '',
      ann.token,
      'Bearer',
      'Bearer ',
      `Bearer:${ann.token}`,
      `Bearer${ann.token}`,
      `Basic ${Buffer.from(`user1:${ann.token}`).toString('base64')}`,
      `Token ${ann.token}`,
      `JWT ${ann.token}`,
      `Digest username="user1"`,
      `Bearer ${ann.token} ${ann.token}`,
      `Bearer ${ann.token}, Bearer ${ann.token}`,
      `Bearer\t${ann.token}`,
      `Bearer token="${ann.token}"`,
      `Bearer \xe9\xff`,
    ];
    for (const value of values) {
      expect([value, await codeWith(`authorization: ${value}`)]).toEqual([value, 'M40111']);
    }
    expect(await codeWith()).toBe('M40111');
    expect(await codeWith(`proxy-authorization: Bearer ${ann.token}`)).toBe('M40111');
    expect(await codeWith(`cookie: token=${ann.token}`)).toBe('M40111');
    expect((await server.call('GET', `${ME}?token=${ann.token}`, { key: null })).status).toBe(401);
  });

  test('given twice is M40003 and named', async () => {
    const line = `authorization: Bearer ${ann.token}`;
    for (const lines of [
      [line, line],
      [line, 'Authorization: Bearer x'],
      ['AUTHORIZATION: Basic x', line],
      ['authorization:', line],
    ]) {
      const { status, json } = await request(...lines);
      expect([status, json.message_code, json.errors]).toEqual([
        400,
        'M40003',
        [{ field: 'Authorization', rule: 'single', message: 'must be given once' }],
      ]);
    }
  });

  test('may be as large as headers may be; beyond that it is M43100', async () => {
    expect(await codeWith(`authorization: Bearer ${'A'.repeat(15_000)}`)).toBe('M40111');
    const { status, json } = await request(`authorization: Bearer ${'A'.repeat(17_000)}`);
    expect([status, json.message_code]).toEqual([431, 'M43100']);
  });

  test('is ignored where an API key is required, and an API key where a token is required', async () => {
    const url = '/open-api/v1.0/chat/threads';
    const headers = { authorization: 'Bearer nonsense' };
    expect((await server.call('GET', url, { headers })).status).toBe(200);
    expect((await server.call('GET', url, { token: ann.token })).body.message_code).toBe('M40101');
    const both = { 'x-api-key': 'nonsense', 'x-tenant-id': 'nowhere', 'x-acting-user-id': 'somebody' };
    expect(await ann.ok('GET', ME, { headers: both })).toMatchObject({ user_id: 'user1' });
  });
});
