import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FILES_PATH } from '../../src/domain/rules/sticker-paths.ts';
import { PACKS } from '../harness/api.ts';
import { packForm } from '../harness/sticker-pack.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';

/** What clients see while the server that stores the files misbehaves. */

const FILE = `${FILES_PATH}/00000000-0000-4000-8000-000000000000/1.png`;

const store = createServer((incoming, response) => answer(incoming, response));
/** (A start asks the store, and goes on while it is away.) */
let answer: RequestListener = (_incoming, response) => response.writeHead(503).end();
let server: TestServer;
let url: string;

beforeAll(async () => {
  store.listen(0, '127.0.0.1');
  await once(store, 'listening');
  server = await startTestServer({
    S3_ENDPOINT: `http://127.0.0.1:${(store.address() as AddressInfo).port}`,
    S3_BUCKET: 'bucket',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  });
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await server.close();
  store.closeAllConnections();
  store.close();
});

test('an upload is M50300, and nothing is stored', async () => {
  answer = (incoming, response) => incoming.resume().once('end', () => response.writeHead(503).end());
  const { body, headers } = await server.call('POST', PACKS, { body: packForm() });
  expect([body.message_code, headers['retry-after']]).toEqual(['M50300', '1']);
  expect(await server.ok('GET', PACKS)).toEqual([]);
});

test('an upload is M50700 if the store has no room, and is not tried again', async () => {
  let puts = 0;
  answer = (incoming, response) => {
    if (incoming.method === 'PUT') puts += 1;
    incoming.resume().once('end', () => response.writeHead(507).end());
  };
  const { status, body, headers } = await server.call('POST', PACKS, { body: packForm() });
  expect([status, body.message_code, headers['retry-after']]).toEqual([507, 'M50700', '10']);
  expect(puts).toBe(1);
  expect(await server.ok('GET', PACKS)).toEqual([]);
});

test('a file is M50300 if nothing of it arrives, which nobody caches', async () => {
  answer = (_incoming, response) => {
    response.writeHead(200, { 'content-length': 100 }).flushHeaders();
    setImmediate(() => response.destroy());
  };
  const { statusCode, headers, body } = await request(`${url}${FILE}`);
  expect(await body.json()).toMatchObject({ message_code: 'M50300' });
  expect([statusCode, headers['cache-control'], headers['retry-after']]).toEqual([503, 'no-store', '1']);
});

test('a file that is cut ends its connection, and no other', async () => {
  answer = (_incoming, response) =>
    response
      .writeHead(200, { 'content-length': 100_000 })
      .write(Buffer.alloc(50_000), () => response.destroy());
  const { statusCode, body } = await request(`${url}${FILE}`);
  expect(statusCode).toBe(200);
  await expect(body.arrayBuffer()).rejects.toThrow();
  answer = (_incoming, response) => response.end('whole');
  expect(await (await request(`${url}${FILE}`)).body.text()).toBe('whole');
});

test('a client that goes away ends the request to the store', async () => {
  const ended = new Promise((resolve) => {
    answer = (_incoming, response) => {
      response.once('close', resolve);
      response.writeHead(200, { 'content-length': 100_000 }).write(Buffer.alloc(50_000));
    };
  });
  const { body } = await request(`${url}${FILE}`);
  body.on('error', () => {}).destroy();
  await ended;
});

test('everything else works', async () => {
  answer = (_incoming, response) => response.destroy();
  await server.users(1);
  await server.ok('GET', '/health/ready');
});
