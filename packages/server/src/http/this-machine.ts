import type { FastifyRequest } from 'fastify';
import type { ClientAddresses } from '../edge/client-address.ts';

/** Headers that various proxies and tunnels add. */
const PROXY_HEADER = /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|.*-client-ip|.*-connecting-ip)$/;

/** Those of a proxy that says in `X-Forwarded-For` where its clients are. */
const EXPECTED_HEADER = /^(via|x-forwarded-.*)$/;

/**
 * Whether the client is on this machine. A proxy on this machine forwards requests from elsewhere: it adds a header, or
 * (nginx by default) speaks HTTP/1.0. With `addresses`, the header of a trusted proxy says where the client is.
 */
export function isFromThisMachine(request: FastifyRequest, addresses?: ClientAddresses): boolean {
  const { socket, headers, raw } = request;
  if (raw.httpVersion === '1.0' || !isOwnAddress(socket.remoteAddress ?? '')) return false;
  const added = Object.keys(headers).filter((name) => PROXY_HEADER.test(name));
  if (added.length === 0) return true;
  const forwarded = [headers['x-forwarded-for'] ?? ''].flat().join(',').split(',');
  return (
    addresses?.isTrustedProxy(socket.remoteAddress) === true &&
    added.every((name) => EXPECTED_HEADER.test(name)) &&
    forwarded.every((address) => isOwnAddress(address.trim()))
  );
}

function isOwnAddress(address: string): boolean {
  return /^(127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1)$/.test(address.replace(/^::ffff:/, ''));
}

/**
 * The address of this server that the request is for, without a slash at its end; undefined unless the request comes from one of our own
 * pages, or from no page. A foreign page can make a browser on this machine send requests: then its origin differs, or (with DNS rebinding) the requested host
 * name is neither a name of this machine nor that of the public address.
 */
export function ownUrlOf(
  { headers: { host = '', origin } }: FastifyRequest,
  publicUrl?: string,
): string | undefined {
  const isPublic = publicUrl !== undefined && new URL(publicUrl).host === host;
  const isOwnName = isPublic || /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/.test(host);
  const url = isPublic ? publicUrl : `http://${host}`;
  return isOwnName && (origin === undefined || origin === new URL(url).origin) ? url : undefined;
}
