import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

type Range = readonly [Address, number];

/** Addresses and ranges (`10.0.0.0/8`) of a setting. */
export class AddressRanges {
  readonly #ranges: readonly Range[];

  private constructor(ranges: readonly Range[]) {
    this.#ranges = ranges;
  }

  /** `list` is separated by commas. Undefined if an entry is neither an address nor a range. */
  static parse(list: string): AddressRanges | undefined {
    const ranges = list
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
      .map(parseRange);
    return ranges.every((range) => range !== undefined) ? new AddressRanges(ranges) : undefined;
  }

  get isEmpty(): boolean {
    return this.#ranges.length === 0;
  }

  has(address: Address): boolean {
    return this.#ranges.some(
      ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
    );
  }
}

/** Parses an address in any spelling; an IPv4-mapped IPv6 address becomes IPv4. Undefined if it is not an address. */
export function parseAddress(text: string): Address | undefined {
  return isIP(text) === 0 ? undefined : ipaddr.process(text);
}

function parseRange(entry: string): Range | undefined {
  const [address = '', bits] = entry.split('/');
  try {
    if (isIP(address) !== 0 && bits !== undefined) return ipaddr.parseCIDR(entry);
  } catch {
    // The prefix is too long for the address family.
    return undefined;
  }
  const one = parseAddress(entry);
  return one === undefined ? undefined : [one, one.kind() === 'ipv4' ? 32 : 128];
}
