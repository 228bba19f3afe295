import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAddress, startWorld, type World } from './world.ts';

/*
 * The double follows developers.google.com/recaptcha/docs/verify: a form by POST with `secret` and `response`; JSON with
 * `success`, `challenge_ts`, `hostname`, in version 3 `score` and `action`, else `error-codes`; a token counts once.
 */

const SECRET = 'the secret of the site';
const HOST = 'shop.example.com';

/** The double's answers about the tokens that it issued. */
const given = new Map<string, Record<string, unknown>>();
const asked: Record<string, string>[] = [];
let isBroken = false;

function verdictOn(form: URLSearchParams): Record<string, unknown> {
  const refuse = (code: string) => ({ success: false, 'error-codes': [code] });
  if (!form.has('secret')) return refuse('missing-input-secret');
  if (form.get('secret') !== SECRET) return refuse('invalid-input-secret');
  const token = form.get('response') ?? '';
  if (token === '') return refuse('missing-input-response');
  const verdict = given.get(token);
  if (verdict === undefined)
    return refuse(token.startsWith('used') ? 'timeout-or-duplicate' : 'invalid-input-response');
  given.delete(token);
  return { success: true, challenge_ts: new Date().toISOString(), hostname: HOST, ...verdict };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
  if (isBroken || request.method !== 'POST' || !isForm) {
    response.writeHead(isBroken ? 502 : 400, { 'content-type': 'text/html' }).end('<html>');
    return;
  }
  const form = new URLSearchParams(body);
  asked.push(Object.fromEntries(form));
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(verdictOn(form)));
}
const double = createServer((request, response) => void answer(request, response));

let world: World;
beforeAll(async () => {
  await new Promise<void>((resolve) => double.listen(0, '127.0.0.1', resolve));
  const { port } = double.address() as AddressInfo;
  world = await startWorld({
    RECAPTCHA_URL: `http://127.0.0.1:${port}/recaptcha/api/siteverify`,
    RECAPTCHA_SECRET: SECRET,
    RECAPTCHA_HOSTNAMES: HOST,
  });
});
afterAll(async () => {
  await world.close();
  double.close();
});

/** The status of a guest sign-up with this token. */
async function signUp(token?: string, ip = newAddress()): Promise<number> {
  const headers = token === undefined ? {} : { 'x-recaptcha-token': token };
  return (await world.call('signup-as-guest', { headers, ip })).status;
}

test("a solved captcha makes one guest, and Google is sent the client's address", async () => {
  given.set('used-1', {});
  const ip = newAddress();
  expect(await signUp('used-1', ip)).toBe(200);
  expect(asked.at(-1)).toEqual({ secret: SECRET, response: 'used-1', remoteip: ip });
  expect(await signUp('used-1', ip)).toBe(403);
});

test('without a token Google is not asked', async () => {
  const before = asked.length;
  expect([await signUp(), await signUp('')]).toEqual([403, 403]);
  expect(asked).toHaveLength(before);
});

test.for([
  ['is made up', undefined, 403],
  ['is of another site', { hostname: 'evil.example' }, 403],
  ["is a person's according to version 3", { score: 0.9, action: 'signup_as_guest' }, 200],
  ["is a robot's according to version 3", { score: 0.1, action: 'signup_as_guest' }, 403],
  ['is of another form', { score: 0.9, action: 'search' }, 403],
  ['says nonsense', { success: 'true' }, 403],
] as const)('a token that %s', async ([name, verdict, status]) => {
  if (verdict !== undefined) given.set(name, verdict);
  expect(await signUp(name)).toBe(status);
});

test("refused tokens do not count against the network's limit", async () => {
  const ip = newAddress();
  for (let index = 0; index < 12; index += 1) expect(await signUp('made up', ip)).toBe(403);
  given.set('after all', {});
  expect(await signUp('after all', ip)).toBe(200);
});

test('while Google is unreachable, guest sign-ups are refused with a clear error', async () => {
  isBroken = true;
  given.set('waiting', {});
  expect(await signUp('waiting')).toBe(503);
  isBroken = false;
  expect(await signUp('waiting')).toBe(200);
});

test('without a secret, reCAPTCHA is off', async () => {
  await world.restart({ RECAPTCHA_SECRET: '' });
  expect(await signUp()).toBe(200);
});
