import { counted } from '../../../kernel/grammar.ts';
import { OTHER_URLS_MAX, type RankedKeyword } from '../../../ports/rankings.ts';
import { findFall, type PositionChange } from '../../../rankings/changes.ts';
import { type ExpectedGain, phraseGain } from '../../../rankings/gain.ts';
import type { Intent } from '../../../text/signals.ts';
import type { OpportunityType } from './report.ts';

/** What is known of a keyword that tells what to do about it. */
export interface OpportunityFacts {
  readonly row: RankedKeyword;
  /** The same with the figures of its page alone. */
  readonly own: RankedKeyword;
  readonly movement: RankedKeyword['movement'];
  readonly rank_change: PositionChange | null;
  readonly is_brand: boolean | null;
  readonly intent: Intent | null;
  readonly gain: ExpectedGain | null;
}

export interface Opportunity {
  readonly opportunity_type: OpportunityType;
  readonly reason: string;
}

/** Within reach of the first three by work on the page that ranks (formulas 4.6). */
const STRIKING_FROM = 4;
const STRIKING_TO = 20;
/** Snippets and citations are taken from the first page. */
const FIRST_PAGE = 10;
/** A keyword that falls by less is watched, not worked on (formulas 4.9). */
const FALL_POSITIONS = 3;
/** A keyword on page three and further is worth a page of its own only where people want to buy. */
const BUYING: ReadonlySet<Intent> = new Set(['transactional', 'commercial', 'local']);
const GAIN_CLICKS_MIN = 1;

type Rule = (facts: OpportunityFacts) => Opportunity | undefined;

/**
 * The first rule that holds: what is lost, then what falls, then what page one offers beside its results, then what is
 * within reach, then what sells, then what to keep. Branded keywords are only ever kept.
 */
export function chooseOpportunity(facts: OpportunityFacts): Opportunity {
  for (const rule of RULES) {
    const found = rule(facts);
    if (found !== undefined) return found;
  }
  return { opportunity_type: 'none', reason: explainNothing(facts) };
}

function findLost({ movement, row }: OpportunityFacts): Opportunity | undefined {
  if (movement !== 'lost') return undefined;
  const before =
    row.previous_position === null ? 'It ranked before' : `It ranked at position ${formatRank(row.previous_position)}`;
  return { opportunity_type: 'lost_keyword_recovery', reason: `${before} and does not rank any more.` };
}

function findBranded({ is_brand, row }: OpportunityFacts): Opportunity | undefined {
  if (is_brand !== true) return undefined;
  const place = row.position === null ? '' : ` at position ${formatRank(row.position)}`;
  return { opportunity_type: 'defend', reason: `A branded search${place}: these people look for this site already.` };
}

function findFalling({ rank_change, row }: OpportunityFacts): Opportunity | undefined {
  const fall = findFall(row.measured);
  if (fall !== undefined) {
    const { from, to, percent } = fall.change;
    const yearly = fall.year_over_year === null ? '' : `, and ${fall.year_over_year.from} a year before`;
    return {
      opportunity_type: 'content_refresh',
      reason: `Clicks fell from ${from} to ${to} (${percent ?? 0}%)${yearly}.`,
    };
  }
  if (row.measured !== null || rank_change === null || rank_change.within_noise) return undefined;
  if (rank_change.to - rank_change.from < FALL_POSITIONS) return undefined;
  return {
    opportunity_type: 'content_refresh',
    reason: `It fell from position ${formatRank(rank_change.from)} to ${formatRank(rank_change.to)}.`,
  };
}

function findSnippet({ row, own }: OpportunityFacts): Opportunity | undefined {
  if (!isOnFirstPage(own) || row.features?.includes('featured_snippet') !== true) return undefined;
  if ((own.position ?? 0) <= 1) return undefined;
  return {
    opportunity_type: 'featured_snippet_opportunity',
    reason: `The result page has a featured snippet, and this page ${describePlace(own)}.`,
  };
}

function findOverview({ row, own, intent }: OpportunityFacts): Opportunity | undefined {
  if (!isOnFirstPage(own) || row.features?.includes('ai_overview') !== true) return undefined;
  if (intent !== null && intent !== 'informational' && intent !== 'commercial') return undefined;
  return {
    opportunity_type: 'ai_overview_opportunity',
    reason: `The result page has an AI Overview, and this page ${describePlace(own)}.`,
  };
}

function findReach({ row, own, gain }: OpportunityFacts): Opportunity | undefined {
  if (own.position === null || own.position < STRIKING_FROM - 0.5 || own.position > STRIKING_TO) return undefined;
  if (gain !== null && gain.clicks_per_month < GAIN_CLICKS_MIN) return undefined;
  const more = gain === null ? '' : `: position ${gain.to_rank} would bring ${phraseGain(gain)}`;
  return { opportunity_type: 'quick_win', reason: `${describePage(row, own)}${more}.` };
}

function findBuyers({ own, intent }: OpportunityFacts): Opportunity | undefined {
  if (own.position === null || own.position <= STRIKING_TO || intent === null || !BUYING.has(intent)) return undefined;
  return {
    opportunity_type: 'commercial_intent_opportunity',
    reason: `A ${intent} search at position ${formatRank(own.position)}, where hardly anybody clicks.`,
  };
}

function findStrong({ row, own }: OpportunityFacts): Opportunity | undefined {
  if (own.position === null || own.position >= STRIKING_FROM - 0.5) return undefined;
  return { opportunity_type: 'defend', reason: `${describePage(row, own)}: keep what earns it.` };
}

const RULES: readonly Rule[] = [
  findLost,
  findBranded,
  findFalling,
  findSnippet,
  findOverview,
  findReach,
  findBuyers,
  findStrong,
];

function explainNothing({ row, own, gain }: OpportunityFacts): string {
  if (row.position !== null && own.position === null)
    return 'Several pages of the site rank for it, and the position of this one alone is not known.';
  if (own.position === null) return 'Its position is not known.';
  if (own.position <= STRIKING_TO && gain !== null) return 'A better position would bring hardly any clicks.';
  return `${describePage(row, own)}, too far down for work on this page alone.`;
}

function isOnFirstPage({ position }: RankedKeyword): boolean {
  return position !== null && position <= FIRST_PAGE;
}

/** The page’s own place; where other pages rank as well, that of all of them beside it. */
function describePage(row: RankedKeyword, own: RankedKeyword): string {
  if (own === row) return `It ${describePlace(row)}`;
  const [count, others] = [row.others.length + 1, row.others.length];
  const pages = others < OTHER_URLS_MAX ? counted(count, 'page') : `${count} or more pages`;
  return `Its page ${describePlace(own)} (${formatRank(row.position)} across the ${pages} of the site that rank)`;
}

function describePlace({ position, position_kind }: RankedKeyword): string {
  const kind = position_kind === 'average' ? 'has an average position of' : 'ranks at position';
  return `${kind} ${formatRank(position)}`;
}

/** Means have a decimal, places on a page none. */
export function formatRank(rank: number | null): string {
  return rank === null ? 'nowhere' : String(Math.round(rank * 10) / 10);
}
