import { Server as TcpServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { startMediaWorkers } from './domain/media/media-workers.ts';
import { ClamdScanner, NO_SCANNER, type Scanner } from './domain/scan/scanner.ts';
import { createServices } from './edge/services.ts';
import { type ComposeOptions, closeFoundation, type Foundation, layFoundation } from './foundation.ts';
import { addressOf } from './http/listen.ts';
import { buildServer } from './http/server.ts';
import { Realtime } from './realtime/realtime.ts';
import { VERSION } from './version.ts';

/** One node of Palaver, ready to listen. */
export interface Node extends Foundation {
  scanner: Scanner;
  server: FastifyInstance;
  realtime: Realtime;
  /** The secret in the playground's URL. */
  playgroundToken: string;
  /** From now on `/health/ready` is 503 and each response closes its connection. Everything else is served as before. */
  leave: () => void;
  /** Accepts no new connections, but keeps existing ones, including idle ones. */
  stopAccepting: () => void;
  /** Refuses new requests, finishes those in progress, and closes all connections. */
  stopServing: () => Promise<void>;
  /** Closes the pool and the bus, after {@link stopServing}. */
  close: () => Promise<void>;
}

/** Composes a node. This is the only place that does; tests use it too. */
export async function compose(options: ComposeOptions): Promise<Node> {
  const foundation = await layFoundation(options);
  const { config, db, bus } = foundation;
  const media = startMedia(config);
  const scanner = openScanner(foundation);
  try {
    let isLeaving = false;
    let isDraining = false;
    const services = createServices(db, config, foundation.log, bus.audience);
    const { pullWaits } = services;
    bus.subscribe((event) => {
      if (event.type === 'events') pullWaits.announce(event.apps);
    });
    foundation.metrics.addGauge(
      'palaver_waiting_pulls',
      'Requests for events that wait, or may wait, for an event.',
      () => pullWaits.size,
    );
    const parts = {
      ...foundation,
      ...services,
      media,
      scanner,
      baseUrl: () => config.publicUrl ?? addressOf(server.server),
      isLeaving: () => isLeaving,
      isDraining: () => isDraining,
    };
    const server: FastifyInstance = await buildServer({ ...parts, version: VERSION });
    const realtime = new Realtime({ ...parts, bus });
    realtime.attach(server.server);
    const leave = () => {
      isLeaving = true;
    };
    // (`close` of the HTTP server would also close connections that have not sent their request yet.)
    const stopAccepting = () => void TcpServer.prototype.close.call(server.server);
    const stopServing = async () => {
      leave();
      isDraining = true;
      pullWaits.close();
      // Both share one time limit (docs/operating.md).
      const endsAt = performance.now() + config.drainTimeoutMs;
      await realtime.close(config.drainTimeoutMs);
      await drain(server, Math.max(0, endsAt - performance.now()));
      await Promise.all([services.newThreads.drain(), services.sends.drain()]);
    };
    const { playgroundToken } = services;
    return {
      ...foundation,
      scanner,
      server,
      realtime,
      playgroundToken,
      leave,
      stopAccepting,
      stopServing,
      close: async () => {
        scanner.close();
        await media.close();
        await closeFoundation(foundation);
      },
    };
  } catch (error) {
    await closeFoundation(foundation);
    throw error;
  }
}

function startMedia({
  imageBytes: image,
  videoBytes: video,
  audioBytes: audio,
  fileBytes: file,
}: Foundation['config']) {
  return startMediaWorkers({ maxBytes: { image, video, audio, file } });
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
