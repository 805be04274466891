import { z } from 'zod';

import { readDataRows } from '../kernel/data.ts';

export const AREAS = ['indexing', 'links', 'content', 'international', 'technical'] as const;
export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'notice'] as const;
export type Area = (typeof AREAS)[number];
export type Severity = (typeof SEVERITIES)[number];

/** Rises with each change of a rule or of the score: audits of another version are made anew, or compared where rules mean the same. */
export const AUDIT_VERSION = 6;

/** Audits of versions before are compared with nothing. */
export const COMPARED_VERSION_MIN = 5;

/** The version with which a rule came, or with which its meaning changed, where that is after the oldest that is compared. */
const CHANGED_IN: ReadonlyMap<string, number> = new Map([
  ['canonical.blocked', 6],
  ['canonical.pagination-first', 6],
  ['canonical.to-home', 6],
  ['content.gone-stale', 6],
  ['hreflang.one-for-two', 6],
  ['param.order', 6],
  ['robots.assets', 6],
  ['trap.facets', 6],
]);

/** Rules that an audit of this version did not judge, or not as they are judged now. */
export function rulesChangedAfter(version: number): readonly string[] {
  return [...CHANGED_IN].flatMap(([id, since]) => (since > version ? [id] : []));
}

/** The pages that a rule could fail on: its share is taken of their value. `site` is all or nothing. */
const Applies = z.enum(['html', 'indexable', 'answered', 'all', 'sitemap', 'hreflang', 'site']);
export type Applies = z.infer<typeof Applies>;

export interface AuditRule {
  readonly id: string;
  readonly area: Area;
  readonly severity: Severity;
  readonly applies: Applies;
  /** Rules of one family tell of one fault from several sides, and count once. */
  readonly family: string;
  readonly title_one: string;
  readonly title_many: string;
  readonly why: string;
  readonly fix: string;
  /** The titles of findings that share one target; the others where the rule has none. */
  readonly target_one: string;
  readonly target_many: string;
}

const Row = z.tuple(
  [z.string(), z.enum(AREAS), z.enum(SEVERITIES), Applies, z.string(), z.string(), z.string(), z.string()],
  z.string(),
);

export const AUDIT_RULES: ReadonlyMap<string, AuditRule> = new Map(
  readDataRows(import.meta.url, 'data/rules.tsv').map((row) => {
    const [id, area, severity, applies, family, title, why, fix, ofTarget = title] = Row.parse(row);
    const [title_one = '', title_many = ''] = title.split('|');
    const [target_one = '', target_many = ''] = ofTarget.split('|');
    return [
      id,
      { id, area, severity, applies, family, title_one, title_many, why, fix, target_one, target_many },
    ] as const;
  }),
);

/** @throws Error for an id without a line in the table */
export function ruleOf(id: string): AuditRule {
  const rule = AUDIT_RULES.get(id);
  if (rule === undefined) throw new Error(`The audit has no rule ${id}.`);
  return rule;
}

export function titleOf(rule: AuditRule, count: number): string {
  return counted(rule.title_one, rule.title_many, count);
}

/** The title of findings that all name the same target. */
export function titleOfTarget(rule: AuditRule, count: number): string {
  return counted(rule.target_one, rule.target_many, count);
}

function counted(one: string, many: string, count: number): string {
  return count === 1 ? one : many.replace('{n}', count.toLocaleString('en-US'));
}

/** One fault of one page. */
export interface Finding {
  readonly rule: string;
  /** A place in the pages of the site; -1 for the site as a whole, and for addresses that are no pages of it. */
  readonly page: number;
  /** The address where `page` is -1; else left out. */
  readonly url?: string;
  /** What of the page: the target of a link, a language; '' for the page itself. */
  readonly item: string;
  /** Findings with one cause are mended in one place; '' where nothing tells. */
  readonly cause: string;
  readonly detail: string;
}
