import { z } from 'zod';

import { isSourceFailure } from '../kernel/errors.ts';
import type { LinkingSite } from '../ports/linking-sites.ts';
import type { Ports } from '../ports/sources.ts';
import { parseTarget, type Target } from '../web/target.ts';
import { registrableDomain } from '../web/url.ts';

/**
 * Which prospects link to the caller's sites already, as far as our own index has read.
 *
 * A link to a subdomain, to the other scheme or through a redirect is a link: asking its owner for one would be asking twice.
 */
export const LinkToYou = z.object({
  url_from: z.string(),
  url_to: z.string(),
  dofollow: z.boolean(),
  is_indirect_link: z.boolean().describe('It reaches you through a redirect or a canonical.'),
  first_seen: z.string(),
  last_seen: z.string(),
  backlinks: z.int().describe('Live links of the site to yours; this one is the best of them.'),
});
export type LinkToYou = z.infer<typeof LinkToYou>;

export interface KnownLinks {
  /** By registrable domain. */
  readonly by_site: Readonly<Record<string, LinkToYou>>;
  /** Why nobody can tell; null where the index can. */
  readonly unknown: string | null;
}

export const NO_LINKS: KnownLinks = { by_site: {}, unknown: null };

/** More domains than one campaign is for. */
const OWN_MAX = 5;

export async function findKnownLinks(
  links: Ports['links'],
  ownSites: readonly string[],
  prospects: readonly string[],
): Promise<KnownLinks> {
  // Owners of pages below a free host share its domain, by which the index knows them.
  const domains = [...new Set(prospects)].filter((site) => registrableDomain(site) === site);
  const targets = withoutNested(ownSites.slice(0, OWN_MAX).map((site) => parseTarget(site)));
  if (domains.length === 0 || targets.length === 0) return NO_LINKS;
  try {
    const found = await Promise.all(targets.map((target) => links.linkingSites({ target, domains })));
    const known = found.flatMap(({ sites }) => (sites === null ? [] : [sites]));
    if (known.length === 0) return { by_site: {}, unknown: 'your index has read no page that could show it' };
    return { by_site: joinSites(known.flat()), unknown: null };
  } catch (thrown) {
    if (!isSourceFailure(thrown)) throw thrown;
    return { by_site: {}, unknown: 'your index did not answer' };
  }
}

/** Links to a part of another target are links to that one. */
function withoutNested(targets: readonly Target[]): Target[] {
  return targets.filter(
    (inner) => !targets.some((outer) => outer !== inner && outer.type === 'domain' && outer.domain === inner.domain),
  );
}

/** A site may link to several of the caller's: with the best of all its links, and all of them counted. */
function joinSites(found: readonly LinkingSite[]): KnownLinks['by_site'] {
  const bySite = [...Map.groupBy(found, ({ domain }) => domain)].flatMap(([domain, rows]) => {
    const [best] = rows.toSorted((one, other) => rateLink(other) - rateLink(one));
    if (best === undefined) return [];
    const { domain: _, ...link } = best;
    return [[domain, { ...link, backlinks: rows.reduce((sum, row) => sum + row.backlinks, 0) }] as const];
  });
  return Object.fromEntries(bySite);
}

function rateLink({ is_indirect_link, dofollow }: LinkingSite): number {
  return (is_indirect_link ? 0 : 2) + (dofollow ? 1 : 0);
}
