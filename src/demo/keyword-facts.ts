import type { KeywordFact, KeywordIdea, KeywordIdeasQuery, KeywordMetricsQuery } from '../ports/keywords.ts';
import { languageOfTag } from '../web/words.ts';
import { foldPhrase } from '../text/normalize.ts';
import { findSearch, type MadeSearch, SEARCHES, seasonOf } from './searches.ts';

const MONTHS = 12;

/** Where everybody in the demo searches; of other places and languages it knows nothing, as a source of one country does. */
function isSearchedFrom({ location, language }: Pick<KeywordMetricsQuery, 'location' | 'language'>): boolean {
  return location?.kind === 'country' && location.country === COUNTRY && languageOfTag(language) === LANGUAGE;
}

const COUNTRY = 'US';
const LANGUAGE = 'en';

/** What the demo says of keywords; those that nobody in it searches for are left out. */
export function madeFacts(query: KeywordMetricsQuery, now: Date): readonly KeywordFact[] {
  const { keywords, location, language } = query;
  if (!isSearchedFrom(query)) return [];
  return keywords.flatMap((keyword) => {
    const search = findSearch(keyword);
    return search === undefined ? [] : [factOf(search, { keyword, code: location?.code ?? null, language, now })];
  });
}

export function madeIdeas(query: KeywordIdeasQuery, now: Date): readonly KeywordIdea[] {
  const { seed, location, language, limit } = query;
  if (!isSearchedFrom(query)) return [];
  const words = foldPhrase(seed).split(' ');
  return SEARCHES.filter(({ keyword }) => words.some((word) => foldPhrase(keyword).includes(word)))
    .slice(0, limit)
    .map((search) => ({
      keyword: search.keyword,
      evidence: [{ kind: 'provider', source: 'demo', seen: 1 }],
      facts: [factOf(search, { keyword: search.keyword, code: location?.code ?? null, language, now })],
    }));
}

interface Asked {
  readonly keyword: string;
  readonly code: number | null;
  readonly language: string;
  readonly now: Date;
}

function factOf(search: MadeSearch, { keyword, code, language, now }: Asked): KeywordFact {
  const monthly = Array.from({ length: MONTHS }, (_, at) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS + at, 1));
    const searches = Math.round(search.volume * seasonOf(search, month.getUTCMonth() + 1));
    return { month: month.toISOString().slice(0, 7), searches };
  });
  return {
    keyword,
    source: 'demo',
    location_code: code,
    language,
    observed_at: now.toISOString(),
    volume: {
      value: search.volume,
      low: null,
      high: null,
      basis: 'modelled',
      period: `${monthly[0]?.month ?? ''}/${monthly.at(-1)?.month ?? ''}`,
    },
    bing_impressions: null,
    monthly,
    cpc: search.cpc,
    currency: 'USD',
    competition: Math.min(1, search.difficulty / 80),
    difficulty: { value: search.difficulty, scale: 'demo' },
    intent: search.intent,
  };
}
