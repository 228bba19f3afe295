/**
 * The minimal relay for messages in Node: `ws`, `JSON.parse`, a frame encoded once and written to each socket. It stores
 * nothing, checks nothing, and has one thread.
 */
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { WebSocketServer } from 'ws';

/** As long as an entry and a response of Palaver. */
const ENTRY_BYTES = 700;
const ANSWER_BYTES = 550;

const listeners = new Set<Socket>();
const webSockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
let seq = 0;

function padded(frame: object, bytes: number): string {
  const padding = 'x'.repeat(Math.max(0, bytes - JSON.stringify(frame).length));
  return JSON.stringify({ ...frame, padding });
}

function frameOf(text: string): Buffer {
  const payload = Buffer.from(text);
  const header = Buffer.from([0x81, 126, payload.length >> 8, payload.length & 0xff]);
  return Buffer.concat([header, payload]);
}

const server = createServer((_request, response) => response.end());
server.on('upgrade', (request, socket, head) => {
  webSockets.handleUpgrade(request, socket, head, (ws) => {
    const wire = socket as Socket;
    ws.on('message', (data) => {
      const frame = JSON.parse((data as Buffer).toString()) as {
        type: string;
        id?: string;
        body?: { text: string };
      };
      if (frame.type === 'resume') listeners.add(wire);
      if (frame.type !== 'send') return;
      seq += 1;
      ws.send(padded({ type: 'answer', id: frame.id, seq }, ANSWER_BYTES));
      const entry = frameOf(padded({ type: 'entry', seq, text: frame.body?.text }, ENTRY_BYTES));
      for (const listener of listeners) listener.write(entry);
    });
    ws.on('error', () => {});
    ws.on('close', () => listeners.delete(wire));
  });
});
server.listen(Number(process.env.PORT), '127.0.0.1');
