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
import { onScale, type RankScale } from '../../../kernel/rank.ts';
import { isDead } from '../../../links/backlink.ts';
import { NOTHING_FOUND } from '../../../links/link-list.ts';
import { anyLinksCall, readPageCall } from '../../../links/next-calls.ts';
import { describeLinking, findHighest } from '../../../links/quality.ts';
import { planUnknownLinks, summarizeUnknownLinks } from '../../../links/unknown-links.ts';
import type { IntersectingPage, LinkStatus } from '../../../ports/links.ts';
import type { IntersectionReport, IntersectionRow } from './page-intersection.ts';

const ID = 'backlinks.page-intersection';
const TABLE_ROWS = 10;
export const LIMIT_MAX = 100;
/** Rows that a follow-up call repeats; more would make the answer twice as long. */
const PROSPECTS_MAX = 25;

/** The part of the checked request that the plan repeats. */
interface Asked {
  readonly [field: string]: unknown;
  readonly limit: number;
  readonly rank_scale: RankScale;
  readonly dofollow_only: boolean;
  readonly max_spam_score?: number | undefined;
  readonly backlinks_status_type: LinkStatus;
}

/** @param pages the records behind the rows, with ranks that do not depend on the scale */
export function planIntersection(
  report: IntersectionReport,
  pages: readonly IntersectingPage[],
  asked: Asked,
): WorkflowDraft {
  const { items, total_count } = report;
  if (total_count === null)
    return planUnknownLinks(
      report.targets.map(({ value }) => value),
      `who links to ${describeAim(report)}`,
      'total_count',
      'Unknown is not none: do not report that nobody links to the targets.',
    );
  return makePlan({
    summary:
      items.length === 0
        ? explainEmpty(report, asked)
        : `${describeLinking(total_count, 'page')} to ${describeAim(report)}${describeExclusion(report)} (${items.length} shown).`,
    steps: items.length === 0 ? [draftEmptyStep(report, asked)] : draftSteps(report),
    priority: findBest(report)?.priority ?? 'medium',
    confidence: weighEvidence(report),
    guardrails: [
      'Pages with a known link to an excluded target are left out; others may have one that has not been crawled.',
      'Open a page before you contact its owner: it may have changed since it was crawled.',
      'Never pay for links: a paid link that is not marked as such can cost both sites their rankings.',
    ],
    next_calls: items.length === 0 ? planEmptyCalls(report, asked) : planCalls(report, pages, asked),
  });
}

function describeAim({ targets, intersection_mode: mode }: IntersectionReport): string {
  const [only] = targets;
  if (targets.length === 1 && only !== undefined) return only.value;
  if (mode === 'all') return targets.length === 2 ? 'both targets' : `all ${targets.length} targets`;
  return targets.length === 2 ? 'at least one of the two targets' : `at least one of the ${targets.length} targets`;
}

function describeExclusion({ exclude_targets: excluded }: IntersectionReport): string {
  const [only] = excluded;
  if (only === undefined) return '';
  return excluded.length === 1
    ? ` but not to ${only.value}`
    : ` but to none of the ${excluded.length} excluded targets`;
}

function explainEmpty(report: IntersectionReport, asked: Pick<Asked, 'dofollow_only' | 'max_spam_score'>): string {
  const filtered = listFilters(asked).length === 0 ? '' : ', and matches the filters';
  return `No page in the index links to ${describeAim(report)}${describeExclusion(report)}${filtered}.`;
}

function draftEmptyStep(report: IntersectionReport, asked: Asked): StepDraft {
  return {
    action: adviseEmpty(report, asked),
    why: explainEmpty(report, asked),
    evidence: [`total_count: ${report.total_count}`],
    owner_hint: 'SEO',
  };
}

/** Filters that were set. */
function listFilters(asked: Pick<Asked, 'dofollow_only' | 'max_spam_score'>): string[] {
  return listed([asked.dofollow_only && 'dofollow_only', asked.max_spam_score !== undefined && 'max_spam_score']);
}

/** Only filters that were set can be taken off. */
function adviseEmpty({ intersection_mode: mode, targets }: IntersectionReport, asked: Asked): string {
  if (mode === 'all' && targets.length > 1)
    return 'Try again with intersection_mode "partial": no page links to every target.';
  const set = listFilters(asked);
  if (set.length > 0) return `Try again without ${set.join(' and ')}.`;
  return asked.backlinks_status_type === 'all'
    ? 'Name more competitors as targets, or crawl sites that may link to them.'
    : 'Try again with backlinks_status_type "all", name more competitors as targets, or crawl sites that may link to them.';
}

/** The row with the highest score that is no spam, whatever the list is sorted by. */
function findBest({ items }: IntersectionReport): IntersectionRow | undefined {
  return findHighest(
    items.filter((item) => !isSpam(item)),
    ({ score }) => score,
  );
}

function isSpam({ quality }: IntersectionRow): boolean {
  return quality.signals.includes('high_spam');
}

function draftSteps(report: IntersectionReport): StepDraft[] {
  const { items } = report;
  const best = findBest(report);
  const sound = items.filter((item) => !isSpam(item));
  const broken = sound.filter(({ quality }) => quality.signals.includes('broken_competitor_link'));
  const several = sound.filter(({ linked_targets_count: count }) => count > 1);
  const spam = items.length - sound.length;
  return listed<StepDraft>([
    broken[0] !== undefined && {
      action: 'Tell the owners of pages with a broken link, and offer your page as a replacement.',
      why: `${counted(broken.length, 'page')} here ${agree(broken.length, 'links')} to a competitor’s page that returns an error: a fix helps both sides.`,
      evidence: [`broken_competitor_link: ${broken.length}`, broken[0].url],
      owner_hint: 'outreach',
    },
    best !== undefined && {
      action: `Read ${best.url} and pitch its owner a page that fits alongside the ones it links to.`,
      why: `${best.reason} It scores highest among the pages without a high spam score.`,
      evidence: [`score: ${best.score}`, `linked_targets_count: ${best.linked_targets_count}`],
      effort: 'medium',
      owner_hint: 'outreach',
    },
    several[0] !== undefined &&
      report.intersection_mode === 'partial' && {
        action: 'Start with the pages that link to several targets.',
        why: `${counted(several.length, 'page')} here ${agree(several.length, 'links')} to more than one target: pages like these collect links on the topic.`,
        evidence: [`linked_targets_count above 1: ${several.length}`, several[0].url],
        owner_hint: 'outreach',
      },
    spam > 0 && {
      action: 'Skip the pages with a high spam score.',
      why: `${counted(spam, 'page')} here ${agree(spam, 'has', 'have')} a spam score above 60; send max_spam_score 60 to exclude ${agree(spam, 'it', 'them')}.`,
      evidence: [`high_spam: ${spam}`],
      owner_hint: 'SEO',
    },
  ]);
}

function weighEvidence({ items }: IntersectionReport): Confidence {
  if (items.length === 0) return NOTHING_FOUND;
  const unranked = items.filter(({ domain_rank }) => domain_rank === null).length;
  return confidenceOf(0.8 - 0.3 * (unranked / items.length), [
    'Each link was on its page when the page was last crawled, or is marked as lost.',
    unranked > 0 ? `The domain rank is unknown for ${counted(unranked, 'row')}.` : undefined,
  ]);
}

function planCalls(report: IntersectionReport, pages: readonly IntersectingPage[], asked: Asked): PlannedCall[] {
  const [own] = report.exclude_targets;
  const [first] = report.targets;
  const best = findBest(report);
  const { max_spam_score, limit, rank_scale } = asked;
  return listed<PlannedCall>([
    own !== undefined && {
      operation: 'backlinks.opportunity-finder',
      body: {
        target: own.value,
        campaign_goal: 'link_gap',
        ...(max_spam_score === undefined ? {} : { max_spam_score }),
        prospects: pages.slice(0, PROSPECTS_MAX).map(toProspect),
      },
      reason: 'Turns the pages into a campaign: who to contact first and who to skip.',
    },
    best === undefined
      ? {
          operation: ID,
          body: { ...asked, max_spam_score: 60 },
          reason: 'Finds pages without a high spam score, which all of these have.',
        }
      : readPageCall(best.url, 'the best page'),
    (report.total_count ?? 0) > limit &&
      limit < LIMIT_MAX && { operation: ID, body: { ...asked, limit: LIMIT_MAX }, reason: 'Gets up to 100 pages.' },
    own === undefined &&
      first !== undefined && {
        operation: 'backlinks.competitors',
        body: { target: first.value, rank_scale },
        reason: 'Finds other sites that get links from the same sites.',
      },
  ]);
}

/** Ranks on 0-100: the finder would take thousandths below 100 for hundredths. */
function toProspect(page: IntersectingPage): Record<string, unknown> {
  const links = page.linked_targets.flatMap((one) => one.links);
  const dead = links.find(isDead);
  return {
    source_domain: page.domain,
    source_url: page.url,
    ...(page.title === null ? {} : { title: page.title.slice(0, 300) }),
    linked_competitors: page.linked_targets.map(({ target: value }) => value),
    rank: onScale(page.rank, 'one_hundred'),
    domain_rank: onScale(page.domain_rank, 'one_hundred'),
    page_rank: onScale(page.page_rank, 'one_hundred'),
    spam_score: page.spam_score,
    dofollow: links.some(({ dofollow }) => dofollow),
    ...(dead === undefined ? {} : { broken_link: dead.url_to }),
  };
}

function planEmptyCalls(report: IntersectionReport, asked: Asked): PlannedCall[] {
  const [first] = report.targets;
  const { max_spam_score, ...rest } = asked;
  const isNarrow =
    report.intersection_mode === 'all' ||
    asked.dofollow_only ||
    max_spam_score !== undefined ||
    asked.backlinks_status_type !== 'all';
  return listed<PlannedCall>([
    isNarrow && {
      operation: ID,
      body: { ...rest, intersection_mode: 'partial', dofollow_only: false, backlinks_status_type: 'all' },
      reason: 'Finds every page that links or linked to at least one target, without filters.',
    },
    first !== undefined && anyLinksCall(first.value, { rank_scale: asked.rank_scale }),
  ]);
}

export function summarizeIntersection(report: IntersectionReport, asked: Asked): string {
  const { items, total_count, priority_counts: counts, targets, notes } = report;
  const heading = `Pages that link to ${inline(describeAim(report), 100)}${describeExclusion(report) === '' ? '' : ` ${inline(describeExclusion(report), 100)}`}`;
  if (total_count === null) return summarizeUnknownLinks(heading);
  if (items.length === 0)
    return formatSummary({
      heading,
      intro: explainEmpty(report, asked),
      facts: [],
      notes,
      next: adviseEmpty(report, asked),
    });
  return formatSummary({
    heading,
    facts: [
      `${strong(counted(total_count, 'page'))} ${agree(total_count, 'matches')} (${items.length} shown); priority: ${counts.high} high, ${counts.medium} medium, ${counts.low} low`,
      targets.length > 1
        ? targets.map(({ value, pages }) => `${inline(value, 60)}: ${counted(pages, 'page')}`).join('; ')
        : undefined,
      `Followed: ${items.filter(({ quality }) => quality.dofollow).length}; in the main content: ${items.filter(({ quality }) => quality.in_content).length}`,
    ],
    table: formatRows(items, TABLE_ROWS, [
      ['Page', ({ url }) => inline(url, 70)],
      ['Targets', ({ linked_targets_count }) => linked_targets_count],
      ['Domain rank', ({ domain_rank }) => domain_rank],
      ['Followed', ({ quality }) => (quality.dofollow ? 'yes' : 'no')],
      ['Spam', ({ spam_score }) => (spam_score === null ? null : Math.round(spam_score))],
      ['Score', ({ score }) => score],
    ]),
    notes,
    next: draftSteps(report)[0]?.action ?? '',
  });
}
