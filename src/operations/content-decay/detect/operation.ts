import { z } from 'zod';

import { keywordText, language, locationCode, marketLocation, pageUrl } from '../../../contract/fields.ts';
import { defineOperation, type OperationContext } from '../../../contract/operation.ts';
import { isNotConnected } from '../../../kernel/errors.ts';
import type { KnownPage } from '../../../ports/links.ts';
import type { DailyFigures, DailyQuery } from '../../../ports/rankings.ts';
import { readMarket } from '../../../rankings/market.ts';
import { readOwnSite, restateSource } from '../../../rankings/own-site.ts';
import { readSearchLanguage } from '../../../rankings/search-language.ts';
import { fitOwnCurve } from '../../../rankings/own-curve.ts';
import { listBrandLetters } from '../../../text/branded.ts';
import { parseTarget } from '../../../web/target.ts';
import { isSameAddress, pageAddress } from '../../../web/url.ts';
import { explainUncovered } from './by-rank.ts';
import { detectDecay } from './detect.ts';
import { findSuccessor } from './page-state.ts';
import { planDecay, summarizeDecay } from './plan.ts';
import { DecayReport } from './report.ts';
import { countWindowDays, shortenWindow } from './windows.ts';

/** Moves that are followed; longer chains are a fault of their own. */
const MOVES_MAX = 3;
const CHECKS_MAX = 400;
const DAY_MS = 86_400_000;
const THRESHOLD = 3;
/** Window of a lookback that is too short to judge: what it shows is told all the same. */
const DAYS_DEFAULT = 28;

const Input = z.object({
  url: pageUrl().describe('The page to judge. If it redirects, the page that it moved to is judged with its history.'),
  keyword: keywordText().describe('The search that the page should win.'),
  lookback_days: z
    .int()
    .min(3)
    .max(180)
    .default(30)
    .describe('Days to look at, in whole weeks, against as many before. Under 14 days are too few to judge.'),
  threshold: z
    .number()
    .min(0)
    .max(100)
    .default(THRESHOLD)
    .describe(
      'Minimum fall, in percent, that counts as decay. It must also be larger than noise and seasonality can explain.',
    ),
  location: marketLocation(),
  location_code: locationCode(),
  language: language(),
});

type Context = OperationContext<'rankings' | 'serp' | 'links'>;

export default defineOperation({
  id: 'content-decay.detect',
  method: 'POST',
  path: '/content-decay/detect',
  group: 'Content and page quality',
  title: 'Detect content decay',
  description:
    'Tells whether a page is losing search traffic, when it began and why. ' +
    'Goes by your Search Console clicks, or by stored result pages where there are none. ' +
    'A fall counts only if it is larger than noise and season explain. ' +
    'Splits the loss between position, demand, clicks lost above the result, competing own pages and technical faults, each with its figure. ' +
    'Makes no paid calls.',
  runs: 'inline',
  guidance: 'workflow',
  needs: { rankings: { optional: true }, serp: { optional: true }, links: { optional: true } },

  input: Input,
  result: DecayReport,

  price: { rule: '2 credits', credits: () => 2 },
  example: { url: 'http://harbour-bikes.example/guides/winter-care', keyword: 'winter bike care' },

  async run(input, context) {
    const { ports, locate, brand, now } = context;
    const market = await readMarket(input, locate);
    const moves = await followMoves(input.url, context);
    const days = countWindowDays(input.lookback_days) || DAYS_DEFAULT;
    const addresses = [moves.url, ...moves.followed.toReversed()];
    const [daily, clicks, serps] = await Promise.all([
      readDaily(addresses, { keyword: input.keyword, days, ...market }, context),
      ports.rankings.clickRates({ target: moves.url, brand_letters: brandLetters(await brand()), ...market }),
      ports.serp.history({
        keyword: input.keyword,
        engine: undefined,
        location_code: market.is_any_place ? undefined : market.location.code,
        language: undefined,
        device: undefined,
        since: new Date(now.getTime() - 2 * Math.max(days, input.lookback_days) * DAY_MS),
        limit: CHECKS_MAX,
      }),
    ]);
    const judged = detectDecay({
      url: moves.url,
      followed: moves.followed,
      keyword: input.keyword,
      lookback_days: input.lookback_days,
      threshold: input.threshold,
      daily,
      page: moves.page,
      curve: fitOwnCurve(clicks),
      serps,
    });
    const own = judged.coverage === 'none' ? await readOwnSite(ports.rankings, [parseTarget(moves.url)], market) : null;
    const report = own === null ? judged : explainUncovered(judged, own);
    const place = {
      language: readSearchLanguage(input.keyword, market.language),
      location_code: market.is_any_place ? null : market.location.code,
    };
    return {
      // Where nothing is known of the page there is nothing to pay for.
      ...(report.coverage === 'none' ? { credits: 0, restateSource } : {}),
      result: report,
      guidance: planDecay(report, place),
      markdown_summary: summarizeDecay(report),
    };
  },
});

function brandLetters(brand: Parameters<typeof listBrandLetters>[0] | null): string[] {
  return brand === null ? [] : listBrandLetters(brand);
}

interface Moves {
  /** Where the page is now. */
  readonly url: string;
  readonly page: KnownPage | undefined;
  /** Addresses that it moved from, oldest first. */
  readonly followed: readonly string[];
}

/** Follows permanent and temporary redirects that a crawl saw, as far as they stay on the site. */
async function followMoves(url: string, { ports }: Pick<Context, 'ports'>): Promise<Moves> {
  const followed: string[] = [];
  let current = url;
  for (;;) {
    const page = await readPage(current, ports);
    const next = findSuccessor(page);
    const isSeen = next !== undefined && [current, ...followed].some((one) => isSameAddress(one, next));
    if (next === undefined || isSeen || followed.length >= MOVES_MAX || !isSameDomain(current, next))
      return { url: current, page, followed };
    followed.push(current);
    current = next;
  }
}

/** Pages have clicks without anybody having crawled them. */
async function readPage(url: string, { links }: Context['ports']): Promise<KnownPage | undefined> {
  try {
    return (await links.knownPages({ urls: [url] }))[0];
  } catch (thrown) {
    if (isNotConnected(thrown)) return undefined;
    throw thrown;
  }
}

/** What moved to another domain lies outside of the property. */
function isSameDomain(one: string, other: string): boolean {
  const domain = pageAddress(one)?.domain;
  return domain !== undefined && domain === pageAddress(other)?.domain;
}

async function readDaily(
  urls: readonly string[],
  query: Omit<DailyQuery, 'url'>,
  { ports }: Pick<Context, 'ports'>,
): Promise<DailyFigures[]> {
  const { days, keyword, location, is_any_place } = query;
  const found = await Promise.all(
    urls.map(async (url) => {
      const ask = (span: number) => ports.rankings.daily({ url, keyword, days: span, location, is_any_place });
      // The season needs the year before of both windows; rivals are compared window against window.
      const figures = await ask(2 * days);
      if (figures === null) return null;
      const near = await ask(shortenWindow(figures.site, figures.to, days));
      return near === null ? null : { ...figures, rivals: near.rivals, generative: near.generative };
    }),
  );
  return found.filter((figures) => figures !== null);
}
