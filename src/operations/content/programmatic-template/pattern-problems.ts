import { counted } from '../../../kernel/grammar.ts';
import type { Pattern } from './pattern.ts';
import { type Problem, problem } from './problems.ts';

/** Which variables are said to exist, and which really have data; by key. */
export interface Supply {
  readonly declared: ReadonlyMap<string, string>;
  /** Fields of data sources. */
  readonly promised: ReadonlySet<string>;
  /** Fields with a value in at least one record. */
  readonly sampled: ReadonlySet<string>;
  readonly unique: ReadonlyMap<string, string>;
}

/** What is wrong with the patterns themselves, whatever the records say. */
export function patternProblems(keyword: Pattern, url: Pattern, supply: Supply): Problem[] {
  return [
    ...formProblems('keyword_pattern', keyword),
    ...formProblems('url_pattern', url),
    ...variableProblems(keyword, url, supply),
    ...dataProblems(keyword, url, supply),
    ...addressProblems(url),
  ];
}

function formProblems(where: 'keyword_pattern' | 'url_pattern', pattern: Pattern): Problem[] {
  const problems: Problem[] = [];
  if (pattern.variables.length === 0) {
    problems.push(
      problem({
        type: 'no_variable',
        severity: 'critical',
        where,
        message: `${where} "${pattern.text}" has no variable, so every page would be the same.`,
        fix: 'Put variables in brackets, such as {city}.',
      }),
    );
  }
  if (pattern.loose !== undefined) {
    problems.push(
      problem({
        type: 'unbalanced_bracket',
        severity: 'high',
        where,
        message: `${where} has a bracket without its partner in "${pattern.loose.slice(0, 80)}".`,
        fix: 'Close every bracket that opens, and use one kind: {variable}.',
      }),
    );
  }
  return problems;
}

function variableProblems(keyword: Pattern, url: Pattern, { declared }: Supply): Problem[] {
  const used = new Set([...keyword.variables, ...url.variables]);
  const list = (
    keys: readonly string[],
    draft: (key: string) => Omit<Parameters<typeof problem>[0], 'variable'>,
  ): Problem[] => keys.map((key) => problem({ ...draft(key), variable: key }));
  return [
    ...list(
      [...used].filter((key) => !declared.has(key)),
      (key) => ({
        type: 'variable_not_declared',
        severity: 'medium',
        where: keyword.variables.includes(key) ? 'keyword_pattern' : 'url_pattern',
        message: `{${key}} stands in a pattern and not in variables.`,
        fix: `Add "${key}" to variables, or correct its spelling in the pattern.`,
      }),
    ),
    ...list(
      [...declared.keys()].filter((key) => !used.has(key)),
      (key) => ({
        type: 'variable_unused',
        severity: 'low',
        where: 'variables',
        message: `The variable "${declared.get(key) ?? key}" stands in neither pattern.`,
        fix: 'Use it in a pattern, or list it in unique_fields when it belongs to the content of the page.',
      }),
    ),
    ...list(
      url.variables.length === 0 ? [] : keyword.variables.filter((key) => !url.variables.includes(key)),
      (key) => ({
        type: 'variable_not_in_url',
        severity: 'high',
        where: 'url_pattern',
        message: `{${key}} changes the keyword and not the address, so that several keywords get one address.`,
        fix: `Add {${key}} to url_pattern.`,
      }),
    ),
    ...list(
      keyword.variables.length === 0 ? [] : url.variables.filter((key) => !keyword.variables.includes(key)),
      (key) => ({
        type: 'variable_not_in_keyword',
        severity: 'low',
        where: 'keyword_pattern',
        message: `{${key}} changes the address and not the keyword, so that several pages may be after one keyword.`,
        fix: `Add {${key}} to keyword_pattern, or take it out of url_pattern.`,
      }),
    ),
  ];
}

function dataProblems(keyword: Pattern, url: Pattern, supply: Supply): Problem[] {
  const has = (key: string): boolean => supply.promised.has(key) || supply.sampled.has(key);
  const used = [...new Set([...keyword.variables, ...url.variables])];
  return [
    ...used
      .filter((key) => !has(key))
      .map((key) =>
        problem({
          type: 'variable_without_data',
          severity: 'critical',
          where: keyword.variables.includes(key) ? 'keyword_pattern' : 'url_pattern',
          variable: key,
          message: `No data source and no sample record has a field for {${key}}.`,
          fix: `Name the field "${key}" in data_sources[].fields or in sample_records.`,
        }),
      ),
    ...[...supply.unique.keys()]
      .filter((key) => !has(key))
      .map((key) =>
        problem({
          type: 'unique_field_without_data',
          severity: 'high',
          where: 'unique_fields',
          variable: key,
          message: `The unique field "${supply.unique.get(key) ?? key}" is in no data source and in no sample record.`,
          fix: 'Find a source for it, or take it out of unique_fields.',
        }),
      ),
  ];
}

function addressProblems(url: Pattern): Problem[] {
  const fixed = url.parts.map((part) => ('text' in part ? part.text : '')).join('');
  const problems: Problem[] = [];
  if (fixed.includes('?') || fixed.includes('#')) {
    problems.push(
      problem({
        type: 'url_query',
        severity: 'medium',
        where: 'url_pattern',
        message:
          'url_pattern puts variables behind ? or #: such addresses are often folded into one page or not crawled.',
        fix: 'Move the variables into the path, such as /guides/{topic}.',
      }),
    );
  }
  // A variable is a segment of its own as often as not, so that something stands in its place.
  const path = url.parts
    .map((part) => ('text' in part ? part.text : 'x'))
    .join('')
    .replace(/^https?:\/\/[^/]*/i, '');
  const faults = [
    [/\s/, 'white space'],
    [/[A-Z]/, 'capital letters'],
    [/_/, 'underscores'],
    [/\/\//, 'an empty path segment'],
  ] as const;
  const found = faults.filter(([pattern]) => pattern.test(path)).map(([, name]) => name);
  if (found.length > 0) {
    problems.push(
      problem({
        type: 'url_form',
        severity: found.includes('white space') ? 'high' : 'low',
        where: 'url_pattern',
        message: `url_pattern has ${counted(found.length, 'fault')} of form: ${found.join(', ')}.`,
        fix: 'Write the address in lower case, with hyphens between words and single slashes.',
      }),
    );
  }
  return problems;
}
