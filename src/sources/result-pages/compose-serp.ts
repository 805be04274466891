import type { Answered } from '../../ports/define-source.ts';
import type { Location } from '../../ports/locations.ts';
import type { AiOverview, Device, Serp, SerpItemType, SerpQuery, SerpQuestion } from '../../ports/serp.ts';
import { type ItemDraft, rankItems } from './items.ts';
import { passesSites } from './site-filter.ts';

/** Which source fetched a result page, and which parts of the query it honoured. */
export interface SerpOrigin {
  readonly query: SerpQuery;
  readonly engine: string;
  readonly source: string;
  readonly sees: readonly SerpItemType[];
  readonly keyword_sent: string;
  /** What the source really searched from; null where it has no say in it. */
  readonly location: Location | null;
  readonly device: Device | null;
}

/** What a result page contains besides its items. */
export interface SerpFacts {
  readonly spell: string | null;
  readonly total_results: number | null;
  readonly check_url: string | null;
  readonly checked_at: string;
  readonly ai_overview: AiOverview;
  /** Null where the source cannot see them. */
  readonly people_also_ask: readonly SerpQuestion[] | null;
  readonly related_searches: readonly string[] | null;
}

export interface ReadPages {
  readonly drafts: readonly ItemDraft[];
  readonly facts: SerpFacts;
  readonly pages_fetched: number;
  readonly ended: Serp['ended'];
  readonly usd: number;
  readonly note?: string | undefined;
}

export const NO_AI_OVERVIEW: AiOverview = { status: 'absent', markdown: null, references: [] };
export const UNSEEN_AI_OVERVIEW: AiOverview = { ...NO_AI_OVERVIEW, status: 'unavailable' };

/** One record of all pages that were read, with only what the domain filters of the question let through. */
export function composeSerp(origin: SerpOrigin, read: ReadPages): Answered<Serp> {
  const { query, engine, source, sees, keyword_sent, location, device } = origin;
  const { facts, pages_fetched, ended, usd, note } = read;
  const items = rankItems(read.drafts.filter(({ url }) => passesSites(url, query)).map(filtered(query)));
  const organic_seen = items.filter(({ type }) => type === 'organic').length;
  const value: Serp = {
    engine,
    source,
    keyword: query.keyword,
    keyword_sent,
    spell: facts.spell,
    location,
    language: query.language,
    device,
    checked_at: facts.checked_at,
    check_url: facts.check_url,
    total_results: facts.total_results,
    depth_asked: query.depth,
    pages_fetched,
    organic_seen,
    ended,
    sees,
    items,
    ai_overview: {
      ...facts.ai_overview,
      references: facts.ai_overview.references.filter(({ url }) => passesSites(url, query)),
    },
    people_also_ask: facts.people_also_ask?.map((asked) => withoutOthers(asked, query)) ?? null,
    related_searches: facts.related_searches,
  };
  return {
    value,
    observed_at: facts.checked_at,
    is_empty: organic_seen === 0,
    usd,
    ...(note === undefined ? {} : { note }),
  };
}

function filtered(query: SerpQuery): (draft: ItemDraft) => ItemDraft {
  return (draft) => ({ ...draft, children: draft.children.filter(({ url }) => passesSites(url, query)) });
}

/** A question stays, without its answer if that is from an excluded site. */
function withoutOthers(asked: SerpQuestion, query: SerpQuery): SerpQuestion {
  return passesSites(asked.url, query) ? asked : { ...asked, answer: null, url: null };
}
