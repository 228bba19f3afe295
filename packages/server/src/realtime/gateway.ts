import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { MAX_FRAGMENTS, MAX_FRAME_BYTES, REALTIME_PATH } from '@palaver/protocol/realtime';
import { WebSocketServer } from 'ws';
import type { Config } from '../config/config.ts';
import type { AnonymousConnections } from '../edge/anonymous-connections.ts';
import { type ClientAddresses, limitedAs } from '../edge/client-address.ts';
import type { HeldBytes } from '../edge/held-bytes.ts';
import { isOriginAllowed } from '../edge/origins.ts';
import type { StrangerLimit } from '../edge/rate-limit.ts';
import { isAnswering, type SocketRefusals } from '../edge/socket-refusals.ts';
import type { Log } from '../platform/log.ts';
import { CLOSE_TIMEOUT_MS, ClientSocket } from './client-socket.ts';
import type { Connections } from './connections.ts';
import { Session, type SessionServices } from './session.ts';
import { TurnWriter } from './turn-writer.ts';

/** (A constant: TypeScript would refuse it inline, because the library's types lack the last option.) */
const WEB_SOCKETS = {
  noServer: true,
  clientTracking: false,
  // Compression costs about 1 MB a connection, and a frame could not be encoded once for many connections.
  perMessageDeflate: false,
  autoPong: false,
  // A client may send a hundred frames at once; other connections are served between them.
  allowSynchronousEvents: false,
  maxPayload: MAX_FRAME_BYTES,
  maxFragments: MAX_FRAGMENTS,
  closeTimeout: CLOSE_TIMEOUT_MS,
};

export interface GatewayParts {
  config: Config;
  log: Log;
  socketRefusals: SocketRefusals;
  addresses: ClientAddresses;
  anonymous: AnonymousConnections;
  /** Refused requests of an address and refusals of its connections before sign-in count together. */
  strangers: StrangerLimit;
  held: HeldBytes;
  connections: Connections;
  services: SessionServices;
  isDraining: () => boolean;
}

/** Accepts or refuses WebSocket handshakes; each accepted one becomes a {@link Session}. */
export class Gateway {
  readonly #parts: GatewayParts;
  readonly #writer = new TurnWriter();
  readonly #webSockets = new WebSocketServer(WEB_SOCKETS);

  constructor(parts: GatewayParts) {
    this.#parts = parts;
    this.#webSockets.on('wsClientError', (_error, socket, request) =>
      parts.socketRefusals.refuse(socket as Socket, { code: 'M40000', request, route: REALTIME_PATH }, [
        'sec-websocket-version: 13',
      ]),
    );
  }

  /** Handles the WebSocket handshakes of an HTTP server. */
  attach(server: Server): void {
    server.on('upgrade', (request, socket, head) => {
      try {
        this.#upgrade(request, socket as Socket, head);
      } catch (error) {
        this.#parts.log.error({ err: error }, 'a handshake failed');
        socket.destroy();
      }
    });
  }

  #upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    const { config, isDraining, anonymous, addresses, connections, services } = this.#parts;
    const { socketRefusals, strangers, held } = this.#parts;
    // Until the handshake is done, nothing else handles errors of the socket.
    const onError = () => socket.destroy();
    socket.on('error', onError);
    if (isAnswering(socket)) {
      // The pending response would be written between our frames.
      socketRefusals.answerNode(new Error('a handshake behind another request'), socket);
      return;
    }
    const isFull = isDraining() || connections.isFull;
    const isStranger = !isOriginAllowed(config.corsOrigins, request.headers.origin);
    const handshake = { host: request.headers.host ?? '', address: addresses.of(request), socket };
    if (isFull || isStranger) {
      const code = isFull ? 'M50300' : 'M40307';
      socketRefusals.refuse(socket, { code, request, route: REALTIME_PATH });
      return;
    }
    anonymous.enter(socket, handshake.address);
    const limited = limitedAs(handshake.address);
    this.#webSockets.handleUpgrade(request, socket, head, (ws) => {
      socket.off('error', onError);
      const wire = new ClientSocket(ws, socket, {
        writer: this.#writer,
        maxBacklogBytes: config.connectionBacklogBytes,
        held,
        peer: { type: 'address', id: limited },
        takeRefusal: () => strangers.take(limited),
      });
      connections.add(new Session(services, wire, handshake));
    });
  }
}
