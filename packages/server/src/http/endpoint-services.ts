import { isLoopbackUrl } from '@palaver/protocol/formats';
import type { MediaWorkers } from '../domain/media/media-workers.ts';
import { KeyedMutex } from '../domain/operations/idempotency/keyed-mutex.ts';
import type { Scanner } from '../domain/scan/scanner.ts';
import type { ServerParts } from '../edge/services.ts';
import type { PushServices } from '../notifications/push/push-services.ts';
import { isLoopback } from '../platform/listening.ts';
import { quotasOf } from './quotas.ts';

/** What only the API over HTTP needs. */
export interface ApiParts extends ServerParts {
  pushServices: PushServices;
  media: MediaWorkers;
  scanner: Scanner;
}

export type EndpointServices = ReturnType<typeof servicesOf>;

/** The services that endpoints get with the request. */
export function servicesOf(parts: ApiParts) {
  const { config } = parts;
  return {
    tokens: parts.tokens,
    sends: parts.sends,
    clientMessages: parts.clientMessages,
    /** Locks by the id of a resumable upload: those that become files. */
    finishes: new KeyedMutex(),
    newThreads: parts.newThreads,
    newPairs: parts.newPairs,
    searches: parts.searches,
    providerTests: parts.providerTests,
    pullWaits: parts.pullWaits,
    /** For an endpoint that `waits`: its work, without its waits, counts toward the load of the node. */
    load: parts.load,
    pushServices: parts.pushServices,
    objects: parts.objects,
    archiveLimits: { maxFiles: config.stickerFiles, maxUnpackedBytes: config.stickerBytes },
    tokenPolicy: { ttlMs: config.tokenTtlMs, keyMs: config.signingKeyMs },
    maxMessageBytes: config.messageBytes,
    /** The base of the URLs of stickers; undefined: the host that the request was sent to. */
    publicUrl: config.publicUrl,
    /** The base of the URLs of files. Messages store it, so no request determines it. */
    baseUrl: parts.baseUrl,
    /**
     * Only programs on this machine reach the server, also by its public address. (Without one, a trusted proxy may pass on requests from
     * elsewhere.)
     */
    isOnLoopback:
      isLoopback(config.host) &&
      (config.publicUrl === undefined ? config.trustedProxies.isEmpty : isLoopbackUrl(config.publicUrl)),
    media: parts.media,
    scanner: parts.scanner,
    fileLimits: { quotas: quotasOf(config), unnamedMs: config.unnamedFileMs },
    /** That of the disk on which files are received. */
    room: parts.temporary.room,
  };
}
