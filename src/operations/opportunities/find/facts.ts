import { classifyIntent } from '../../../text/intent.ts';
import { foldPhrase } from '../../../text/normalize.ts';
import type { Intent } from '../../../text/signals.ts';
import type { KnownPage } from '../../../ports/links.ts';
import type { ConsoleTotals, RankedKeyword, RankingWindow } from '../../../ports/rankings.ts';
import type { Serp } from '../../../ports/serp.ts';
import { readVolumeDemand, readImpressionDemand, type SearchDemand } from '../../../rankings/gain.ts';
import type { OwnCurve } from '../../../rankings/own-curve.ts';
import { measureKeywords } from '../../../keywords/measure.ts';
import { describeConditions, type PageConditions } from '../../../serp/click-rate.ts';

/** A keyword of the target with what is known of its searches and its result page. */
export interface KeywordView {
  readonly row: RankedKeyword;
  readonly intent: Intent | null;
  readonly demand: SearchDemand | null;
  /** Its stored result page; undefined where none is. */
  readonly serp: Serp | undefined;
  readonly conditions: PageConditions;
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
}

interface ViewInput {
  readonly rows: readonly RankedKeyword[];
  readonly language: string;
  readonly days: number;
  /** By folded keyword. */
  readonly serps: ReadonlyMap<string, Serp>;
}

export function describeKeywords({ rows, language, days, serps }: ViewInput): KeywordView[] {
  const metrics = measureKeywords({
    keywords: rows.map(({ keyword }) => keyword),
    facts: rows.flatMap(({ facts }) => facts),
    language,
  });
  return rows.map((row, at) => {
    const serp = serps.get(foldPhrase(row.keyword));
    const known = metrics[at];
    const intent = known?.intent ?? classifyIntent(row.keyword, { language }).value;
    const seen = row.position === null ? (row.measured?.previous_impressions ?? null) : row.measured?.impressions;
    const volume = known === undefined ? null : readVolumeDemand(known);
    return {
      row,
      intent,
      demand: readImpressionDemand(seen ?? null, days) ?? volume,
      serp,
      conditions: serp === undefined ? guessConditions(row, intent) : describeConditions(serp, intent),
    };
  });
}

/** A source that names an AI Overview has seen one; one that does not may be unable to. */
function guessConditions({ features }: RankedKeyword, intent: Intent | null): PageConditions {
  return { intent, overview: features?.includes('ai_overview') === true ? 'present' : 'unavailable', above: undefined };
}
