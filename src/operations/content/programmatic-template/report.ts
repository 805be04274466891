import { z } from 'zod';

import { Level } from '../../../kernel/level.ts';
import { defineRowsTask, type Task } from '../../../kernel/task.ts';
import { guessLanguage } from '../../../text/language.ts';
import { cleanText } from '../../../text/normalize.ts';
import { Gate, listGates, listUniquenessRules, Rule } from './gates.ts';
import {
  type Cadence,
  CADENCES,
  decideLaunch,
  judgeScaleRisk,
  LAUNCH_DECISIONS,
  LaunchStep,
  measureSample,
  planLaunchSteps,
  scoreReadiness,
} from './launch.ts';
import { findPatternProblems, type Supply } from './pattern-problems.ts';
import {
  buildKey,
  type Pattern,
  readPattern,
  readRecords,
  renderRecord,
  type Rendered,
  type SampleRecord,
} from './patterns.ts';
import { PatternProblem, type Problem, showProblem, sortProblems } from './problems.ts';
import { findContentProblems, findRecordProblems } from './record-problems.ts';
import {
  findSharedField,
  LinkArchitecture,
  planLinks,
  planSections,
  type Playbook,
  PLAYBOOKS,
  recommendSchemas,
  SchemaRecommendation,
  Section,
} from './sections.ts';
import { compareRecords, type Own } from './uniqueness.ts';

export interface TemplateInput {
  readonly keyword_pattern: string;
  readonly url_pattern: string;
  readonly data_sources: readonly {
    readonly name: string;
    readonly freshness?: string | undefined;
    readonly fields?: readonly string[] | undefined;
  }[];
  readonly variables: readonly string[];
  readonly playbook: Playbook;
  readonly unique_fields?: readonly string[] | undefined;
  readonly sample_records?: readonly Readonly<Record<string, unknown>>[] | undefined;
  readonly publishing_cadence: Cadence;
  readonly page_count_estimate?: number | undefined;
  readonly conversion_cta?: string | undefined;
  readonly include_schema: boolean;
  readonly include_internal_linking: boolean;
}

const Share = z.number().nullable();

const RenderedSample = z.object({
  record: z.int().describe('Position of the record in the request, from 0.'),
  keyword: z.string(),
  url: z.string(),
  own_words: z
    .int()
    .describe('Words in the unique fields, or in all fields that no pattern uses, without the values of variables.'),
  own_fields: z
    .int()
    .describe('Fields with content of their own: at least two characters, and not the same everywhere.'),
  nearest: z
    .object({ record: z.int(), similarity: z.number() })
    .nullable()
    .describe('The record most similar to it beyond the variables, by the share of three-word sequences in common.'),
  near_duplicate: z.boolean(),
  thin: z.boolean(),
  problems: z.array(z.string()).describe('Types of the problems that this record has.'),
});

export const TemplateReport = z.object({
  playbook: z.enum(PLAYBOOKS),
  publishing_cadence: z.enum(CADENCES),
  readiness_score: z.int(),
  score_components: z
    .object({
      patterns: z.int().optional(),
      data: z.int().optional(),
      addresses: z.int().optional(),
      uniqueness: z.int().optional(),
      depth: z.int().optional(),
    })
    .describe('Points that add up to readiness_score. Parts that could not be measured are left out.'),
  scale_risk: Level,
  scale_risk_reasons: z.array(z.string()),
  launch_decision: z.enum(LAUNCH_DECISIONS),
  launch_decision_reasons: z.array(z.string()),
  measures: z.object({
    records: z.int(),
    variables: z.int(),
    near_duplicate_share: Share.describe('null with fewer than two records.'),
    mean_similarity: Share.describe('Mean similarity of each record to its nearest.'),
    thin_share: Share,
    collision_share: Share,
    faulty_share: Share,
    own_words_median: z.int().nullable(),
  }),
  pages_estimate: z.int().nullable(),
  template_sections: z.array(Section),
  uniqueness_rules: z.array(Rule),
  indexation_gates: z.array(Gate),
  internal_link_architecture: LinkArchitecture.nullable().describe('null if include_internal_linking is false.'),
  schema_recommendations: z.array(SchemaRecommendation),
  launch_plan: z.array(LaunchStep),
  rendered_samples: z.array(RenderedSample).describe('The first hundred records.'),
  rendered_count: z.int(),
  pattern_problems: z
    .array(PatternProblem)
    .describe('The most severe first, at most a hundred; problem_counts covers all.'),
  problem_counts: z.object({ critical: z.int(), high: z.int(), medium: z.int(), low: z.int() }),
});
export type TemplateReport = z.infer<typeof TemplateReport>;

const SAMPLES_MAX = 100;
const PROBLEMS_MAX = 100;
const URL_SHOWN_MAX = 2048;
const KEYWORD_SHOWN_MAX = 700;

function buildTemplateReport(input: TemplateInput): TemplateReport {
  const keyword = readPattern(input.keyword_pattern);
  const url = readPattern(bracketVariables(input.url_pattern, input.variables));
  const records = readRecords(input.sample_records ?? []);
  const supply = readSupply(input, records);
  const used = [...new Set([...keyword.variables, ...url.variables])];
  const language = guessTemplateLanguage(keyword, records, used);
  const rendered = records.map((record) => renderRecord(keyword, url, record, language));
  const keys = listOwnKeys(supply, records, used);
  const own = compareRecords(records, [...keys.keys()], used);
  const problems = sortProblems([
    ...findContentProblems(records, own, keys),
    ...findPatternProblems(keyword, url, supply),
    ...(keyword.variables.length + url.variables.length === 0 ? [] : findRecordProblems({ keyword, url }, rendered)),
  ]);
  const measures = measureSample(own, problems, used.length);
  const decision = decideLaunch(measures, problems);
  const pages = input.page_count_estimate ?? null;
  const stale = input.data_sources
    .filter(({ freshness }) => (freshness ?? '').trim() === '')
    .map(({ name }) => cleanText(name, 60));
  return {
    playbook: input.playbook,
    publishing_cadence: input.publishing_cadence,
    ...scoreReadiness(measures, problems, decision.launch_decision),
    ...judgeScaleRisk(measures, { pages, cadence: input.publishing_cadence, stale }),
    launch_decision: decision.launch_decision,
    launch_decision_reasons: decision.reasons,
    measures,
    pages_estimate: pages,
    template_sections: planSections(input, {
      keyword,
      url,
      supply,
      own_fields: listOwnFields(input, supply, keys, used),
    }),
    uniqueness_rules: listUniquenessRules(measures, problems),
    indexation_gates: listGates(measures, problems),
    internal_link_architecture: input.include_internal_linking
      ? planLinks(url, findSharedField(records, url.variables, keys))
      : null,
    schema_recommendations: input.include_schema ? recommendSchemas(input.playbook, supply, used.length > 0) : [],
    launch_plan: planLaunchSteps(decision, pages, input.publishing_cadence),
    rendered_samples: showSamples(rendered, own, problems),
    rendered_count: rendered.length,
    pattern_problems: problems.slice(0, PROBLEMS_MAX).map(showProblem),
    problem_counts: countSeverities(problems),
  };
}

/**
 * Judges a template for many pages before any of them is built: renders the sample records through its patterns, and
 * measures what the pages would have of their own.
 */
export const programmaticTemplate: Task<TemplateInput, TemplateReport> = defineRowsTask(
  import.meta.url,
  'programmaticTemplate',
  buildTemplateReport,
);

/** `/compare/:one-vs-:other`, as routers write it, where the names are declared. */
function bracketVariables(pattern: string, variables: readonly string[]): string {
  const declared = new Set(variables.map(buildKey));
  return pattern.replaceAll(/:([\p{L}_]\w{0,99})/gu, (whole, name: string) =>
    declared.has(buildKey(name)) ? `{${name}}` : whole,
  );
}

function readSupply(input: TemplateInput, records: readonly SampleRecord[]): Supply {
  const named = (names: readonly string[]): Map<string, string> =>
    new Map(
      names.map((name): [string, string] => [buildKey(name), cleanText(name, 100)]).filter(([key]) => key !== ''),
    );
  return {
    declared: named(input.variables),
    promised: new Set(input.data_sources.flatMap(({ fields }) => (fields ?? []).map(buildKey))),
    sampled: new Set(records.flatMap(({ texts }) => [...texts].filter(([, text]) => text !== '').map(([key]) => key))),
    unique: named(input.unique_fields ?? []),
  };
}

/** The fields that make the content, with their names: those said to be unique, else all that no pattern uses. */
function listOwnKeys(
  { unique, sampled }: Supply,
  records: readonly SampleRecord[],
  used: readonly string[],
): ReadonlyMap<string, string> {
  const said = [...unique].filter(([key]) => sampled.has(key));
  if (said.length > 0) return new Map(said);
  return new Map(records.flatMap(({ names }) => [...names]).filter(([key]) => !used.includes(key)));
}

/** The same for the plan of a page, where fields that a source promises count as well. */
function listOwnFields(
  input: TemplateInput,
  { unique }: Supply,
  keys: ReadonlyMap<string, string>,
  used: readonly string[],
): ReadonlyMap<string, string> {
  if (unique.size > 0) return unique;
  const promised = input.data_sources
    .flatMap(({ fields }) => fields ?? [])
    .map((name): [string, string] => [buildKey(name), cleanText(name, 100)])
    .filter(([key]) => key !== '' && !used.includes(key));
  return new Map([...keys, ...promised]);
}

const LANGUAGE_RECORDS_MAX = 50;

function guessTemplateLanguage(keyword: Pattern, records: readonly SampleRecord[], used: readonly string[]): string {
  const fixed = keyword.parts.map((part) => ('text' in part ? part.text : ' ')).join('');
  const values = records
    .slice(0, LANGUAGE_RECORDS_MAX)
    .flatMap(({ values: own }) => used.map((key) => own.get(key) ?? ''));
  return guessLanguage(`${fixed} ${values.join(' ')}`).value;
}

function showSamples(
  rendered: readonly Rendered[],
  own: readonly Own[],
  problems: readonly Problem[],
): z.infer<typeof RenderedSample>[] {
  return rendered.slice(0, SAMPLES_MAX).flatMap((row, at) => {
    const mine = own[at];
    if (mine === undefined) return [];
    const types = problems.filter(({ found }) => found?.includes(row.record.index) === true).map(({ type }) => type);
    return {
      record: row.record.index,
      keyword: cleanText(row.keyword, KEYWORD_SHOWN_MAX),
      url: cleanText(row.url, URL_SHOWN_MAX),
      own_words: mine.words,
      own_fields: mine.fields,
      nearest: mine.nearest,
      near_duplicate: mine.near_duplicate,
      thin: mine.thin,
      problems: [...new Set(types)],
    };
  });
}

function countSeverities(problems: readonly Problem[]): TemplateReport['problem_counts'] {
  const counts = { critical: 0, high: 0, medium: 0, low: 0 };
  for (const { severity } of problems) counts[severity] += 1;
  return counts;
}
