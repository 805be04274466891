import type { Vendor, VendorAnswer, VendorRequest } from './vendor.ts';
import { number } from './web.ts';

export const BING_KEY = 'b1a2c3d4e5f60718293a4b5c6d7e8f90';

const WEEK_MS = 7 * 86_400_000;

/** https://ssl.bing.com/webmaster/api.svc/json, as recordings of public clients show it. */
export const bingWebmaster: Vendor = {
  errors: {
    rate_limit: () => ({
      status: 429,
      headers: { 'retry-after': '7' },
      body: { ErrorCode: 4, Message: 'ERROR!!! ThrottleUser' },
    }),
    wrong_key: ({ query }) => ({
      status: 400,
      body: { ErrorCode: 3, Message: `ERROR!!! InvalidApiKey ${String(query.get('apikey'))}` },
    }),
    error_in_200: ({ query }) => ({
      status: 200,
      body: { ErrorCode: 1, Message: `ERROR!!! InternalError ${String(query.get('apikey'))}` },
    }),
  },
  answer(request) {
    if (request.query.get('apikey') !== BING_KEY)
      return { status: 400, body: { ErrorCode: 3, Message: 'ERROR!!! InvalidApiKey' } };
    if (request.path === '/GetKeywordStats') return withMark({ d: weeksOf(request) });
    if (request.path === '/GetRelatedKeywords') return { status: 200, body: { d: relatedTo(request) } };
    if (request.path === '/GetUserSites') return { status: 200, body: { d: SITES } };
    const statistics = STATISTICS[request.path];
    if (statistics !== undefined) return { status: 200, body: { d: statistics(request) } };
    return { status: 404, body: '<!doctype html><title>Endpoint not found.</title>' };
  },
};

/** Some of its answers begin with a byte order mark. */
function withMark(body: object): VendorAnswer {
  return { status: 200, body: `\uFEFF${JSON.stringify(body)}` };
}

function weeksOf({ query }: VendorRequest): object[] | null {
  const keyword = query.get('q') ?? '';
  if (keyword.includes('unheard-of')) return null;
  return Array.from({ length: 12 }, (_, ago) => ({
    Query: keyword,
    Date: `/Date(${Date.parse('2054-11-09') - ago * WEEK_MS}+0000)/`,
    Impressions: 70 + number('bing', keyword, 7),
    BroadImpressions: 900,
  }));
}

function relatedTo({ query }: VendorRequest): object[] {
  const keyword = query.get('q') ?? '';
  return ['near me', 'shop'].map((word) => ({ Query: `${keyword} ${word}`, Impressions: 280, BroadImpressions: 900 }));
}

const SITES = [
  { Url: 'https://harbour-bikes.example/', IsVerified: true },
  { Url: 'https://empty.example/', IsVerified: true },
  { Url: 'https://somebody-else.example/', IsVerified: false },
];

/** Six weeks of one site, the newest of which is not over yet; where Bing knows no position it says -1 or 0. */
const STATISTICS: Readonly<Record<string, (request: VendorRequest) => object[] | null>> = {
  '/GetQueryStats': (request) => statisticsOf(request, ['bike repair', 'harbour bikes', 'never clicked']),
  '/GetPageStats': (request) =>
    statisticsOf(request, ['https://harbour-bikes.example/', 'https://harbour-bikes.example/repair']),
  '/GetRankAndTrafficStats': (request) =>
    statisticsOf(request, ['']).map((row) => ({
      Date: Reflect.get(row, 'Date'),
      Clicks: 30,
      Impressions: 400,
    })),
};

function statisticsOf({ query }: VendorRequest, named: readonly string[]): object[] {
  if (query.get('siteUrl') !== 'https://harbour-bikes.example/') return [];
  return Array.from({ length: 6 }, (_, ago) =>
    named.map((name, at) => ({
      Query: name,
      Date: `/Date(${Date.parse('2054-11-16') - ago * WEEK_MS}-0800)/`,
      Clicks: at * 3,
      Impressions: 20 + at,
      AvgClickPosition: at === 0 ? -1 : 2,
      AvgImpressionPosition: at === 0 ? -1 : at === 1 ? 4 : 0,
    })),
  ).flat();
}
