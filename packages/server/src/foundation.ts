import type { LookupFunction } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import type { Bus } from './bus/bus.ts';
import { openInProcessBus } from './bus/in-process.ts';
import { openNetworkBus } from './bus/network.ts';
import { openPostgresTransport } from './bus/postgres.ts';
import { PublishingDatabase } from './bus/publishing-database.ts';
import { guardWebhooks, guardWebPush } from './config/address-guards.ts';
import type { Config } from './config/config.ts';
import { PushServices } from './notifications/push/push-services.ts';
import type { Log } from './platform/log.ts';
import { Metrics } from './platform/metrics.ts';
import { OtlpExporter } from './platform/tracing/otlp-exporter.ts';
import { createSampler } from './platform/tracing/sampler.ts';
import { Tracer } from './platform/tracing/tracer.ts';
import { Database } from './storage/database.ts';
import { DiskRoom } from './storage/disk-room.ts';
import { Leases } from './storage/lease.ts';
import type { Link } from './storage/link.ts';
import { measured } from './storage/objects/measured.ts';
import type { Objects } from './storage/objects/objects.ts';
import { openObjects } from './storage/objects/open-objects.ts';
import { makePrivateFolder } from './storage/private-folder.ts';
import { Temporary } from './storage/temporary.ts';
import { WriteProbe } from './storage/write-probe.ts';
import { VERSION } from './version.ts';

export interface FoundationOptions {
  config: Config;
  log: Log;
  /** PostgreSQL itself: a database with an up-to-date schema. */
  connection: ClientConfig;
  /** How statements reach it; by default directly. */
  link?: Link;
  /** By default those of the process. */
  metrics?: Metrics;
  /** By default the bus that the settings ask for. */
  openBus?: (log: Log) => Bus;
  /** Resolves the host names of webhooks and push services; by default the system's resolver does. */
  lookup?: LookupFunction | undefined;
  /** Certificates (PEM) that push services may have been issued with, besides those that Node trusts. */
  trustedCa?: string | undefined;
}

/** The parts that servers and workers share. */
export interface Foundation {
  config: Config;
  log: Log;
  /** PostgreSQL itself, for what needs a session of its own. */
  connection: ClientConfig;
  bus: Bus;
  metrics: Metrics;
  tracer: Tracer;
  db: PublishingDatabase;
  leases: Leases;
  /** The connections that acquire and renew leases. */
  renewing: Database;
  objects: Objects;
  temporary: Temporary;
  writes: WriteProbe;
  lookup: LookupFunction | undefined;
  pushServices: PushServices;
  trustedCa: string | undefined;
}

/** Only one server uses an embedded database, so its bus connects no nodes. */
async function openBusFor(
  { databaseUrl, natsServers, natsCredentials }: Config,
  connection: ClientConfig,
  log: Log,
): Promise<Bus> {
  if (databaseUrl === undefined) return openInProcessBus(log);
  if (natsServers === undefined)
    return openNetworkBus({
      ...{ log, service: 'PostgreSQL' },
      openTransport: (listener) => openPostgresTransport(connection, listener),
    });
  const { NatsTransport } = await import('./bus/nats.ts');
  const options = { servers: natsServers, credentials: natsCredentials, connection };
  return openNetworkBus({
    ...{ log, service: 'NATS' },
    openTransport: (listener) => new NatsTransport(options, listener),
  });
}

/** The second connection is for a renewal while the first one does not answer. */
const RENEWING = { poolSize: 2, statementTimeoutMs: 2_500 };

export async function layFoundation(options: FoundationOptions): Promise<Foundation> {
  const { config, log, connection, lookup, trustedCa } = options;
  const bus = options.openBus?.(log) ?? (await openBusFor(config, connection, log));
  const { metrics = new Metrics() } = options;
  const prepares = config.preparedStatements === 'auto';
  const link = options.link ?? { connection, isPooled: false, prepares };
  const poolSize = config.databasePoolSize;
  const db = new PublishingDatabase(link.connection, { ...link, poolSize, log, bus, metrics });
  const renewing = new Database(link.connection, { ...link, ...RENEWING, log });
  const leases = new Leases({ db, renewing, log, metrics });
  const [files, unfinished] = [join(config.dataDir, 'objects'), join(config.dataDir, 'temporary')];
  for (const folder of [files, unfinished])
    await makePrivateFolder(folder).catch((error: unknown) =>
      log.warn(
        { err: error, folder },
        'the permissions of a folder of files cannot be restricted to this user',
      ),
    );
  const room = new DiskRoom(config.dataDir, config.diskReserve);
  const objects = measured(openObjects(config, files, room), metrics);
  const temporary = new Temporary(unfinished, room);
  const writes = new WriteProbe(db, config.databaseUrl === undefined ? room : undefined);
  addDiskGauges(metrics, room, writes);
  const [guard, webPushGuard] = [guardWebhooks(config, lookup), guardWebPush(config, lookup)];
  const pushServices = new PushServices({ config, guard, webPushGuard, trustedCa });
  const tracer = openTracer(config, log, metrics);
  return {
    ...{ config, log, connection, bus, metrics, tracer, db, leases, renewing, objects, temporary, writes },
    ...{ lookup, pushServices, trustedCa },
  };
}

/** (Each thread has its own look at the same disk.) */
function addDiskGauges(metrics: Metrics, room: DiskRoom, writes: WriteProbe): void {
  metrics.addGauge(
    'palaver_disk_free_bytes',
    'Free space on the disk of DATA_DIR.',
    async () => (await room.look()).freeBytes,
    { ofThreads: 'min' },
  );
  metrics.addGauge(
    'palaver_disk_reserve_bytes',
    'Free space on the disk of DATA_DIR below which uploads are refused.',
    async () => (await room.look()).reserveBytes,
    { ofThreads: 'min' },
  );
  metrics.addGauge(
    'palaver_database_full',
    'Whether the database refuses writes because its disk is full: 1 or 0.',
    async () => Number(await writes.isRefused()),
    { ofThreads: 'max' },
  );
}

/** A tracer that is off, unless the settings name a collector. Each thread has its own. */
function openTracer(config: Config, log: Log, metrics: Metrics): Tracer {
  const { otlpEndpoint, otlpTracesEndpoint, resourceAttributes = {} } = config;
  const headers = config.otlpTracesHeaders ?? config.otlpHeaders ?? {};
  const url = otlpTracesEndpoint ?? (otlpEndpoint && `${otlpEndpoint}/v1/traces`);
  const isOff = config.tracesDisabled || config.tracesExporter === 'none';
  if (url === undefined || isOff || config.tracesSampler === 'always_off') return new Tracer();
  const resource = {
    'service.version': VERSION,
    'service.instance.id': `${hostname()}:${process.pid}`,
    'telemetry.sdk.name': 'palaver',
    'telemetry.sdk.language': 'nodejs',
    'telemetry.sdk.version': VERSION,
    ...resourceAttributes,
    'service.name': config.serviceName ?? resourceAttributes['service.name'] ?? 'palaver',
  };
  return new Tracer(
    new OtlpExporter({ url, headers, resource, version: VERSION, delayMs: config.spanDelayMs, log, metrics }),
    createSampler(config.tracesSampler, config.tracesRatio),
  );
}

/** Closes the pool and the bus. */
export async function closeFoundation({
  db,
  renewing,
  bus,
  objects,
  pushServices,
  tracer,
}: Foundation): Promise<void> {
  try {
    await Promise.all([db.close(), renewing.close(), objects.close(), pushServices.close(), tracer.close()]);
  } finally {
    await bus.close();
  }
}
