import { z } from 'zod';

import type { KeywordFact, KeywordVolume, MonthlySearches } from '../../ports/keywords.ts';
import { readTime } from './live-task.ts';

const number = z.number().nullable().default(null);

const KeywordInfo = z.object({
  search_volume: number,
  cpc: number,
  competition: number,
  last_updated_time: z.string().nullable().default(null),
  monthly_searches: z
    .array(z.object({ year: z.int(), month: z.int().min(1).max(12), search_volume: number }))
    .nullable()
    .default(null),
});

/** What is read of the provider's KeywordData, which its endpoints for keywords share. */
export const KeywordData = z.object({
  keyword: z.string(),
  location_code: z.int().nullable().default(null),
  language_code: z.string().nullable().default(null),
  keyword_info: KeywordInfo.nullish().transform((info) => info ?? KeywordInfo.parse({})),
  keyword_properties: z.object({ keyword_difficulty: number }).nullish(),
  search_intent_info: z.object({ main_intent: z.string().nullish() }).nullish(),
});
export type KeywordData = z.infer<typeof KeywordData>;

const INTENTS = ['informational', 'navigational', 'commercial', 'transactional'] as const;
/** Google Ads tells the mean of so many months. */
const MONTHS_OF_MEAN = 12;

export function readKeywordData(data: KeywordData, keyword: string, now: Date): KeywordFact {
  const { search_volume, cpc, competition, last_updated_time, monthly_searches } = data.keyword_info;
  const monthly = readMonths(monthly_searches ?? []);
  const difficulty = data.keyword_properties?.keyword_difficulty ?? null;
  return {
    keyword,
    source: 'dataforseo',
    location_code: data.location_code,
    language: data.language_code,
    observed_at: readTime(last_updated_time) ?? now.toISOString(),
    volume: readVolume(search_volume, monthly),
    bing_impressions: null,
    monthly,
    cpc,
    currency: cpc === null ? null : 'USD',
    competition,
    difficulty: difficulty === null ? null : { value: difficulty, scale: 'dataforseo' },
    intent: INTENTS.find((known) => known === data.search_intent_info?.main_intent) ?? null,
  };
}

/** Volumes are those of Google Ads, which rounds to fixed steps. */
function readVolume(value: number | null, monthly: readonly MonthlySearches[]): KeywordVolume | null {
  if (value === null) return null;
  const [first, last] = [monthly.at(-MONTHS_OF_MEAN), monthly.at(-1)];
  const isWhole = monthly.length >= MONTHS_OF_MEAN && first !== undefined && last !== undefined;
  return { value, low: null, high: null, basis: 'bucket', period: isWhole ? `${first.month}/${last.month}` : null };
}

function readMonths(rows: NonNullable<KeywordData['keyword_info']['monthly_searches']>): MonthlySearches[] {
  return rows
    .flatMap(({ year, month, search_volume: searches }): MonthlySearches[] =>
      searches === null ? [] : [{ month: `${year}-${String(month).padStart(2, '0')}`, searches }],
    )
    .sort((one, other) => (one.month < other.month ? -1 : 1));
}
