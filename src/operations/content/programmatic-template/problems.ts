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

/** The most severe first. */
const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;

export const PatternProblem = z.object({
  type: z.enum(PROBLEM_TYPES),
  severity: z.enum(SEVERITIES),
  where: z.enum(['keyword_pattern', 'url_pattern', 'variables', 'unique_fields', 'sample_records']),
  variable: z.string().nullable(),
  count: z.int().describe('Number of records that have it; 0 for problems that do not depend on records.'),
  records: z.array(z.int()).describe('Positions of the first ten of them, from 0.'),
  message: z.string(),
  fix: z.string(),
});
export type PatternProblem = z.infer<typeof PatternProblem>;

/** A problem with all of the records that have it; none where it can be seen without a record. */
export interface Problem extends Readonly<Pick<PatternProblem, 'type' | 'severity' | 'where' | 'message' | 'fix'>> {
  readonly variable?: string;
  readonly found?: readonly number[];
}

/** Problems that keep a template from being launched. */
export function isSevere({ severity }: Pick<Problem, 'severity'>): boolean {
  return severity === 'critical' || severity === 'high';
}

export function sortProblems(problems: readonly Problem[]): Problem[] {
  return problems.toSorted(
    (one, other) =>
      SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity) ||
      PROBLEM_TYPES.indexOf(one.type) - PROBLEM_TYPES.indexOf(other.type),
  );
}

const RECORDS_MAX = 10;

export function showProblem({ type, severity, where, variable, found = [], message, fix }: Problem): PatternProblem {
  const records = found.slice(0, RECORDS_MAX);
  return { type, severity, where, message, fix, variable: variable ?? null, count: found.length, records };
}
