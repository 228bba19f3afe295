/**
 * The minimal webhook receiver: it counts deliveries and records their age. `GET /` returns both; requests to `/never` get no
 * response.
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
