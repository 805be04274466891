import { z } from 'zod';

const PROBLEM_TYPES = [
  'no_variable',
  'unbalanced_bracket',
  'variable_not_declared',
  'variable_unused',
  'variable_without_data',
  'variable_not_in_url',
  'variable_not_in_keyword',
  'unique_field_without_data',
  'url_query',
  'url_form',
  'empty_variable',
  'nested_value',
  'url_collision',
  'keyword_collision',
  'mirrored_pair',
  'same_value_twice',
  'reserved_character',
  'no_slug',
  'url_too_long',
  'near_duplicate_pages',
  'thin_pages',
  'unique_field_empty',
] as const;

const Severity = z.enum(['critical', 'high', 'medium', 'low']);

export const PatternProblem = z.object({
  type: z.enum(PROBLEM_TYPES),
  severity: Severity,
  where: z.enum(['keyword_pattern', 'url_pattern', 'variables', 'unique_fields', 'sample_records']),
  variable: z.string().nullable(),
  count: z.int().describe('Records that have it; 0 for what needs no record to be seen.'),
  records: z.array(z.int()).describe('Places of the first ten of them, from 0.'),
  message: z.string(),
  fix: z.string(),
});
export type PatternProblem = z.infer<typeof PatternProblem>;

/** A problem with all of the records that have it. */
export interface Problem {
  readonly type: PatternProblem['type'];
  readonly severity: PatternProblem['severity'];
  readonly where: PatternProblem['where'];
  readonly variable: string | null;
  readonly found: readonly number[];
  readonly message: string;
  readonly fix: string;
}

type Draft = Omit<Problem, 'found' | 'variable'> & {
  readonly variable?: string;
  readonly found?: readonly number[];
};

export function problem({ variable, found = [], ...rest }: Draft): Problem {
  return { ...rest, variable: variable ?? null, found };
}

const RANK = ['critical', 'high', 'medium', 'low'];

export function gravestFirst(problems: readonly Problem[]): Problem[] {
  return problems.toSorted(
    (one, other) =>
      RANK.indexOf(one.severity) - RANK.indexOf(other.severity) ||
      PROBLEM_TYPES.indexOf(one.type) - PROBLEM_TYPES.indexOf(other.type),
  );
}

const RECORDS_MAX = 10;

export function shownProblem({ found, ...rest }: Problem): PatternProblem {
  return { ...rest, count: found.length, records: found.slice(0, RECORDS_MAX) };
}
