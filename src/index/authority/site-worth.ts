import { type Sql, sql } from '../database/sql.ts';
import { UNKNOWN_WORTH } from './ranking/kin.ts';

/** A site that is trusted half as much as another says next to nothing of who competes: ten of a farm would outdo three that are trusted. */
const DOUBT_POWER = 4;

/**
 * What a site says of who competes by linking to several: `(trust / the greatest trust of any)⁴ / ln(1 + n)` where it links to n
 * domains (after Adamic and Adar 2003), so that directories that everybody is in decide little. One that is not trusted says a
 * little as well, since most sites of a small index are not known to anybody.
 */
export function siteWorth(site: { readonly trust: number; readonly domains: number }, greatest_trust: number): number {
  const certainty = (site.trust / Math.max(UNKNOWN_WORTH, greatest_trust)) ** DOUBT_POWER;
  return Math.max(UNKNOWN_WORTH, certainty) / Math.log(1 + site.domains);
}

/** The same of rows of `site_links`, the greatest trust being that of any of the rows. */
export const SITE_WORTH: Sql = sql`greatest(${UNKNOWN_WORTH}, pow(trust / greatest(${UNKNOWN_WORTH}, max(trust) OVER ()), ${DOUBT_POWER}))
      / log(1 + domains)`;
