// @module-tag database
import type { FileTicket } from '@palaver/protocol/files';
import type { AppId } from '@palaver/protocol/ids';
import { decodeJwt, decodeProtectedHeader, SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { rotateSigningKey } from '../../src/domain/operations/tokens/rotate-signing-key.ts';
import { createApp } from '../../src/domain/records/apps.ts';
import { findCurrentKey } from '../../src/domain/records/signing-keys.ts';
import { expectRefused, renameUrl, userUrl } from '../harness/api.ts';
import { ME, type SignedIn, signIn } from '../harness/client-api.ts';
import { connect, expectClosed, open, realtimeUrl } from '../harness/realtime.ts';
import { until } from '../harness/until.ts';
import { upload } from '../harness/upload.ts';
import { useServer } from '../harness/use-server.ts';

/** The life cycle of file tickets. files-reading.test.ts tests the permissions of one. */

const TICKET = '/client/v1.0/me/file-ticket';
const DAY_MS = 86_400_000;

const server = await useServer();
let ann: SignedIn;
/** A file that Ann has uploaded. */
let path: string;
beforeAll(async () => {
  ann = await signUp('ann');
  const threadId = await server.group(['ann']);
  const { source_url } = await upload(server, {}, { token: ann.token, threadId });
  path = new URL(source_url).pathname;
});
afterEach(() => {
  vi.useRealTimers();
});

async function signUp(id: string): Promise<SignedIn> {
  await server.ok('PUT', userUrl(id), { body: {} });
  return signIn(server, id);
}

const ticketOf = ({ token }: Pick<SignedIn, 'token'>): Promise<FileTicket> =>
  server.ok('GET', TICKET, { token });

/** The outcome of reading Ann's file. Another user gets M40411 with a valid ticket. */
async function codeOf(ticket: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await server.app.inject({ url: `${path}?ticket=${encodeURIComponent(ticket)}`, headers });
  return response.statusCode === 200 ? 'M200' : response.json().message_code;
}

const untilDead = (ticket: string) =>
  until(async () => ((await codeOf(ticket)) === 'M40111' ? true : undefined));

/** The server's clock; timers keep running. */
function setClock(timeMs: number): void {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(timeMs);
}

describe('a ticket', () => {
  test('has nothing but what reading takes', async () => {
    const { ticket, expires_at } = await ticketOf(ann);
    expect(decodeProtectedHeader(ticket)).toEqual({
      alg: 'HS256',
      kid: decodeProtectedHeader(ann.token).kid,
      typ: 'ticket',
    });
    expect(decodeJwt(ticket)).toEqual({
      tenant: '',
      ext_user_id: ann.extUserId,
      generation: '0',
      exp: expires_at / 1_000,
    });
    expect(ticket.length).toBeLessThan(256);
    expect(await codeOf(ticket)).toBe('M200');
  });

  test('is the same for a day, and valid for one to two', async () => {
    const midnight = (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS;
    const token = await server.token('ann');
    const day: FileTicket[] = [];
    // (The first signs in during the day before.)
    const key = await findCurrentKey(server.db, 'test' as AppId);
    const lasting = await new SignJWT({ ...decodeJwt(token), exp: midnight / 1_000 + 604_800 })
      .setProtectedHeader({ alg: 'HS256', kid: key?.id, typ: 'JWT' } as never)
      .sign(key?.secret ?? Buffer.alloc(0));
    for (const at of [midnight, midnight + 1, midnight + DAY_MS / 2, midnight + DAY_MS - 1]) {
      setClock(at);
      day.push(await ticketOf({ token: lasting }));
    }
    const [ticket] = day;
    expect(new Set(day.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(ticket?.expires_at).toBe(midnight + 2 * DAY_MS);
    setClock(midnight + DAY_MS);
    const next = await ticketOf({ token: lasting });
    expect(next.expires_at).toBe(midnight + 3 * DAY_MS);
    expect(next.ticket).not.toBe(ticket?.ticket);
    for (const one of [ticket, next]) expect(await codeOf(one?.ticket ?? '')).toBe('M200');
    setClock(midnight + 2 * DAY_MS - 1);
    expect(await codeOf(ticket?.ticket ?? '')).toBe('M200');
    setClock(midnight + 2 * DAY_MS);
    expect(await codeOf(ticket?.ticket ?? '')).toBe('M40112');
    expect(await codeOf(next.ticket)).toBe('M200');
  });

  test('is in the frame `authenticated`, too', async () => {
    const socket = await connect(server, { token: ann.token });
    expect(socket.frames[0]).toMatchObject({ type: 'authenticated', file_ticket: await ticketOf(ann) });
    await socket.close();
  });

  test('takes a token', async () => {
    await expectRefused(server, ['GET', TICKET], 'M40111');
    await expectRefused(server, ['GET', TICKET, { token: (await ticketOf(ann)).ticket }], 'M40111');
  });
});

describe('a ticket ends', () => {
  test.concurrent('when the tokens of the user are revoked; a new token has another one', async () => {
    const ben = await signUp('ben');
    const { ticket } = await ticketOf(ben);
    expect(await codeOf(ticket)).toBe('M40411');
    await server.ok('DELETE', `${userUrl('ben')}/tokens`);
    // While the revoked token is still accepted, it gets no ticket that outlives it.
    const late = await server.call('GET', TICKET, { token: ben.token });
    if (late.status === 200) expect(late.body.data.ticket).toBe(ticket);
    await untilDead(ticket);
    const again = await ticketOf(await signIn(server, 'ben'));
    expect(decodeJwt(again.ticket).generation).toBe('1');
    expect(await codeOf(again.ticket)).toBe('M40411');
    expect(await codeOf(ticket)).toBe('M40111');
  });

  test.concurrent('when the user is deactivated, also if they become active again', async () => {
    const { ticket } = await ticketOf(await signUp('cleo'));
    await server.ok('DELETE', userUrl('cleo'));
    await untilDead(ticket);
    await signUp('cleo');
    expect(await codeOf(ticket)).toBe('M40111');
  });

  test.concurrent('when the user gets another id', async () => {
    const { ticket } = await ticketOf(await signUp('dan'));
    await server.ok('PATCH', renameUrl('dan', 'daniel'));
    await untilDead(ticket);
    expect(await codeOf((await ticketOf(await signIn(server, 'daniel'))).ticket)).toBe('M40411');
  });

  test.concurrent('when the key of its token is revoked; a new key gives another one', {
    tags: 'thorough',
  }, async () => {
    const spare = 'spare' as AppId;
    await createApp(server.db, { id: spare, name: 'Spare' });
    const key = await server.createKey({ appId: spare });
    await server.ok('PUT', userUrl('eve'), { key, body: {} });
    const eve = await signIn(server, 'eve', { key });
    const before = await ticketOf(eve);
    await rotateSigningKey(server.db, spare, false);
    const after = await ticketOf(await signIn(server, 'eve', { key }));
    expect(after.ticket).not.toBe(before.ticket);
    expect(await ticketOf(eve)).toEqual(before);
    for (const { ticket } of [before, after]) expect(await codeOf(ticket)).toBe('M40411');
    await rotateSigningKey(server.db, spare, true);
    await Promise.all([before, after].map(({ ticket }) => untilDead(ticket)));
  });
});

describe('a ticket is no token, and a token no ticket', () => {
  test('not even when the server has just seen them', async () => {
    const { ticket } = await ticketOf(ann);
    expect([await codeOf(ticket), (await ann.call('GET', ME)).body.message_code]).toEqual(['M200', 'M200']);
    expect(await codeOf(ann.token)).toBe('M40111');
    await expectRefused(server, ['GET', ME, { token: ticket }], 'M40111');
    const socket = await open(await realtimeUrl(server));
    socket.send({ type: 'authenticate', token: ticket });
    await expectClosed(socket, 4401, 'M40111');
  });

  test('and a forged ticket is neither', async () => {
    const { ticket } = await ticketOf(ann);
    const [head = '', claims = '', signature = ''] = ticket.split('.');
    const key = await findCurrentKey(server.db, 'test' as AppId);
    const secret = key?.secret ?? Buffer.alloc(0);
    const header = { alg: 'HS256', kid: key?.id ?? '', typ: 'ticket' };
    const sign = (payload: object, more: object = {}, by: Buffer = secret) =>
      new SignJWT(payload as never).setProtectedHeader({ ...header, ...more }).sign(by);
    const ours = decodeJwt(ticket);
    expect(await codeOf(await sign(ours))).toBe('M200');
    for (const forged of [
      'x',
      '..',
      `${ticket}A`,
      `${head}.${claims}.`,
      `${head}.${Buffer.from(JSON.stringify({ ...ours, ext_user_id: '2' })).toString('base64url')}.${signature}`,
      new UnsecuredJWT(ours).encode(),
      await sign(ours, { typ: 'JWT' }),
      await sign(ours, { typ: undefined }),
      await sign(ours, { kid: 'unknown' }),
      await sign(ours, {}, Buffer.alloc(32, 7)),
      await sign({ ...ours, exp: undefined }),
      await sign({ ...ours, tenant: undefined }),
      await sign({ ...ours, generation: undefined }),
      await sign({ ...ours, ext_user_id: '0' }),
      'A'.repeat(10_000),
    ])
      expect([forged, await codeOf(forged)]).toEqual([forged, 'M40111']);
    expect(await codeOf(await sign({ ...ours, exp: 1 }))).toBe('M40112');
    // The tenant of a ticket is a part of where it reads.
    expect(await codeOf(await sign({ ...ours, tenant: 'far' }))).toBe('M40411');
  });

  test('nor on the host of another application', async () => {
    await createApp(server.db, { id: 'other', name: 'Other' });
    const { ticket } = await ticketOf(ann);
    expect(await codeOf(ticket, { host: 'other.localhost' })).toBe('M40111');
    expect(await codeOf(ticket, { host: 'test.localhost' })).toBe('M200');
  });
});

describe('the parameter `ticket`', () => {
  const ask = async (query: string, headers: Record<string, string> = {}) => {
    const response = await server.app.inject({ url: path + query, headers });
    return response.statusCode === 200 ? 'M200' : response.json<{ message_code: string; errors?: unknown }>();
  };

  test('is M40003 when it is given twice, M40111 when it is empty or missing', async () => {
    const { ticket } = await ticketOf(ann);
    expect(await ask(`?ticket=${ticket}&ticket=${ticket}`)).toMatchObject({
      message_code: 'M40003',
      errors: [{ field: 'ticket', rule: 'single', message: 'must be given once' }],
    });
    for (const query of ['', '?', '?ticket', '?ticket=', `?ticket[]=${ticket}`, `?Ticket=${ticket}`])
      expect([query, await ask(query)]).toMatchObject([query, { message_code: 'M40111' }]);
  });

  test('does not count beside an API key', async () => {
    const { ticket } = await ticketOf(ann);
    expect(await ask('?ticket=dead&ticket=dead', { 'x-api-key': server.key })).toBe('M200');
    expect(await ask(`?ticket=${ticket}`, { 'x-api-key': 'wrong' })).toMatchObject({
      message_code: 'M40102',
    });
  });
});
