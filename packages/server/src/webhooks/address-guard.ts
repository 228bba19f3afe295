import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';
import { type Address, type AddressRanges, parseAddress } from '../platform/address-ranges.ts';

/**
 * Keeps webhooks out of our own network: whoever may name an address must not reach through us what is private. It is the
 * address itself that is checked, the one that is then connected to, and not a name, whose answer may change; nor is a
 * literal passed by, for which no name is asked.
 */
export class AddressGuard {
  readonly #allowed: AddressRanges;
  readonly #lookup: LookupFunction;

  /** `allowed` may be called although they are private. */
  constructor(allowed: AddressRanges, lookup: LookupFunction = systemLookup) {
    this.#allowed = allowed;
    this.#lookup = lookup;
  }

  /** Whether this address, in any of its spellings, may be connected to. */
  allows(address: string): boolean {
    const parsed = parseAddress(address);
    if (parsed === undefined) return false;
    const isNamed = this.#allowed.has(parsed);
    if (METADATA.includes(parsed.toString()) && !isNamed) return false;
    return isPublic(parsed) || isNamed;
  }

  /** Opens connections for undici: to public addresses, and to those that are allowed. */
  connector(options: buildConnector.BuildOptions): buildConnector.connector {
    const connect = buildConnector({ ...options, lookup: this.#lookupAllowed });
    return (target, callback) => {
      const literal = target.hostname.replace(/^\[(.*)\]$/, '$1');
      if (isIP(literal) !== 0 && !this.allows(literal)) {
        callback(new ForbiddenAddressError(literal), null);
        return;
      }
      connect(target, (...[error, socket]) => {
        if (error !== null) return callback(error, null);
        // Whatever has come before: this is whom we talk to.
        const { remoteAddress = '' } = socket;
        if (this.allows(remoteAddress)) return callback(null, socket);
        socket.destroy();
        callback(new ForbiddenAddressError(remoteAddress), null);
      });
    };
  }

  /** Names as the system knows them, without the addresses that may not be called. */
  readonly #lookupAllowed: LookupFunction = (hostname, options, callback) => {
    this.#lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, []);
      const addresses = Array.isArray(found) ? found : [];
      const allowed = addresses.filter(({ address }) => this.allows(address));
      const [first] = allowed;
      if (first === undefined) {
        callback(new ForbiddenAddressError(addresses[0]?.address ?? 'nothing', hostname), []);
      } else if (options.all === true) {
        callback(null, allowed);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };
}

/** A webhook leads where none may. */
export class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError';

  constructor(address: string, hostname = address) {
    const where = hostname === address ? address : `${hostname} (${address})`;
    super(`${where} is no public address, and PALAVER_WEBHOOK_ALLOW_PRIVATE does not name it`);
  }
}

/** Public by its number, but inside of Azure it answers with secrets of the machine. */
const METADATA = ['168.63.129.16'];

/** What all of the internet's unicast addresses of version 6 are in (RFC 4291, section 2.4). */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** (What is mapped into version 6 has been taken out of it.) */
function isPublic(address: Address): boolean {
  const range = address.range();
  if (!(address instanceof ipaddr.IPv6)) return range === 'unicast';
  // What a network that has no version 4 itself translates (RFC 6052): the address is in the last four bytes.
  if (range === 'rfc6052') return isPublic(ipaddr.fromByteArray(address.toByteArray().slice(12)));
  return range === 'unicast' && address.match(GLOBAL_UNICAST);
}
