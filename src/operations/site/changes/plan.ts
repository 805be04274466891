import { PAGE_CHANGES_COUNTED } from '../../../audit/page-changes.ts';
import {
  makePlan,
  noConfidence,
  type PlannedCall,
  type StepDraft,
  weighConfidence,
  type WorkflowDraft,
} from '../../../guidance/plan.ts';
import { formatRows, formatSummary } from '../../../guidance/summary.ts';
import { counted } from '../../../kernel/grammar.ts';
import type { Level } from '../../../kernel/level.ts';
import { inline } from '../../../kernel/markdown.ts';
import { PAGE_CHANGES, type PageChangeKind } from '../../../ports/sites.ts';
import type { SiteChanges } from './report.ts';

const ROWS_MAX = 15;
const EXAMPLES_MAX = 3;
/** Fewer pages than this say little of a site. */
const PAGES_FOR_CONFIDENCE = 20;

interface Advice {
  readonly action: string;
  readonly why: string;
  readonly owner_hint: string;
}

/** What to do about changes that nobody may have meant, the most urgent first. */
const ADVICE: Readonly<Partial<Record<PageChangeKind, Advice>>> = {
  dead: {
    action: 'Bring the dead pages back, or redirect each to the page that replaces it.',
    why: 'Visitors and search engines now get an error, and links to these pages no longer count.',
    owner_hint: 'developer',
  },
  error: {
    action: 'Find out why the server fails on these pages.',
    why: 'Search engines crawl a site that answers with server errors less often, and drop its pages after a while.',
    owner_hint: 'developer',
  },
  noindexed: {
    action: 'Check whether noindex is intended on these pages, and remove it where it isn’t.',
    why: 'They leave the search results as soon as they are crawled again.',
    owner_hint: 'SEO',
  },
  blocked: {
    action: 'Check the new rules in robots.txt, and unblock the pages that should rank.',
    why: 'Search engines no longer read these pages, and soon show them without a description or not at all.',
    owner_hint: 'developer',
  },
  redirected: {
    action: 'Check that each redirect leads to the closest page.',
    why: 'When a page redirects to an unrelated one, its rankings are lost.',
    owner_hint: 'SEO',
  },
  canonical_changed: {
    action: 'Check that the new canonicals point to the page you want to rank.',
    why: 'A page whose canonical points elsewhere is usually replaced by that URL in the results.',
    owner_hint: 'SEO',
  },
  title_changed: {
    action: 'Compare the rankings of the pages with new titles in two weeks.',
    why: 'The title is what searchers read first, and a change can move a page either way.',
    owner_hint: 'editor',
  },
};

export function planSiteChanges(changes: SiteChanges): WorkflowDraft {
  const { site, crawl, counts, pages_compared } = changes;
  if (counts === null || pages_compared === null) return planUnknown(changes);
  return makePlan({
    summary: describeCounts(changes),
    steps: stepsOf(changes),
    otherwise: {
      action: 'Schedule the crawl, and you hear of the next change on the day it happens.',
      why: 'Nothing changed that could cost rankings.',
      owner_hint: 'SEO',
    },
    priority: priorityOf(counts),
    confidence: weighConfidence(
      Math.min(1, pages_compared / PAGES_FOR_CONFIDENCE),
      [`${counted(pages_compared, 'page')} read in both states.`],
      [crawl?.ended_at === null && [20, 'The crawl still runs.']],
    ),
    guardrails: ['A page that the crawl did not read again is not compared: it is not a page without changes.'],
    next_calls: [{ operation: 'site.audit', body: { site }, reason: 'Judges the whole site as the crawl saw it.' }],
  });
}

function planUnknown({ site, crawl }: SiteChanges): WorkflowDraft {
  const action = crawl === null ? 'Crawl the site.' : 'Crawl the site again after the next release.';
  const why = 'Changes show between two crawls.';
  const call: PlannedCall = {
    operation: 'crawls.create',
    body: { urls: [`https://${site.replace(/^https?:\/\//, '')}`] },
    reason: 'Its pages are compared with the crawl before as soon as it ends.',
  };
  return makePlan({
    summary: describeCounts({ site, crawl, counts: null }),
    recommended_action: action,
    steps: [{ action, why, owner_hint: 'SEO' }],
    priority: 'medium',
    confidence: noConfidence('Fewer than two crawls came to the site.'),
    guardrails: ['Do not take this for a site without changes.'],
    next_calls: [call],
  });
}

/** `2 pages died, 1 changed title.` */
function describeCounts({ site, crawl, counts }: Pick<SiteChanges, 'site' | 'crawl' | 'counts'>): string {
  if (crawl === null) return `${site} has not been crawled.`;
  if (counts === null) return `${site} was crawled once, so there is nothing to compare with.`;
  const parts = kindsOf(counts).map(([kind, count]) => PAGE_CHANGES_COUNTED[kind](count));
  return parts.length === 0 ? `Nothing changed on the pages of ${site} that were read again.` : `${parts.join(', ')}.`;
}

type Counts = NonNullable<SiteChanges['counts']>;

function kindsOf(counts: Counts): (readonly [PageChangeKind, number])[] {
  const all: Readonly<Record<PageChangeKind, number>> = counts;
  return PAGE_CHANGES.flatMap((kind) => (all[kind] === 0 ? [] : [[kind, all[kind]] as const]));
}

function stepsOf({ counts, items }: SiteChanges): StepDraft[] {
  if (counts === null) return [];
  return kindsOf(counts).flatMap(([kind, count]) => {
    const advice = ADVICE[kind];
    if (advice === undefined) return [];
    const examples = items.filter(({ change }) => change === kind).slice(0, EXAMPLES_MAX);
    return [{ ...advice, evidence: [PAGE_CHANGES_COUNTED[kind](count), ...examples.map(({ url }) => url)] }];
  });
}

function priorityOf({ dead, error, noindexed, blocked, redirected, canonical_changed }: Counts): Level {
  if (dead + error + noindexed + blocked > 0) return 'high';
  return redirected + canonical_changed > 0 ? 'medium' : 'low';
}

export function summarizeSiteChanges(changes: SiteChanges): string {
  const { site, items, links, pages_compared } = changes;
  const plan = planSiteChanges(changes);
  return formatSummary({
    heading: `Changes on ${inline(site)}`,
    intro: describeCounts(changes),
    facts: [
      ...(pages_compared === null ? [] : [`${counted(pages_compared, 'page')} compared`]),
      ...(links === null
        ? []
        : [
            `${counted(links.new_backlinks, 'backlink')} won and ${links.lost_backlinks} lost since ${links.date_from}`,
          ]),
    ],
    table: formatRows(items, ROWS_MAX, [
      ['Page', ({ url }) => inline(url)],
      ['Change', ({ change }) => change.replaceAll('_', ' ')],
      ['Before', ({ before }) => (before === null ? null : inline(before))],
      ['After', ({ after }) => (after === null ? null : inline(after))],
    ]),
    next: plan.recommended_action,
  });
}
