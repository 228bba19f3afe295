import { createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A server that replies by this function. Returns its URL; it ends with the test. */
export async function startRawServer(
  onConnection: (socket: Socket) => void,
): Promise<{ url: string; server: Server }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return { url: `smtp://127.0.0.1:${address.port}`, server };
}

/** Speaks SMTP. `reply` is asked for each line that is no text of an e-mail, and for the `.` after it; empty: no reply. */
export function speakSmtp(socket: Socket, reply: (line: string) => string): void {
  socket.write('220 mail.example.com\r\n');
  let isData = false;
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    for (let end = received.indexOf('\r\n'); end >= 0; end = received.indexOf('\r\n')) {
      const line = received.slice(0, end);
      received = received.slice(end + 2);
      if (isData && line !== '.') continue;
      isData = line === 'DATA';
      const said = isData ? '354 go on' : reply(line);
      if (said !== '') socket.write(`${said}\r\n`);
    }
  });
}
