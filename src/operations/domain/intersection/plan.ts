import {
  type Confidence,
  listed,
  makePlan,
  noConfidence,
  type PlannedCall,
  type StepDraft,
  weighConfidence,
  type WorkflowDraft,
} from '../../../guidance/plan.ts';
import { formatRows, formatSummary } from '../../../guidance/summary.ts';
import { agree, counted } from '../../../kernel/grammar.ts';
import { inline, strong } from '../../../kernel/markdown.ts';
import { explainNoComparison } from '../../../rankings/comparison.ts';
import { nameBasis, weighEvidence } from '../../../rankings/evidence.ts';
import { callsForOwnKeywords, draftLookUps, isOwn, type OwnSite } from '../../../rankings/own-site.ts';
import { callForBrand, callForRival, LEARN_OTHERS, LEARN_OTHERS_NEXT } from '../../../rankings/unknown-target.ts';
import type { BrandNames } from '../../../text/branded.ts';
import type { Target } from '../../../web/target.ts';
import type { Classification, IntersectionList, IntersectionRow } from './report.ts';

export interface IntersectionQuestion {
  readonly targets: readonly [Target, Target];
  readonly brand: BrandNames | null;
  readonly language: string;
  /** Where the caller’s console data knows one of the sites: it tells nothing of the other. */
  readonly own: OwnSite | null;
}

/** What target1 can win from target2, or what only target1 has. */
export function planIntersection(list: IntersectionList, asked: IntersectionQuestion): WorkflowDraft {
  if (list.items.length === 0) return planEmpty(list, asked);
  const [top] = rankForWork(list);
  return makePlan({
    summary: summarize(list),
    steps: listSteps(list),
    otherwise: {
      action: `Keep the pages of ${nameOf(list.target1)} that rank above ${nameOf(list.target2)} as they are.`,
      why: 'There is no keyword here where it ranks lower.',
      evidence: [`counts.current_advantage: ${list.counts.current_advantage ?? 0}`],
      owner_hint: 'SEO',
    },
    priority: top?.priority ?? 'low',
    confidence: rateConfidence(list),
    guardrails: listGuardrails(list),
    next_calls: listNextCalls(list, asked),
  });
}

function nameOf(target: string): string {
  return inline(target, 100);
}

/** The console tells everything of one site, and nothing of the other. */
function planNotCovered(list: IntersectionList, own: OwnSite): WorkflowDraft {
  return makePlan({
    summary: introduceEmpty(list, own),
    steps: [draftLookUps(own), { ...LEARN_OTHERS[1], evidence: ['coverage: none'] }],
    priority: 'low',
    confidence: noConfidence('No stored result page shows both sites.'),
    guardrails: ['No data doesn’t mean zero: both sites may rank for many of the same keywords.'],
    next_calls: callsForOwnKeywords(own),
  });
}

/** Where one of the two is known, its keywords tell where to look for the other. */
function callForUnknown(list: IntersectionList, { targets, brand, language }: IntersectionQuestion): PlannedCall {
  const { location, unknown_targets } = list;
  const unknown = targets.find(({ value }) => unknown_targets.includes(value)) ?? targets[0];
  const known = targets.find(({ value }) => !unknown_targets.includes(value));
  return known === undefined || known === unknown
    ? callForBrand(unknown, brand, { location, language })
    : callForRival(known.value, unknown.value, { location, language });
}

function planEmpty(list: IntersectionList, asked: IntersectionQuestion): WorkflowDraft {
  const { own, language } = asked;
  if (own !== null) return planNotCovered(list, own);
  const isUnknown = list.state === 'unknown_target';
  return makePlan({
    summary: introduceEmpty(list, own),
    steps: isUnknown ? LEARN_OTHERS.map((step) => ({ ...step, evidence: ['coverage: none'] })) : [draftWiden(list)],
    priority: 'low',
    confidence: isUnknown ? noConfidence(explainUnknown(list)) : rateConfidence(list),
    guardrails: ['No data doesn’t mean zero: a site that no source knows may rank for many keywords.'],
    next_calls: isUnknown ? [callForUnknown(list, asked)] : [callSwapped(list, language), ...callMore(list, language)],
  });
}

function explainUnknown({ unknown_targets }: IntersectionList): string {
  return unknown_targets.length === 1 ? 'No source knows one of the targets.' : 'No source knows the targets.';
}

function draftWiden(list: IntersectionList): StepDraft {
  const isFiltered = countLeft(list) > 0;
  return {
    action: isFiltered
      ? 'Lower min_search_volume.'
      : list.intersections
        ? 'Set intersections to false for keywords that only one of them ranks for.'
        : 'Swap target1 and target2, or ask with intersections: true.',
    why: isFiltered
      ? 'It filters out every keyword that was found.'
      : 'The other side of the comparison may have keywords.',
    evidence: [`state: ${list.state}`],
    owner_hint: 'SEO',
  };
}

function countLeft({ filtered_out: out }: IntersectionList): number {
  return out === null ? 0 : out.below_min_search_volume + out.unknown_search_volume;
}

function introduceEmpty(list: IntersectionList, own: OwnSite | null): string {
  const [one, other] = [nameOf(list.target1), nameOf(list.target2)];
  if (own !== null) return explainNotCovered(list, own);
  const left = countLeft(list);
  const none =
    left > 0
      ? `None of the ${counted(left, 'keyword')} found is searched for as often as min_search_volume asks.`
      : list.intersections
        ? `No keyword was found for which both ${one} and ${other} rank.`
        : `No keyword was found for which ${one} ranks and ${other} does not.`;
  return explainNoComparison([one, other], list.unknown_targets.map(nameOf), list, none);
}

function explainNotCovered({ target1, target2 }: IntersectionList, own: OwnSite): string {
  const [theirs, mine] = isOwn(own, target1) ? [target2, target1] : [target1, target2];
  return `${own.console} shows what ${nameOf(mine)} ranks for, but not what ${nameOf(theirs)} does, and no stored result page shows both.`;
}

function summarize(list: IntersectionList): string {
  const { items, counts } = list;
  const [one, other] = [nameOf(list.target1), nameOf(list.target2)];
  const all = counted(countAll(list), 'keyword');
  const [top] = rankForWork(list);
  const best = top === undefined ? '' : ` Best opportunity: ${quote(top.keyword)}. ${nameSides(top.reason, list)}`;
  const number = countAll(list);
  if (!list.intersections)
    return `${one} ranks for ${all} for which ${other} does not; ${items.length} shown. ${nameBasis(list)}${best}`;
  return (
    `${one} and ${other} both rank for ${all}: ${one} is behind for ${counts.shared_deficit ?? 0}, ahead for ${counts.current_advantage ?? 0} and level for ${counts.parity ?? 0}` +
    `${list.counts_complete === true ? '' : ` of the ${list.counted_rows ?? 0} counted`}; ${items.length} ${agree(Math.min(number, items.length), 'is', 'are')} shown. ${nameBasis(list)}${best}`
  );
}

/** Reasons name the targets by their fields; a report names them by their names. */
function nameSides(reason: string, { target1, target2 }: IntersectionList): string {
  return reason.replaceAll('target1', nameOf(target1)).replaceAll('target2', nameOf(target2));
}

/** A keyword with a brand is nobody's gap. */
function rankForWork({ items, intersections }: IntersectionList): IntersectionRow[] {
  const wanted: Classification = intersections ? 'shared_deficit' : 'target1_exclusive';
  return items
    .filter(({ classification, brand_of }) => classification === wanted && brand_of === null)
    .toSorted(
      (one, other) => sizeOf(other) - sizeOf(one) || (other.opportunity_score ?? 0) - (one.opportunity_score ?? 0),
    );
}

function sizeOf({ traffic_gap }: IntersectionRow): number {
  return Math.abs(traffic_gap ?? 0);
}

const EVIDENCE_MAX = 3;
const TASKS_MAX = 3;

function listSteps(list: IntersectionList): StepDraft[] {
  return list.intersections
    ? listed<StepDraft>([...draftDeficitSteps(list), draftAdvantageStep(list)])
    : listed<StepDraft>([draftMissingStep(list), draftProtectStep(list)]);
}

/** One task a page. */
function draftDeficitSteps(list: IntersectionList): StepDraft[] {
  const byPage = [...Map.groupBy(rankForWork(list), (row) => row.best_urls.target1 ?? row.keyword).values()];
  return byPage.slice(0, TASKS_MAX).flatMap((rows): StepDraft[] => {
    const [first] = rows;
    if (first === undefined) return [];
    const own = first.best_urls.target1 === null ? 'the ranking page' : inline(first.best_urls.target1, 120);
    const theirs = first.best_urls.target2 === null ? nameOf(list.target2) : inline(first.best_urls.target2, 120);
    const clicks = Math.round(rows.reduce((sum, { traffic_gap }) => sum + Math.max(0, traffic_gap ?? 0), 0));
    return [
      {
        action: `Compare ${own} with ${theirs} for ${quote(first.keyword)}${countMore(rows.length)}, and add what it lacks.`,
        why:
          clicks > 0
            ? `It ranks lower for the same searches: about ${counted(clicks, 'click')} a month go to the other page.`
            : 'It ranks lower for the same searches.',
        evidence: listEvidence(rows, list),
        effort: 'medium',
        owner_hint: 'editor',
      },
    ];
  });
}

function draftAdvantageStep(list: IntersectionList): StepDraft | undefined {
  const rows = list.items.filter(
    ({ classification, brand_of }) => classification === 'current_advantage' && brand_of === null,
  );
  const [first] = rows;
  if (first === undefined) return undefined;
  return {
    action: `Keep current the pages that rank above ${nameOf(list.target2)}, beginning with ${quote(first.keyword)}${countMore(rows.length)}.`,
    why: 'The other site ranks for the same searches and could overtake them.',
    evidence: listEvidence(rows, list),
    owner_hint: 'editor',
  };
}

function draftMissingStep(list: IntersectionList): StepDraft | undefined {
  const rows = rankForWork(list);
  const [first] = rows;
  if (first === undefined) return undefined;
  return {
    action: `For ${nameOf(list.target2)}: plan pages for what only ${nameOf(list.target1)} ranks for, beginning with ${quote(first.keyword)}${countMore(rows.length)}.`,
    why: 'The other site shows that these searches can be won in this market.',
    evidence: listEvidence(rows, list),
    effort: 'high',
    owner_hint: 'content',
  };
}

function draftProtectStep(list: IntersectionList): StepDraft | undefined {
  const rows = rankForWork(list).filter(({ target1_rank }) => target1_rank !== null && target1_rank <= 3);
  const [first] = rows;
  if (first === undefined) return undefined;
  return {
    action: `For ${nameOf(list.target1)}: protect ${quote(first.keyword)}${countMore(rows.length)}.`,
    why: 'It ranks at the top, and the other site does not rank at all.',
    evidence: listEvidence(rows, list),
    owner_hint: 'SEO',
  };
}

function countMore(rows: number): string {
  return rows < 2 ? '' : ` and ${counted(rows - 1, 'more keyword')}`;
}

function listEvidence(rows: readonly IntersectionRow[], list: IntersectionList): string[] {
  return rows.slice(0, EVIDENCE_MAX).map(({ keyword, reason }) => `${quote(keyword)}: ${nameSides(reason, list)}`);
}

function rateConfidence(list: IntersectionList): Confidence {
  const { start, doubts } = weighEvidence(list, null);
  const scored = list.items.filter(({ priority }) => priority !== null).length;
  return weighConfidence(
    start,
    [nameBasis(list)],
    [
      ...doubts,
      scored < list.items.length && [
        5,
        `The opportunity score is known well enough for ${scored} of ${counted(list.items.length, 'keyword')}.`,
      ],
      list.unknown_targets.length > 0 && [
        20,
        `The source knows nothing of ${list.unknown_targets.map(nameOf).join(' and ')}, so that it does not rank may be chance.`,
      ],
      list.counts_complete === false &&
        list.items.length > 0 && [5, `Classes are counted over the first ${list.counted_rows ?? 0} rows.`],
    ],
  );
}

function listGuardrails({ basis, intersections, meaning, items }: IntersectionList): string[] {
  return listed([
    !intersections && meaning,
    basis === 'serps' &&
      'The keywords are a sample of the searches looked up so far: don’t report their number as a total.',
    basis === 'provider' && 'Traffic is a vendor’s estimate: do not add it to, or compare it with, measured clicks.',
    items.some(({ target2_rank }) => target2_rank === null) &&
      'Not ranking means not among the results that were read; it may rank further down.',
    items.some(({ brand_of }) => brand_of !== null) &&
      'Ignore branded keywords: you will not outrank a competitor for its own name.',
  ]);
}

function callSwapped({ target1, target2, location }: IntersectionList, language: string): PlannedCall {
  const place = location === null ? {} : { location_code: location.code };
  return {
    operation: 'domain.intersection',
    body: { target1: target2, target2: target1, intersections: false, language, ...place },
    reason: `Lists what ${nameOf(target2)} ranks for and ${nameOf(target1)} does not.`,
  };
}

const METRICS_MAX = 100;

function callMore({ items, location }: IntersectionList, language: string): PlannedCall[] {
  const place = location === null ? {} : { location_code: location.code };
  const unmeasured = items.filter(({ search_volume }) => search_volume === null).slice(0, METRICS_MAX);
  return unmeasured.length === 0
    ? []
    : [
        {
          operation: 'keyword-metrics.overview',
          body: { keywords: unmeasured.map(({ keyword }) => keyword), language, ...place },
          reason: `Finds volume and difficulty of ${counted(unmeasured.length, 'keyword')} without a known volume.`,
        },
      ];
}

function listNextCalls(list: IntersectionList, { language }: IntersectionQuestion): PlannedCall[] {
  const place = list.location === null ? {} : { location_code: list.location.code };
  const top = rankForWork(list)[0] ?? list.items[0];
  const { target1: one = null, target2: other = null } = top?.best_urls ?? {};
  return listed<PlannedCall>([
    callSwapped(list, language),
    top !== undefined && {
      operation: 'analyze.serp',
      body: { keyword: top.keyword, language, ...place },
      reason: `Looks at the result page of ${quote(top.keyword)}.`,
    },
    one !== null &&
      other !== null &&
      !`${one}${other}`.includes('*') && {
        operation: 'pages.intersection',
        body: { pages: [one, other], language, ...place },
        reason: 'Compares the two pages keyword by keyword.',
      },
    ...callMore(list, language),
  ]);
}

const ROWS_MAX = 10;

const NAMES: Readonly<Record<Classification, string>> = {
  shared_deficit: 'behind',
  current_advantage: 'ahead',
  target1_exclusive: 'only first',
  parity: 'level',
};

function countAll({ total_count, counted_rows }: IntersectionList): number {
  return total_count ?? counted_rows ?? 0;
}

/** What a person would paste into a report about the comparison. */
export function summarizeIntersection(list: IntersectionList, own: OwnSite | null): string {
  const heading = `Keywords of ${inline(list.target1, 60)} and ${inline(list.target2, 60)}`;
  const { items, counts } = list;
  if (items.length === 0) {
    return formatSummary({ heading, intro: introduceEmpty(list, own), facts: [], next: nameNext(list, own) });
  }
  return formatSummary({
    heading,
    intro: `${list.meaning} ${nameBasis(list)}`,
    facts: [
      `${strong(counted(countAll(list), 'keyword'))}, ${items.length} shown`,
      list.intersections
        ? `${inline(list.target1, 60)}: behind for ${strong(counts.shared_deficit ?? 0)}, ahead for ${counts.current_advantage ?? 0}, level for ${counts.parity ?? 0}`
        : undefined,
      formatGaps(list),
    ],
    table: formatRows(items, ROWS_MAX, [
      ['Keyword', ({ keyword }) => inline(keyword, 40)],
      [inline(list.target1, 30), ({ target1_rank }) => target1_rank],
      [inline(list.target2, 30), ({ target2_rank }) => target2_rank],
      ['Traffic gap', ({ traffic_gap }) => (traffic_gap === null ? null : Math.round(traffic_gap))],
      ['Volume', ({ search_volume }) => search_volume],
      ['Class', ({ classification }) => NAMES[classification]],
    ]),
    next: listSteps(list)
      .slice(0, 3)
      .map(({ action }) => action),
  });
}

function nameNext(list: IntersectionList, own: OwnSite | null): string {
  if (own !== null) return draftLookUps(own).action;
  return list.state === 'unknown_target' ? LEARN_OTHERS_NEXT : draftWiden(list).action;
}

function formatGaps(list: IntersectionList): string | undefined {
  const rows = rankForWork(list).filter((row) => sizeOf(row) > 0);
  if (rows.length === 0) return undefined;
  const clicks = Math.round(rows.reduce((sum, row) => sum + sizeOf(row), 0));
  const side = list.intersections ? `goes to ${inline(list.target2, 60)}` : `goes to ${inline(list.target1, 60)} alone`;
  return `About ${strong(counted(clicks, 'click'))} a month ${clicks === 1 ? side : side.replace('goes', 'go')} on ${counted(rows.length, 'keyword')} shown`;
}

function quote(keyword: string): string {
  return `“${inline(keyword, 60)}”`;
}
