import type { Fields } from './fields.ts';
import { isFields } from './values.ts';
import { properName, wordsOf } from './words.ts';

/** What the sources of an answer say of themselves, in words. */

const NAMES: Readonly<Record<string, string>> = {
  index: 'Own index',
  fetch: 'Fetched page',
  page: 'Fetched page',
  'seamark-index': 'Own index',
};

export function sourceName(source: unknown): string {
  const name = typeof source === 'string' ? source : '';
  return NAMES[name] ?? properName(name);
}

/** Entries of a source that was asked several times are one. */
export function distinctSources(sources: readonly Fields[]): readonly Fields[] {
  const keyOf = ({ source, coverage, note, status }: Fields): string =>
    JSON.stringify([source, coverage, note, status]);
  return [...new Map(sources.map((source) => [keyOf(source), source])).values()];
}

export function isDemo(meta: unknown): boolean {
  return isFields(meta) && meta['demo'] === true;
}

const STATES: Readonly<Record<string, string>> = {
  failed: 'failed',
  not_covered: 'cannot answer this',
  too_dear: 'its budget for today is spent',
};

/** `, partial, estimated`; nothing where a source answered in full. */
export function standingOf({ coverage, status, measure }: Fields): string {
  return [
    coverage === 'full' || status === 'not_covered' ? '' : `, ${coverageWord(coverage)}`,
    status === 'answered' ? '' : `, ${STATES[String(status)] ?? wordsOf(String(status))}`,
    measure === 'estimated' ? ', estimated' : '',
  ].join('');
}

function coverageWord(coverage: unknown): string {
  return coverage === 'none' ? 'knows nothing of it' : coverage === 'sample' ? 'a sample' : String(coverage);
}
