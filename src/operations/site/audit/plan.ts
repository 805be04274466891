import {
  type Confidence,
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
import type { SiteAudit } from './result.ts';

const STEPS_MAX = 8;
const ROWS_MAX = 10;
const CHECKED_MAX = 2;

type Cause = SiteAudit['causes'][number];

/** What to change first, made from the audit alone. */
export function planSiteAudit(audit: SiteAudit): WorkflowDraft {
  if (audit.crawl === null) return planUnknown(audit);
  return makePlan({
    summary: summarizeState(audit),
    steps: audit.causes.slice(0, STEPS_MAX).map(stepOf),
    otherwise: {
      action: 'Crawl the site again after the next release.',
      why: 'No rule that costs points fails; an audit after each release keeps it so.',
      owner_hint: 'SEO',
    },
    priority: priorityOf(audit),
    confidence: confidenceOfAudit(audit.crawl),
    guardrails: listGuardrails(audit.crawl),
    next_calls: listCalls(audit),
  });
}

function planUnknown({ site }: SiteAudit): WorkflowDraft {
  const action = 'Crawl the site, then audit it.';
  return makePlan({
    summary: `No crawl came to ${site}, so there is nothing to audit.`,
    recommended_action: action,
    steps: [{ action, why: 'An audit reads what a crawl saw, and fetches nothing itself.', owner_hint: 'SEO' }],
    priority: 'high',
    confidence: noConfidence('No page of the site was crawled.'),
    guardrails: ['Do not take this for a site without faults.'],
    next_calls: [
      {
        operation: 'crawls.create',
        body: { urls: [`https://${site.replace(/^https?:\/\//, '')}`] },
        reason: 'Crawls the site; its audit is made when the crawl ends.',
      },
    ],
  });
}

function summarizeState({ health_score, score_of, causes, changes }: SiteAudit): string {
  const score = health_score === null ? `No score: ${score_of}` : `Health ${health_score} of 100.`;
  const [first] = causes;
  const lead = first === undefined ? 'No rule that costs points fails.' : `${first.title}.`;
  if (changes === null) return `${score} ${lead}`;
  return `${score} ${lead} Since the last crawl: ${changes.new} new, ${changes.fixed} fixed, ${changes.still} still there.`;
}

const EFFORTS = { one_place: 'low', few: 'medium', many: 'high' } as const;

const OWNERS: Readonly<Record<string, string>> = {
  title: 'editor',
  meta: 'editor',
  h1: 'editor',
  content: 'editor',
  img: 'editor',
};

function stepOf({ rule, title, why, fix, effort, examples, score_gain }: Cause): StepDraft {
  const gain = score_gain === null || score_gain < 0.1 ? [] : [`worth ${counted(score_gain, 'point')}`];
  return {
    action: fix,
    why: `${title}. ${why}`,
    evidence: [...examples, ...gain],
    effort: EFFORTS[effort],
    owner_hint: OWNERS[rule.split('.', 1)[0] ?? ''] ?? 'developer',
  };
}

function priorityOf({ causes }: SiteAudit): Level {
  if (causes.some(({ severity }) => severity === 'critical' || severity === 'high')) return 'high';
  return causes.some(({ severity }) => severity === 'medium') ? 'medium' : 'low';
}

function confidenceOfAudit(crawl: NonNullable<SiteAudit['crawl']>): Confidence {
  const { pages_read, pages_known, is_complete, incomplete_because } = crawl;
  return weighConfidence(
    pages_read / Math.max(1, pages_known),
    [`${pages_read} of ${pages_known} known addresses were read.`],
    [!is_complete && [10, `The crawl is not complete: ${incomplete_because.join(', ')}.`]],
  );
}

function listGuardrails({ is_complete, ended_at }: NonNullable<SiteAudit['crawl']>): string[] {
  return [
    ...(ended_at === null ? ['The crawl still runs: its figures will change.'] : []),
    ...(is_complete ? [] : ['Shares are of the pages that were read, not of the whole site.']),
    'Notices are worth knowing and cost nothing: fix the causes first.',
  ];
}

/** The pages behind the first causes. */
function listCalls({ site, causes }: SiteAudit): PlannedCall[] {
  return causes.slice(0, CHECKED_MAX).map(({ rule, cause, title }) => ({
    operation: 'site.audit',
    body: { site, rule, ...(cause === null ? {} : { cause }) },
    reason: `Lists all pages behind “${title}”.`,
  }));
}

export function summarizeSiteAudit(audit: SiteAudit): string {
  const { site, crawl, causes, pages } = audit;
  if (crawl === null || pages === null) {
    return formatSummary({
      heading: `Audit of ${inline(site)}`,
      intro: 'No crawl came to this site, so nothing is known of it.',
      facts: [],
      next: 'Crawl the site, then audit it.',
    });
  }
  return formatSummary({
    heading: `Audit of ${inline(site)}`,
    intro: summarizeState(audit),
    facts: [
      `${counted(pages.html, 'HTML page')}, ${pages.indexable} of them indexable`,
      `${counted(pages.dead, 'dead page')}, ${counted(pages.redirects, 'redirect')}, ${counted(pages.errors, 'server error')}`,
      `${crawl.pages_read} of ${crawl.pages_known} known addresses read`,
    ],
    table: formatRows(causes, ROWS_MAX, [
      ['Cause', ({ title }) => inline(title)],
      ['Where', ({ cause, examples }) => inline(cause ?? examples[0] ?? '')],
      ['Severity', ({ severity }) => severity],
      ['Points', ({ score_gain }) => score_gain],
      ['Fix', ({ fix }) => inline(fix)],
    ]),
    next: causes[0]?.fix ?? 'Crawl the site again after the next release.',
  });
}
