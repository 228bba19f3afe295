/** The minimal server for reads in Node: `node:http`, and constant bytes. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const answer = readFileSync(process.env.ANSWER ?? '');

const server = createServer((_request, response) => {
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': answer.length,
  });
  response.end(answer);
});
server.listen(Number(process.env.PORT), '127.0.0.1');
