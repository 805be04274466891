import { z } from 'zod';

import {
  chargeRows,
  checkExport,
  exportRows,
  isExport,
  pagesOfRows,
  readRows,
  type RowPage,
  ROWS_PRICE,
  withRowsAsked,
} from '../../../contract/export-rows.ts';
import { language, limit, locationCode, marketLocation, offset, target } from '../../../contract/fields.ts';
import { defineOperation, type OperationContext } from '../../../contract/operation.ts';
import { planPastEnd } from '../../../guidance/list-page.ts';
import type { RankedKeywords, RankedKeywordsQuery } from '../../../ports/rankings.ts';
import { readOwnCurve } from '../../../rankings/ask-curve.ts';
import { readKnownPages } from '../../../rankings/known-pages.ts';
import { readMarket } from '../../../rankings/market.ts';
import { coverOwnSite, restateSource } from '../../../rankings/own-site.ts';
import { readKnownSearches } from '../../../rankings/known-searches.ts';
import { readWholeList } from '../../../rankings/whole-list.ts';
import { parseTarget } from '../../../web/target.ts';
import { planRankedKeywords, summarizeRankedKeywords } from './plan.ts';
import { listRankedKeywords } from './ranked-keywords.ts';
import { RankedKeywordList, SORTS } from './report.ts';

const Input = z.object({
  target: target(),
  location: marketLocation(),
  location_code: locationCode(),
  language: language(),
  limit: limit({ min: 10, max: 250, default: 50 }),
  offset: offset(),
  export_rows: exportRows(),
  min_search_volume: z
    .int()
    .min(0)
    .default(0)
    .describe(
      'Leave out keywords with fewer searches a month. From 1 on this also leaves out unknown volumes, unless the site was seen as often.',
    ),
  max_rank: z.int().min(1).max(100).default(100).describe('Worst position to include.'),
  sort_by: z
    .enum(SORTS)
    .default('opportunity')
    .describe(
      'Highest first; rank: best first. estimated_traffic sorts by measured clicks where they are known. Unknown last and by rank, ties by keyword.',
    ),
  include_lost: z
    .boolean()
    .default(false)
    .describe('Also keywords that the target ranked for before and does not rank for now.'),
});

export default defineOperation({
  id: 'domain.ranked-keywords',
  method: 'POST',
  path: '/domain/ranked-keywords',
  group: 'Keywords and competitors',
  title: 'List ranked keywords',
  description:
    'Lists keywords that a domain, subdomain or page ranks for. ' +
    'Shows position, movement, clicks, result features and what to do about each. ' +
    'For your own site the figures are Search Console’s: measured clicks and mean positions of the last 28 complete days. ' +
    'For other sites they come from stored result pages, which are a sample, or from a connected provider.',
  runs: 'inline',
  guidance: 'workflow',
  needs: { rankings: {}, serp: { optional: true }, links: { optional: true } },

  input: Input,
  result: RankedKeywordList,

  price: {
    rule: '5 credits per 100 requested rows, minimum 5',
    credits: ROWS_PRICE.credits,
  },
  always_queues: isExport,
  rules: checkExport,
  example: { target: 'harbour-bikes.example', limit: 10 },

  asks: async (input, context) => {
    const query = await queryOf(input, context);
    return pagesOfRows(input).map((rows) => ({
      capability: 'rankings',
      method: 'keywords',
      query: { ...query, ...rows },
    }));
  },

  async run(input, { ports, locate, brand, report, now }) {
    const asked = parseTarget(input.target);
    const query = await queryOf(input, { locate });
    const names = await brand();
    const ask = (rows: RowPage): Promise<RankedKeywords> => ports.rankings.keywords({ ...query, ...rows });
    const [first, curve] = await Promise.all([
      readRows(input, {
        ask,
        rowsOf: ({ items }) => items,
        join: (begun, items) => ({ ...begun, items }),
        report,
      }),
      readOwnCurve(ports.rankings, asked, query, names),
    ]);
    const { found, skipped, sorted } = await readWholeList(first, input, ask);
    const [searches, known] = await Promise.all([
      readKnownSearches(ports.serp, {
        keywords: found.items.map(({ keyword }) => keyword),
        market: query,
        brand: names,
        now,
      }),
      readKnownPages(ports.links, [...new Set(found.items.flatMap(({ url }) => url ?? []))]),
    ]);
    const ranked = listRankedKeywords({
      ...withRowsAsked(input),
      found,
      skipped,
      sorted,
      known,
      target: asked,
      market: query,
      curve,
      brand: names,
      searches,
    });
    const { report: list, own } = await coverOwnSite(ranked, ports.rankings, [asked], query);
    return {
      // Nothing is known, so there is nothing to pay for.
      ...(list.coverage === 'none' ? { credits: 0, restateSource } : chargeRows(input, list.items.length)),
      result: list,
      guidance: planRankedKeywords(list, { target: asked, brand: names, language: query.language, own }),
      markdown_summary: summarizeRankedKeywords(list, own),
      ...planPastEnd(list, list.items, {
        operation: 'domain.ranked-keywords',
        asked: input,
        row: 'keyword',
        heading: `Ranked keywords of ${asked.value}`,
      }),
    };
  },
});

type Input = z.output<typeof Input>;

const ORDERS: Readonly<Record<Input['sort_by'], RankedKeywordsQuery['order']>> = {
  opportunity: 'gain',
  estimated_traffic: 'traffic',
  rank: 'position',
  search_volume: 'volume',
  cpc: 'cpc',
};

async function queryOf(
  input: Input,
  { locate }: Pick<OperationContext, 'locate'>,
): Promise<Omit<RankedKeywordsQuery, keyof RowPage>> {
  return {
    ...(await readMarket(input, locate)),
    target: parseTarget(input.target).value,
    max_position: input.max_rank,
    include_lost: input.include_lost,
    order: ORDERS[input.sort_by],
    volume_min: input.min_search_volume,
  };
}
