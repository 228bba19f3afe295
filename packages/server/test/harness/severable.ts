import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** A proxy to a server that can be severed: its clients lose their connections without notice, as on a bad network. */
export interface Severable {
  port: number;
  /** While severed it accepts no connections. */
  isDown: boolean;
  sever: () => void;
  close: () => void;
}

export async function severable(port: number): Promise<Severable> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    if (way.isDown) {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect({ host: '127.0.0.1', port });
    keep(client);
    keep(upstream);
    client.pipe(upstream).pipe(client);
    client.once('close', () => upstream.destroy());
    upstream.once('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const sever = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const way: Severable = {
    port: (server.address() as AddressInfo).port,
    isDown: false,
    sever,
    close: () => {
      sever();
      server.close();
    },
  };
  return way;
}
