import type { FastifyRequest } from 'fastify';

/** Headers that various proxies and tunnels add. */
const PROXY_HEADER = /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|.*-client-ip|.*-connecting-ip)$/;

/**
 * Whether the client is on this machine. A proxy on this machine forwards requests from elsewhere: it adds a header, or
 * (nginx by default) speaks HTTP/1.0.
 */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const address = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const isForwarded = Object.keys(request.headers).some((name) => PROXY_HEADER.test(name));
  return !isForwarded && request.raw.httpVersion !== '1.0' && /^(127\.|::1$)/.test(address);
}

/**
 * Whether the request comes from one of our own pages, or from no page. A foreign page can make a browser on this machine
 * send requests: then its origin differs, or (with DNS rebinding) the requested host name is not a name of this machine.
 */
export function isFromOwnPage({ headers: { host = '', origin } }: FastifyRequest): boolean {
  const isOwnName = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/.test(host);
  return isOwnName && (origin === undefined || origin === `http://${host}`);
}
