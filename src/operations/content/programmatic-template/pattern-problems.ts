import { listed } from '../../../guidance/plan.ts';
import { counted } from '../../../kernel/grammar.ts';
import type { Pattern } from './patterns.ts';
import type { Problem } from './problems.ts';

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
export function findPatternProblems(keyword: Pattern, url: Pattern, supply: Supply): Problem[] {
  return [
    ...findFormProblems('keyword_pattern', keyword),
    ...findFormProblems('url_pattern', url),
    ...findVariableProblems(keyword, url, supply),
    ...findDataProblems(keyword, url, supply),
    ...findUrlProblems(url),
  ];
}

function findFormProblems(where: 'keyword_pattern' | 'url_pattern', pattern: Pattern): Problem[] {
  return listed([
    pattern.variables.length === 0 && {
      type: 'no_variable',
      severity: 'critical',
      where,
      message: `${where} “${pattern.text}” has no variable, so every page would be the same.`,
      fix: 'Put variables in brackets, such as {city}.',
    },
    pattern.loose !== undefined && {
      type: 'unbalanced_bracket',
      severity: 'high',
      where,
      message: `${where} has an unmatched bracket in “${pattern.loose.slice(0, 80)}”.`,
      fix: 'Close every bracket that you open, and use one kind: {variable}.',
    },
  ]);
}

function findVariableProblems(keyword: Pattern, url: Pattern, { declared }: Supply): Problem[] {
  const used = [...new Set([...keyword.variables, ...url.variables])];
  const onlyIn = (one: Pattern, other: Pattern): readonly string[] =>
    other.variables.length === 0 ? [] : one.variables.filter((key) => !other.variables.includes(key));
  return [
    ...used
      .filter((key) => !declared.has(key))
      .map((key): Problem => ({
        type: 'variable_not_declared',
        severity: 'medium',
        where: keyword.variables.includes(key) ? 'keyword_pattern' : 'url_pattern',
        variable: key,
        message: `{${key}} is in a pattern but not in variables.`,
        fix: `Add “${key}” to variables, or correct its spelling in the pattern.`,
      })),
    ...[...declared]
      .filter(([key]) => !used.includes(key))
      .map(([key, name]): Problem => ({
        type: 'variable_unused',
        severity: 'low',
        where: 'variables',
        variable: key,
        message: `The variable “${name}” is in neither pattern.`,
        fix: 'Use it in a pattern, or list it in unique_fields if it belongs to the content of the page.',
      })),
    ...onlyIn(keyword, url).map((key): Problem => ({
      type: 'variable_not_in_url',
      severity: 'high',
      where: 'url_pattern',
      variable: key,
      message: `{${key}} changes the keyword but not the URL, so several keywords share one URL.`,
      fix: `Add {${key}} to url_pattern.`,
    })),
    ...onlyIn(url, keyword).map((key): Problem => ({
      type: 'variable_not_in_keyword',
      severity: 'low',
      where: 'keyword_pattern',
      variable: key,
      message: `{${key}} changes the URL but not the keyword, so several pages may compete for one keyword.`,
      fix: `Add {${key}} to keyword_pattern, or remove it from url_pattern.`,
    })),
  ];
}

function findDataProblems(keyword: Pattern, url: Pattern, supply: Supply): Problem[] {
  const lacks = (key: string): boolean => !supply.promised.has(key) && !supply.sampled.has(key);
  const used = [...new Set([...keyword.variables, ...url.variables])];
  return [
    ...used.filter(lacks).map((key): Problem => ({
      type: 'variable_without_data',
      severity: 'critical',
      where: keyword.variables.includes(key) ? 'keyword_pattern' : 'url_pattern',
      variable: key,
      message: `No data source and no sample record has a field for {${key}}.`,
      fix: `Add the field “${key}” to data_sources[].fields or to sample_records.`,
    })),
    ...[...supply.unique]
      .filter(([key]) => lacks(key))
      .map(([key, name]): Problem => ({
        type: 'unique_field_without_data',
        severity: 'high',
        where: 'unique_fields',
        variable: key,
        message: `The unique field “${name}” is in no data source and no sample record.`,
        fix: 'Find a source for it, or remove it from unique_fields.',
      })),
  ];
}

const URL_FAULTS = [
  [/\s/, 'white space'],
  [/[A-Z]/, 'capital letters'],
  [/_/, 'underscores'],
  [/\/\//, 'an empty path segment'],
] as const;

function findUrlProblems(url: Pattern): Problem[] {
  const fixed = url.parts.map((part) => ('text' in part ? part.text : '')).join('');
  // A variable is often a segment of its own, so a letter takes its place.
  const path = url.parts
    .map((part) => ('text' in part ? part.text : 'x'))
    .join('')
    .replace(/^https?:\/\/[^/]*/i, '');
  const faults = URL_FAULTS.filter(([pattern]) => pattern.test(path)).map(([, name]) => name);
  return listed([
    /[?#]/.test(fixed) && {
      type: 'url_query',
      severity: 'medium',
      where: 'url_pattern',
      message: 'url_pattern puts variables after ? or #: such URLs are often folded into one page or not crawled.',
      fix: 'Move the variables into the path, such as /guides/{topic}.',
    },
    faults.length > 0 && {
      type: 'url_form',
      severity: faults.includes('white space') ? 'high' : 'low',
      where: 'url_pattern',
      message: `url_pattern has ${counted(faults.length, 'formatting fault')}: ${faults.join(', ')}.`,
      fix: 'Write the URL in lower case, with hyphens between words and single slashes.',
    },
  ]);
}
