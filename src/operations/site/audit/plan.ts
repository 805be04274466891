import { chooseCauses } from '../../../audit/causes.ts';
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
  const [asked] = audit.total_count === null ? [] : audit.rules;
  if (asked !== undefined) return planRule(audit, audit.crawl, asked);
  return makePlan({
    summary: summarizeState(audit),
    steps: chooseCauses(audit.causes, STEPS_MAX).map(stepOf),
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

type Rule = SiteAudit['rules'][number];

/** Where the pages of one rule are listed. */
function planRule(audit: SiteAudit, crawl: NonNullable<SiteAudit['crawl']>, rule: Rule): WorkflowDraft {
  const { causes, items } = audit;
  return makePlan({
    summary: summarizeRule(audit, rule),
    steps:
      causes.length > 0 ? causes.slice(0, STEPS_MAX).map(stepOf) : items.length > 0 ? [stepOfRule(rule, items)] : [],
    otherwise: {
      action: 'Go through the other rules of the audit.',
      why: rule.note ?? `No page has this fault: ${rule.title}.`,
      owner_hint: 'SEO',
    },
    priority: items.length === 0 ? 'low' : rule.severity === 'notice' ? 'low' : LEVELS[rule.severity],
    confidence: confidenceOfAudit(crawl),
    guardrails: listGuardrails(crawl),
    next_calls: listRuleCalls(audit, rule),
  });
}

const LEVELS = { critical: 'high', high: 'high', medium: 'medium', low: 'low' } as const;

function summarizeRule({ total_count }: SiteAudit, { title, failing, applicable }: Rule): string {
  return `${title}: ${counted(total_count ?? 0, 'finding')} on ${failing} of ${counted(applicable, 'page')}.`;
}

function stepOfRule({ title, why, fix, id }: Rule, items: SiteAudit['items']): StepDraft {
  return {
    action: fix,
    why: `${title}. ${why}`,
    evidence: items.slice(0, 3).map(({ url }) => url),
    owner_hint: ownerOf(id),
  };
}

/** The rest of the pages, then one of them in full. */
function listRuleCalls({ site, items, total_count, limit, offset }: SiteAudit, { id, title }: Rule): PlannedCall[] {
  const next = offset + items.length;
  const [first] = items;
  return [
    ...(items.length > 0 && next < (total_count ?? 0)
      ? [
          {
            operation: 'site.audit',
            body: { site, rule: id, limit, offset: next },
            reason: `Lists the next pages behind “${title}”.`,
          },
        ]
      : []),
    ...(first !== undefined && /^https?:/.test(first.url)
      ? [
          {
            operation: 'content.technical-qa',
            body: { url: first.url },
            reason: 'Checks one of these pages in full, as it is now.',
          },
        ]
      : []),
  ];
}

function planUnknown({ site }: SiteAudit): WorkflowDraft {
  const action = 'Crawl the site, then audit it.';
  return makePlan({
    summary: `${site} has not been crawled, so there is nothing to audit.`,
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
    owner_hint: ownerOf(rule),
  };
}

function ownerOf(rule: string): string {
  return OWNERS[rule.split('.', 1)[0] ?? ''] ?? 'developer';
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

/** What is new, and the pages behind the first causes that have more than their examples. */
function listCalls({ site, causes, changes }: SiteAudit): PlannedCall[] {
  const long = causes.filter(({ pages, examples }) => pages > examples.length);
  return [
    ...(changes !== null && changes.new > 0
      ? [
          {
            operation: 'site.changes',
            body: { site },
            reason: 'Lists what changed on the site since the crawl before, the worst first.',
          },
        ]
      : []),
    ...long.slice(0, CHECKED_MAX).map(({ rule, cause, title }) => ({
      operation: 'site.audit',
      body: { site, rule, ...(cause === null ? {} : { cause }) },
      reason: `Lists all pages behind “${title}”.`,
    })),
  ];
}

export function summarizeSiteAudit(audit: SiteAudit): string {
  const { site, crawl, causes, pages } = audit;
  if (crawl === null || pages === null) {
    return formatSummary({
      heading: `Audit of ${inline(site)}`,
      intro: 'This site has not been crawled, so nothing is known of it.',
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
