import { z } from 'zod';

import type { Answered, Offers, SourceContext, SourceSetting } from '../../ports/define-source.ts';
import {
  type KeywordFact,
  type KeywordIdea,
  type KeywordIdeasQuery,
  type KeywordMetricsQuery,
  unknownFact,
} from '../../ports/keywords.ts';
import type { Location } from '../../ports/locations.ts';
import { type FailureKind, SourceFailure } from '../../ports/source-failure.ts';
import { impressionsByMonth, monthlyImpressions, readBingDate, scaleToMonth } from './weeks.ts';

export type BingSettings = Readonly<Record<'SEAMARK_BING_WEBMASTER_URL' | 'SEAMARK_BING_WEBMASTER_KEY', SourceSetting>>;
type BingContext = SourceContext<BingSettings>;

/** Each keyword takes a request, and we send one a second: more would take longer than callers wait. */
const KEYWORDS_MAX = 40;
const ASK_MS_MAX = 60_000;
const DAY_MS = 86_400_000;
/** Four weeks, ending where the newest week is sure to be counted. */
const RELATED_DAYS = 28;
const COUNTED_AFTER_DAYS = 7;

const Failed = z.object({ ErrorCode: z.int(), Message: z.string() });
const Week = z.object({ Date: z.string(), Impressions: z.number() });
const Related = z.object({ Query: z.string(), Impressions: z.number() });

/** Its error codes by kind of failure; any other code means that Bing failed. */
const KINDS: Readonly<Record<number, FailureKind>> = {
  3: 'wrong_key',
  4: 'rate_limited',
  5: 'rate_limited',
  6: 'wrong_key',
  7: 'refused',
  8: 'refused',
  13: 'wrong_key',
  14: 'wrong_key',
};

/** Searches on Bing for exactly these words, by week. Free, for any keyword. */
export const keywordOffers: NonNullable<Offers<BingSettings>['keywords']> = {
  metrics: {
    lacks: ({ keywords, location }) => {
      const place = listPlaceLacks(location);
      return keywords.length <= KEYWORDS_MAX ? place : [...place, `more than ${KEYWORDS_MAX} keywords at once`];
    },
    usd: () => 0,
    ask: askMetrics,
    timeout_ms: ASK_MS_MAX,
  },
  ideas: { lacks: ({ location }) => listPlaceLacks(location), usd: () => 0, ask: askIdeas },
};

function listPlaceLacks(location: Location | null): readonly string[] {
  return location === null || location.kind === 'country' ? [] : ['places smaller than a country'];
}

/** @throws SourceFailure */
export async function readWeeks(
  context: BingContext,
  query: Omit<KeywordMetricsQuery, 'keywords'> & { readonly keyword: string },
): Promise<readonly z.infer<typeof Week>[]> {
  return readRows(context, 'GetKeywordStats', { q: query.keyword, ...marketOf(query) }, Week);
}

async function askMetrics(query: KeywordMetricsQuery, context: BingContext): Promise<Answered<readonly KeywordFact[]>> {
  const facts: KeywordFact[] = [];
  for (const keyword of query.keywords.slice(0, KEYWORDS_MAX)) {
    const rows = await readWeeks(context, { ...query, keyword });
    const weeks = rows.flatMap(({ Date: date, Impressions: impressions }) => {
      const begins = readBingDate(date);
      return begins === undefined ? [] : [{ begins, impressions }];
    });
    if (weeks.length === 0) continue;
    facts.push({
      ...factOf(keyword, query, context.now()),
      bing_impressions: monthlyImpressions(weeks, context.now()),
      monthly: impressionsByMonth(weeks, context.now()),
    });
  }
  return { value: facts, ...summarize(facts) };
}

async function askIdeas(query: KeywordIdeasQuery, context: BingContext): Promise<Answered<readonly KeywordIdea[]>> {
  const to = context.now().getTime() - COUNTED_AFTER_DAYS * DAY_MS;
  const from = to - (RELATED_DAYS - 1) * DAY_MS;
  const period = { startDate: dayOf(from), endDate: dayOf(to) };
  const rows = await readRows(context, 'GetRelatedKeywords', { q: query.seed, ...marketOf(query), ...period }, Related);
  const ideas = rows
    .filter(({ Query }) => Query.trim() !== '' && Query.toLowerCase() !== query.seed.toLowerCase())
    .slice(0, query.limit)
    .map(({ Query: keyword, Impressions: impressions }): KeywordIdea => ({
      keyword,
      evidence: [{ kind: 'provider', source: 'bing-webmaster', seen: 1 }],
      facts: [{ ...factOf(keyword, query, context.now()), bing_impressions: scaleToMonth(impressions) }],
    }));
  return { value: ideas, ...summarize(ideas) };
}

function summarize(rows: readonly unknown[]): Pick<Answered<unknown>, 'measure' | 'is_empty' | 'coverage'> {
  return { measure: 'measured', ...(rows.length === 0 ? { coverage: 'none', is_empty: true } : {}) };
}

function factOf(
  keyword: string,
  { location, language }: Pick<KeywordIdeasQuery, 'location' | 'language'>,
  now: Date,
): KeywordFact {
  const isCountry = location !== null;
  return unknownFact({
    keyword,
    source: 'bing-webmaster',
    location_code: isCountry && location.kind === 'country' ? location.code : null,
    language: isCountry ? language : null,
    observed_at: now.toISOString(),
  });
}

/** `country=US&language=en-US`; both are empty for worldwide figures. */
function marketOf({ location, language }: Pick<KeywordIdeasQuery, 'location' | 'language'>): Record<string, string> {
  if (location === null) return { country: '', language: '' };
  const isRegional = language.includes('-');
  return { country: location.country, language: isRegional ? language : `${language}-${location.country}` };
}

/** `{"d": …}` with a list, with one row, or with null when there is nothing. @throws SourceFailure */
export async function readRows<Row>(
  { http, settings, signal }: Pick<BingContext, 'http' | 'settings' | 'signal'>,
  method: string,
  query: Readonly<Record<string, string>>,
  shape: z.ZodType<Row>,
): Promise<readonly Row[]> {
  const { body } = await http.json({
    url: `${settings.SEAMARK_BING_WEBMASTER_URL.replace(/\/+$/, '')}/${method}`,
    query: { apikey: settings.SEAMARK_BING_WEBMASTER_KEY, ...query },
    signal,
  });
  const failed = Failed.safeParse(body);
  if (failed.success) {
    const { ErrorCode: code, Message: message } = failed.data;
    throw new SourceFailure(KINDS[code] ?? 'failed', `Bing Webmaster Tools answered ${code}: ${message}`);
  }
  const answer = z
    .object({ d: z.union([z.array(shape), shape.transform((row) => [row]), z.null().transform(() => [])]) })
    .safeParse(body);
  if (!answer.success)
    throw new SourceFailure('broken', `Bing Webmaster Tools answered ${method} in an unexpected format.`);
  return answer.data.d;
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
