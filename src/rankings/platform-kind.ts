import { findSiteKind } from '../serp/results.ts';
import { LARGE_DOMAINS, type LargeKind } from '../text/large-domains.ts';

export const PLATFORM_KINDS = [
  'marketplace',
  'encyclopaedia',
  'forum',
  'social',
  'video',
  'search_engine',
  'code_hosting',
  'shared_hosting',
] as const;
export type PlatformKind = (typeof PLATFORM_KINDS)[number];

/** Software and services that everybody links to rank for what they sell, so they compete in search like anybody else. */
const KINDS: Readonly<Partial<Record<LargeKind, PlatformKind>>> = {
  marketplaces: 'marketplace',
  reference: 'encyclopaedia',
  social: 'social',
  search: 'search_engine',
  code_hosting: 'code_hosting',
  free_host: 'shared_hosting',
};

/**
 * What kind of platform a registrable domain is: one that ranks for nearly everything because of its size, so that nobody
 * outranks it by studying it. Undefined for all others.
 */
export function findPlatformKind(domain: string): PlatformKind | undefined {
  const large = LARGE_DOMAINS.get(domain);
  return findSiteKind(domain) ?? (large === undefined ? undefined : KINDS[large]);
}
