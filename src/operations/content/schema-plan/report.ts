import { z } from 'zod';

import { Level } from '../../../kernel/level.ts';
import { phraseChoice } from '../../../web/structured-data/judge.ts';
import { RULES_DATE } from '../../../web/structured-data/rich-results.ts';
import { checkExisting, ExistingCheck } from './check.ts';
import { FaqCandidate } from './faq.ts';
import type { SchemaPlanInput } from './input.ts';
import { implementationNotes, validationChecklist } from './notes.ts';
import { type PageFacts, pageFactsOf } from './page-facts.ts';
import { type PlannedNode, plannedNodes } from './plan-nodes.ts';
import { hintFor } from './hints.ts';

const RecommendedType = z.object({
  type: z.string(),
  role: z
    .enum(['main', 'beside', 'page'])
    .describe('The main thing of the page, something beside it, or the page itself.'),
  why: z.array(z.string()).describe('What on the page speaks for it.'),
  rich_result: z.string().nullable().describe('What Google shows for it; null for none.'),
  eligible: z
    .boolean()
    .nullable()
    .describe('Whether the draft has all that is required for the rich result; null where there is none.'),
  retired_on: z.string().nullable().describe('Day on which Google stopped showing it.'),
  required: z.array(z.string()),
  recommended: z.array(z.string()),
  missing_required: z.array(z.string()),
  in_draft: z.boolean().describe('False where the page lacks what the thing needs to be published at all.'),
  docs: z.string(),
  rules_as_of: z.string(),
});

const RequiredField = z.object({
  type: z.string(),
  field: z.string().describe('Dotted path; alternatives are joined by "or".'),
  level: z.enum(['required', 'recommended']),
  status: z.enum(['present', 'missing']),
  evidence: z.string().nullable().describe('Where on the page the value stands.'),
});

const MissingEvidence = z.object({
  type: z.string(),
  field: z.string(),
  level: z.enum(['required', 'recommended']),
  hint: z.string().describe('What the page would have to show.'),
});

export const SchemaPlanReport = z.object({
  url: z.string().nullable().describe('Final address of the page; null when only its text was supplied.'),
  checked: z.enum(['url', 'html', 'markdown']).describe('What there was to read.'),
  language: z.string().nullable(),
  page_type: z.object({
    type: z.string().nullable().describe('Main type of schema.org; null where the page speaks for none.'),
    source: z.enum(['given', 'detected', 'unknown']),
  }),
  recommended_types: z.array(RecommendedType).describe('The main thing first.'),
  existing_jsonld: z
    .array(ExistingCheck)
    .describe('What the page has, microdata too, each with errors by path and a repaired draft.'),
  jsonld: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('A draft of values that the page shows; null when not asked for, or when there is nothing to say.'),
  incomplete_drafts: z
    .array(z.object({ type: z.string(), jsonld: z.record(z.string(), z.unknown()), missing: z.array(z.string()) }))
    .describe('Not to be published before the page has what is missing.'),
  required_fields: z.array(RequiredField),
  missing_evidence: z.array(MissingEvidence),
  faq_candidates: z.array(FaqCandidate),
  implementation_notes: z.array(z.string()),
  validation_checklist: z.array(z.object({ order: z.int(), task: z.string(), severity: Level })),
  truncated: z.boolean().describe('The page holds more than the bounds of this analysis; the rest was left out.'),
});
export type SchemaPlanReport = z.infer<typeof SchemaPlanReport>;

export function planSchema(input: SchemaPlanInput): SchemaPlanReport {
  const facts = pageFactsOf(input);
  const { nodes, source } = plannedNodes(facts);
  const existing = checkExisting(facts.page, facts.existing, facts.page.base_url ?? facts.url);
  const main = nodes.find(({ role }) => role === 'main');
  const partial = {
    recommended_types: nodes.map(recommended),
    existing_jsonld: existing,
    faq_candidates: [...facts.faq],
  };
  return {
    url: facts.page.url ?? null,
    checked: input.page.answer === undefined ? facts.page.format : 'url',
    language: facts.language.code === '' ? null : facts.language.code,
    page_type: { type: main?.type ?? null, source },
    ...partial,
    jsonld: input.include_jsonld ? draftOf(facts, nodes) : null,
    incomplete_drafts: input.include_jsonld ? incomplete(nodes) : [],
    required_fields: nodes.flatMap(fieldsOf),
    missing_evidence: nodes.flatMap(missingOf),
    implementation_notes: implementationNotes(facts, nodes, existing),
    validation_checklist: validationChecklist(facts, nodes, existing),
    truncated: facts.page.truncated || facts.existing.data.truncated,
  };
}

function recommended(node: PlannedNode): z.infer<typeof RecommendedType> {
  const { rules } = node;
  const shown = rules.retired_on === undefined ? rules.rich_result : undefined;
  return {
    type: node.type,
    role: node.role,
    why: [...node.why],
    rich_result: shown ?? null,
    eligible: shown === undefined ? null : node.missing_required.length === 0 && node.publishable,
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

/** One thing stands alone, several in a graph. */
function draftOf(facts: PageFacts, nodes: readonly PlannedNode[]): Record<string, unknown> | null {
  const ready = nodes.filter(
    ({ publishable, role }) => publishable && (role !== 'page' || isWorthSaying(facts, nodes)),
  );
  const [first, ...more] = ready.map(({ draft }) => draft.node);
  if (first === undefined) return null;
  if (more.length === 0) return { '@context': CONTEXT, ...first };
  return { '@context': CONTEXT, '@graph': [first, ...more] };
}

/** An Article and its page would say the same twice. */
function isWorthSaying(facts: PageFacts, nodes: readonly PlannedNode[]): boolean {
  return !nodes.some(({ role, publishable }) => role === 'main' && publishable) && facts.name !== undefined;
}

function incomplete(nodes: readonly PlannedNode[]): SchemaPlanReport['incomplete_drafts'] {
  return nodes
    .filter(({ publishable, role, draft }) => !publishable && role !== 'page' && Object.keys(draft.node).length > 1)
    .map(({ type, draft, rules, missing_required: missing }) => ({
      type,
      jsonld: { '@context': CONTEXT, ...draft.node },
      missing: (missing.length === 0 ? rules.minimum : missing).map(phraseChoice),
    }));
}

const EVIDENCE_CHARACTERS_MAX = 200;

function fieldsOf(node: PlannedNode): SchemaPlanReport['required_fields'] {
  if (node.role === 'page') return [];
  const { rules, draft, type } = node;
  const rows = [
    ...rules.required.map((choice) => ({ choice, level: 'required' as const })),
    ...[...rules.recommended, ...rules.optional]
      .filter((choice) => !rules.required.includes(choice))
      .map((choice) => ({ choice, level: 'recommended' as const })),
  ];
  return rows.map(({ choice, level }) => {
    const isMissing = node.missing_required.includes(choice) || node.missing_recommended.includes(choice);
    const evidence = choice
      .split('|')
      .map((path) => draft.evidenceOf(path))
      .find((each) => each !== undefined);
    return {
      type,
      field: phraseChoice(choice),
      level,
      status: isMissing ? ('missing' as const) : ('present' as const),
      evidence: isMissing ? null : (evidence?.slice(0, EVIDENCE_CHARACTERS_MAX) ?? null),
    };
  });
}

function missingOf(node: PlannedNode): SchemaPlanReport['missing_evidence'] {
  if (node.role === 'page') return [];
  const { type } = node;
  return [
    ...node.missing_required.map((field) => ({
      type,
      field: phraseChoice(field),
      level: 'required' as const,
      hint: hintFor(field),
    })),
    ...node.missing_recommended.map((field) => ({
      type,
      field: phraseChoice(field),
      level: 'recommended' as const,
      hint: hintFor(field),
    })),
  ];
}
