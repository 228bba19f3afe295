import type { IncomingMessage } from 'node:http';
import { type Address, type AddressRanges, parseAddress } from '../platform/address-ranges.ts';

/** Tells where requests come from, also through the proxies that the operator trusts (`PALAVER_TRUSTED_PROXIES`). */
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
   * The client's address; empty, when its connection has gone. Each proxy appends whom it was asked by, so `X-Forwarded-For` is
   * read from its end, and only for as long as a trusted proxy has written it: what is before that is the client's own invention.
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

  /** Whose limits count for a request of this client, see {@link limitedAs}. */
  limitedOf(request: Pick<IncomingMessage, 'socket' | 'headers'>): string {
    return limitedAs(this.of(request));
  }
}

/** Some proxies write `192.0.2.1:4711` and `[2001:db8::1]:4711`. */
function withoutPort(entry: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
}

/** Whose limits count: the address, or of version 6 its /64, which one customer of a provider has for themself alone. */
export function limitedAs(address: string): string {
  const parsed: Address | undefined = parseAddress(address);
  if (parsed === undefined || parsed.kind() === 'ipv4') return address;
  return parsed.toByteArray().slice(0, 8).join('.');
}
