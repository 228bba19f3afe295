import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Addresses and ranges (`10.0.0.0/8`) of a setting. */
export class AddressRanges {
  readonly #ranges: readonly [Address, number][];

  /** `list`: separated by commas. Throws for an entry that is neither ({@link isListOfRanges}). */
  constructor(list: string) {
    this.#ranges = entriesOf(list).map((entry) => {
      const range = parseRange(entry);
      if (range === undefined) throw new Error(`"${entry}" is no address and no range of addresses`);
      return range;
    });
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

export function isListOfRanges(list: string): boolean {
  return entriesOf(list).every((entry) => parseRange(entry) !== undefined);
}

function entriesOf(list: string): string[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function parseRange(entry: string): [Address, number] | undefined {
  const [address = '', bits] = entry.split('/');
  try {
    if (isIP(address) !== 0 && bits !== undefined) return ipaddr.parseCIDR(entry);
  } catch {
    // A length that its family does not have.
    return undefined;
  }
  const one = parseAddress(entry);
  return one === undefined ? undefined : [one, one.kind() === 'ipv4' ? 32 : 128];
}
