import { Pool } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { inParallel, tally } from '../harness/in-parallel.ts';
import { type RunningPalaver, startPalaver } from '../harness/palaver.ts';
import { LEAST, TUS, UPLOADS } from '../harness/tus.ts';

const USERS = 200;
/** How many each may have open. */
const OPEN_UPLOADS = 50;
const REFUSED = 2_000;
const CONNECTIONS = 500;

/** Asks, and returns what matters of the answer: its status, the code of a failure, the data. */
async function ask(pool: Pool, method: 'GET' | 'POST', path: string, headers: object, body?: object) {
  const answer = await pool.request({
    ...{ method, path, headers: { ...headers, 'content-type': 'application/json' } },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, ...(text === '' ? {} : JSON.parse(text)) };
}

async function tokensFor(pool: Pool, server: RunningPalaver): Promise<string[]> {
  const headers = { 'x-api-key': server.key() };
  const users = Array.from({ length: USERS }, (_, index) => ({ user_id: `user${index}` }));
  for (let from = 0; from < USERS; from += 50)
    await ask(pool, 'POST', '/user/v1.0/users/batch', headers, { users: users.slice(from, from + 50) });
  return inParallel(USERS, async (index) => {
    const { data } = await ask(pool, 'POST', `/user/v1.0/user/user${index}/token`, headers, {});
    return data.token;
  });
}

test('10,000 uploads begin at once, each user has no more than allowed, and the server stays alive', async () => {
  const server = await startPalaver();
  const pool = new Pool(server.url, { connections: CONNECTIONS });
  const probe = new Pool(server.url, { connections: 1 });
  onTestFinished(async () => {
    await Promise.all([pool.destroy(), probe.destroy()]);
  });
  const tokens = await tokensFor(pool, server);
  let isOver = false;
  const alive = (async () => {
    const statuses = [];
    while (!isOver) statuses.push((await ask(probe, 'GET', '/health/live', {})).status);
    return statuses;
  })();
  const answers = await inParallel(USERS * OPEN_UPLOADS + REFUSED, async (index) => {
    const authorization = `Bearer ${tokens[index % USERS]}`;
    const headers = { ...TUS, authorization, 'upload-length': String(LEAST) };
    const answer = await pool.request({ method: 'POST', path: UPLOADS, headers });
    const text = await answer.body.text();
    return `${answer.statusCode} ${text === '' ? '' : JSON.parse(text).message_code}`.trim();
  });
  isOver = true;
  expect(tally(answers)).toEqual({ '201': USERS * OPEN_UPLOADS, '429 M42901': REFUSED });
  expect(new Set(await alive)).toEqual(new Set([200]));
});
