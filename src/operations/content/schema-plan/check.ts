import { z } from 'zod';

import type { Page } from '../../../web/page/page.ts';
import { lineOf, shortened } from '../../../web/page/quote.ts';
import { type BrokenScript, inlineReferences, type StructuredData } from '../../../web/structured-data/items.ts';
import type { JsonObject } from '../../../web/structured-data/json.ts';
import { type Finding, type Judgement, type Verdict } from '../../../web/structured-data/judge.ts';
import { nameRichResults } from '../../../web/structured-data/rich-results.ts';
import { repairNode } from './repair.ts';

const Problem = z.object({
  path: z.string().describe('From the script or item to the property: jsonld[0].offers.price.'),
  message: z.string(),
  fix: z.string(),
});
type Problem = z.infer<typeof Problem>;

export const ExistingCheck = z.object({
  type: z.string().nullable().describe('Null where there is none, or the script cannot be read.'),
  format: z.enum(['json_ld', 'microdata', 'rdfa']),
  path: z.string(),
  line: z.int().nullable().describe('Line of the script in the document; null for microdata and RDFa.'),
  valid: z.boolean().describe('No error; recommended properties may still be missing.'),
  rich_result: z
    .string()
    .nullable()
    .describe('What Google can show for it once it has what is required; null for none.'),
  errors: z.array(Problem),
  warnings: z.array(Problem),
  repaired: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('The same item with every repairable value corrected; null when there was nothing to correct.'),
  changes: z.array(z.object({ path: z.string(), from: z.string(), to: z.string() })),
});
export type ExistingCheck = z.infer<typeof ExistingCheck>;

/** Checks what the page has: one row for each thing, and one for each script that cannot be read. */
export function checkExisting(page: Page, { data, verdicts }: Judgement, base: string | undefined): ExistingCheck[] {
  return [
    ...data.broken.map((script) => checkBroken(page, script, base)),
    ...verdicts.map((verdict) => checkItem(page, verdict, data, base)),
  ];
}

function checkBroken(page: Page, { path, error, repaired }: BrokenScript, base: string | undefined): ExistingCheck {
  const [first] = repaired ?? [];
  return {
    type: null,
    format: 'json_ld',
    path,
    line: lineOf(page, error.offset),
    valid: false,
    rich_result: null,
    errors: [
      {
        path,
        message: `not valid JSON: ${shortened(error.message, 150)}`,
        fix: 'Correct the JSON: search engines ignore a script with an error.',
      },
    ],
    warnings: [],
    repaired: first === undefined ? null : withContext(repairNode(first, path, base).node),
    changes: first === undefined ? [] : [{ path, from: 'text that is not JSON', to: 'valid JSON' }],
  };
}

function checkItem(
  page: Page,
  { item, rich, findings }: Verdict,
  data: StructuredData,
  base: string | undefined,
): ExistingCheck {
  const { path, types, node, place } = item;
  const { node: repaired, changes } = repairNode(node, path, base);
  const errors = problemsOf(findings, 'error');
  return {
    type: types.length === 0 ? null : shortened(types.join(', '), 80),
    format: item.syntax,
    path,
    line: place === undefined ? null : lineOf(page, place.start),
    valid: errors.length === 0,
    rich_result: nameRichResults(rich, inlineReferences(node, data)),
    errors,
    warnings: problemsOf(findings, 'warning'),
    repaired: changes.length > 0 || item.lacks_context ? withContext(repaired) : null,
    changes: [...changes],
  };
}

function problemsOf(findings: readonly Finding[], severity: Finding['severity']): Problem[] {
  return findings
    .filter((each) => each.severity === severity)
    .map(({ path, message, fix }) => ({ path, message, fix }));
}

function withContext(node: JsonObject): Record<string, unknown> {
  return { '@context': 'https://schema.org', ...node };
}
