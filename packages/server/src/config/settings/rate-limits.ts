import { either, integer } from '../kinds.ts';
import { defineSettings } from '../setting.ts';

/** How much keys, users and unauthenticated clients may ask for. */
export const RATE_LIMITS = defineSettings({
  rateLimitWrites: {
    name: 'PALAVER_RATE_LIMIT_WRITES',
    kind: integer({ min: 0, max: 1_000_000 }),
    default: '0',
    doc: 'Rate limit: writing requests per second, for each API key and node; 0: no limit.',
  },
  rateLimitReads: {
    name: 'PALAVER_RATE_LIMIT_READS',
    kind: integer({ min: 0, max: 1_000_000 }),
    default: '0',
    doc: 'Rate limit: reading requests per second, for each API key and node; 0: no limit.',
  },
  clientRateLimitWrites: {
    name: 'PALAVER_CLIENT_RATE_LIMIT_WRITES',
    basic: true,
    kind: integer({ min: 0, max: 1_000_000 }),
    default: '20',
    doc: 'Rate limit: writing requests per second, for each signed-in user and node; 0: no limit.',
  },
  clientRateLimitReads: {
    name: 'PALAVER_CLIENT_RATE_LIMIT_READS',
    basic: true,
    kind: integer({ min: 0, max: 1_000_000 }),
    default: '50',
    doc: 'Rate limit: reading requests per second, for each signed-in user and node; 0: no limit.',
  },
  clientRateLimitFiles: {
    name: 'PALAVER_CLIENT_RATE_LIMIT_FILES',
    kind: integer({ min: 0, max: 1_000_000 }),
    default: '200',
    doc: 'Rate limit: requests for files with a ticket per second, for each user and node; 0: no limit. (Requests for files with an API key count as reading requests of the key.)',
  },
  clientConcurrentRequests: {
    name: 'PALAVER_CLIENT_CONCURRENT_REQUESTS',
    kind: integer({ min: 0, max: 1_000_000 }),
    default: '64',
    doc: 'Maximum number of concurrent requests of one signed-in user on one node. A request counts until its whole response is sent. 0: no limit.',
  },
  clientHttpConnections: {
    name: 'PALAVER_CLIENT_HTTP_CONNECTIONS',
    kind: integer({ min: 0, max: 1_000_000 }),
    default: '64',
    doc: 'Maximum number of HTTP connections of one signed-in user on one node. For one more, the server closes the one that has been idle longest; if all have been in use within the last second, it refuses the new request with M42900 and closes its connection. Connections of trusted proxies do not count. Over HTTP/1.1 each concurrent request needs one: raise this together with `PALAVER_CLIENT_CONCURRENT_REQUESTS`. 0: no limit.',
  },
  clientRateLimitMembers: {
    name: 'PALAVER_CLIENT_RATE_LIMIT_MEMBERS',
    kind: integer({ min: 0, max: 10_000_000 }),
    default: '1000',
    doc: 'Rate limit: members that a signed-in user may add to groups (new groups included), plus direct threads that they may open, per minute and node; 0: no limit.',
  },
  anonymousRateLimit: {
    name: 'PALAVER_ANONYMOUS_RATE_LIMIT',
    kind: integer({ min: 0, max: 1_000_000 }),
    default: '200',
    doc: 'Rate limit for clients without a valid key or token: requests per second, for each address (IPv6: each /64) and node. It counts refused requests, refused sign-ins of realtime connections (also those refused for their first frame), and requests for pages, documents and stickers, where each 64 KiB of a response counts as one. Beyond it the response is M42900, and the server closes the connection; a realtime connection with 4429. Requests and sign-ins with a valid key, token or ticket, and for `/health` and `/metrics`, are neither counted nor refused. 0: no limit.',
  },
  maxAnonymousConnections: {
    name: 'PALAVER_MAX_ANONYMOUS_CONNECTIONS',
    kind: integer({ min: 1, max: 1_000_000 }),
    default: '5000',
    doc: 'Maximum number of HTTP and WebSocket connections of one node that have not yet shown a valid key, token or ticket, or (HTTP) none for `PALAVER_KEEP_ALIVE_TIMEOUT_MS`. Beyond it the server cuts the oldest.',
  },
  maxAnonymousConnectionsPerAddress: {
    name: 'PALAVER_MAX_ANONYMOUS_CONNECTIONS_PER_ADDRESS',
    kind: integer({ min: 1, max: 1_000_000 }),
    default: '1000',
    doc: 'The same for one address (IPv6: one /64).',
  },
  heldBytes: {
    name: 'PALAVER_HELD_BYTES',
    kind: either('auto', integer({ min: 1024 * 1024, max: 999_999_999_999 })),
    default: 'auto',
    doc: 'Maximum number of bytes of memory that one node holds for its clients and back ends: bodies and frames that have not come completely, and output that they have not read. One of them gets at most a quarter of what is free. Beyond it the server refuses requests with M50300, and closes realtime connections. `auto`: a quarter of the heap that Node may use, but at least 16 times `PALAVER_MAX_BODY_BYTES`.',
  },
  heldBytesPerUser: {
    name: 'PALAVER_HELD_BYTES_PER_USER',
    kind: integer({ min: 64 * 1024, max: 999_999_999_999 }),
    default: String(16 * 1024 * 1024),
    doc: 'The same for one signed-in user, over all requests and connections on one node. Beyond it the server refuses requests with M42900, and closes realtime connections. If `PALAVER_MAX_BODY_BYTES` or `PALAVER_CONNECTION_BACKLOG_BYTES` is greater, that is the maximum.',
  },
  heldBytesPerAddress: {
    name: 'PALAVER_HELD_BYTES_PER_ADDRESS',
    kind: integer({ min: 64 * 1024, max: 999_999_999_999 }),
    default: String(16 * 1024 * 1024),
    doc: 'The same for all clients of one address (IPv6: one /64) that are not signed in.',
  },
});
