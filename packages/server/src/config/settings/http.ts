import { isHostName, isOrigin } from '../../platform/text-forms.ts';
import { addressRanges, integer, listOf, milliseconds, seconds, textThat, webAddress } from '../kinds.ts';
import { defineSettings } from '../setting.ts';

/** Requests and responses. */
export const HTTP = defineSettings({
  publicUrl: {
    name: 'PALAVER_PUBLIC_URL',
    basic: true,
    kind: webAddress,
    doc: 'Public address of the server, such as `https://chat.example.com`, or `https://example.com/chat` if a proxy serves it below a path, with which the addresses of files and uploads begin. Not set: for uploads, an address relative to that of the request; for stickers, the address of the request; for the files of messages, the address at which the server listens, which only this machine may reach.',
  },
  baseDomain: {
    name: 'PALAVER_BASE_DOMAIN',
    kind: textThat(isHostName, 'a host name such as chat.example.com, without a scheme and a port'),
    default: 'localhost',
    doc: 'Base domain of application host names. For the host name `<app id>.<base domain>`, the API key must belong to that application.',
  },
  trustedProxies: {
    name: 'PALAVER_TRUSTED_PROXIES',
    basic: true,
    kind: addressRanges,
    default: '',
    doc: 'Proxies whose `X-Forwarded-For` the server trusts: addresses and ranges, separated by commas, such as `127.0.0.1`, `10.1.0.0/16`. Not set: the client address is that of the connection.',
  },
  corsOrigins: {
    name: 'PALAVER_CORS_ORIGINS',
    basic: true,
    kind: listOf(
      (one) => (one === '*' || isOrigin(one) ? one : undefined),
      'origins as browsers write them, such as https://app.example.com, separated by commas; or *',
    ),
    default: '*',
    doc: 'CORS origins of web pages that may use the client API and load stickers and files, separated by commas, such as `https://app.example.com`; `*`: any origin.',
  },
  maxRequests: {
    name: 'PALAVER_MAX_REQUESTS',
    kind: integer({ min: 1, max: 1_000_000 }),
    default: '1024',
    doc: 'Maximum number of requests and realtime commands in progress of one node (of each of its serving threads). Beyond it the server refuses requests with M50300, and admits only a twelfth of this number until the load has fallen. Uploads and downloads of files, and waits for events, do not count: they have limits of their own. A request for events counts while it reads them.',
  },
  requestTimeoutMs: {
    name: 'PALAVER_REQUEST_TIMEOUT_MS',
    kind: milliseconds({ min: 100, max: 3_600_000 }),
    default: '30000',
    doc: 'Maximum time for a request to arrive completely, in milliseconds. An upload of files may take longer if at least 32 KiB of it arrive in each such time.',
  },
  uploadTimeoutMs: {
    name: 'PALAVER_UPLOAD_TIMEOUT_MS',
    kind: milliseconds({ min: 1_000, max: 7_200_000 }),
    default: '3600000',
    doc: 'Maximum time for an upload of files to arrive completely, in milliseconds.',
  },
  answerTimeoutMs: {
    name: 'PALAVER_ANSWER_TIMEOUT_MS',
    kind: milliseconds({ min: 100, max: 3_600_000 }),
    default: '30000',
    doc: 'How long a client may leave a response unread before the server closes its connection, in milliseconds.',
  },
  keepAliveTimeoutMs: {
    name: 'PALAVER_KEEP_ALIVE_TIMEOUT_MS',
    kind: milliseconds({ min: 1_000, max: 3_600_000 }),
    default: '72000',
    doc: 'How long a connection may be idle between two requests before the server closes it, in milliseconds. A connection that is kept open longer without a valid key, token or ticket counts as anonymous again. Let a proxy close its idle connections sooner.',
  },
  idempotencyTtlMs: {
    name: 'PALAVER_IDEMPOTENCY_TTL_SECONDS',
    kind: seconds({ min: 1, max: 31_536_000 }),
    default: '86400',
    doc: 'How long the server remembers the success of a request with an `Idempotency-Key`.',
  },
});
