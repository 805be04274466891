import { z } from 'zod';

import { Level } from '../../../kernel/level.ts';
import { guessLanguage } from '../../../text/language.ts';
import { cleanText } from '../../../text/normalize.ts';
import { architectureOf, LinkArchitecture, sharedFieldOf } from './architecture.ts';
import { contentProblems } from './content-problems.ts';
import { Gate, gatesOf, Rule, rulesOf } from './gates.ts';
import { CADENCES, LAUNCH_DECISIONS, PLAYBOOKS, type TemplateInput } from './input.ts';
import { decide, launchPlan, LaunchStep, scaleRiskOf } from './launch.ts';
import { keyOf, type Pattern, readPattern } from './pattern.ts';
import { patternProblems, type Supply } from './pattern-problems.ts';
import { gravestFirst, PatternProblem, type Problem, shownProblem } from './problems.ts';
import { recordProblems } from './record-problems.ts';
import { readRecords, type SampleRecord } from './records.ts';
import { render, type Rendered } from './render.ts';
import { measure, readinessOf } from './score.ts';
import { SchemaRecommendation, schemasOf, Section, sectionsOf } from './sections.ts';
import { compareRecords, type Own } from './uniqueness.ts';

const Share = z.number().nullable();

const RenderedSample = z.object({
  record: z.int().describe('Place of the record in the request, from 0.'),
  keyword: z.string(),
  url: z.string(),
  own_words: z
    .int()
    .describe('Words of the unique fields, or of all fields that no pattern uses, but for the values of variables.'),
  own_fields: z
    .int()
    .describe('Fields that say something of their own: two characters at least, not the same everywhere.'),
  nearest: z
    .object({ record: z.int(), similarity: z.number() })
    .nullable()
    .describe('The record most like it beyond the variables: share of runs of three words in common.'),
  near_duplicate: z.boolean(),
  thin: z.boolean(),
  problems: z.array(z.string()).describe('Types of the problems that name this record.'),
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
    .describe('Points; they add up to readiness_score. Parts that could not be measured are left out.'),
  scale_risk: Level,
  scale_risk_reasons: z.array(z.string()),
  launch_decision: z.enum(LAUNCH_DECISIONS),
  launch_decision_reasons: z.array(z.string()),
  measures: z.object({
    records: z.int(),
    variables: z.int(),
    near_duplicate_share: Share.describe('null with fewer than two records.'),
    mean_similarity: Share.describe('Mean likeness of each record to its nearest.'),
    thin_share: Share,
    collision_share: Share,
    faulty_share: Share,
    own_words_median: z.int().nullable(),
  }),
  pages_estimate: z.int().nullable(),
  template_sections: z.array(Section),
  uniqueness_rules: z.array(Rule),
  indexation_gates: z.array(Gate),
  internal_link_architecture: LinkArchitecture.nullable().describe('null where include_internal_linking is false.'),
  schema_recommendations: z.array(SchemaRecommendation),
  launch_plan: z.array(LaunchStep),
  rendered_samples: z.array(RenderedSample).describe('The first hundred records.'),
  rendered_count: z.int(),
  pattern_problems: z.array(PatternProblem).describe('The gravest first, a hundred at most; problem_counts has all.'),
  problem_counts: z.object({ critical: z.int(), high: z.int(), medium: z.int(), low: z.int() }),
});
export type TemplateReport = z.infer<typeof TemplateReport>;

const SAMPLES_MAX = 100;
const PROBLEMS_MAX = 100;
const URL_SHOWN_MAX = 2048;
const KEYWORD_SHOWN_MAX = 700;

export function templateReportOf(input: TemplateInput): TemplateReport {
  const keyword = readPattern(input.keyword_pattern);
  const url = readPattern(withBrackets(input.url_pattern, input.variables));
  const records = readRecords(input.sample_records);
  const supply = supplyOf(input, records);
  const used = [...new Set([...keyword.variables, ...url.variables])];
  const language = languageOf(keyword, records, used);
  const rendered = records.map((record) => render(keyword, url, record, language));
  const keys = ownKeys(supply, records, used);
  const own = compareRecords(records, [...keys.keys()], used);
  const problems = gravestFirst([
    ...contentProblems(records, own, keys),
    ...patternProblems(keyword, url, supply),
    ...(keyword.variables.length + url.variables.length === 0 ? [] : recordProblems({ keyword, url }, rendered)),
  ]);
  const measures = measure(own, problems, used.length);
  const decision = decide(measures, problems);
  const pages = input.page_count_estimate ?? null;
  const stale = input.data_sources
    .filter(({ freshness }) => (freshness ?? '').trim() === '')
    .map(({ name }) => cleanText(name, 60));
  return {
    playbook: input.playbook,
    publishing_cadence: input.publishing_cadence,
    ...readinessOf(measures, problems, decision.launch_decision),
    ...scaleRiskOf(measures, { pages, cadence: input.publishing_cadence, stale }),
    launch_decision: decision.launch_decision,
    launch_decision_reasons: decision.reasons,
    measures,
    pages_estimate: pages,
    template_sections: sectionsOf(input, { keyword, url, supply, own_fields: ownFields(input, supply, keys, used) }),
    uniqueness_rules: rulesOf(measures, problems),
    indexation_gates: gatesOf(measures, problems),
    internal_link_architecture: input.include_internal_linking
      ? architectureOf(url, sharedFieldOf(records, url.variables, keys))
      : null,
    schema_recommendations: input.include_schema ? schemasOf(input.playbook, supply, used.length > 0) : [],
    launch_plan: launchPlan(decision, pages, input.publishing_cadence),
    rendered_samples: samplesOf(rendered, own, problems),
    rendered_count: rendered.length,
    pattern_problems: problems.slice(0, PROBLEMS_MAX).map(shownProblem),
    problem_counts: countsOf(problems),
  };
}

/** `/compare/:one-vs-:other`, as routers write it, where the names are declared. */
function withBrackets(pattern: string, variables: readonly string[]): string {
  const declared = new Set(variables.map(keyOf));
  return pattern.replaceAll(/:([\p{L}_]\w{0,99})/gu, (whole, name: string) =>
    declared.has(keyOf(name)) ? `{${name}}` : whole,
  );
}

function supplyOf(input: TemplateInput, records: readonly SampleRecord[]): Supply {
  const named = (names: readonly string[]): Map<string, string> =>
    new Map(names.map((name): [string, string] => [keyOf(name), cleanText(name, 100)]).filter(([key]) => key !== ''));
  return {
    declared: named(input.variables),
    promised: new Set(input.data_sources.flatMap(({ fields }) => (fields ?? []).map(keyOf))),
    sampled: new Set(records.flatMap(({ texts }) => [...texts].filter(([, text]) => text !== '').map(([key]) => key))),
    unique: named(input.unique_fields),
  };
}

/** The fields that make the content, with their names: those said to be unique, else all that no pattern uses. */
function ownKeys(
  { unique, sampled }: Supply,
  records: readonly SampleRecord[],
  used: readonly string[],
): ReadonlyMap<string, string> {
  const said = [...unique].filter(([key]) => sampled.has(key));
  if (said.length > 0) return new Map(said);
  return new Map(records.flatMap(({ names }) => [...names]).filter(([key]) => !used.includes(key)));
}

/** The same for the plan of a page, where fields that a source promises count as well. */
function ownFields(
  input: TemplateInput,
  { unique }: Supply,
  keys: ReadonlyMap<string, string>,
  used: readonly string[],
): ReadonlyMap<string, string> {
  if (unique.size > 0) return unique;
  const promised = input.data_sources
    .flatMap(({ fields }) => fields ?? [])
    .map((name): [string, string] => [keyOf(name), cleanText(name, 100)])
    .filter(([key]) => key !== '' && !used.includes(key));
  return new Map([...keys, ...promised]);
}

const LANGUAGE_RECORDS_MAX = 50;

function languageOf(keyword: Pattern, records: readonly SampleRecord[], used: readonly string[]): string {
  const fixed = keyword.parts.map((part) => ('text' in part ? part.text : ' ')).join('');
  const values = records
    .slice(0, LANGUAGE_RECORDS_MAX)
    .flatMap(({ values: own }) => used.map((key) => own.get(key) ?? ''));
  return guessLanguage(`${fixed} ${values.join(' ')}`).value;
}

function samplesOf(
  rendered: readonly Rendered[],
  own: readonly Own[],
  problems: readonly Problem[],
): z.infer<typeof RenderedSample>[] {
  return rendered.slice(0, SAMPLES_MAX).flatMap((row, at) => {
    const mine = own[at];
    if (mine === undefined) return [];
    const types = problems.filter(({ found }) => found.includes(row.record.index)).map(({ type }) => type);
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

function countsOf(problems: readonly Problem[]): TemplateReport['problem_counts'] {
  const counts = { critical: 0, high: 0, medium: 0, low: 0 };
  for (const { severity } of problems) counts[severity] += 1;
  return counts;
}
