import {
  type Confidence,
  confidenceOf,
  listed,
  makePlan,
  type PlannedCall,
  type StepDraft,
  type WorkflowDraft,
} from '../../../guidance/plan.ts';
import { formatRows, formatSummary } from '../../../guidance/summary.ts';
import { agree, counted } from '../../../kernel/grammar.ts';
import { inline, strong } from '../../../kernel/markdown.ts';
import type { RankScale } from '../../../kernel/rank.ts';
import { describePastEnd, firstPageCall, GO_BACK, isPastEnd, nextPageCalls } from '../../../guidance/list-page.ts';
import { anyLinksCall } from '../../../links/next-calls.ts';
import { describeLinking, findHighest } from '../../../links/quality.ts';
import { planUnknownLinks, summarizeUnknownLinks } from '../../../links/unknown-links.ts';
import type { CompetitorReport } from './competitors.ts';

const ID = 'backlinks.competitors';
const TABLE_ROWS = 10;
const LARGE_NAMED = 5;
/** Competitors that one page intersection takes. */
const TARGETS_MAX = 5;

/** The part of the checked request that the plan repeats. */
interface Asked {
  readonly [field: string]: unknown;
  readonly rank_scale: RankScale;
  readonly exclude_large_domains: boolean;
  readonly min_rank?: number | undefined;
  readonly min_intersections: number;
}

export function planCompetitors(report: CompetitorReport, asked: Asked): WorkflowDraft {
  const { target, items, total_count } = report;
  if (total_count === null)
    return planUnknownLinks(
      [target.value],
      `who shares links with ${target.value}`,
      'total_count',
      'Unknown is not none: do not report that the target has no competitors.',
    );
  const all = report.candidate_count ?? total_count;
  return makePlan({
    summary:
      items.length === 0
        ? explainEmpty(report)
        : `${counted(all, 'domain')} ${agree(all, 'gets')} links from sites that also link to ${target.value} (${items.length} shown).`,
    steps: items.length === 0 ? [draftEmptyStep(report)] : draftSteps(report),
    priority: findBest(report)?.priority ?? 'medium',
    confidence: weighEvidence(report),
    guardrails: [
      'Figures count sites that the index has crawled: compare them with each other, not with other tools.',
      'Sites that share links do not always share customers: look at a site before you copy its links.',
      asked.exclude_large_domains
        ? 'Large general platforms are left out; send exclude_large_domains false to include them.'
        : 'Large general platforms are included; sharing links with them says little about who competes.',
    ],
    next_calls: planCalls(report, asked),
  });
}

function explainEmpty(report: CompetitorReport): string {
  const { target, referring_main_domains } = report;
  if (isPastEnd(report)) return describePastEnd(report, 'competitor');
  if (referring_main_domains === 0)
    return `No site that the index has crawled links to ${target.value}, so it shares links with nobody.`;
  return `The sites that link to ${target.value} link to no other domain that matches.`;
}

function draftEmptyStep(report: CompetitorReport): StepDraft {
  const { referring_main_domains: own } = report;
  const evidence = [`total_count: ${report.total_count}`, `referring_main_domains: ${own ?? 'null'}`];
  const rest = { why: explainEmpty(report), evidence, owner_hint: 'SEO' };
  if (isPastEnd(report)) return { ...rest, action: GO_BACK };
  if (own === 0)
    return {
      ...rest,
      action: 'Crawl or import sites that may link to the target, then try again.',
      owner_hint: 'service operator',
    };
  return {
    ...rest,
    action: 'Try again with min_intersections 1 and exclude_large_domains false, and without min_rank.',
  };
}

/** The row with the most to gain, whatever the list is sorted by: of those with domains to win, if there are any. */
function findBest({ items }: CompetitorReport) {
  const winnable = items.filter(({ unique_referring_domains }) => unique_referring_domains > 0);
  return findHighest(winnable.length > 0 ? winnable : items, ({ opportunity_score }) => opportunity_score);
}

function draftSteps(report: CompetitorReport): StepDraft[] {
  const { items, target } = report;
  const best = findBest(report);
  const ahead = items.filter(({ score_components }) => score_components.authority_lead > 0);
  const leader = findHighest(ahead, ({ rank }) => rank ?? 0);
  const closest = findHighest(items, ({ overlap_score }) => overlap_score);
  return listed<StepDraft>([
    best !== undefined &&
      best.unique_referring_domains > 0 && {
        action: `Work through the sites that link to ${best.domain} but not to ${target.value}.`,
        why: `${best.reason} A site that links to two similar sites may well link to a third.`,
        evidence: [
          `unique_referring_domains: ${best.unique_referring_domains}`,
          `opportunity_score: ${best.opportunity_score}`,
        ],
        effort: 'medium',
        owner_hint: 'outreach',
      },
    leader !== undefined && {
      action: `Find out which pages earn ${leader.domain} its links.`,
      why: `${counted(ahead.length, 'competitor')} here ${agree(ahead.length, 'has', 'have')} a higher rank; the most linked pages of the strongest show what the niche cites.`,
      evidence: [`rank: ${leader.rank}`, `domain: ${leader.domain}`],
      effort: 'medium',
      owner_hint: 'content',
    },
    closest !== undefined && {
      action: `Check whether ${closest.domain} competes for customers too; if it does, monitor its new links.`,
      why: `Of all competitors here, its link profile is the closest to that of ${target.value}.`,
      evidence: [`overlap_score: ${closest.overlap_score}`, `intersections: ${closest.intersections}`],
      owner_hint: 'SEO',
    },
  ]);
}

function weighEvidence({
  referring_main_domains,
  candidate_count: all,
  total_count: ranked,
  rank,
}: CompetitorReport): Confidence {
  const domains = referring_main_domains ?? 0;
  const share = Math.min(0.9, 0.15 + 0.25 * Math.log10(1 + domains)) - (rank === null ? 0.1 : 0);
  return confidenceOf(share, [
    `${describeLinking(domains, 'known domain')} to the target${domains < 20 ? ', a small base for a comparison' : ''}.`,
    all !== null && ranked !== null && all > ranked
      ? `${ranked.toLocaleString('en-US')} of ${counted(all, 'candidate')} ${agree(ranked, 'is')} ranked: those that share the most linking domains.`
      : undefined,
    rank === null ? 'The rank of the target is unknown, so no lead in authority is counted.' : undefined,
  ]);
}

function planCalls(report: CompetitorReport, asked: Asked): PlannedCall[] {
  const { items, target } = report;
  const { rank_scale } = asked;
  if (items.length === 0) return planEmptyCalls(report, asked);
  const targets = items.filter(({ unique_referring_domains: unique }) => unique > 0).map(({ domain }) => domain);
  const best = findBest(report);
  const body = { target: best?.domain, rank_scale };
  const isWorthwhile = best !== undefined && best.unique_referring_domains > 0;
  return [
    ...listed<PlannedCall>([
      targets.length > 0 && {
        operation: 'backlinks.page-intersection',
        body: { targets: targets.slice(0, TARGETS_MAX), exclude_targets: [target.value], rank_scale },
        reason: 'Finds the pages that link to these competitors but not to the target.',
      },
      isWorthwhile && {
        operation: 'backlinks.referring-domains',
        body,
        reason: 'Lists the sites that link to the competitor with the most to gain from.',
      },
      isWorthwhile && {
        operation: 'backlinks.domain-pages',
        body,
        reason: 'Shows which pages earn that competitor its links.',
      },
    ]),
    ...nextPageCalls(ID, asked, report),
  ];
}

function planEmptyCalls(report: CompetitorReport, asked: Asked): PlannedCall[] {
  if (isPastEnd(report)) return [firstPageCall(ID, asked)];
  const { min_rank, min_intersections, ...rest } = asked;
  const isFiltered = min_rank !== undefined || min_intersections > 1 || asked.exclude_large_domains;
  return listed<PlannedCall>([
    isFiltered &&
      (report.referring_main_domains ?? 0) > 0 && {
        operation: ID,
        body: { ...rest, offset: 0, min_intersections: 1, exclude_large_domains: false },
        reason: 'Shows every domain that shares a linking site, including large platforms and weak domains.',
      },
    anyLinksCall(report.target.value, { rank_scale: asked.rank_scale }),
  ]);
}

export function summarizeCompetitors(report: CompetitorReport): string {
  const { target, items, total_count } = report;
  const heading = `Link competitors of ${inline(target.value)}`;
  if (total_count === null) return summarizeUnknownLinks(heading);
  if (items.length === 0)
    return formatSummary({ heading, intro: explainEmpty(report), facts: [], next: draftEmptyStep(report).action });
  return formatSummary({
    heading,
    facts: listFacts(report),
    table: formatRows(items, TABLE_ROWS, [
      ['Domain', ({ domain }) => inline(domain, 50)],
      ['Rank', ({ rank }) => rank],
      ['Shared', ({ intersections }) => intersections],
      ['Unique', ({ unique_referring_domains }) => unique_referring_domains],
      ['Overlap', ({ overlap_score }) => overlap_score],
      ['Opportunity', ({ opportunity_score }) => opportunity_score],
    ]),
    next: draftSteps(report)[0]?.action ?? '',
  });
}

function listFacts(report: CompetitorReport): (string | undefined)[] {
  const { items, candidate_count, left_out_as_large: large, left_out_as_spam: spam } = report;
  const candidates = candidate_count ?? items.length;
  const own = report.referring_main_domains ?? 0;
  const best = findBest(report);
  const names = large.slice(0, LARGE_NAMED).map((name) => inline(name));
  return [
    `${strong(counted(candidates, 'domain'))} ${agree(candidates, 'shares')} linking sites with the target (${items.length} shown)`,
    `Rank of the target: ${report.rank ?? 'unknown'}; ${strong(counted(own, 'domain'))} ${agree(own, 'links')} to it`,
    best === undefined || best.unique_referring_domains === 0
      ? 'None of these competitors has a linking domain that the target lacks'
      : `Biggest opportunity: ${strong(inline(best.domain))} (${best.opportunity_score} out of 100). ${best.reason}`,
    names.length === 0
      ? undefined
      : `Left out as too large: ${names.join(', ')}${large.length > LARGE_NAMED ? ' …' : ''}`,
    spam.length === 0
      ? undefined
      : `Left out as spam: ${counted(spam.length, 'domain')} that ${agree(spam.length, 'shares')} mostly untrusted sites with the target`,
  ];
}
