import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A proxy to a server that can be severed: its clients lose their connections without notice, as on a bad network. */
export interface Severable {
  port: number;
  /** The port of the server, for connections from now on. */
  target: number;
  /** While severed it accepts no connections. */
  isDown: boolean;
  /** Bytes that clients have sent through it. */
  carried: number;
  sever: () => void;
  /** Passes no more than this of what each client sends, until `release`. */
  hold: (bytes: number) => void;
  release: () => void;
  close: () => void;
}

export async function severable(target: number): Promise<Severable> {
  const sockets = new Set<Socket>();
  let passing = Number.POSITIVE_INFINITY;
  let released = Promise.withResolvers<void>();
  const gate = () => {
    let passed = 0;
    return new Transform({
      async transform(chunk: Buffer, _encoding, done) {
        passed += chunk.length;
        if (passed > passing) await released.promise;
        way.carried += chunk.length;
        done(null, chunk);
      },
    });
  };
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
    const upstream = connect({ host: '127.0.0.1', port: way.target });
    keep(client);
    keep(upstream);
    client.pipe(gate()).pipe(upstream).pipe(client);
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
    target,
    isDown: false,
    carried: 0,
    sever,
    hold: (bytes) => {
      passing = bytes;
      released = Promise.withResolvers();
    },
    release: () => {
      passing = Number.POSITIVE_INFINITY;
      released.resolve();
    },
    close: () => {
      sever();
      server.close();
    },
  };
  return way;
}
