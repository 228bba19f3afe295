import { integer, milliseconds } from '../kinds.ts';
import { defineSettings } from '../setting.ts';

/** Realtime connections. */
export const REALTIME = defineSettings({
  maxConnections: {
    name: 'PALAVER_MAX_CONNECTIONS',
    kind: integer({ min: 1, max: 1_000_000 }),
    default: '20000',
    doc: 'Maximum number of signed-in realtime connections of one node. Beyond it the server refuses a handshake with M50300. (`PALAVER_MAX_ANONYMOUS_CONNECTIONS` limits the others.)',
  },
  maxUserConnections: {
    name: 'PALAVER_MAX_USER_CONNECTIONS',
    kind: integer({ min: 1, max: 100_000 }),
    default: '20',
    doc: 'Maximum number of realtime connections of one user on one node. The server closes one more with 4429.',
  },
  authenticationTimeoutMs: {
    name: 'PALAVER_AUTHENTICATION_TIMEOUT_MS',
    kind: milliseconds({ min: 100, max: 3_600_000 }),
    default: '10000',
    doc: 'Time for a realtime connection to authenticate. After that the server closes it with 4408.',
  },
  heartbeatMs: {
    name: 'PALAVER_HEARTBEAT_MS',
    kind: milliseconds({ min: 1_000, max: 3_600_000 }),
    default: '30000',
    doc: 'Interval of pings on realtime connections. The server closes a connection that has not answered by the next ping.',
  },
  connectionBacklogBytes: {
    name: 'PALAVER_CONNECTION_BACKLOG_BYTES',
    kind: integer({ min: 512 * 1024, max: 1024 * 1024 * 1024 }),
    default: String(1024 * 1024),
    doc: 'Maximum number of bytes queued in memory for a slow client. Beyond it the server closes the connection with 1013.',
  },
  resumeEntries: {
    name: 'PALAVER_RESUME_ENTRIES',
    kind: integer({ min: 1, max: 1_000_000 }),
    default: '1000',
    doc: 'Maximum number of missed entries of one thread that the server sends after a reconnect. A client that is further behind gets a `reset` of the thread.',
  },
});
