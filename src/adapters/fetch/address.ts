import { isIP } from 'node:net';

import ipaddr from 'ipaddr.js';

import { AppError } from '../../kernel/errors.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

export interface Network {
  readonly base: Address;
  readonly bits: number;
}

/** The only part of IPv6 from which public addresses are given out; what lies outside is special or unknown. */
const GLOBAL_IPV6: Network = { base: ipaddr.parse('2000::'), bits: 3 };

/** Whether the address belongs to the public internet. Anything that is no address, or a special one, does not. */
export function isPublicAddress(text: string): boolean {
  const address = addressOf(text);
  if (address?.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || isInside(address, GLOBAL_IPV6);
}

/** Whether the address lies in one of the networks. */
export function isInNetworks(text: string, networks: readonly Network[]): boolean {
  const address = addressOf(text);
  return address !== undefined && networks.some((network) => isInside(address, network));
}

/** Whether two spellings mean the same address. */
export function isSameAddress(left: string, right: string): boolean {
  const address = addressOf(left);
  return address !== undefined && address.toNormalizedString() === addressOf(right)?.toNormalizedString();
}

/** @throws AppError when the text is neither a network such as `10.0.0.0/8` nor a single address. */
export function parseNetwork(text: string): Network {
  const written = text.trim();
  const [base = '', bits, ...rest] = written.split('/');
  const address = addressOf(base);
  const width = address?.kind() === 'ipv4' ? 32 : 128;
  const length = bits === undefined ? width : Number(bits);
  const plain = bits === undefined || /^\d{1,3}$/.test(bits);
  if (address === undefined || rest.length > 0 || !plain || length > width) {
    throw new AppError('invalid_input', `"${text}" is not a valid network.`, {
      fix: 'Write networks as an address and a prefix length, such as 10.0.0.0/8 or fd00::/8.',
    });
  }
  return { base: address, bits: length };
}

/**
 * The IPv4 address inside a mapped one, so that every rule sees the address that would be dialled.
 * IPv6 goes through the URL parser first: ipaddr.js takes `::a.b.c.d` for `::ffff:a.b.c.d`, which is another address.
 */
function addressOf(text: string): Address | undefined {
  const kind = isIP(text);
  if (kind === 4) return ipaddr.IPv4.parse(text);
  const six = kind === 6 ? URL.parse(`http://[${text}]/`)?.hostname.slice(1, -1) : undefined;
  if (six === undefined) return undefined;
  const address = ipaddr.IPv6.parse(six);
  return address.parts[5] === 0xffff && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

function isInside(address: Address, network: Network): boolean {
  if (address instanceof ipaddr.IPv4 && network.base instanceof ipaddr.IPv4) {
    return address.match(network.base, network.bits);
  }
  if (address instanceof ipaddr.IPv6 && network.base instanceof ipaddr.IPv6) {
    return address.match(network.base, network.bits);
  }
  return false;
}
