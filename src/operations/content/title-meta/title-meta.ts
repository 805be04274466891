import { z } from 'zod';

import { Level } from '../../../kernel/level.ts';
import { definePageTask, type Task } from '../../../kernel/task.ts';
import { checkText, TextCheck } from './checks.ts';
import { writeDescriptions } from './descriptions.ts';
import { type Facts, gatherFacts } from './facts.ts';
import type { TitleMetaInput } from './input.ts';
import { keepCurrent, keepForNow } from './keep.ts';
import { fallBack, type Written } from './offered.ts';
import { type Field, Measured, measure, Option, cutToResult } from '../../../text/snippet/option.ts';
import { TypeFound } from './page-type.ts';
import { SnippetRisk, findSnippetRisks } from './risks.ts';
import { writeTitles } from './titles.ts';

const Text = Measured.extend({
  text: z.string(),
  source: z.enum(['given', 'page']),
  shown: z.string().describe('The part that fits a desktop result.'),
});

export const TitleMetaReport = z.object({
  url: z.string().nullable().describe('Final URL of the page; null when only its text was supplied.'),
  checked: z.enum(['url', 'html', 'markdown']).describe('What was read.'),
  keyword: z.string(),
  language: z.string().nullable().describe('Language of the options; null if the page does not show it.'),
  page_type: TypeFound,
  brand: z.string().nullable().describe('Site name, as the page or target writes it.'),
  keyword_on_page: z.object({
    phrase: z
      .string()
      .nullable()
      .describe('The keyword as the page words it; null when the page never has it in one phrase.'),
    found_in: z.string().nullable(),
    missing_words: z.array(z.string()),
  }),
  title_options: z
    .array(Option)
    .describe(
      'Best first, the current one where it is good. Words come from the page, apart from those of a few frames.',
    ),
  description_options: z.array(Option).describe('Best first, the current one where it is good.'),
  options_note: z
    .object({ title: z.string().nullable(), description: z.string().nullable() })
    .describe('Why there are few options, and what was refused; null where there are enough.'),
  current: z.object({
    title: Text.nullable(),
    description: Text.nullable(),
    h1: z.string().nullable(),
    checks: z.array(TextCheck),
  }),
  snippet_risks: z.array(SnippetRisk).describe('Worst first.'),
  checklist: z.array(z.object({ order: z.int(), task: z.string(), severity: Level, because: z.string() })),
  truncated: z.boolean().describe('The page is too large to be analyzed whole; the rest was left out.'),
});
export type TitleMetaReport = z.infer<typeof TitleMetaReport>;

/**
 * Writes titles and meta descriptions for a page out of its own words, and checks the current ones.
 *
 * A task, because a page from outside may be large.
 */
export const titleMeta: Task<TitleMetaInput, TitleMetaReport> = definePageTask(
  import.meta.url,
  'titleMeta',
  analyzeTitleMeta,
);

function analyzeTitleMeta(input: TitleMetaInput): TitleMetaReport {
  const facts = gatherFacts(input);
  const judgedTitle = checkText(facts, 'title');
  const judgedDescription = checkText(facts, 'description');
  const titles = fallBack(
    'title',
    writeTitles(facts, keepCurrent(facts, 'title', judgedTitle)),
    keepForNow(facts, 'title', judgedTitle),
  );
  const descriptions = fallBack(
    'description',
    writeDescriptions(facts, keepCurrent(facts, 'description', judgedDescription)),
    keepForNow(facts, 'description', judgedDescription),
  );
  const titleChecks = fixWithoutOptions(judgedTitle, titles);
  const descriptionChecks = fixWithoutOptions(judgedDescription, descriptions);
  const checks = [...titleChecks, ...descriptionChecks];
  const risks = findSnippetRisks(facts, checks);
  return {
    url: facts.page.url ?? null,
    checked: input.page.answer === undefined ? facts.page.format : 'url',
    keyword: facts.keyword,
    language: facts.language.code === '' ? null : facts.language.code,
    page_type: facts.page_type,
    brand: facts.brand?.name ?? null,
    keyword_on_page: {
      phrase: facts.phrase?.text ?? null,
      found_in: facts.phrase?.source ?? null,
      missing_words: facts.on_page.missing.slice(0, 30),
    },
    title_options: titles.options,
    description_options: descriptions.options,
    options_note: { title: titles.note, description: descriptions.note },
    current: {
      title: describeText(facts, 'title'),
      description: describeText(facts, 'description'),
      h1: facts.h1 ?? null,
      checks,
    },
    snippet_risks: risks,
    checklist: makeChecklist(
      [...listNewText('title', titles), ...listNewText('description', descriptions)],
      [...listOpenChecks(titleChecks, titles), ...listOpenChecks(descriptionChecks, descriptions)],
      risks,
    ),
    truncated: facts.page.truncated,
  };
}

/** Nobody can use an option where there is none. */
function fixWithoutOptions(checks: readonly TextCheck[], { options }: Written): TextCheck[] {
  return checks.map((check) =>
    options.length === 0 && check.fix !== '' && check.id.endsWith('.present')
      ? { ...check, fix: `Write a ${NAMES[check.field]} by hand: ${WRITE}.` }
      : check,
  );
}

function describeText(facts: Facts, field: Field): TitleMetaReport['current']['title'] {
  const text = facts[field];
  const source = field === 'title' ? facts.title_source : facts.description_source;
  if (text === undefined || source === undefined) return null;
  return { text, source, shown: cutToResult(text, field), ...measure(text, field) };
}

const WEIGHT: readonly Level[] = ['high', 'medium', 'low'];

const WRITE = 'say what the page offers, to whom, and one fact such as a place or a price';

/** The new text, that one must be written, or that the current one stays. */
function listNewText(field: Field, { options: [best], note }: Written): ChecklistItem[] {
  if (best?.strategy === 'keep_current')
    return [{ task: `Keep the current ${NAMES[field]}.`, severity: 'low', because: best.why }];
  if (best !== undefined && best.strategy !== 'keep_for_now')
    return [{ task: `Set the ${NAMES[field]} to “${best.text}”.`, severity: 'high', because: best.why }];
  const because = best?.why ?? note ?? '';
  return [{ task: `Write a ${NAMES[field]} by hand: ${WRITE}.`, severity: 'medium', because }];
}

const NAMES = { title: 'title', description: 'meta description' } as const;

type ChecklistItem = Omit<TitleMetaReport['checklist'][number], 'order'>;

/** What is open about a text that stays; a new one is checked already. */
function listOpenChecks(checks: readonly TextCheck[], { options: [best] }: Written): TextCheck[] {
  if (best?.strategy !== 'keep_current') return [];
  return checks.filter(({ status }) => status === 'fail' || status === 'warn');
}

/** The new texts, then risks and open checks by severity, then how to see that it worked. */
function makeChecklist(
  first: readonly ChecklistItem[],
  checks: readonly TextCheck[],
  risks: readonly SnippetRisk[],
): TitleMetaReport['checklist'] {
  const open: ChecklistItem[] = [
    ...risks
      .filter(({ id }) => !id.endsWith('-rewrite'))
      .map(({ fix, severity, risk }) => ({ task: fix, severity, because: risk })),
    ...checks.map(({ fix, severity, id, found }) => ({
      task: `Optional: ${fix.slice(0, 1).toLowerCase()}${fix.slice(1)}`,
      severity,
      because: `${id}: ${found}`,
    })),
  ].sort((one, other) => WEIGHT.indexOf(one.severity) - WEIGHT.indexOf(other.severity));
  const last: ChecklistItem[] = [
    {
      task: 'After publishing, search for the page with site: and the keyword, and compare the result with what you wrote.',
      severity: 'low',
      because: 'Search engines may show a different title or description.',
    },
  ];
  const unique = [...new Map([...first, ...open, ...last].map((each) => [each.task, each])).values()];
  return unique.map((each, at) => ({ order: at + 1, ...each }));
}
