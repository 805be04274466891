import type { BrandNames } from '../text/branded.ts';
import type { Target } from '../web/target.ts';

/** What would make the rankings of a target known, as steps of a plan. */
export const LEARN_RANKINGS = [
  {
    action: 'If the site is yours, import its Search Console data with `seamark import console`.',
    why: 'It has measured clicks, impressions and positions for every keyword, and costs nothing.',
    owner_hint: 'SEO',
  },
  {
    action: 'For other sites, connect a provider: set SEAMARK_DATAFORSEO_LOGIN and SEAMARK_DATAFORSEO_PASSWORD.',
    why: 'A provider has estimates for any site; without one, only stored result pages tell who ranks.',
    owner_hint: 'service operator',
  },
] as const;

/** What would make competitors known: own console data tell nothing of other sites. */
export const LEARN_OTHERS = [
  {
    action: 'Look up result pages for the main keywords of the site with analyze.serp.',
    why: 'Every stored result page shows who ranks beside it; from 20 on, competitors can be told from chance.',
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

/** The look-up of a search that the target most likely ranks for: its result page is stored, and every domain on it known. */
export function callForRankings(
  target: Target,
  brand: BrandNames | null,
  market: { readonly location: { readonly code: number } | null; readonly language: string },
) {
  const keyword = brand?.name.trim() || (target.domain.split('.')[0] ?? target.domain);
  const place = market.location === null ? {} : { location_code: market.location.code };
  return {
    operation: 'analyze.serp',
    body: { keyword, language: market.language, ...place },
    reason: 'Looks up and stores a result page; the rankings of every domain on it are then known.',
  };
}
