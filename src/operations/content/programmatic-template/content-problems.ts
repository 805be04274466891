import { counted } from '../../../kernel/grammar.ts';
import { type Problem, problem } from './problems.ts';
import type { SampleRecord } from './records.ts';
import { NEAR_DUPLICATE_MIN, OWN_FIELDS_MIN, OWN_WORDS_MIN, type Own, WORDS_WITH_FACTS_MIN } from './uniqueness.ts';

/** Shares of the records from which pages of a kind are an obstacle, and not what a gate may keep out. */
export const NEAR_DUPLICATES_TOLERATED = 0.1;
export const THIN_TOLERATED = 0.3;
const EMPTY_GRAVE = 0.5;

export const OWN_CONTENT = `${OWN_WORDS_MIN} words of its own, or ${OWN_FIELDS_MIN} facts in ${WORDS_WITH_FACTS_MIN} words`;

/** What is wrong with the content of the pages, however good patterns and addresses are. */
export function contentProblems(
  records: readonly SampleRecord[],
  own: readonly Own[],
  keys: ReadonlyMap<string, string>,
): Problem[] {
  return [...nearDuplicates(own), ...thinPages(own), ...emptyFields(records, keys)];
}

function nearDuplicates(own: readonly Own[]): Problem[] {
  const found = placesOf(own, ({ near_duplicate }) => near_duplicate);
  if (found.length === 0) return [];
  return [
    problem({
      type: 'near_duplicate_pages',
      severity: found.length / own.length >= NEAR_DUPLICATES_TOLERATED ? 'high' : 'medium',
      where: 'sample_records',
      found,
      message: `${counted(found.length, 'record')} of ${own.length} ${found.length === 1 ? 'is' : 'are'} at least ${NEAR_DUPLICATE_MIN} like another, beyond the variables.`,
      fix: 'Add fields that differ from record to record, or build fewer pages.',
    }),
  ];
}

function thinPages(own: readonly Own[]): Problem[] {
  const found = placesOf(own, ({ thin }) => thin);
  if (found.length === 0) return [];
  const words = own.map((row) => row.words);
  return [
    problem({
      type: 'thin_pages',
      severity: found.length / own.length >= THIN_TOLERATED ? 'high' : 'medium',
      where: 'sample_records',
      found,
      message: `${counted(found.length, 'record')} of ${own.length} ${found.length === 1 ? 'makes a thin page' : 'make thin pages'}: each page needs ${OWN_CONTENT}, and they have ${rangeOf(words)}.`,
      fix: 'Give every page more facts or words of its own, or build only the pages that have them.',
    }),
  ];
}

function rangeOf(words: readonly number[]): string {
  const [least, most] = words.reduce(
    ([low, high], count) => [Math.min(low, count), Math.max(high, count)],
    [Infinity, 0],
  );
  return least === most ? counted(most, 'word') : `${least} to ${counted(most, 'word')}`;
}

function placesOf(own: readonly Own[], has: (row: Own) => boolean): number[] {
  return own.flatMap((row, at) => (has(row) ? [at] : []));
}

/** Fields of the content that some records have and others lack. */
function emptyFields(records: readonly SampleRecord[], keys: ReadonlyMap<string, string>): Problem[] {
  return [...keys].flatMap(([key, name]) => {
    const found = records.filter(({ texts }) => (texts.get(key) ?? '') === '').map(({ index }) => index);
    if (found.length === 0 || found.length === records.length) return [];
    return [
      problem({
        type: 'unique_field_empty',
        severity: found.length / records.length >= EMPTY_GRAVE ? 'medium' : 'low',
        where: 'sample_records',
        variable: key,
        found,
        message: `The field "${name}" is empty in ${counted(found.length, 'record')} of ${records.length}.`,
        fix: `Fill "${name}", or leave its part out of the pages that lack it.`,
      }),
    ];
  });
}
