import { pageAddress } from '../../../web/url.ts';

/**
 * The key under which two spellings of an address are one page: without scheme, fragment, trailing slash,
 * tracking and session parameters, and with escapes in one spelling.
 */
function addressKey(url: string): string | undefined {
  const address = pageAddress(url);
  return address === undefined ? undefined : address.host_key + evenEscapes(address.path_key);
}

export function sameAddress(one: string, other: string): boolean {
  const key = addressKey(one);
  return key !== undefined && key === addressKey(other);
}

export function hostOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : pageAddress(url)?.host;
}

/** Hosts that differ only in a leading `www.` are one site to its visitors. */
export function sameSite(one: string, other: string): boolean {
  return one.replace(/^www\./, '') === other.replace(/^www\./, '');
}

export function isHttp(url: string): boolean {
  return /^https?:\/\//i.test(url);
}

const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|localdomain|lan|home|corp)$/;
const PRIVATE_V4 = /^(?:127|10|0)\.\d|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\.|^169\.254\./;
const PRIVATE_V6 = /^\[(?:::1?\]|f[cd][\da-f]{2}:|fe[89ab][\da-f]:|::ffff:(?:7f|0?a)[\da-f]{0,2}:)/i;

/** A host that only the author's own machine or network can reach. */
export function isLocalHost(host: string): boolean {
  return LOCAL_NAME.test(host) || PRIVATE_V4.test(host) || PRIVATE_V6.test(host);
}

function evenEscapes(path: string): string {
  return path.replaceAll(/%[\da-f]{2}/gi, (escape) => escape.toUpperCase());
}
