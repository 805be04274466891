import type { Location } from '../ports/locations.ts';
import type { ClickRatesQuery } from '../ports/rankings.ts';
import type { Ports } from '../ports/sources.ts';
import type { BrandNames } from '../text/branded.ts';
import type { Target } from '../web/target.ts';
import type { ReadRate } from '../keywords/own-ranking.ts';
import { fitOwnCurve, type OwnCurve, readClickRate } from './own-curve.ts';
import { readTargetBrand } from './target-brand.ts';

/**
 * The click curve of a site from the caller's own console data; null where there is none. A stored read alone.
 *
 * That of a page is its site's: one fitted to the impressions of the page alone would give the same keyword another gain than the site has.
 * Where the console covers a part of the site alone, the page's own has to do.
 */
export async function readOwnCurve(
  port: Pick<Ports['rankings'], 'clickRates'>,
  target: Target,
  { location, is_any_place }: Pick<ClickRatesQuery, 'location' | 'is_any_place'>,
  brand: BrandNames | null,
): Promise<OwnCurve | null> {
  const brand_letters = readTargetBrand(target, brand).letters;
  const ask = (of: string): ReturnType<typeof port.clickRates> =>
    port.clickRates({ target: of, location, is_any_place, brand_letters });
  const site = target.type === 'page' ? await ask(target.host) : null;
  return fitOwnCurve(site ?? (await ask(target.value)));
}

/** How often the results of the caller's site are clicked; undefined where it is not named or nothing is known of it. */
export async function readOwnRates(
  port: Pick<Ports['rankings'], 'clickRates'>,
  target: Target | undefined,
  location: Location | null,
  brand: BrandNames | null,
): Promise<ReadRate | undefined> {
  if (target === undefined || location === null) return undefined;
  const curve = await readOwnCurve(port, target, { location, is_any_place: false }, brand);
  return curve === null ? undefined : (position, page) => readClickRate(position, curve, page);
}
