/**
 * A minimal Firebase: it issues access tokens and accepts every push, over HTTPS at `PUSH_PORT`, and counts them. `GET /` without
 * TLS returns the count.
 */
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { TEST_CERTIFICATE, TEST_KEY } from '../../packages/testing/src/receivers/certificate.ts';

let count = 0;

const TOKEN = JSON.stringify({ access_token: 'x', expires_in: 3_600, token_type: 'Bearer' });
const ACCEPTED = JSON.stringify({ name: 'projects/bench/messages/1' });

const service = createSecureServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, (request, response) => {
  request.resume();
  request.on('end', () => {
    const isPush = request.url !== '/token';
    if (isPush) count += 1;
    response.writeHead(200, { 'content-type': 'application/json' }).end(isPush ? ACCEPTED : TOKEN);
  });
});
service.keepAliveTimeout = 60_000;
service.listen(Number(process.env.PUSH_PORT), '127.0.0.1', () => {
  createServer((_, response) => response.end(JSON.stringify({ count }))).listen(
    Number(process.env.PORT),
    '127.0.0.1',
  );
});
