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
    Date: `/Date(${Date.parse('2026-11-09') - ago * WEEK_MS}+0000)/`,
    Impressions: 70 + number('bing', keyword, 7),
    BroadImpressions: 900,
  }));
}

function relatedTo({ query }: VendorRequest): object[] {
  const keyword = query.get('q') ?? '';
  return ['near me', 'shop'].map((word) => ({ Query: `${keyword} ${word}`, Impressions: 280, BroadImpressions: 900 }));
}
