import { z } from 'zod';

import { definePageTask, type Task } from '../../../kernel/task.ts';

import { Check, GROUPS, SEVERITIES, Severity, STATUSES } from '../../../checks/check.ts';
import { isForGoogle } from '../../../web/directives.ts';
import { listMainEntities } from '../../../web/structured-data/entity.ts';
import { type Facts, gatherFacts } from '../../../checks/facts.ts';
import type { CheckInput } from '../../../checks/input.ts';
import { PageTypeFound } from '../../../checks/page-type.ts';
import { judgeRules } from '../../../checks/rules.ts';
import { scoreGain, scorePage } from './score.ts';

const ChecklistTask = z.object({
  order: z.int(),
  task: z.string(),
  severity: Severity,
  check_id: z.string(),
  score_gain: z.int().describe('Points that the score gains when only this is fixed.'),
});

const PageFacts = z.object({
  title: z.string().nullable(),
  description: z.string().nullable(),
  canonical: z.string().nullable(),
  robots: z
    .array(z.string())
    .nullable()
    .describe(
      'Directives for Google from meta tags and headers; empty when there are none, null when they could not be read.',
    ),
  language: z.string().nullable().describe('From <html lang> or the front matter.'),
  h1: z.string().nullable(),
  word_count: z
    .int()
    .nullable()
    .describe('Words of main text; this and the counts below are null when there is no document.'),
  headings: z.int().nullable(),
  links: z.int().nullable(),
  internal_links: z.int().nullable().describe('Null when the site of the page is unknown.'),
  images: z.int().nullable(),
  structured_data_types: z.array(z.string()).nullable(),
  script_shell: z.boolean().describe('Scripts, which were not run, write the text of the page.'),
  truncated: z.boolean().describe('The page is too large to be analyzed whole; the rest was left out.'),
});

export const TechnicalQaReport = z.object({
  url: z.string().nullable().describe('Final URL of the page; null when only its text was supplied.'),
  checked: z.enum(['url', 'html', 'markdown']).describe('What was checked.'),
  page_type: PageTypeFound,
  readiness_score: z.int().min(0).max(100),
  score_of: z.string().describe('What the score is of, in one sentence.'),
  score_components: z
    .record(z.string(), z.int())
    .describe(
      'start is 100, and each group takes points away; they add up to the score. Groups that could not be judged are left out.',
    ),
  ready_to_publish: z.boolean().describe('True when no check of critical or high severity fails.'),
  checks: z.array(Check).describe('Failures first, by severity, then id.'),
  counts: z.object({
    fail: z.int(),
    warn: z.int(),
    pass: z.int(),
    not_applicable: z.int(),
    failed_by_severity: z.object({ critical: z.int(), high: z.int(), medium: z.int(), low: z.int() }),
  }),
  publish_checklist: z.array(ChecklistTask).describe('What to fix, in this order.'),
  page: PageFacts,
});
export type TechnicalQaReport = z.infer<typeof TechnicalQaReport>;

/**
 * Judges a page before it is published: whether search engines can find, read, understand and show it.
 *
 * A task, because a page from outside may be large. What could not be checked says so and never counts as passed; every
 * finding quotes the element that it is about.
 */
export const technicalQa: Task<CheckInput, TechnicalQaReport> = definePageTask(
  import.meta.url,
  'technicalQa',
  judgePage,
);

function judgePage(input: CheckInput): TechnicalQaReport {
  const facts = gatherFacts(input);
  const checks = judgeRules(facts);
  const { readiness_score, score_of, score_components, ready_to_publish } = scorePage(checks);
  return {
    url: facts.own_url ?? null,
    checked: facts.answer === undefined ? facts.page.format : 'url',
    page_type: facts.page_type,
    readiness_score,
    score_of,
    score_components,
    ready_to_publish,
    checks: sortChecks(checks, (check) => [STATUSES.indexOf(check.status), SEVERITIES.indexOf(check.severity)]),
    counts: countChecks(checks),
    publish_checklist: makeChecklist(checks),
    page: describePage(facts),
  };
}

/** Blockers come first: a page that cannot be found needs no better title. */
function makeChecklist(checks: readonly Check[]): TechnicalQaReport['publish_checklist'] {
  const open = checks.filter((check) => check.status === 'fail' || check.status === 'warn');
  const ordered = sortChecks(open, (check) => [
    SEVERITIES.indexOf(check.severity),
    STATUSES.indexOf(check.status),
    GROUPS.indexOf(check.group),
  ]);
  return ordered.map((check, at) => ({
    order: at + 1,
    task: check.fix,
    severity: check.severity,
    check_id: check.id,
    score_gain: scoreGain(checks, check),
  }));
}

function sortChecks(checks: readonly Check[], keys: (check: Check) => readonly number[]): Check[] {
  return [...checks].sort((one, other) => {
    const others = keys(other);
    const difference = keys(one)
      .map((key, at) => key - (others[at] ?? 0))
      .find((each) => each !== 0);
    return difference ?? (one.id < other.id ? -1 : 1);
  });
}

function countChecks(checks: readonly Check[]): TechnicalQaReport['counts'] {
  const counts = {
    fail: 0,
    warn: 0,
    pass: 0,
    not_applicable: 0,
    failed_by_severity: { critical: 0, high: 0, medium: 0, low: 0 },
  };
  for (const check of checks) {
    counts[check.status] += 1;
    if (check.status === 'fail') counts.failed_by_severity[check.severity] += 1;
  }
  return counts;
}

/** Types named in an answer; a page with more is a page of test data. */
const TYPES_SHOWN = 50;

function describePage(facts: Facts): TechnicalQaReport['page'] {
  const { page } = facts;
  /** Unknown for a response that is no HTML document, such as a PDF. */
  const known = <Value>(value: Value): Value | null => (facts.has_document ? value : null);
  return {
    title: shorten(facts.title, 500),
    description: shorten(facts.description, 1000),
    canonical: shorten(facts.canonicals[0]?.url, 2048),
    // Markdown has no head, and without a response there is no header either.
    robots: page.format === 'markdown' && facts.answer === undefined ? null : listDirectives(facts),
    language: shorten(page.language?.value, 40) ?? (facts.language === '' ? null : facts.language),
    h1: shorten(page.headings.find((heading) => heading.level === 1 && heading.text !== '')?.text, 500),
    word_count: known(page.word_count),
    headings: known(page.counts.headings),
    links: known(page.counts.links),
    internal_links: facts.own_host === undefined ? null : known(facts.links.internal.length),
    images: known(page.counts.images),
    structured_data_types: known(listTypes(facts)),
    script_shell: facts.script_shell,
    truncated: page.truncated,
  };
}

function shorten(text: string | undefined, charactersMax: number): string | null {
  return text?.slice(0, charactersMax) ?? null;
}

function listDirectives(facts: Facts): string[] {
  const directives = facts.directives
    .filter(isForGoogle)
    .map((each) => (each.value === '' ? each.name : `${each.name}:${each.value}`).slice(0, 100));
  return [...new Set(directives)];
}

function listTypes({ page }: Facts): string[] {
  const types = listMainEntities(page).flatMap((entity) => entity.types);
  return [...new Set(types.map((type) => type.slice(0, 80)))].slice(0, TYPES_SHOWN);
}
