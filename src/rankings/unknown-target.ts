import { inline } from '../kernel/markdown.ts';
import type { BrandNames } from '../text/branded.ts';
import type { Target } from '../web/target.ts';
import { isWithin } from '../web/url.ts';

/** What would make the rankings of a target known, as steps of a plan. */
export const LEARN_RANKINGS = [
  {
    action: 'If the site is yours, import its Search Console data with `seamark import console`.',
    why: 'It has measured clicks, impressions and positions for every keyword, and costs nothing.',
    owner_hint: 'SEO',
  },
  {
    action: 'For other sites, connect a provider: set SEAMARK_DATAFORSEO_LOGIN and SEAMARK_DATAFORSEO_PASSWORD.',
    why: 'A provider has estimates for any site; without one, only stored result pages show who ranks.',
    owner_hint: 'service operator',
  },
] as const;

/** What would make competitors known: own console data tell nothing of other sites. */
export const LEARN_OTHERS = [
  {
    action: 'Look up result pages for the main keywords of the site with analyze.serp.',
    why: 'Every stored result page shows who ranks next to it; 20 or more are enough to tell competitors from sites that appear by chance.',
    owner_hint: 'SEO',
  },
  {
    action: 'Or connect a provider: set SEAMARK_DATAFORSEO_LOGIN and SEAMARK_DATAFORSEO_PASSWORD.',
    why: 'A provider knows the keywords of any site.',
    owner_hint: 'service operator',
  },
] as const;

export const LEARN_OTHERS_NEXT =
  'Look up result pages for the main keywords of the site with analyze.serp, or connect a provider.';

/** `LEARN_RANKINGS` as the next step of a summary. */
export const LEARN_RANKINGS_NEXT =
  'Import Search Console data with seamark import console if the site is yours, or connect a provider; seamark sources lists them.';

/**
 * The look-up of a brand, where its domain is all that is known of a site: an answer of its own keywords or of a rival is
 * worth more wherever there is one.
 */
export function callForBrand(
  target: Target,
  brand: BrandNames | null,
  market: { readonly location: { readonly code: number } | null; readonly language: string },
) {
  const isOwn = brand?.domains.some((domain) => isWithin(target.host, domain)) === true;
  const keyword = (isOwn ? brand.name.trim() : '') || (target.domain.split('.')[0] ?? target.domain);
  const place = market.location === null ? {} : { location_code: market.location.code };
  return {
    operation: 'analyze.serp',
    body: { keyword, language: market.language, ...place },
    reason: 'Only the site’s name is known: its result page shows who ranks next to the brand, and is stored.',
  };
}

/** What another site ranks for: the searches whose result pages show where the unknown one stands. */
export function callForRival(
  rival: string,
  unknown: string,
  market: { readonly location: { readonly code: number } | null; readonly language: string },
) {
  const place = market.location === null ? {} : { location_code: market.location.code };
  return {
    operation: 'domain.ranked-keywords',
    body: { target: rival, language: market.language, ...place },
    reason: `Lists the keywords ${inline(rival, 80)} ranks for; look them up to see where ${inline(unknown, 80)} ranks.`,
  };
}
