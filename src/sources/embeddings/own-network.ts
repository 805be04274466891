import ipaddr from 'ipaddr.js';

import { hasKnownSuffix } from '../../web/url.ts';

/** Addresses that no packet to the public Internet goes to. */
const OWN_RANGES = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal']);
/** Names that the public DNS never answers (RFC 6761, RFC 6762, RFC 8375, and what ICANN set aside for private use). */
const OWN_NAMES = /^localhost$|\.(?:localhost|local|internal|home\.arpa)$/;

/**
 * Whether an address by itself shows that it is on the operator's network: a private one, `localhost`, a reserved
 * private name, or a bare name such as a container's. What a public name resolves to may change, so it never counts.
 */
export function isOnOwnNetwork(address: string): boolean {
  const host = URL.parse(address)?.hostname.toLowerCase().replace(/\.$/, '') ?? '';
  const literal = host.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(literal)) return OWN_RANGES.has(ipaddr.process(literal).range());
  if (OWN_NAMES.test(host)) return true;
  return host !== '' && !host.includes('.') && !hasKnownSuffix(host);
}
