import type { IncomingMessage } from 'node:http';
import { type Address, type AddressRanges, parseAddress } from '../platform/address-ranges.ts';

/** Finds the address of a client, also behind the proxies that the operator trusts (`PALAVER_TRUSTED_PROXIES`). */
export class ClientAddresses {
  readonly #trusted: AddressRanges;

  constructor(trustedProxies: AddressRanges) {
    this.#trusted = trustedProxies;
  }

  isTrustedProxy(address: string | undefined): boolean {
    const parsed = parseAddress(address ?? '');
    return parsed !== undefined && this.#trusted.has(parsed);
  }

  /**
   * The client's address; empty if its connection has closed. Each proxy appends the address of its peer, so
   * `X-Forwarded-For` is read from its end, and only as far as trusted proxies wrote it: the client can forge everything
   * before that.
   */
  of({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): string {
    let address = parseAddress(socket.remoteAddress ?? '');
    if (address === undefined || !this.#trusted.has(address)) return address?.toString() ?? '';
    const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
    for (const entry of forwarded.reverse()) {
      const before = parseAddress(withoutPort(entry.trim()));
      if (before === undefined) break;
      address = before;
      if (!this.#trusted.has(before)) break;
    }
    return address.toString();
  }

  /** The address that the limits for this client use, see {@link limitedAs}. */
  limitedOf(request: Pick<IncomingMessage, 'socket' | 'headers'>): string {
    return limitedAs(this.of(request));
  }
}

/** Some proxies write `192.0.2.1:4711` and `[2001:db8::1]:4711`. */
function withoutPort(entry: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
}

/** The address that limits use: for IPv6 its /64, because providers give each customer a whole /64. */
export function limitedAs(address: string): string {
  const parsed: Address | undefined = parseAddress(address);
  if (parsed === undefined || parsed.kind() === 'ipv4') return address;
  return parsed.toByteArray().slice(0, 8).join('.');
}
