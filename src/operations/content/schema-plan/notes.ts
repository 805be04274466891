import { counted, joinWords } from '../../../kernel/grammar.ts';
import type { Level } from '../../../kernel/level.ts';
import { listed } from '../../../guidance/plan.ts';
import { alignKeyword } from '../../../text/alignment.ts';
import { isObject, type Json } from '../../../web/structured-data/json.ts';
import { phraseChoice } from '../../../web/structured-data/judge.ts';
import { findRetirement, listFurtherResults } from '../../../web/structured-data/rich-results.ts';
import type { ExistingCheck } from './check.ts';
import type { PageFacts } from './page-facts.ts';
import type { PlannedNode } from './plan-nodes.ts';

/** How the draft gets onto the page, and what to know about it. */
export function listNotes(
  facts: PageFacts,
  nodes: readonly PlannedNode[],
  existing: readonly ExistingCheck[],
): string[] {
  const hasScript = existing.some(({ format }) => format === 'json_ld');
  const hasMarkup = existing.some(({ format }) => format !== 'json_ld');
  const isIncomplete = nodes.some(({ role, publishable }) => role !== 'page' && !publishable);
  const isOpenReview = nodes.some(
    ({ rules, draft }) => rules.type === 'Review' && isUntyped(draft.get('itemReviewed')),
  );
  return listed([
    'Put the draft in one <script type="application/ld+json"> in the head or body of the page.',
    hasScript && 'The draft builds on the page’s own JSON-LD: replace the old script instead of adding a second one.',
    hasMarkup &&
      'The page also has microdata or RDFa: describe each thing in one format only, or make sure that all say the same.',
    ...nodes.map(
      ({ type, rules: { retired_on: since } }) =>
        since !== undefined &&
        `Google no longer shows ${type} (since ${since}); it remains valid for other readers and does no harm.`,
    ),
    isIncomplete && 'Drafts in incomplete_drafts lack what validators require: complete the page first.',
    ...nodes.flatMap(noteFurther),
    isOpenReview &&
      'Give itemReviewed the type of the reviewed thing, such as Product or Book: the page does not state it, and review snippets need it.',
    facts.url === undefined &&
      'The URL of the page is not known, so the draft has no url or mainEntityOfPage: add them on publication.',
    facts.page.format === 'markdown' &&
      'Only Markdown was read: anything the site’s template adds, such as prices or ratings, was not seen.',
    noteKeyword(facts),
    'Update the values whenever the page changes: structured data must match what visitors see.',
  ]);
}

/** What a thing would need to earn more than the rich result that it is judged for. */
function noteFurther({ type, rules, draft }: PlannedNode): string[] {
  return listFurtherResults(rules, draft.node)
    .filter(({ lacking }) => lacking.length > 0)
    .map(
      ({ rich_result: further, lacking }) =>
        `With ${joinWords(lacking.map(phraseChoice))} added, the ${type} can also appear as a ${further}.`,
    );
}

function isUntyped(item: Json | undefined): boolean {
  return isObject(item) && item['@type'] === 'Thing';
}

function noteKeyword({ input: { keyword }, name, language }: PageFacts): string | undefined {
  if (keyword === undefined || keyword.trim() === '' || typeof name?.value !== 'string') return undefined;
  const { words, missing } = alignKeyword(keyword, name.value, language.code);
  if (words.length === 0 || missing.length === 0) return undefined;
  const lacking = missing.slice(0, 5).join(', ').slice(0, 100);
  return `The name lacks ${counted(missing.length, 'word')} of the keyword (${lacking}): if the page targets it, change the heading first, then the draft.`;
}

interface Task {
  readonly task: string;
  readonly severity: Level;
}

/** What to do before and after publishing, in this order. */
export function listValidationTasks(
  nodes: readonly PlannedNode[],
  existing: readonly ExistingCheck[],
): { order: number; task: string; severity: Level }[] {
  const broken = existing.filter(({ valid }) => !valid).slice(0, 10);
  const incomplete = nodes.filter(({ role, missing_required: missing }) => role !== 'page' && missing.length > 0);
  const retired = new Set(
    existing.flatMap(({ type }) => (type !== null && findRetirement(type) !== undefined ? [type] : [])),
  );
  const tasks = listed<Task>([
    ...broken.map(
      ({ path, errors: [first] }): Task | false =>
        first !== undefined && { task: `Fix ${path}: ${first.message}. ${first.fix}`, severity: 'high' },
    ),
    ...incomplete.map(({ type, missing_required: missing }): Task => ({
      task: `Add to the page what ${type} requires: ${missing.map(phraseChoice).join(', ')}.`,
      severity: 'high',
    })),
    retired.size > 0 && { task: `Expect no rich result for ${[...retired].join(', ')}.`, severity: 'low' },
    { task: 'Compare each value in the draft with what visitors see on the page.', severity: 'high' },
    { task: 'Run the page through the Schema.org validator (validator.schema.org): no errors.', severity: 'medium' },
    {
      task: 'Run it through Google’s Rich Results Test (search.google.com/test/rich-results): it finds the expected types.',
      severity: 'medium',
    },
    { task: 'Watch the rich result reports in Search Console for two weeks.', severity: 'low' },
  ]);
  return tasks.map((each, at) => ({ order: at + 1, ...each }));
}
