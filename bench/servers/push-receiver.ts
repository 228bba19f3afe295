/**
 * The minimal push service of browsers: it accepts every push, over HTTPS, and counts them. `GET /` without TLS returns its HTTPS port
 * and the count.
 */
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { TEST_CERTIFICATE, TEST_KEY } from '../../packages/server/test/notifications/certificate.ts';

let count = 0;

const service = createSecureServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, (request, response) => {
  request.resume();
  request.on('end', () => {
    count += 1;
    response.writeHead(201).end();
  });
});
service.keepAliveTimeout = 60_000;
service.listen(0, '127.0.0.1', () => {
  const { port } = service.address() as AddressInfo;
  createServer((_, response) => response.end(JSON.stringify({ port, count }))).listen(
    Number(process.env.PORT),
    '127.0.0.1',
  );
});
