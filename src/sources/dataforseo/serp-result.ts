import { z } from 'zod';

import type { Answered } from '../../ports/define-source.ts';
import { type AiOverview, type Serp, SERP_ITEM_TYPES, type SerpQuery } from '../../ports/serp.ts';
import { Figure, readAnswer, Text } from '../result-pages/answer-shape.ts';
import { composeSerp, NO_AI_OVERVIEW, type SerpFacts, UNSEEN_AI_OVERVIEW } from '../result-pages/compose-serp.ts';
import type { ItemDraft } from '../result-pages/items.ts';
import { brokenPage, isMatch, uniqueQuestions } from '../result-pages/read-pages.ts';
import { keywordWithSites } from '../result-pages/site-filter.ts';
import { readPublishedAt, readText } from '../result-pages/texts.ts';
import { domainOf, readResultUrl } from '../result-pages/urls.ts';
import { draftSerpItem, questionsIn, relatedIn, VendorItem } from './serp-item.ts';
import { isAtCoordinates, isWithinReach, pagesAsked, type SerpMode, wantsOverview } from './serp-task.ts';
import { TITLE } from './settings.ts';

const Result = z.object({
  check_url: Text,
  datetime: Text,
  /** What the engine proposes is no correction yet. */
  spell: z.object({ keyword: Text, type: Text }).nullish().catch(null),
  item_types: z.array(z.string()).nullish().catch(null),
  se_results_count: Figure,
  pages_count: Figure,
  items: z.array(VendorItem).nullish(),
});
type Result = z.infer<typeof Result>;

const EMPTY: Result = {
  check_url: null,
  datetime: null,
  spell: null,
  item_types: [],
  se_results_count: 0,
  pages_count: 1,
  items: [],
};

interface ResultContext {
  readonly query: SerpQuery;
  readonly mode: SerpMode;
  readonly now: Date;
  /** Charged for this result. */
  readonly usd: number;
}

/** The record of a task's result; undefined is that of a task which found nothing. @throws SourceFailure */
export function readSerpResult(body: unknown, context: ResultContext): Answered<Serp> {
  const { query, now, usd } = context;
  const result = body === undefined ? EMPTY : readAnswer(Result, body, TITLE);
  const drafts = (result.items ?? []).map((item) => draftSerpItem(item, now));
  const facts = readFacts(result, context);
  const origin = {
    query,
    engine: 'google',
    source: 'dataforseo',
    sees: SERP_ITEM_TYPES.filter((type) => type !== 'ai_overview' || facts.ai_overview.status !== 'unavailable'),
    keyword_sent: keywordWithSites(query),
    location: query.location,
    device: query.device,
  };
  const ended = endOf(result, drafts, context);
  const note = query.location === null ? NO_LOCATION : undefined;
  const answered = composeSerp(origin, { drafts, facts, pages_fetched: pagesIn(result, drafts), ended, usd, note });
  return isAtCoordinates(query) ? { ...answered, value: { ...answered.value, at_coordinates: true } } : answered;
}

const NO_LOCATION = `${TITLE} always searches from a location. Without one, it searched from the United States.`;

function readFacts(result: Result, { query, now }: ResultContext): SerpFacts {
  const items = result.items ?? [];
  return {
    spell: result.spell?.type === 'did_you_mean' ? null : readText(result.spell?.keyword),
    total_results: result.se_results_count ?? null,
    check_url: result.check_url ?? null,
    checked_at: checkedAt(result, now),
    ai_overview: readOverview(result, query),
    people_also_ask: uniqueQuestions(items.flatMap(questionsIn)),
    related_searches: [...new Set(items.flatMap(relatedIn))],
  };
}

function checkedAt({ datetime }: Result, now: Date): string {
  const stated = readPublishedAt(datetime, now);
  return stated === null || !stated.includes('T') ? now.toISOString() : new Date(stated).toISOString();
}

function pagesIn({ pages_count }: Result, drafts: readonly ItemDraft[]): number {
  return pages_count ?? Math.max(1, ...drafts.map(({ page }) => page));
}

/**
 * How the list ended: it is `incomplete` where fewer pages came than were asked for and nothing says that there are no more.
 *
 * @throws SourceFailure broken when no result is shown of those that are counted
 */
function endOf(result: Result, drafts: readonly ItemDraft[], { query, mode, usd }: ResultContext): Serp['ended'] {
  const organic = drafts.filter(({ type }) => type === 'organic');
  const total = result.se_results_count ?? 0;
  if (organic.length === 0) {
    if (total > 0) throw brokenPage({ title: TITLE }, usd);
    return 'no_more_results';
  }
  // The list ends with the match, wherever on its page that stands.
  if (
    isMatch(
      organic.slice(-1).map(({ url }) => url),
      query.stop_at,
    )
  )
    return 'stopped_on_match';
  if (total > 0 && organic.length >= total) return 'no_more_results';
  if (organic.length >= query.depth) return 'depth_reached';
  const pages = pagesIn(result, drafts);
  if (pages >= pagesAsked(query, mode)) return isWithinReach(query, mode) ? 'depth_reached' : 'incomplete';
  return Math.max(...organic.map(({ page }) => page)) < pages ? 'no_more_results' : 'incomplete';
}

/**
 * An overview that loads late is only seen when it is asked for, which costs more: without that, a page on which none is
 * found may have one.
 */
function readOverview({ items, item_types }: Result, query: SerpQuery): AiOverview {
  const item = items?.find(({ type }) => type === 'ai_overview');
  if (item === undefined) {
    if (item_types?.includes('ai_overview') === true) return { ...NO_AI_OVERVIEW, status: 'async_not_loaded' };
    return wantsOverview(query) ? NO_AI_OVERVIEW : UNSEEN_AI_OVERVIEW;
  }
  const references = (item.references ?? []).flatMap(({ url: written, title }) => {
    const url = readResultUrl(written);
    return url === null ? [] : [{ url, domain: domainOf(url) ?? '', title: readText(title) }];
  });
  const markdown = item.markdown ?? null;
  const isLoaded = markdown !== null || references.length > 0;
  if (!isLoaded && item.asynchronous_ai_overview === true) return { ...NO_AI_OVERVIEW, status: 'async_not_loaded' };
  return { status: 'present', markdown, references };
}
