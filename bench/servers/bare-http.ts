/** The minimal server for sends in Node: `node:http`, `JSON.parse`, and a constant response. It checks nothing. */
import { createServer } from 'node:http';

const ANSWER = '{"message_code":"M200","message":"Success"}';

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (request.method === 'POST') JSON.parse(Buffer.concat(chunks).toString());
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': ANSWER.length,
    });
    response.end(ANSWER);
  });
});
server.listen(Number(process.env.PORT), '127.0.0.1');
