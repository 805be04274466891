import type { Offers } from '../../ports/define-source.ts';
import type { RankingMarket } from '../../ports/rankings.ts';
import { parseTarget } from '../../web/target.ts';
import { listTargetLacks } from './backlinks-request.ts';
import { listPlaceLacks, priceLabs, priceLabsList } from './labs.ts';
import { askRankedKeywords } from './ranked-keywords.ts';
import { askRankedPages, askSearchCompetitors, askTraffic } from './ranking-sites.ts';
import type { DataForSeoSettings } from './settings.ts';
import { askSharedKeywords, listSharedLacks, priceShared } from './keyword-intersections.ts';

/** DataForSEO Labs: positions of any site on Google in a country, with the traffic that they are estimated to bring. */
export const rankingOffers: NonNullable<Offers<DataForSeoSettings>['rankings']> = {
  keywords: {
    lacks: (query) => listLacks(query, query.target),
    usd: ({ limit }) => priceLabsList(limit),
    ask: askRankedKeywords,
  },
  pages: {
    lacks: (query) => (parseTarget(query.target).type === 'page' ? undefined : listLacks(query, query.target)),
    usd: ({ limit }) => priceLabsList(limit),
    ask: askRankedPages,
  },
  competitors: {
    lacks: (query) => {
      const { type } = parseTarget(query.target);
      return type === 'domain' ? listPlaceLacks(query.location) : [...listPlaceLacks(query.location), PART];
    },
    usd: ({ limit }) => priceLabsList(limit + 1),
    ask: askSearchCompetitors,
  },
  shared: {
    lacks: (query) => {
      const lacks = listSharedLacks(query);
      return lacks && [...listPlaceLacks(query.location), ...lacks];
    },
    usd: priceShared,
    ask: askSharedKeywords,
  },
  traffic: {
    lacks: (query) => listLacks(query, ...query.targets),
    usd: ({ targets }) => priceLabs(Math.ceil(targets.length / TRAFFIC_TARGETS), targets.length),
    ask: askTraffic,
  },
};

const PART = 'competitors of a part of a domain';
/** Of one request. */
const TRAFFIC_TARGETS = 1000;

function listLacks({ location }: RankingMarket, ...targets: readonly string[]): readonly string[] {
  const lacking = targets.flatMap((target) => listTargetLacks(parseTarget(target)));
  return [...listPlaceLacks(location), ...new Set(lacking)];
}
