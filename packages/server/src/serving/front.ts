import { Server as TcpServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { startMediaWorkers } from '../domain/media/media-workers.ts';
import type { SendQueue } from '../domain/operations/messages/send-queue.ts';
import { ClamdScanner, NO_SCANNER, type Scanner } from '../domain/scan/scanner.ts';
import type { HeldCounts } from '../edge/held-counts.ts';
import { createServices } from '../edge/services.ts';
import type { Foundation } from '../foundation.ts';
import { addressOnceListening } from '../http/listen.ts';
import { buildServer } from '../http/server.ts';
import { Realtime } from '../realtime/realtime.ts';
import { VERSION } from '../version.ts';
import { openSendQueue } from './open-send-queue.ts';

export interface FrontOptions {
  /** Where messages are sent; by default this thread stores them. */
  sends?: SendQueue;
  /** The secret in the playground's URL. */
  playgroundToken: string;
  /** Whether the thread that stores messages does not respond; by default it is this one. */
  isCutOff?: () => boolean;
  /** What is held for peers is counted here, together with other threads. */
  heldCounts?: HeldCounts;
}

/** What serves HTTP and WebSocket, ready to listen. A node has one, or one in each of several threads. */
export interface Front {
  scanner: Scanner;
  server: FastifyInstance;
  realtime: Realtime;
  /** From now on `/health/ready` is 503 and each response closes its connection. Everything else is served as before. */
  leave: () => void;
  /** Accepts no new connections, but keeps existing ones, including idle ones. */
  stopAccepting: () => void;
  /** Refuses new requests, finishes those in progress, and closes all connections. */
  stop: () => Promise<void>;
}

/** Composes a front. This is the only place that does; tests use it too. */
export async function composeFront(foundation: Foundation, options: FrontOptions): Promise<Front> {
  const { config, bus, metrics } = foundation;
  const { sends = openSendQueue(foundation) } = options;
  let isLeaving = false;
  let isDraining = false;
  const services = createServices(foundation, options.heldCounts);
  const { pullWaits, newThreads } = services;
  const scanner = openScanner(foundation);
  const media = startMedia(config);
  const parts = {
    ...foundation,
    ...services,
    isCutOff: () => false,
    ...options,
    sends,
    media,
    scanner,
    baseUrl: () => config.publicUrl ?? ownUrl(),
    isLeaving: () => isLeaving,
    isDraining: () => isDraining,
  };
  const server: FastifyInstance = await buildServer({ ...parts, version: VERSION });
  const ownUrl = addressOnceListening(server.server);
  const realtime = new Realtime({ ...parts, bus });
  realtime.attach(server.server);
  bus.subscribe((event) => {
    if (event.type === 'events') pullWaits.announce(event.apps);
  });
  metrics.addGauge(
    'palaver_waiting_pulls',
    'Requests for events that wait, or may wait, for an event.',
    () => pullWaits.size,
  );
  metrics.addGauge(
    'palaver_requests_in_progress',
    'Requests and realtime commands in progress, of those that PALAVER_MAX_REQUESTS limits.',
    () => services.load.inProgress,
  );
  metrics.addGauges(
    'palaver_held_bytes',
    'Bytes of memory that peers make this node hold, by kind.',
    'kind',
    () => services.held.byKind,
  );
  const leave = () => {
    isLeaving = true;
  };
  return {
    scanner,
    server,
    realtime,
    leave,
    // (`close` of the HTTP server would also close connections that have not sent their request yet.)
    stopAccepting: () => void TcpServer.prototype.close.call(server.server),
    stop: async () => {
      leave();
      isDraining = true;
      pullWaits.close();
      // Both share one time limit (docs/operating.md).
      const endsAt = performance.now() + config.drainTimeoutMs;
      await realtime.close(config.drainTimeoutMs);
      await drain(server, Math.max(0, endsAt - performance.now()));
      await Promise.all([newThreads.drain(), sends.drain()]);
      scanner.close();
      await media.close();
    },
  };
}

function startMedia({ imageBytes, videoBytes, audioBytes, fileBytes, ...config }: Foundation['config']) {
  return startMediaWorkers({
    maxBytes: { image: imageBytes, video: videoBytes, audio: audioBytes, file: fileBytes },
    pictureLimits: { side: config.imageSide, pixels: config.imagePixels, avifPixels: config.avifPixels },
    memoryLimitBytes: config.mediaMemoryBytes,
  });
}

function openScanner({ config, log, metrics }: Foundation): Scanner {
  const { scanUrl: address, scanUnavailable: whenAway } = config;
  return address === undefined ? NO_SCANNER : new ClamdScanner({ address, whenAway, log, metrics });
}

/** After this time, connections with requests in progress are closed. */
async function drain(server: FastifyInstance, timeoutMs: number): Promise<void> {
  const timer = setTimeout(() => server.server.closeAllConnections(), timeoutMs);
  await server.close();
  clearTimeout(timer);
}
