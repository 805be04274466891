import {
  type Confidence,
  listed,
  makePlan,
  type PlannedCall,
  type StepDraft,
  weighConfidence,
  type WorkflowDraft,
} from '../../../guidance/plan.ts';
import { formatRows, formatSummary } from '../../../guidance/summary.ts';
import { agree, counted, joinWords } from '../../../kernel/grammar.ts';
import type { Level } from '../../../kernel/level.ts';
import { inline } from '../../../kernel/markdown.ts';
import type { Cell, VisibilityReport } from './report.ts';

/** What to do about the visibility of a business in local results. */
export function planVisibility(report: VisibilityReport): WorkflowDraft {
  return makePlan({
    summary: describeState(report),
    steps: listSteps(report),
    otherwise: {
      action: 'Check again with a schedule, and compare shares only with their intervals.',
      why: 'One check is a snapshot, and nothing in it calls for a change.',
      evidence: [describeShare(report)],
      owner_hint: 'local marketing',
    },
    priority: ratePriority(report),
    confidence: rateConfidence(report),
    guardrails: [
      'Quote a share only with its interval and the number of searches.',
      'A search without local results is not a lost position; leave it out.',
      'Local results change from street to street: a place stands for its coordinates, not for the whole town.',
      'Do not call two checks better or worse while their intervals overlap.',
    ],
    next_calls: planCalls(report),
  });
}

type Share = NonNullable<VisibilityReport['visibility_share']>;

function formatShare({ hits, n, low, high }: Share): string {
  return `${hits} of ${counted(n, 'search', 'searches')} (95% interval ${percent(low)} to ${percent(high)})`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

function describeShare({ visibility_share: share, matrix }: VisibilityReport): string {
  if (share !== null) return `shown in ${formatShare(share)}`;
  return `searches with known local results: 0 of ${matrix.length}`;
}

function describeState(report: VisibilityReport): string {
  const { domain, visibility_share: share, pack_present: present, gaps } = report;
  const failed =
    gaps.length === 0
      ? ''
      : ` ${counted(gaps.length, 'search', 'searches')} failed and ${agree(gaps.length, 'is')} left out.`;
  if (share === null) {
    const none = present !== null && present.hits === 0;
    const why = none
      ? `None of the ${counted(present.n, 'search', 'searches')} shows local results, so there is no position to hold or to lose.`
      : `Whether ${domain} is in local results is unknown.`;
    return `${why}${failed}`;
  }
  return `${domain} is shown in the ${nameSurface(report)} of ${formatShare(share)}.${failed}`;
}

/** Never in words of a gain or a loss inside the noise. */
function describeComparison({ comparison }: VisibilityReport): string | undefined {
  if (comparison === null) return undefined;
  const { visibility_share_before: before, visibility_share_now: now, within_noise, cells, checked_to } = comparison;
  if (before === null || now === null) return undefined;
  const shares = `shown in ${before.hits} of ${before.n} then and ${now.hits} of ${now.n} now`;
  const verdict = within_noise ? 'no difference beyond the intervals' : 'a difference beyond the intervals';
  return `Against ${checked_to.slice(0, 10)}, over ${counted(cells, 'search', 'searches')}: ${shares}, ${verdict}`;
}

function planDropped({ matrix }: VisibilityReport): StepDraft | undefined {
  const dropped = matrix.filter(
    ({ change }) => change !== null && !change.within_noise && (change.kind === 'left' || isWorse(change)),
  );
  const [first] = dropped;
  if (first === undefined) return undefined;
  return {
    action: `Check “${inline(first.keyword, 60)}” from ${inline(first.location, 60)} again before you act.`,
    why: 'The position differs from the check before by more than usual, and a single check confirms nothing.',
    evidence: dropped.slice(0, 3).map(({ keyword, location, change, pack }) => {
      const to = change?.to ?? `not in ${pack.length}`;
      return `${keyword}, ${location}: ${change?.from ?? 'not shown'} on ${change?.from_checked_at.slice(0, 10) ?? ''}, ${to} now`;
    }),
    owner_hint: 'local marketing',
  };
}

function isWorse({ from, to }: NonNullable<Cell['change']>): boolean {
  return from !== null && to !== null && to > from;
}

function nameSurface({ surface }: Pick<VisibilityReport, 'surface'>): string {
  return surface === 'pack' ? 'local pack' : surface === 'maps' ? 'map results' : 'local finder';
}

function listSteps(report: VisibilityReport): StepDraft[] {
  return listed([
    planGaps(report),
    planPossible(report),
    planDropped(report),
    planMissing(report),
    planSister(report),
    planOrganic(report),
  ]);
}

function planGaps({ gaps }: VisibilityReport): StepDraft | undefined {
  const [first] = gaps;
  if (first === undefined) return undefined;
  return {
    action: 'Repeat the searches that failed.',
    why: 'A failed search says nothing about the business, and was not charged.',
    evidence: gaps.slice(0, 3).map(({ keyword, location, message }) => `${keyword}, ${location}: ${message}`),
    owner_hint: 'local marketing',
  };
}

function planPossible({ matrix }: VisibilityReport): StepDraft | undefined {
  const cell = matrix.find(({ pack_present, in_pack }) => pack_present === true && in_pack === null);
  const listing = cell?.pack.find(({ match }) => match === 'possible');
  if (cell === undefined || listing === undefined) return undefined;
  return {
    action: 'Send the phone number, address or place_id of the business, so that its listing can be told from others.',
    why: 'A listing has its name, and nothing else shows that it is the business.',
    evidence: [`${cell.keyword}, ${cell.location}: ${listing.name ?? 'a listing'} at position ${listing.rank}`],
    owner_hint: 'local marketing',
  };
}

function listMissing({ matrix }: VisibilityReport): Cell[] {
  return matrix.filter(({ in_pack }) => in_pack === false);
}

function planMissing(report: VisibilityReport): StepDraft | undefined {
  const missing = listMissing(report);
  const [first] = missing;
  if (first === undefined) return undefined;
  const [leader] = report.competitors;
  const searches = joinWords([...new Set(missing.map(({ keyword }) => `“${inline(keyword, 60)}”`))], 3);
  return {
    action:
      leader === undefined
        ? `Audit the listing for ${searches}: category, name and landing page.`
        : `Compare the listing with that of ${inline(leader.name, 60)} for ${searches}: category, reviews and landing page.`,
    why:
      leader === undefined
        ? 'These searches show local results without the business.'
        : `These searches show local results without the business, and ${inline(leader.name, 60)} is shown in ${leader.share.hits} of ${leader.share.n}.`,
    evidence: missing
      .slice(0, 3)
      .map(({ keyword, location, pack }) => `${keyword}, ${location}: not among ${counted(pack.length, 'listing')}`),
    effort: 'high',
    owner_hint: 'local marketing',
  };
}

function planSister({ matrix }: VisibilityReport): StepDraft | undefined {
  const cell = matrix.find(({ same_brand_other_location: sisters }) => sisters.length > 0);
  const sister = cell?.same_brand_other_location[0];
  if (cell === undefined || sister === undefined) return undefined;
  return {
    action: 'Track the other location of the brand on its own, with its place_id or address.',
    why: 'Its positions do not count for this business.',
    evidence: [
      `${cell.keyword}, ${cell.location}: ${sister.name ?? 'a listing'}, ${sister.address ?? 'no address'}, at position ${sister.rank}`,
    ],
    owner_hint: 'local marketing',
  };
}

/** Ranking pages without a listing in the pack: the cheaper half of the work is done. */
function planOrganic(report: VisibilityReport): StepDraft | undefined {
  const cell = listMissing(report).find(({ organic_position }) => organic_position !== null);
  if (cell?.organic_url == null) return undefined;
  return {
    action: `Link the listing to ${cell.organic_url}, and show the same name, address and phone number there.`,
    why: 'The page ranks for the search, but the listing does not.',
    evidence: [`${cell.keyword}, ${cell.location}: organic position ${cell.organic_position ?? ''}`],
    owner_hint: 'local marketing',
  };
}

function ratePriority(report: VisibilityReport): Level {
  const { visibility_share: share } = report;
  if (share === null) return 'low';
  return share.value < 1 / 3 ? 'high' : share.value < 1 ? 'medium' : 'low';
}

/** Below this number of searches an interval is wider than half of everything. */
const FEW = 9;

/** Points that each blind spot costs; our own figures. */
function rateConfidence(report: VisibilityReport): Confidence {
  const { cells, gaps, surface, locations, business } = report;
  const blank = locations.filter(({ coordinates }) => coordinates === null).length;
  return weighConfidence(
    0.9,
    [`${counted(cells, 'search', 'searches')} with known local results.`],
    [
      cells === 0 && [60, 'No search shows local results in which the business could be found.'],
      cells > 0 && cells < FEW && [20, 'With so few searches the interval of each share is wide.'],
      gaps.length > 0 && [15, `${counted(gaps.length, 'search', 'searches')} failed.`],
      surface !== 'pack' && [10, 'The ranks are not those of the local pack.'],
      blank > 0 && [10, `No coordinates are known for ${counted(blank, 'location')}.`],
      business.names.length === 0 && [10, 'The name of the business is unknown.'],
    ],
  );
}

function planCalls(report: VisibilityReport): PlannedCall[] {
  const { domain, matrix, language, locations } = report;
  const [missing] = listMissing(report);
  const [cell] = missing === undefined ? matrix : [missing];
  if (cell === undefined) return [];
  const [place] = locations.slice(cell.location_index);
  const organic = matrix.find(({ organic_url }) => organic_url !== null)?.organic_url ?? null;
  return listed<PlannedCall>([
    {
      operation: 'audit.local',
      body: { domain, location: place?.name ?? cell.location, language },
      reason: 'Compares the listing with the website and shows what it lacks.',
    },
    place !== undefined &&
      place.location_code > 0 && {
        operation: 'analyze.serp',
        body: { keyword: cell.keyword, location_code: place.location_code, language },
        reason: 'Shows the rest of the result page around the local results.',
      },
    organic !== null && {
      operation: 'content.technical-qa',
      body: { url: organic, keyword: cell.keyword },
      reason: 'Checks the page that ranks beside the local results.',
    },
  ]);
}

/** The check for a report. */
export function summarizeVisibility(report: VisibilityReport): string {
  const { domain, matrix, notes } = report;
  return formatSummary({
    heading: `Local visibility of ${inline(domain, 80)}`,
    intro: [describeState(report), ...notes].join(' '),
    facts: listFacts(report),
    table: formatRows(matrix, 15, [
      ['Keyword', ({ keyword }) => inline(keyword, 50)],
      ['Location', ({ location }) => inline(location, 40)],
      ['Position', (cell) => describePosition(cell)],
      [
        'Organic',
        ({ organic_position: position, organic_depth: depth }) =>
          position ?? (depth === null || depth === 0 ? null : `not in ${depth}`),
      ],
    ]),
    next: planVisibility(report).recommended_action,
  });
}

function describePosition({ position, pack_present, in_pack, pack }: Cell): string {
  if (position !== null) return String(position);
  if (pack_present === null) return 'unknown';
  if (!pack_present) return 'no local results';
  return in_pack === null ? 'uncertain' : `not in ${pack.length}`;
}

function listFacts(report: VisibilityReport): (string | undefined)[] {
  const {
    average_rank: average,
    atrp,
    solv,
    pack_present: present,
    competitors,
    visibility_share: share,
    gaps,
  } = report;
  const [leader] = competitors;
  return [
    share === null ? undefined : `Shown in ${formatShare(share)}`,
    average === null || share === null
      ? undefined
      : `Average position where shown: ${average} (${share.hits} of ${share.n}); over all, with ${atrp?.not_found_rank ?? ''} where not shown: ${atrp?.value ?? ''}`,
    solv === null ? undefined : `Among the first three: ${formatShare(solv)}`,
    describeComparison(report),
    present === null ? undefined : `Searches with local results: ${present.hits} of ${present.n}`,
    leader === undefined
      ? undefined
      : `Strongest competitor: ${inline(leader.name, 60)}, shown in ${formatShare(leader.share)}`,
    gaps.length === 0 ? undefined : `Failed searches: ${gaps.length}`,
  ];
}
