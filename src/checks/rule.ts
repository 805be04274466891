import { z } from 'zod';

import { readDataRows } from '../kernel/data.ts';
import { type Outcome, Severity } from './check.ts';
import type { Facts } from './facts.ts';

/**
 * What must be known to judge a rule at all.
 *
 * head: an HTML document, because Markdown has no head. directives: that or the HTTP response. content: any document.
 * rendered: a document whose text is in its source, not added by scripts. written: any document, judged by its source
 * alone; where scripts write the page, finding no fault there proves nothing. answer: the HTTP response of a URL.
 * address: the page's own URL.
 */
const Need = z.enum(['head', 'directives', 'content', 'rendered', 'written', 'answer', 'address']);
export type Need = z.infer<typeof Need>;

type Judge = (facts: Facts) => Outcome;

/** One line of the table of rules. */
export interface Rule {
  readonly id: string;
  readonly severity: Severity;
  readonly expected: string;
  readonly fix: string;
  readonly docs: string;
  readonly needs: Need;
  readonly judge: Judge;
}

const RuleText = z.tuple([z.string(), Severity, Need, z.string(), z.string(), z.string()]);

const TEXTS = new Map(
  readDataRows(import.meta.url, 'data/rules.tsv').map((row) => {
    const [id, severity, needs, expected, fix, docs] = RuleText.parse(row);
    return [id, { id, severity, needs, expected, fix, docs }] as const;
  }),
);

/** Ids of all rules that have a text. */
export const RULE_IDS: readonly string[] = [...TEXTS.keys()];

/**
 * Rules from their judges and their texts in the data file.
 *
 * @param bounds what stands in braces in `expected`
 */
export function defineRules(
  judges: Readonly<Record<string, Judge>>,
  bounds: Readonly<Record<string, number>> = {},
): readonly Rule[] {
  return Object.entries(judges).map(([id, judge]) => {
    const text = TEXTS.get(id);
    if (text === undefined) throw new Error(`The rule ${id} has no text.`);
    return { ...text, expected: text.expected.replaceAll(/\{(\w+)\}/g, (_, name: string) => `${bounds[name]}`), judge };
  });
}
