import { z } from 'zod';

import { readDataRows } from '../../../kernel/data.ts';
import { Level } from '../../../kernel/level.ts';
import { definePageTask, type Task } from '../../../kernel/task.ts';
import { phraseChoice } from '../../../web/structured-data/judge.ts';
import { nameRichResults, RULES_DATE } from '../../../web/structured-data/rich-results.ts';
import { checkExisting, ExistingCheck } from './check.ts';
import { FaqCandidate } from './faq.ts';
import type { SchemaPlanInput } from './input.ts';
import { listNotes, listValidationTasks } from './notes.ts';
import { type PageFacts, readPageFacts } from './page-facts.ts';
import { type PlannedNode, plannedNodes } from './plan-nodes.ts';

const RecommendedType = z.object({
  type: z.string(),
  role: z
    .enum(['main', 'beside', 'page'])
    .describe('The main subject of the page, something beside it, or the page itself.'),
  why: z.array(z.string()).describe('What on the page points to it.'),
  rich_result: z
    .string()
    .nullable()
    .describe('What Google can show for it once it has what is required; null for none.'),
  eligible: z
    .boolean()
    .nullable()
    .describe('Whether the draft has everything the rich result requires; null where there is none.'),
  retired_on: z.string().nullable().describe('Date Google stopped showing it.'),
  required: z.array(z.string()),
  recommended: z.array(z.string()),
  missing_required: z.array(z.string()),
  in_draft: z.boolean().describe('False where the page lacks what the type needs to be published at all.'),
  docs: z.string(),
  rules_as_of: z.string(),
});

const RequiredField = z.object({
  type: z.string(),
  field: z.string().describe('Dotted path; alternatives are joined by "or".'),
  level: z.enum(['required', 'recommended']),
  status: z.enum(['present', 'missing']),
  evidence: z.string().nullable().describe('Where on the page the value was found.'),
});

const MissingEvidence = z.object({
  type: z.string(),
  field: z.string(),
  level: z.enum(['required', 'recommended']),
  hint: z.string().describe('What the page would have to show.'),
});

export const SchemaPlanReport = z.object({
  url: z.string().nullable().describe('Final URL of the page; null when only its text was supplied.'),
  checked: z.enum(['url', 'html', 'markdown']).describe('What was read.'),
  language: z.string().nullable(),
  page_type: z.object({
    type: z.string().nullable().describe('Main schema.org type; null where nothing on the page points to one.'),
    source: z.enum(['given', 'detected', 'unknown']),
  }),
  recommended_types: z.array(RecommendedType).describe('The main type first.'),
  existing_jsonld: z
    .array(ExistingCheck)
    .describe(
      'The structured data of the page in JSON-LD, microdata and RDFa, each item with errors by path and a repaired draft.',
    ),
  jsonld: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('A draft of values that the page shows; null when not asked for, or when there is nothing to describe.'),
  incomplete_drafts: z
    .array(z.object({ type: z.string(), jsonld: z.record(z.string(), z.unknown()), missing: z.array(z.string()) }))
    .describe('Do not publish these before the page has what is missing.'),
  required_fields: z.array(RequiredField),
  missing_evidence: z.array(MissingEvidence),
  faq_candidates: z.array(FaqCandidate),
  implementation_notes: z.array(z.string()),
  validation_checklist: z.array(z.object({ order: z.int(), task: z.string(), severity: Level })),
  truncated: z.boolean().describe('The page is larger than what this analysis reads; the rest was left out.'),
});
export type SchemaPlanReport = z.infer<typeof SchemaPlanReport>;

/** Describes a page in structured data from the page's own evidence, and checks what it has. */
function draftSchema(input: SchemaPlanInput): SchemaPlanReport {
  const facts = readPageFacts(input);
  const { nodes, source } = plannedNodes(facts);
  const existing = checkExisting(facts.page, facts.existing, facts.page.base_url ?? facts.url);
  return {
    url: facts.page.url ?? null,
    checked: input.page.answer === undefined ? facts.page.format : 'url',
    language: facts.language.code === '' ? null : facts.language.code,
    page_type: { type: nodes.find(({ role }) => role === 'main')?.type ?? null, source },
    recommended_types: nodes.map(recommendType),
    existing_jsonld: existing,
    faq_candidates: [...facts.faq],
    jsonld: input.include_jsonld ? draftOf(facts, nodes) : null,
    incomplete_drafts: input.include_jsonld ? listIncomplete(nodes) : [],
    required_fields: nodes.flatMap(listFields),
    missing_evidence: nodes.flatMap(listMissing),
    implementation_notes: listNotes(facts, nodes, existing),
    validation_checklist: listValidationTasks(nodes, existing),
    truncated: facts.page.truncated || facts.existing.data.truncated,
  };
}

/** A task, because a page from outside may be large. */
export const schemaPlan: Task<SchemaPlanInput, SchemaPlanReport> = definePageTask(
  import.meta.url,
  'schemaPlan',
  draftSchema,
);

function recommendType(node: PlannedNode): z.infer<typeof RecommendedType> {
  const { rules } = node;
  const shown = nameRichResults(rules, node.draft.node);
  return {
    type: node.type,
    role: node.role,
    why: [...node.why],
    rich_result: shown,
    eligible: shown === null ? null : node.missing_required.length === 0 && node.publishable,
    retired_on: rules.retired_on ?? null,
    required: rules.required.map(phraseChoice),
    recommended: [...rules.recommended, ...rules.optional].map(phraseChoice),
    missing_required: node.missing_required.map(phraseChoice),
    in_draft: node.publishable,
    docs: rules.docs,
    rules_as_of: RULES_DATE,
  };
}

const CONTEXT = 'https://schema.org';

/** One thing stands alone, several in a graph. The page itself is described only where nothing else is. */
function draftOf(facts: PageFacts, nodes: readonly PlannedNode[]): Record<string, unknown> | null {
  const hasMain = nodes.some(({ role, publishable }) => role === 'main' && publishable);
  const isPageTold = !hasMain && facts.name !== undefined;
  const ready = nodes.filter(({ publishable, role }) => publishable && (role !== 'page' || isPageTold));
  const [first, ...more] = ready.map(({ draft }) => draft.node);
  if (first === undefined) return null;
  return more.length === 0 ? { '@context': CONTEXT, ...first } : { '@context': CONTEXT, '@graph': [first, ...more] };
}

function listIncomplete(nodes: readonly PlannedNode[]): SchemaPlanReport['incomplete_drafts'] {
  return nodes
    .filter(({ publishable, role, draft }) => !publishable && role !== 'page' && Object.keys(draft.node).length > 1)
    .map(({ type, draft, rules, missing_required: missing }) => ({
      type,
      jsonld: { '@context': CONTEXT, ...draft.node },
      missing: (missing.length === 0 ? rules.minimum : missing).map(phraseChoice),
    }));
}

const EVIDENCE_CHARACTERS_MAX = 200;

function listFields({ role, rules, draft, type, ...node }: PlannedNode): SchemaPlanReport['required_fields'] {
  if (role === 'page') return [];
  const missing = new Set([...node.missing_required, ...node.missing_recommended]);
  const choices = new Set([...rules.required, ...rules.recommended, ...rules.optional]);
  return [...choices].map((choice) => {
    const evidence = choice
      .split('|')
      .map((path) => draft.evidenceOf(path))
      .find((each) => each !== undefined);
    return {
      type,
      field: phraseChoice(choice),
      level: rules.required.includes(choice) ? ('required' as const) : ('recommended' as const),
      status: missing.has(choice) ? ('missing' as const) : ('present' as const),
      evidence: missing.has(choice) ? null : (evidence?.slice(0, EVIDENCE_CHARACTERS_MAX) ?? null),
    };
  });
}

function listMissing({ role, type, ...node }: PlannedNode): SchemaPlanReport['missing_evidence'] {
  if (role === 'page') return [];
  const rowsOf = (choices: readonly string[], level: 'required' | 'recommended') =>
    choices.map((choice) => ({ type, field: phraseChoice(choice), level, hint: hintFor(choice) }));
  return [...rowsOf(node.missing_required, 'required'), ...rowsOf(node.missing_recommended, 'recommended')];
}

const HINTS: ReadonlyMap<string, string> = new Map(
  readDataRows(import.meta.url, './data/hints.tsv').map(([property = '', hint = '']) => [property, hint]),
);

function hintFor(choice: string): string {
  const property = choice.split(/[.|]/, 1)[0] ?? '';
  return HINTS.get(choice) ?? HINTS.get(property) ?? `Show ${property} on the page, if it applies.`;
}
