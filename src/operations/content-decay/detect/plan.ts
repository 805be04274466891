import {
  type Confidence,
  listed,
  makePlan,
  noConfidence,
  type PlannedCall,
  type StepDraft,
  type WorkflowDraft,
} from '../../../guidance/plan.ts';
import { formatRows, formatSummary } from '../../../guidance/summary.ts';
import { counted } from '../../../kernel/grammar.ts';
import type { Level } from '../../../kernel/level.ts';
import { inline, strong } from '../../../kernel/markdown.ts';
import { CONNECT_CONSOLE } from '../../../rankings/own-site.ts';
import type { CauseName } from './causes.ts';
import type { DecayAudit, DecayReport } from './report.ts';

const GUARDRAILS = [
  'Do not call the page decaying inside the noise, and do not change it for that.',
  'Do not change the date of a page without changing its content.',
  'Average positions of Search Console and places on result pages are different figures: never put them in one series.',
] as const;

/** What to do about the page. */
export function planDecay(report: DecayReport, market: MarketInput): WorkflowDraft {
  const { coverage, decay_audit: audit } = report;
  return makePlan({
    summary: coverage === 'none' ? explainNothing(report) : summarizeState(audit),
    steps: coverage === 'none' ? [chooseLearning(report)] : listSteps(audit),
    otherwise: WATCH(audit),
    priority: ratePriority(audit),
    confidence: rateConfidence(coverage, audit),
    guardrails: [...GUARDRAILS],
    next_calls: listCalls(coverage, audit, market),
  });
}

export interface MarketInput {
  readonly language: string;
  readonly location_code: number | null;
}

const LEARN: StepDraft = {
  action: 'Import your Search Console data with `seamark import console`, then ask again.',
  why: 'Clicks by day show whether the page is losing traffic, since when, and why.',
  evidence: ['coverage: none'],
  owner_hint: 'SEO',
};

function chooseLearning({ state }: DecayReport): StepDraft {
  return state === 'not_covered' ? CONNECT_CONSOLE : LEARN;
}

/** Why nothing can be said of the page: the owner's export may lack days, or nobody knows anything. */
function explainNothing({ state, decay_audit: { url, keyword, reason } }: DecayReport): string {
  const page = `${inline(url, 120)} is losing clicks for “${inline(keyword, 80)}”`;
  return state === 'not_covered'
    ? `${reason ?? ''} So it cannot show whether ${page}.`
    : `It is unknown whether ${page}: ${lower(reason ?? '')}`;
}

/** Larger than the noise, but not surely enough for decay: see `SURE_Z`. */
function mayBeFalling({ status, within_noise, season_adjusted: adjusted }: DecayAudit): boolean {
  return status === 'stable' && within_noise === false && (adjusted?.percent ?? 0) > 0;
}

function WATCH(audit: DecayAudit): StepDraft {
  const isUnsure = mayBeFalling(audit);
  return {
    action:
      audit.status === 'insufficient_data'
        ? 'Ask again when there is more data.'
        : `Leave the page as it is, and check again in ${isUnsure ? 'two' : 'four'} weeks.`,
    why:
      audit.reason ??
      (isUnsure
        ? 'It fell by more than noise and season explain, but not surely enough to call it decay.'
        : 'Its figures move no more than they usually do.'),
    evidence: describeFigures(audit),
    owner_hint: 'SEO',
  };
}

const OWNERS: Readonly<Record<CauseName, string>> = {
  technical: 'developer',
  rank: 'content',
  demand: 'SEO',
  clicks_lost_above: 'SEO',
  cannibalised: 'SEO',
  competitor: 'content',
  stale: 'editor',
};

function listSteps(audit: DecayAudit): StepDraft[] {
  const { likely_causes: causes, recovery_steps: steps } = audit;
  const [first] = causes;
  // A fault is mended first, also where the loss is older than it.
  const isFaultFirst = first !== undefined && first.cause !== 'technical' && causes.some(isFault);
  return steps.map((action, at) => ({
    action: inline(action, 400),
    why:
      first === undefined && audit.decaying === true
        ? 'The figures show the loss, but not its cause.'
        : first === undefined || (isFaultFirst && at === 0)
          ? 'The page cannot keep its rankings in this state.'
          : `${nameCause(first.cause)} is the likeliest cause.`,
    evidence: at === 0 ? [...describeFigures(audit), ...(first?.evidence ?? [])] : [],
    effort: effortOf(first?.cause),
    owner_hint: first === undefined ? 'developer' : OWNERS[first.cause],
  }));
}

function isFault({ cause }: { readonly cause: CauseName }): boolean {
  return cause === 'technical';
}

function effortOf(cause: CauseName | undefined): Level {
  if (cause === undefined || cause === 'technical' || cause === 'demand') return 'low';
  return cause === 'rank' || cause === 'competitor' ? 'high' : 'medium';
}

const CAUSE_NAMES: Readonly<Record<CauseName, string>> = {
  technical: 'A technical fault',
  rank: 'A loss of position',
  demand: 'Falling demand',
  clicks_lost_above: 'What stands above the result',
  cannibalised: 'Another page of the site',
  competitor: 'A competitor that moved up',
  stale: 'The age of the page',
};

function nameCause(cause: CauseName): string {
  return CAUSE_NAMES[cause];
}

/** The answer in one sentence: `decaying` never stands inside the noise. */
function summarizeState(audit: DecayAudit): string {
  const { status, url, keyword, first_decline_at, likely_causes: causes, reason, exempt } = audit;
  const page = `${inline(url, 120)} for “${inline(keyword, 80)}”`;
  if (exempt !== null) return `${page} is not judged yet: ${lower(reason ?? '')}`;
  if (status === 'insufficient_data') return `There is too little data to judge ${page}: ${lower(reason ?? '')}`;
  if (status === 'improving') return `${page} is improving: ${describeChange(audit)}.`;
  if (status === 'stable') return `${page} is stable: ${describeStable(audit)}.`;
  const since =
    first_decline_at === null ? '' : ` since ${audit.window === null ? '' : 'the week of '}${first_decline_at}`;
  // That the position fell is no reason for the fall of the position.
  const cause = causes.find((each) => each.cause !== 'rank' || audit.judged_by !== 'position');
  const because = cause === undefined ? '' : `, most likely because of ${lower(nameCause(cause.cause))}`;
  return `${page} is decaying: ${describeChange(audit)}${since}${because}.`;
}

/** Domains and brands keep their case; sentences of ours begin in lower case behind a colon. */
function lower(sentence: string): string {
  return sentence.slice(0, 1).toLowerCase() + sentence.slice(1);
}

function describeChange(audit: DecayAudit): string {
  const { decay_percent: percent, judged_by, season_adjusted: adjusted, window } = audit;
  if (percent === null || judged_by === null) return 'unknown';
  const way = percent > 0 ? 'down' : 'up';
  if (judged_by === 'position') return `position ${way}${describeRanks(audit)}`;
  const period = window === null ? '' : ` against the ${counted(spanDays(window), 'day')} before`;
  const season =
    adjusted === null
      ? ''
      : ` (${Math.abs(adjusted.percent)}% ${adjusted.percent > 0 ? 'below' : 'above'} what the season explains)`;
  return `${judged_by} ${way} ${Math.abs(percent)}%${period}${season}`;
}

/** A fall from the first place to the tenth is no fall by nine hundred percent. */
function describeRanks({ rank_history: ranks }: DecayAudit): string {
  return ranks === null || ranks.before === null || ranks.after === null
    ? ''
    : ` from ${ranks.before} to ${ranks.after}`;
}

/** A season that moves fewer is not worth a word. */
const SEASON_PERCENT_MIN = 5;

function describeStable(audit: DecayAudit): string {
  const { within_noise, judged_by, season_adjusted: adjusted, seasonal_expectation: season } = audit;
  if (within_noise !== false && Math.abs(season?.change_percent ?? 0) >= SEASON_PERCENT_MIN)
    return `its ${judged_by ?? 'figures'} follow the season`;
  if (within_noise !== false) return `its ${judged_by ?? 'figures'} changed no more than noise and season explain`;
  if (adjusted !== null && adjusted.percent > 0) return 'it may be losing, but the figures do not show it beyond doubt';
  return 'what changed goes with the season';
}

function spanDays({ from, to }: { readonly from: string; readonly to: string }): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}

function describeFigures(audit: DecayAudit): string[] {
  const { decay_percent, season_adjusted: adjusted, year_over_year: year, traffic_at_risk: risk, status } = audit;
  return listed([
    `status: ${status}`,
    decay_percent !== null && `decay_percent: ${decay_percent}`,
    adjusted !== null && `season_adjusted: ${adjusted.percent} (${adjusted.low} to ${adjusted.high})`,
    year?.change_percent != null && `year over year: ${year.change_percent}%`,
    risk !== null && `traffic_at_risk: ${risk.clicks_per_month} clicks a month (${risk.low} to ${risk.high})`,
  ]);
}

/** Clicks a month from which on a loss is worth dropping other work for. */
const RISK_HIGH = 100;

function ratePriority({ status, traffic_at_risk: risk, recovery_steps: steps }: DecayAudit): Level {
  if (status === 'decaying') return (risk?.clicks_per_month ?? 0) >= RISK_HIGH ? 'high' : 'medium';
  return steps.length > 0 ? 'medium' : 'low';
}

function rateConfidence(coverage: DecayReport['coverage'], audit: DecayAudit): Confidence {
  const { confidence, reason, window, seasonal_expectation: season, known_breaks: breaks, rank_history: ranks } = audit;
  if (confidence === 0 || coverage === 'none') return noConfidence(reason ?? 'Nothing is known of the page.');
  return {
    value: confidence,
    reasons: listed([
      window !== null && `Search Console data up to ${window.to}, in whole weeks.`,
      season !== null &&
        season.basis !== 'last_year' &&
        'There are no figures of the same weeks a year before, so the season is not certain.',
      breaks.length > 0 && 'Impressions and positions of these days cannot be compared.',
      coverage === 'sample' && ranks !== null && `Based on ${counted(ranks.checks, 'stored result page')} alone.`,
    ]),
  };
}

function listCalls(coverage: DecayReport['coverage'], audit: DecayAudit, market: MarketInput): PlannedCall[] {
  const { url, keyword, likely_causes: causes, status } = audit;
  const place = market.location_code === null ? {} : { location_code: market.location_code };
  const names = new Set(causes.map(({ cause }) => cause));
  const serp: PlannedCall = {
    operation: 'analyze.serp',
    body: { keyword, language: market.language, ...place },
    reason: 'Shows who ranks for the keyword now, and what stands above the results.',
  };
  const check: PlannedCall = {
    operation: 'content.technical-qa',
    body: { url, keyword },
    reason: 'Rules out a technical fault before anything is rewritten.',
  };
  const title: PlannedCall = {
    operation: 'content.title-meta',
    body: { url, keyword },
    reason: 'Writes a title and description that earn the click.',
  };
  if (coverage === 'none') return [check, serp];
  if (status !== 'decaying') return audit.recovery_steps.length > 0 ? [check] : [];
  return listed([check, !names.has('technical') && serp, names.has('clicks_lost_above') && title]);
}

/** What a person would paste into a report. */
export function summarizeDecay(report: DecayReport): string {
  const { coverage, decay_audit: audit } = report;
  const { keyword, points, likely_causes: causes, notes, year_over_year: year, confidence } = audit;
  const heading = `Content decay: ${inline(keyword, 60)}`;
  if (coverage === 'none')
    return formatSummary({ heading, intro: explainNothing(report), facts: [], next: chooseLearning(report).action });
  const cause = causes[0];
  return formatSummary({
    heading,
    intro: summarizeState(audit),
    facts: [
      `Page: ${inline(audit.url, 120)}`,
      `Status: ${strong(audit.status.replaceAll('_', ' '))}, confidence ${confidence}`,
      describePeriod(audit),
      year?.change_percent == null
        ? undefined
        : `Year over year: ${counted(year.clicks, 'click')}, ${year.last_year_clicks.toLocaleString('en-US')} a year before`,
      audit.traffic_at_risk === null
        ? undefined
        : `At risk: ${whole(audit.traffic_at_risk.clicks_per_month)} clicks a month (${whole(audit.traffic_at_risk.low)} to ${whole(audit.traffic_at_risk.high)})`,
      cause === undefined
        ? undefined
        : `Likely cause: ${lower(nameCause(cause.cause))} (${cause.figure} ${cause.unit}${cause.share === null ? '' : `, ${Math.round(cause.share * 100)}% of the loss`})`,
    ],
    table: formatRows(points.slice(-8), 8, [
      [audit.window === null ? 'Check' : 'Week of', (row) => row.from],
      ['Clicks', (row) => row.clicks],
      ['Last year', (row) => row.last_year_clicks],
      ['Impressions', (row) => row.impressions],
      ['Position', (row) => row.position],
    ]),
    notes: notes.map((note) => inline(note, 300)),
    next: audit.recovery_steps[0] ?? WATCH(audit).action,
  });
}

/** A change within the noise is told in counts alone, never as up or down. */
function describePeriod(audit: DecayAudit): string | undefined {
  const { window, within_noise, scope, scopes, judged_by } = audit;
  const counts = scope === null ? null : scopes[scope];
  if (audit.decay_percent === null || window === null || counts === null) return undefined;
  const period = `${window.from} to ${window.to}`;
  if (within_noise === false) return `Change: ${describeChange(audit)}, ${period}`;
  if (judged_by !== 'clicks') return undefined;
  return `Clicks: ${counts.clicks.toLocaleString('en-US')} from ${period}, ${counts.previous_clicks?.toLocaleString('en-US') ?? 'an unknown number'} in the weeks before: within noise and season`;
}

function whole(clicks: number): string {
  return Math.round(clicks).toLocaleString('en-US');
}
