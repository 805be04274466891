import type { KeywordFactWriter } from '../../../ports/imports.ts';
import type { KeywordFact } from '../../../ports/keywords.ts';
import { cleanText } from '../../../text/normalize.ts';

/** Queries that serve as keyword ideas: those that showed most. */
const IDEAS_MAX = 50_000;
const HELD_MAX = 2 * IDEAS_MAX;
const WRITTEN_ROWS = 5000;
const CHARACTERS_MAX = 700;

/** Collects the queries of an import that showed most, in bounded memory. */
export class QueryIdeas {
  #impressions = new Map<string, number>();

  add(query: string, impressions: number): void {
    const known = this.#impressions.get(query);
    this.#impressions.set(query, (known ?? 0) + impressions);
    if (known === undefined && this.#impressions.size > HELD_MAX) this.#impressions = new Map(this.#largest());
  }

  /** Writes them as keywords of the workspace, without figures: impressions of one site are nobody's search volume. */
  async write(keywords: KeywordFactWriter, workspaceId: string, observedAt: Date): Promise<void> {
    const observed_at = observedAt.toISOString();
    const facts = this.#largest().flatMap(([query]) => {
      const keyword = cleanText(query, CHARACTERS_MAX + 1);
      return keyword === '' || keyword.length > CHARACTERS_MAX ? [] : [ideaOf(keyword, observed_at)];
    });
    for (let at = 0; at < facts.length; at += WRITTEN_ROWS) {
      await keywords.write(workspaceId, facts.slice(at, at + WRITTEN_ROWS));
    }
  }

  #largest(): readonly (readonly [string, number])[] {
    return [...this.#impressions]
      .toSorted(([one, many], [other, few]) => few - many || (one < other ? -1 : 1))
      .slice(0, IDEAS_MAX);
  }
}

function ideaOf(keyword: string, observed_at: string): KeywordFact {
  return {
    keyword,
    source: 'search-console',
    location_code: null,
    language: null,
    observed_at,
    volume: null,
    bing_impressions: null,
    monthly: [],
    cpc: null,
    currency: null,
    competition: null,
    difficulty: null,
    intent: null,
  };
}
