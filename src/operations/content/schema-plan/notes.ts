import { counted } from '../../../kernel/grammar.ts';
import type { Level } from '../../../kernel/level.ts';
import { findRetirement } from '../../../web/structured-data/rich-results.ts';
import { alignKeyword } from '../../../text/alignment.ts';
import type { ExistingCheck } from './check.ts';
import { isObject, type Json } from '../../../web/structured-data/json.ts';
import type { PageFacts } from './page-facts.ts';
import type { PlannedNode } from './plan-nodes.ts';

/** How the draft gets onto the page, and what to know about it. */
export function implementationNotes(
  facts: PageFacts,
  nodes: readonly PlannedNode[],
  existing: readonly ExistingCheck[],
): string[] {
  const notes = ['Put the draft into one <script type="application/ld+json"> in the head or body of the page.'];
  if (existing.some(({ format }) => format === 'json_ld'))
    notes.push(
      'The draft begins with what the page’s own JSON-LD says: replace the old script, do not add a second one.',
    );
  if (existing.some(({ format }) => format === 'microdata'))
    notes.push('The page also has microdata: keep one notation for each thing, or let both say the same.');
  for (const { type, rules } of nodes) {
    if (rules.retired_on !== undefined)
      notes.push(
        `Google shows ${type} no longer (since ${rules.retired_on}); it stays valid for other readers, and does no harm.`,
      );
  }
  if (nodes.some(({ role, publishable }) => role !== 'page' && !publishable))
    notes.push('Drafts in incomplete_drafts lack what validators require: complete the page first.');
  if (
    nodes.some(
      ({ type, rules, missing_recommended: missing }) =>
        rules.type === 'Product' && type !== '' && missing.includes('image'),
    )
  )
    notes.push('Without an image the product can be shown as a product snippet, but not as a merchant listing.');
  if (nodes.some(({ rules, draft }) => rules.type === 'Review' && isOpenThing(draft.get('itemReviewed'))))
    notes.push(
      'Give itemReviewed the type of the thing, such as Product or Book: the page does not say it, and review snippets need it.',
    );
  if (facts.url === undefined)
    notes.push(
      'The address of the page is not known, so url and mainEntityOfPage are left out: add them when it is published.',
    );
  if (facts.page.format === 'markdown')
    notes.push('Only Markdown was read: what the site’s template shows, such as prices or ratings, was not seen.');
  notes.push(...keywordNote(facts));
  notes.push('Change the values together with the page: structured data must say what visitors see.');
  return notes;
}

function isOpenThing(item: Json | undefined): boolean {
  return isObject(item) && item['@type'] === 'Thing';
}

function keywordNote(facts: PageFacts): string[] {
  const { keyword } = facts.input;
  const name = facts.name?.value;
  if (keyword === undefined || keyword.trim() === '' || typeof name !== 'string') return [];
  const { words, missing } = alignKeyword(keyword, name, facts.language.code);
  if (words.length === 0 || missing.length === 0) return [];
  return [
    `The name lacks ${counted(missing.length, 'word')} of the keyword (${missing.slice(0, 5).join(', ').slice(0, 100)}): change the heading first if it should be found for it, then the draft.`,
  ];
}

interface Task {
  readonly task: string;
  readonly severity: Level;
}

/** What to do before and after publishing, in this order. */
export function validationChecklist(
  facts: PageFacts,
  nodes: readonly PlannedNode[],
  existing: readonly ExistingCheck[],
): { order: number; task: string; severity: Level }[] {
  const tasks: Task[] = [];
  const broken = existing.filter(({ valid }) => !valid);
  for (const { path, errors } of broken.slice(0, 10)) {
    const [first] = errors;
    if (first !== undefined) tasks.push({ task: `Mend ${path}: ${first.message}. ${first.fix}`, severity: 'high' });
  }
  for (const { type, missing_required: missing, role } of nodes) {
    if (role !== 'page' && missing.length > 0)
      tasks.push({
        task: `Add to the page what ${type} requires: ${missing.map((each) => each.replaceAll('|', ' or ')).join(', ')}.`,
        severity: 'high',
      });
  }
  const retired = new Set(
    existing.flatMap(({ type }) => (type !== null && findRetirement(type) !== undefined ? [type] : [])),
  );
  if (retired.size > 0) tasks.push({ task: `Expect no rich result for ${[...retired].join(', ')}.`, severity: 'low' });
  tasks.push(
    { task: 'Compare each value of the draft with what visitors see on the page.', severity: 'high' },
    { task: 'Run the page through the validator of schema.org (validator.schema.org): no error.', severity: 'medium' },
    {
      task: 'Run it through Google’s rich results test (search.google.com/test/rich-results): the expected types are found.',
      severity: 'medium',
    },
    { task: 'Watch the reports of the type in Search Console for two weeks.', severity: 'low' },
  );
  if (facts.input.page.answer !== undefined && facts.input.page.answer.status >= 400)
    tasks.unshift({
      task: `Make the address answer 200; it answered ${facts.input.page.answer.status}.`,
      severity: 'high',
    });
  return tasks.map((each, at) => ({ order: at + 1, ...each }));
}
