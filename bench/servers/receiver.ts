/**
 * The least that can be told by a webhook: it counts, and looks at how old what it is told is. `GET /` answers both;
 * what is sent to `/never` is not answered.
 */
import { createServer } from 'node:http';

let count = 0;
let ages: number[] = [];

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify({ count, ages }));
    ages = [];
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (request.url === '/never') return;
    count += 1;
    const { timestamp } = JSON.parse(Buffer.concat(chunks).toString()) as { timestamp: string };
    ages.push(Date.now() - Date.parse(timestamp));
    response.writeHead(204).end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT), '127.0.0.1');
