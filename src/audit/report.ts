import { z } from 'zod';

import { agree, counted } from '../kernel/grammar.ts';
import type { KeptAudit, SitePage } from '../ports/site-facts.ts';
import { type Cause, leadingCauses } from './causes.ts';
import type { Judgement } from './judge.ts';
import { type Finding, rulesChangedAfter } from './rule.ts';
import { scoreSite, type Scores } from './score.ts';
import type { SiteView } from './view.ts';

/** An audit as it is kept: all that does not depend on how it is asked for. */
export const Report = z.object({
  pages_known: z.int(),
  pages_read: z.int(),
  is_complete: z.boolean(),
  incomplete_because: z.array(z.string()),
  settings: z.string(),
  pages: z.object({
    html: z.int(),
    indexable: z.int(),
    noindex: z.int(),
    redirects: z.int(),
    dead: z.int(),
    errors: z.int(),
    refused: z.int(),
    failed: z.int(),
    blocked: z.int(),
    not_reached: z.int(),
  }),
  no_score_because: z.string().nullable(),
  rules: z.record(z.string(), z.object({ failing: z.int(), applicable: z.int(), share: z.number() })),
  applicable: z.record(z.string(), z.int()),
  unjudged: z.record(z.string(), z.string()),
  /** What of the site rules were not judged on. */
  partly: z.record(z.string(), z.string()).default({}),
  causes: z.array(
    z.object({
      rule: z.string(),
      cause: z.string(),
      severity: z.enum(['critical', 'high', 'medium', 'low', 'notice']),
      title: z.string(),
      why: z.string(),
      fix: z.string(),
      effort: z.enum(['one_place', 'few', 'many']),
      findings: z.int(),
      pages: z.int(),
      loss: z.number(),
      examples: z.array(z.string()),
    }),
  ),
  changes: z
    .object({
      compared_with: z.string(),
      new: z.int(),
      fixed: z.int(),
      still: z.int(),
      gone: z.int(),
      not_checked: z.int(),
      /** Null for rules that could not be compared. */
      rules: z.record(z.string(), z.object({ new: z.int(), fixed: z.int(), still: z.int() }).nullable()),
    })
    .nullable(),
  not_compared_because: z.string().nullable(),
  muted: z
    .array(
      z.object({
        rule: z.string(),
        url: z
          .string()
          .optional()
          .transform((url): string | undefined => url),
        title: z.string(),
        findings: z.int(),
        pages: z.int(),
      }),
    )
    .default([]),
});
export type Report = z.infer<typeof Report>;

/** A kept audit; what it says of rules that have changed since is left out. */
export function readReport({ report, version }: Pick<KeptAudit, 'report' | 'version'>): Report {
  const read = Report.parse(JSON.parse(report));
  const changed = rulesChangedAfter(version);
  const rules = Object.entries(read.rules).filter(([id]) => !changed.includes(id));
  const older = changed.map((id) => [id, OLDER] as const);
  return {
    ...read,
    rules: Object.fromEntries(rules),
    causes: read.causes.filter(({ rule }) => !changed.includes(rule)),
    unjudged: { ...read.unjudged, ...Object.fromEntries(older) },
  };
}

const OLDER = 'This audit was made before this rule existed or took its present form.';

/** Why a comparison with this audit leaves out rules that a newer one judges. */
export function whyPartlyCompared({ unjudged }: Report): string | null {
  const count = Object.values(unjudged).filter((reason) => reason === OLDER).length;
  if (count === 0) return null;
  return `${counted(count, 'rule')} ${agree(count, 'was', 'were')} left out of the comparison, because the earlier audit did not have ${agree(count, 'it', 'them')} in ${agree(count, 'its', 'their')} present form.`;
}

const SHARE_READ_MIN = 0.5;

/** What an audit comes to, but for what its site mutes and what changed since the one before. */
export function reportOf(
  { view, unjudged, partly }: Judgement,
  findings: readonly Finding[],
  unmuted: readonly string[],
): Omit<Report, 'muted'> {
  const scores = scoreSite(view, findings);
  const { completeness } = view;
  return {
    pages_known: completeness.known,
    pages_read: completeness.read,
    is_complete: completeness.is_complete,
    incomplete_because: [...completeness.reasons],
    settings: view.facts.crawl.settings,
    pages: countPages(view),
    no_score_because: whyNoScore(view, findings),
    rules: Object.fromEntries(
      [...scores.rules].map(([id, { failing, applicable, share }]) => [id, { failing, applicable, share }]),
    ),
    applicable: { ...scores.applicable },
    unjudged: Object.fromEntries(unjudged),
    partly: Object.fromEntries(partly),
    causes: leadingCauses(view, findings, scores, unmuted).map((cause) => causeOf(cause, scores)),
    changes: null,
    not_compared_because: null,
  };
}

function causeOf({ score_gain, examples, ...cause }: Cause, { health }: Scores): Report['causes'][number] {
  return { ...cause, loss: Math.log((health + score_gain) / health), examples: [...examples] };
}

function countPages({ pages, html, indexable, blocked }: SiteView): Report['pages'] {
  const count = (takes: (page: SitePage, at: number) => boolean): number => pages.filter(takes).length;
  return {
    html: count((_, at) => html[at] === true),
    indexable: count((_, at) => indexable[at] === true),
    noindex: count(({ noindex }, at) => html[at] === true && noindex),
    redirects: count(({ outcome }) => outcome === 'moved'),
    dead: count(({ outcome }) => outcome === 'dead'),
    errors: count(({ outcome }) => outcome === 'error'),
    refused: count(({ outcome }) => outcome === 'refused'),
    failed: count(({ outcome }) => outcome === 'failed'),
    blocked: count((_, at) => blocked[at] === true),
    not_reached: count(({ outcome }) => outcome === 'left'),
  };
}

function whyNoScore({ html, completeness: { known, read } }: SiteView, findings: readonly Finding[]): string | null {
  if (findings.some(({ rule }) => rule === 'crawl.blocked')) return 'The server refused the crawler too often.';
  if (!html.includes(true)) return 'The crawl read no HTML page of the site.';
  if (read / Math.max(1, known) >= SHARE_READ_MIN) return null;
  return `The crawl read ${read} of ${known} known addresses, which is less than half.`;
}
