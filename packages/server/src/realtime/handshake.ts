import type { Socket } from 'node:net';

/** The handshake of a connection. */
export interface Handshake {
  /** The `Host` header, which may name an application. */
  host: string;
  /** The address of the client, see edge/client-address.ts. */
  address: string;
  socket: Socket;
}
