import { z } from 'zod';

import type { Answered, Offers } from '../../ports/define-source.ts';
import type { KeywordFact, KeywordIdea, KeywordIdeasQuery, KeywordMetricsQuery } from '../../ports/keywords.ts';
import type { Location } from '../../ports/locations.ts';
import { SourceFailure } from '../../ports/source-failure.ts';
import { addCostOnFailure } from './bulk-figures.ts';
import { KeywordData, readKeywordData } from './keyword-data.ts';
import { listPlaceLacks, nameLabsMarket, priceLabs, runLabs } from './labs.ts';
import { escapeKeyword, type LiveAnswer } from './live-task.ts';
import type { DataForSeoContext, DataForSeoSettings } from './settings.ts';

/** Bounds of `keyword_overview`: a longer keyword fails the whole task. */
const KEYWORDS_A_TASK = 700;
const KEYWORD_CHARACTERS_MAX = 80;
const KEYWORD_WORDS_MAX = 10;

const IDEAS_MAX = 1000;
/** Suggestions contain the seed; related searches bring the words that people use instead. */
const RELATED_SHARE = 1 / 3;
/** Most keywords that `related_keywords` finds at each depth. */
const RELATED_AT_DEPTH = [1, 8, 72, 584, 4680] as const;

const Overview = z.object({ items: z.array(KeywordData).nullish() });
const Suggestions = Overview;
const Related = z.object({
  items: z.array(z.object({ keyword_data: KeywordData, depth: z.int().nullish() })).nullish(),
});

/** DataForSEO Labs: volumes of Google Ads with difficulty and intent, and further keywords. It knows countries only. */
export const keywordOffers: NonNullable<Offers<DataForSeoSettings>['keywords']> = {
  metrics: {
    lacks: listMetricsLacks,
    usd: ({ keywords }) => {
      const count = keywords.filter(isSendable).length;
      return priceLabs(Math.ceil(count / KEYWORDS_A_TASK), count);
    },
    ask: askMetrics,
  },
  ideas: {
    lacks: ({ location }) => listWorldLacks(location),
    usd: ({ limit }) => {
      const { suggestions, related } = shareIdeas(limit);
      return priceLabs(related > 0 ? 2 : 1, suggestions + related);
    },
    ask: askIdeas,
  },
};

function listMetricsLacks({ keywords, location }: KeywordMetricsQuery): readonly string[] | undefined {
  const place = listWorldLacks(location);
  const sendable = keywords.filter(isSendable).length;
  if (place === undefined || sendable === 0) return undefined;
  const long = `keywords of more than ${KEYWORD_CHARACTERS_MAX} characters or ${KEYWORD_WORDS_MAX} words`;
  return sendable === keywords.length ? place : [...place, long];
}

/** Of the whole world it knows nothing. */
function listWorldLacks(location: Location | null): readonly string[] | undefined {
  return location === null ? undefined : listPlaceLacks(location);
}

function isSendable(keyword: string): boolean {
  return keyword.length <= KEYWORD_CHARACTERS_MAX && keyword.trim().split(/\s+/).length <= KEYWORD_WORDS_MAX;
}

async function askMetrics(
  query: KeywordMetricsQuery,
  context: DataForSeoContext,
): Promise<Answered<readonly KeywordFact[]>> {
  const asked = new Map(query.keywords.filter(isSendable).map((keyword) => [foldKeyword(keyword), keyword]));
  const keywords = [...asked.values()];
  const facts: KeywordFact[] = [];
  let usd = 0;
  for (let start = 0; start < keywords.length; start += KEYWORDS_A_TASK) {
    const chunk = keywords.slice(start, start + KEYWORDS_A_TASK);
    const task = { ...nameLabsMarket(query), keywords: chunk.map(escapeKeyword) };
    const answer = await addCostOnFailure(usd, () => runLabs(context, 'keyword_overview', task, Overview));
    usd += answer.usd;
    for (const data of answer.result?.items ?? []) {
      // It answers in lower case; keywords that it does not know are left out.
      const keyword = asked.get(foldKeyword(data.keyword));
      if (keyword !== undefined) facts.push(readKeywordData(data, keyword, context.now()));
    }
  }
  return { ...answered(facts, newestOf(facts), usd), is_empty: facts.length === 0 };
}

async function askIdeas(
  query: KeywordIdeasQuery,
  context: DataForSeoContext,
): Promise<Answered<readonly KeywordIdea[]>> {
  const share = shareIdeas(query.limit);
  const seed = { ...nameLabsMarket(query), keyword: escapeKeyword(query.seed) };
  const asked = { ...seed, limit: share.suggestions };
  const suggestions = await runLabs(context, 'keyword_suggestions', asked, Suggestions);
  const found = new Map<string, KeywordIdea>();
  const add = (data: KeywordData, kind: 'provider' | 'related_search'): void => {
    const folded = foldKeyword(data.keyword);
    if (folded === foldKeyword(query.seed)) return;
    const evidence = { kind, source: 'dataforseo', seen: 1 };
    const known = found.get(folded);
    const facts = known?.facts ?? [readKeywordData(data, data.keyword, context.now())];
    found.set(folded, { keyword: data.keyword, evidence: [...(known?.evidence ?? []), evidence], facts });
  };
  for (const data of suggestions.result?.items ?? []) add(data, 'provider');
  const paid = suggestions.usd;
  if (share.related === 0) return answered([...found.values()], null, paid);

  const related = await runRelated(seed, share.related, context);
  for (const { keyword_data, depth } of related.result?.items ?? []) {
    if (depth !== 0) add(keyword_data, 'related_search');
  }
  const ideas = [...found.values()];
  const newest = newestOf(ideas.flatMap(({ facts }) => facts));
  const answer = answered(ideas, newest, paid + related.usd);
  return related.note === undefined ? answer : { ...answer, coverage: 'partial', note: related.note };
}

/** What was paid for is kept when only the second of two requests fails. */
async function runRelated(
  seed: Readonly<Record<string, unknown>>,
  limit: number,
  context: DataForSeoContext,
): Promise<LiveAnswer<z.infer<typeof Related>> & { readonly note?: string }> {
  const depth = RELATED_AT_DEPTH.findIndex((most) => most > limit);
  const task = { ...seed, limit, depth: depth === -1 ? RELATED_AT_DEPTH.length - 1 : depth };
  try {
    return await runLabs(context, 'related_keywords', task, Related);
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
    return { result: undefined, usd: error.usd ?? 0, note: `Related searches are missing: ${error.message}` };
  }
}

function shareIdeas(limit: number): { readonly suggestions: number; readonly related: number } {
  const wanted = Math.min(limit, IDEAS_MAX);
  const related = Math.floor(wanted * RELATED_SHARE);
  return { suggestions: wanted - related, related };
}

function answered<Row>(value: readonly Row[], newest: string | null, usd: number): Answered<readonly Row[]> {
  return {
    value,
    measure: 'estimated',
    usd,
    ...(newest === null ? {} : { observed_at: newest }),
    ...(value.length === 0 ? { coverage: 'none', is_empty: true } : {}),
  };
}

function newestOf(facts: readonly KeywordFact[]): string | null {
  return facts.reduce<string | null>((newest, { observed_at }) => {
    return newest === null || observed_at > newest ? observed_at : newest;
  }, null);
}

function foldKeyword(keyword: string): string {
  return keyword.normalize('NFC').toLowerCase().trim().replace(/\s+/g, ' ');
}
