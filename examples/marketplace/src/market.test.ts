import { randomBytes } from 'node:crypto';
import { connect } from '@palaver/client';
import { Palaver } from '@palaver/client/server';
import { startPalaver, type TestServer } from '@palaver/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startMarket } from './server.ts';
import type { Account } from './shop.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let server: TestServer;
let palaver: Palaver;
let market: Awaited<ReturnType<typeof startMarket>>;

beforeAll(async () => {
  server = await startPalaver();
  palaver = new Palaver({ url: server.url, apiKey: server.apiKey });
});
beforeEach(async () => {
  await server.reset();
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  market = await startMarket({ palaver, palaverUrl: server.url, secret });
});
afterEach(() => market.close());
afterAll(() => server.stop());

/** A browser with its cookie. */
function visitor() {
  const headers = new Headers();
  return async (route: string, body: object = {}) => {
    const [method = '', path] = route.split(' ');
    const init = method === 'GET' ? {} : { body: JSON.stringify(body) };
    const response = await fetch(market.url + path, { method, headers, ...init });
    const [cookie] = response.headers.get('set-cookie')?.split(';') ?? [];
    if (cookie !== undefined) headers.set('cookie', cookie);
    return (await response.json()) as { thread: string; account: Account };
  };
}

const textsIn = async (thread: string) =>
  (await palaver.messages.list(thread).toArray()).map(
    ({ sender, body }) => `${sender.display_name}: ${body.text}`,
  );

test('an order has one thread, with the buyer, the seller, an agent and a card', async () => {
  const visit = visitor();
  const { thread } = await visit('POST /orders', { item: 'bike' });
  expect(await visit('POST /orders', { item: 'bike' })).toEqual({ thread });

  const members = await palaver.threads.members.list(thread).toArray();
  expect(members.map(({ display_name, role }) => `${display_name}: ${role}`)).toEqual([
    'Helga from Attic: owner',
    'Sam: member',
    expect.stringMatching(/^Guest .*: member$/),
  ]);
  const [card, ...others] = await palaver.messages.list(thread).toArray();
  expect(card?.kind).toBe('promotion');
  expect(others).toEqual([]);
});

test('a guest asks a seller, registers, and is the same person', async () => {
  const visit = visitor();
  const { thread } = await visit('POST /questions', { item: 'lamp', text: 'Does it shine?' });
  const { account: guest } = await visit('GET /shop');
  const { ext_user_id } = await palaver.users.get(guest.id);
  await visit('POST /registration', { name: 'Ann', email: 'ann@example.com' });
  const { account } = await visit('GET /shop');
  expect(await palaver.users.get(account.id)).toMatchObject({
    ext_user_id,
    display_name: 'Ann',
    is_guest: false,
  });
  expect(await textsIn(thread)).toEqual(['Ann: Reading lamp: Does it shine?']);
});

test('only the seller may say that the order is on its way', async () => {
  const visit = visitor();
  const { thread } = await visit('POST /orders', { item: 'radio' });
  await visit('POST /registration', { name: 'Ann', email: 'ann@example.com' });
  const { account } = await visit('GET /shop');
  const [card] = await palaver.messages.list(thread).toArray();
  const press = async (userId: string) => {
    const chat = connect({ url: server.url, ...(await palaver.users.issueToken(userId)) });
    await chat.open(thread).press(card?.seq ?? 0, 0);
    chat.close();
  };
  await press(account.id);
  await expect.poll(() => textsIn(thread)).toContain('Attic: Only the seller can say that.');
  await press('sam');
  await expect.poll(() => textsIn(thread)).toContain('Attic: Good. The buyer says here when it has arrived.');
});

// The last, because the clock of the server stays ahead.
test('Ann gets an e-mail about an answer that she has missed', async () => {
  const visit = visitor();
  const { thread } = await visit('POST /orders', { item: 'bike' });
  await visit('POST /registration', { name: 'Ann', email: 'ann@example.com' });
  await palaver.messages.send({
    sender: { user_id: 'sam' },
    target: { thread_id: thread },
    body: { text: 'It is packed.' },
  });
  await server.clock.advance({ minutes: 16 });
  const mail = await server.mails.next(({ to }) => to.includes('ann@example.com'));
  expect(mail.text).toContain('It is packed.');
  expect(mail.text).toContain(`${market.url}/?thread=${thread}`);
});
