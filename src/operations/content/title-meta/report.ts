import { z } from 'zod';

import { Level } from '../../../kernel/level.ts';
import { checksOf, TextCheck } from './checks.ts';
import { descriptionOptions } from './descriptions.ts';
import { type Facts, factsOf } from './facts.ts';
import type { TitleMetaInput } from './input.ts';
import { type Field, Measured, measure, Option, shownPart } from './option.ts';
import { TypeFound } from './page-kind.ts';
import { SnippetRisk, snippetRisks } from './risks.ts';
import { titleOptions } from './titles.ts';

const Text = Measured.extend({
  text: z.string(),
  source: z.enum(['given', 'page']),
  shown: z.string().describe('What a desktop result has room for.'),
});

export const TitleMetaReport = z.object({
  url: z.string().nullable().describe('Final address of the page; null when only its text was supplied.'),
  checked: z.enum(['url', 'html', 'markdown']).describe('What there was to read.'),
  keyword: z.string(),
  language: z.string().nullable().describe('Language that the options are written in; null when it cannot be told.'),
  page_type: TypeFound,
  brand: z.string().nullable().describe('Name of the site as the page or target writes it.'),
  keyword_on_page: z.object({
    phrase: z.string().nullable().describe('The keyword in the words of the page; null where no run of words says it.'),
    found_in: z.string().nullable(),
    missing_words: z.array(z.string()),
  }),
  title_options: z
    .array(Option)
    .describe('Best first. Every word comes from the page, but for conjunctions and the like.'),
  description_options: z.array(Option),
  current: z.object({
    title: Text.nullable(),
    description: Text.nullable(),
    h1: z.string().nullable(),
    checks: z.array(TextCheck),
  }),
  snippet_risks: z.array(SnippetRisk).describe('Worst first.'),
  checklist: z.array(z.object({ order: z.int(), task: z.string(), severity: Level, because: z.string() })),
  truncated: z.boolean().describe('The page holds more than the bounds of this analysis; the rest was left out.'),
});
export type TitleMetaReport = z.infer<typeof TitleMetaReport>;

export function planTitleMeta(input: TitleMetaInput): TitleMetaReport {
  const facts = factsOf(input);
  const titleChecks = checksOf(facts, 'title');
  const descriptionChecks = checksOf(facts, 'description');
  const checks = [...titleChecks, ...descriptionChecks];
  const risks = snippetRisks(facts, checks);
  const titles = titleOptions(facts, isFine(titleChecks));
  const descriptions = descriptionOptions(facts, isFine(descriptionChecks));
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
    title_options: titles,
    description_options: descriptions,
    current: {
      title: textOf(facts, 'title'),
      description: textOf(facts, 'description'),
      h1: facts.h1 ?? null,
      checks,
    },
    snippet_risks: risks,
    checklist: checklistOf(
      [...newTexts('title', titles), ...newTexts('meta description', descriptions)],
      checks,
      risks,
    ),
    truncated: facts.page.truncated,
  };
}

/** Nothing failed, and what is open would not be worth a change. */
function isFine(checks: readonly TextCheck[]): boolean {
  return checks.every(
    ({ id, status, severity }) =>
      status === 'pass' ||
      (status === 'not_applicable' && !id.endsWith('.present')) ||
      (status === 'warn' && severity === 'low' && !id.endsWith('.short')),
  );
}

function textOf(facts: Facts, field: Field): TitleMetaReport['current']['title'] {
  const text = facts[field];
  const source = field === 'title' ? facts.title_source : facts.description_source;
  if (text === undefined || source === undefined) return null;
  return { text, source, shown: shownPart(text, field), ...measure(text, field) };
}

const WEIGHT: readonly Level[] = ['high', 'medium', 'low'];

/** What keeps a page out of the results first, then each open check, then how to see that it worked. */
function newTexts(field: string, options: readonly Option[]): Task[] {
  const [best] = options;
  if (best === undefined || best.strategy === 'keep_current') return [];
  return [{ task: `Set the ${field}: “${best.text}”`, severity: 'high', because: best.why }];
}

type Task = Omit<TitleMetaReport['checklist'][number], 'order'>;

function checklistOf(
  first: readonly Task[],
  checks: readonly TextCheck[],
  risks: readonly SnippetRisk[],
): TitleMetaReport['checklist'] {
  const open: Task[] = [
    ...risks
      .filter(({ id }) => !id.endsWith('-rewrite'))
      .map(({ fix, severity, risk }) => ({ task: fix, severity, because: risk })),
    ...checks
      .filter(
        ({ status, id }) =>
          status === 'fail' || status === 'warn' || (id.endsWith('.present') && status === 'not_applicable'),
      )
      .map(({ fix, severity, id, found }) => ({ task: fix, severity, because: `${id}: ${found}` })),
  ].sort((one, other) => WEIGHT.indexOf(one.severity) - WEIGHT.indexOf(other.severity));
  const last: Task[] = [
    {
      task: 'After publishing, look the page up with site: and the keyword, and compare what is shown with what is written.',
      severity: 'low',
      because: 'Search engines may show another title or description.',
    },
  ];
  const unique = [...new Map([...first, ...open, ...last].map((each) => [each.task, each])).values()];
  return unique.map((each, at) => ({ order: at + 1, ...each }));
}
