import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Addresses and ranges (`10.0.0.0/8`) of a setting. */
export class AddressRanges {
  readonly #ranges: readonly [Address, number][];

  /** `list`: separated by commas. Throws for an entry that is neither, and names the `setting`. */
  constructor(list: string, setting: string) {
    this.#ranges = list
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
      .map((entry) => parseRange(entry, setting));
  }

  has(address: Address): boolean {
    return this.#ranges.some(
      ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
    );
  }
}

/** An address in any of its spellings; what is mapped into version 6 is taken out of it. Undefined: it is none. */
export function parseAddress(text: string): Address | undefined {
  return isIP(text) === 0 ? undefined : ipaddr.process(text);
}

function parseRange(entry: string, setting: string): [Address, number] {
  const [address = '', bits] = entry.split('/');
  try {
    if (isIP(address) !== 0 && bits !== undefined) return ipaddr.parseCIDR(entry);
    const one = parseAddress(entry);
    if (one !== undefined) return [one, one.kind() === 'ipv4' ? 32 : 128];
  } catch {
    // A length that its family does not have.
  }
  throw new Error(`${setting}: "${entry}" is no address and no range of addresses`);
}
