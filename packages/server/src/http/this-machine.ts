import type { FastifyRequest } from 'fastify';

/** What proxies and tunnels add, each its own. */
const PROXY_HEADER = /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|.*-client-ip|.*-connecting-ip)$/;

/**
 * Whether who asks is on this machine. A proxy on this machine speaks for somebody elsewhere: it says so, or (nginx, unless it
 * is told otherwise) speaks HTTP/1.0.
 */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const address = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const isForwarded = Object.keys(request.headers).some((name) => PROXY_HEADER.test(name));
  return !isForwarded && request.raw.httpVersion !== '1.0' && /^(127\.|::1$)/.test(address);
}

/**
 * Whether a page that this server has sent asks, or no page. A page from elsewhere can make a browser on this machine ask:
 * its origin is another one; or, when it has made its own name lead here, the name that it asked for is not this machine's.
 */
export function isFromOwnPage({ headers: { host = '', origin } }: FastifyRequest): boolean {
  const isOwnName = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/.test(host);
  return isOwnName && (origin === undefined || origin === `http://${host}`);
}
