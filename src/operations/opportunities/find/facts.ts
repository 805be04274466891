import { classifyIntent } from '../../../text/intent.ts';
import type { BrandNames } from '../../../text/branded.ts';
import { foldPhrase } from '../../../text/normalize.ts';
import type { Intent } from '../../../text/signals.ts';
import type { KnownPage } from '../../../ports/links.ts';
import type { ConsoleTotals, RankedKeyword, RankingWindow } from '../../../ports/rankings.ts';
import type { Serp } from '../../../ports/serp.ts';
import { readVolumeDemand, readImpressionDemand, type SearchDemand } from '../../../rankings/gain.ts';
import { chooseConditions } from '../../../rankings/known-searches.ts';
import type { OwnCurve } from '../../../rankings/own-curve.ts';
import { narrowToPage } from '../../../rankings/own-place.ts';
import { readSearches } from '../../../keywords/known-searches.ts';
import { measureKeywords } from '../../../keywords/measure.ts';
import type { KeywordMetrics } from '../../../keywords/metrics.ts';
import { nameTopics } from './topics.ts';
import type { PageConditions } from '../../../serp/click-rate.ts';

/** A keyword of the target with what is known of its searches and its result page. */
export interface KeywordView {
  /** With the figures of its page alone. */
  readonly row: RankedKeyword;
  /** With the figures of all pages of the site that rank for it: what was counted before is known of them together. */
  readonly whole: RankedKeyword;
  readonly intent: Intent | null;
  readonly demand: SearchDemand | null;
  /** Its stored result page; undefined where none is. */
  readonly serp: Serp | undefined;
  readonly conditions: PageConditions;
  /** As it was detected; '' where the words do not tell. */
  readonly language: string;
  /** Head keyword of those that one page can answer; null where its page is known. */
  readonly topic: string | null;
}

/** What every rule sees. */
export interface SiteFacts {
  /** Host of the target. */
  readonly host: string;
  readonly window: RankingWindow | null;
  readonly totals: ConsoleTotals | null;
  readonly curve: OwnCurve | null;
  /** Console figures of the window do not compare with others. */
  readonly isBroken: boolean;
  readonly days: number;
  /** By address, as the index spells what was asked. */
  readonly pages: ReadonlyMap<string, KnownPage>;
  /** What searches are looked up with. */
  readonly search: { readonly language: string; readonly location_code?: number };
}

interface ViewInput {
  readonly rows: readonly RankedKeyword[];
  readonly language: string;
  readonly days: number;
  /** By folded keyword. */
  readonly serps: ReadonlyMap<string, Serp>;
  readonly brand: BrandNames | null;
}

export function describeKeywords({ rows, language, days, serps, brand }: ViewInput): KeywordView[] {
  const searches = readSearches(serps, brand);
  const metrics = measureKeywords({
    keywords: rows.map(({ keyword }) => keyword),
    facts: rows.flatMap(({ facts }) => facts),
    language,
    searches,
    brand,
  });
  const topics = nameTopics(rows.map((row, at) => ({ row, language: metrics[at]?.language ?? '' })));
  return rows.map((whole, at) => {
    const row = narrowToPage(whole);
    const serp = serps.get(foldPhrase(row.keyword));
    const known = metrics[at];
    const intent = known?.intent ?? classifyIntent(row.keyword, { language }).value;
    return {
      row,
      whole,
      intent,
      demand: readDemand(row, known, days),
      serp,
      language: known?.language ?? '',
      topic: topics.get(row.keyword) ?? null,
      conditions: chooseConditions(row, intent, searches),
    };
  });
}

/** Who was seen knows how often people searched; a keyword that is lost was seen before. */
function readDemand(
  { position, measured }: RankedKeyword,
  known: KeywordMetrics | undefined,
  days: number,
): SearchDemand | null {
  const seen = position === null ? measured?.previous_impressions : measured?.impressions;
  return readImpressionDemand(seen ?? null, days) ?? (known === undefined ? null : readVolumeDemand(known));
}
