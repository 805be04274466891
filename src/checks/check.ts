import { z } from 'zod';

import type { Page, Place } from '../web/page/page.ts';
import { lineOf, quoteOf, shortened } from '../web/page/quote.ts';

export const GROUPS = [
  'indexability',
  'metadata',
  'canonical',
  'headings',
  'structured_data',
  'links',
  'images',
  'mobile',
  'international',
  'social',
] as const;
export const Group = z.enum(GROUPS);
export type Group = z.infer<typeof Group>;

export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;
export const Severity = z.enum(SEVERITIES);
export type Severity = z.infer<typeof Severity>;

export const STATUSES = ['fail', 'warn', 'pass', 'not_applicable'] as const;
const Status = z.enum(STATUSES);
type Status = z.infer<typeof Status>;

export const Evidence = z.object({
  element: z.string().describe('Start tag, header or line as written, at most 200 characters.'),
  line: z.int().nullable().describe('Line in the document, starting at 1; null for what is not in it.'),
});
export type Evidence = z.infer<typeof Evidence>;

export const Check = z.object({
  id: z.string(),
  group: Group,
  status: Status.describe(
    'not_applicable: there was nothing to judge, or not enough to judge it by; found says which.',
  ),
  severity: Severity.describe('How serious a failure is.'),
  share: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe(
      'Open checks of many elements: share of them that is wrong, such as images without alt. Null for the page as a whole.',
    ),
  found: z.string(),
  expected: z.string(),
  evidence: z.array(Evidence).describe('At most five elements; found has the total.'),
  fix: z.string().describe('What to change; empty when nothing needs to change.'),
  docs: z.string().describe('Public documentation of the rule.'),
});
export type Check = z.infer<typeof Check>;

/** What a rule answers; the table has everything else about a check. */
export interface Outcome {
  readonly status: Status;
  readonly found: string;
  readonly evidence: readonly Evidence[];
  /** Where a case is more or less serious than the rule in general. */
  readonly severity: Severity | undefined;
  readonly share: number | undefined;
  readonly fix: string | undefined;
}

export const EVIDENCE_MAX = 5;

interface Details {
  readonly evidence?: readonly Evidence[];
  readonly severity?: Severity | undefined;
  /** How many of how many elements, characters or words are wrong, where it is not the page as a whole. */
  readonly wrong?: readonly [count: number, total: number];
  readonly fix?: string | undefined;
}

function outcome(status: Status, found: string, details: Details): Outcome {
  const evidence = (details.evidence ?? []).slice(0, EVIDENCE_MAX);
  const [count, total] = details.wrong ?? [];
  const share = count === undefined || total === undefined ? undefined : Math.min(1, count / Math.max(1, total));
  return { status, found, evidence, severity: details.severity, share, fix: details.fix };
}

export function pass(found: string, evidence: readonly Evidence[] = []): Outcome {
  return outcome('pass', found, { evidence });
}

export function warn(found: string, details: Details = {}): Outcome {
  return outcome('warn', found, details);
}

export function fail(found: string, details: Details = {}): Outcome {
  return outcome('fail', found, details);
}

export function notApplicable(why: string): Outcome {
  return outcome('not_applicable', why, {});
}

/** Quotes elements of the page as evidence, the first five of them. */
export function quoteElements(page: Page, elements: readonly { readonly place: Place }[]): Evidence[] {
  return elements
    .slice(0, EVIDENCE_MAX)
    .map(({ place }) => ({ element: quoteOf(page.source, place), line: lineOf(page, place.start) }));
}

/** Quotes elements with their content, up to an end tag that follows soon; Markdown constructs are whole already. */
export function quoteWhole(page: Page, elements: readonly { readonly place: Place }[], endTag: string): Evidence[] {
  const wholes = elements.slice(0, EVIDENCE_MAX).map(({ place }) => {
    if (page.format === 'markdown') return { place };
    const near = page.source.slice(place.end, place.end + WHOLE_CHARACTERS_MAX).toLowerCase();
    const at = near.indexOf(endTag);
    return { place: { start: place.start, end: place.end + (at === -1 ? near.length : at + endTag.length) } };
  });
  return quoteElements(page, wholes);
}

/** Quotes the line of a key in the front matter. */
export function quoteFrontMatter(page: Page, key: string): Evidence[] {
  const found = new RegExp(`^${key}[ \\t]*:.*$`, 'im').exec(page.source.slice(0, FRONT_MATTER_CHARACTERS_MAX));
  if (found === null) return [];
  return quoteElements(page, [{ place: { start: found.index, end: found.index + found[0].length } }]);
}

const FRONT_MATTER_CHARACTERS_MAX = 100_000;

/** An end tag further away is beyond any quote. */
const WHOLE_CHARACTERS_MAX = 400;

/** Evidence from outside the document, such as a header. */
export function quoteAnswer(text: string): Evidence {
  return { element: shortened(text), line: null };
}

/** Text of the page inside a sentence of ours: bounded and in quotation marks. */
export function quoteText(text: string, charactersMax = 120): string {
  return `“${shortened(text, charactersMax)}”`;
}
