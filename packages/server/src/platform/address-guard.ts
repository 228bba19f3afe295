import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';
import { type Address, type AddressRanges, parseAddress } from './address-ranges.ts';
import { getOrInsert } from './get-or-insert.ts';

/** Private addresses that may be called, and the setting that names them. */
export interface Exceptions {
  addresses: AddressRanges;
  setting: string;
}

/**
 * Keeps calls out of private networks (SSRF): anyone who may set an address could otherwise reach private hosts through us. The
 * addresses that back ends choose (webhooks) and those that users choose (Web Push subscriptions) have a guard each. A guard checks
 * the IP address that is actually connected to, not the host name, whose DNS answer may change between check and use. It also
 * covers IP literals, which need no DNS lookup.
 */
export class AddressGuard {
  readonly #exceptions: Exceptions;
  readonly #lookup: LookupFunction;
  /** The lookups in progress, by host name. */
  readonly #lookups = new Map<string, Promise<readonly LookupAddress[]>>();

  constructor(exceptions: Exceptions, lookup: LookupFunction = systemLookup) {
    this.#exceptions = exceptions;
    this.#lookup = lookup;
  }

  /** Whether this address, in any notation, may be connected to. */
  allows(address: string): boolean {
    const parsed = parseAddress(address);
    if (parsed === undefined) return false;
    const isNamed = this.#exceptions.addresses.has(parsed);
    if (METADATA.includes(parsed.toString()) && !isNamed) return false;
    return isPublic(parsed) || isNamed;
  }

  /** A connector for undici that connects only to public or allowed addresses. */
  connector(options: buildConnector.BuildOptions): buildConnector.connector {
    const connect = buildConnector({ ...options, lookup: this.#lookupAllowed });
    return (target, callback) => {
      const literal = target.hostname.replace(/^\[(.*)\]$/, '$1');
      if (isIP(literal) !== 0 && !this.allows(literal)) {
        callback(this.#refusal(literal), null);
        return;
      }
      connect(target, (...[error, socket]) => {
        if (error !== null) return callback(error, null);
        // Final check, on the address of the connected peer.
        const { remoteAddress = '' } = socket;
        if (this.allows(remoteAddress)) return callback(null, socket);
        socket.destroy();
        callback(this.#refusal(remoteAddress), null);
      });
    };
  }

  #refusal(address: string, hostname = address): ForbiddenAddressError {
    const where = hostname === address ? address : `${hostname} (${address})`;
    return new ForbiddenAddressError(where, this.#exceptions.setting);
  }

  /** Resolves host names with the system resolver and drops forbidden addresses. */
  readonly #lookupAllowed: LookupFunction = (hostname, options, callback) => {
    this.#find(hostname, options).then(
      (found) => {
        const allowed = found.filter(({ address }) => this.allows(address));
        const [first] = allowed;
        if (first === undefined) {
          callback(this.#refusal(found[0]?.address ?? 'nothing', hostname), []);
        } else if (options.all === true) {
          callback(null, allowed);
        } else {
          callback(null, first.address, first.family);
        }
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };

  /**
   * Connections to one host share the lookup in progress: a lookup may take 10 s, cannot be cancelled, and Node makes only two
   * at a time, so that a slow name with many calls would hold up all others.
   */
  #find(hostname: string, options: LookupOptions): Promise<readonly LookupAddress[]> {
    return getOrInsert(this.#lookups, hostname, () => {
      const { promise, resolve, reject } = Promise.withResolvers<readonly LookupAddress[]>();
      try {
        this.#lookup(hostname, { ...options, all: true }, (error, found) => {
          if (error !== null) reject(error);
          else resolve(Array.isArray(found) ? found : []);
        });
      } catch (error) {
        reject(error);
      }
      return promise.finally(() => this.#lookups.delete(hostname));
    });
  }
}

/** The address is not allowed. */
export class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError';

  constructor(where: string, setting: string) {
    super(`${where} is no public address, and ${setting} does not name it`);
  }
}

/** A public address, but inside Azure it serves secrets of the machine. */
const METADATA = ['168.63.129.16'];

/** The range of all public IPv6 unicast addresses (RFC 4291, section 2.4). */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** (IPv4-mapped IPv6 addresses have been converted to IPv4 before.) */
function isPublic(address: Address): boolean {
  const range = address.range();
  if (!(address instanceof ipaddr.IPv6)) return range === 'unicast';
  // NAT64 (RFC 6052) maps an IPv4 address into the last four bytes.
  if (range === 'rfc6052') return isPublic(ipaddr.fromByteArray(address.toByteArray().slice(12)));
  return range === 'unicast' && address.match(GLOBAL_UNICAST);
}
