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
import type { RankedPages, RankedPagesQuery } from '../../../ports/rankings.ts';
import { readKnownSearches } from '../../../rankings/known-searches.ts';
import { readKnownPages } from '../../../rankings/known-pages.ts';
import { readOwnCurve } from '../../../rankings/ask-curve.ts';
import { readMarket } from '../../../rankings/market.ts';
import { coverOwnSite, restateSource } from '../../../rankings/own-site.ts';
import { readWholeList } from '../../../rankings/whole-list.ts';
import { parseTarget } from '../../../web/target.ts';
import { planRelevantPages, summarizeRelevantPages } from './plan.ts';
import { listRelevantPages } from './relevant-pages.ts';
import { RelevantPageList, SORTS } from './report.ts';

const Input = z.object({
  target: target(),
  location: marketLocation(),
  location_code: locationCode(),
  language: language(),
  limit: limit({ min: 10, max: 250, default: 50 }),
  offset: offset(),
  export_rows: exportRows(),
  min_traffic: z
    .int()
    .min(0)
    .default(0)
    .describe(
      'Leave out pages with fewer clicks: measured ones in the window, or estimated ones a month. Above 0 this also leaves out pages whose traffic is unknown.',
    ),
  historical_serp_mode: z
    .enum(['live', 'lost', 'all'])
    .default('live')
    .describe('live: pages that rank. lost: pages that ranked before and do not now. all: both.'),
  sort_by: z
    .enum(SORTS)
    .default('estimated_traffic')
    .describe(
      'Highest first, unknown last, ties by URL. estimated_traffic sorts by measured clicks where they are known.',
    ),
});

export default defineOperation({
  id: 'domain.relevant-pages',
  method: 'POST',
  path: '/domain/relevant-pages',
  group: 'Keywords and competitors',
  title: 'List pages with search traffic',
  description:
    'Lists the pages of a site that search sends people to. ' +
    'Shows their clicks or estimated traffic, keywords won and lost, what the crawl knows of them, and one action each: review, refresh, expand, ' +
    'recover or protect, with the figures behind it. ' +
    'For your own site the clicks are Search Console’s, and a fall counts only beyond noise and season.',
  runs: 'inline',
  guidance: 'workflow',
  needs: { rankings: {}, serp: { optional: true }, links: { optional: true } },

  input: Input,
  result: RelevantPageList,

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
      method: 'pages',
      query: { ...query, ...rows },
    }));
  },

  async run(input, { ports, locate, brand, now, report }) {
    const asked = parseTarget(input.target);
    const query = await queryOf(input, { locate });
    const names = await brand();
    const ask = (rows: RowPage): Promise<RankedPages> => ports.rankings.pages({ ...query, ...rows });
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
    const [known, searches] = await Promise.all([
      readKnownPages(
        ports.links,
        found.items.map(({ url }) => url),
      ),
      readKnownSearches(ports.serp, {
        keywords: [...new Set(found.items.flatMap(({ top_keyword: keyword }) => keyword ?? []))],
        market: query,
        brand: names,
        now,
      }),
    ]);
    const relevant = listRelevantPages({
      ...withRowsAsked(input),
      found,
      skipped,
      sorted,
      known,
      searches,
      target: asked,
      market: query,
      curve,
      brand: names,
      now,
    });
    const { report: list, own } = await coverOwnSite(relevant, ports.rankings, [asked], query);
    const plan = { target: asked, brand: names, language: query.language, own };
    return {
      // Nothing is known, so there is nothing to pay for.
      ...(list.coverage === 'none' ? { credits: 0, restateSource } : chargeRows(input, list.items.length)),
      result: list,
      guidance: planRelevantPages(list, plan),
      markdown_summary: summarizeRelevantPages(list, own),
      ...planPastEnd(list, list.items, {
        operation: 'domain.relevant-pages',
        asked: input,
        row: 'page',
        heading: `Pages of ${asked.value} with search traffic`,
      }),
    };
  },
});

type Input = z.output<typeof Input>;

const ORDERS: Readonly<Record<Input['sort_by'], RankedPagesQuery['order']>> = {
  estimated_traffic: 'traffic',
  keyword_count: 'keywords',
  top3: 'top3',
  opportunity: 'loss',
};

async function queryOf(
  input: Input,
  { locate }: Pick<OperationContext, 'locate'>,
): Promise<Omit<RankedPagesQuery, keyof RowPage>> {
  return {
    ...(await readMarket(input, locate)),
    target: parseTarget(input.target).value,
    order: ORDERS[input.sort_by],
    traffic_min: input.min_traffic,
    state: input.historical_serp_mode,
  };
}
