import { listed } from '../../../guidance/plan.ts';
import { agree, counted, quoteWords } from '../../../kernel/grammar.ts';
import { cleanText, stripAccents } from '../../../text/normalize.ts';
import { foldText } from '../../../web/words.ts';
import { buildAddressKey, type Pattern, type Rendered, type SampleRecord } from './patterns.ts';
import type { Problem } from './problems.ts';
import {
  formatPercent,
  NEAR_DUPLICATE_MIN,
  NEAR_DUPLICATES_TOLERATED,
  type Own,
  OWN_CONTENT,
  THIN_TOLERATED,
} from './uniqueness.ts';

/** Longer URLs are cut in search results and broken in mail. */
const URL_CHARACTERS_GOOD = 115;
const URL_CHARACTERS_MAX = 2048;
/** Characters that mean something in an address, so that a value with one may break it or open another folder. */
const RESERVED = /[/?#%&+=:;@[\]\\"<>]/;

interface Patterns {
  readonly keyword: Pattern;
  readonly url: Pattern;
}

/** What goes wrong when the patterns meet the records. */
export function findRecordProblems(patterns: Patterns, rendered: readonly Rendered[]): Problem[] {
  return [
    ...findEmptyVariables(patterns, rendered),
    ...findNestedValues(patterns, rendered),
    ...findUrlCollisions(rendered),
    ...findKeywordCollisions(rendered),
    ...findMirroredPairs(rendered),
    ...findSameValues(patterns, rendered),
    ...findReservedCharacters(patterns, rendered),
    ...findMissingSlugs(rendered),
    ...findLongUrls(rendered),
  ];
}

function listVariables({ keyword, url }: Patterns): string[] {
  return [...new Set([...keyword.variables, ...url.variables])];
}

function locateVariable({ url }: Patterns, key: string): 'keyword_pattern' | 'url_pattern' {
  return url.variables.includes(key) ? 'url_pattern' : 'keyword_pattern';
}

function listIndexes(rows: readonly Rendered[]): number[] {
  return rows.map(({ record }) => record.index);
}

function findEmptyVariables(patterns: Patterns, rendered: readonly Rendered[]): Problem[] {
  return listVariables(patterns).flatMap((key) => {
    const rows = rendered.filter(({ empty, record }) => empty.includes(key) && !record.nested.has(key));
    if (rows.length === 0) return [];
    return {
      type: 'empty_variable',
      severity: 'high',
      where: locateVariable(patterns, key),
      variable: key,
      found: listIndexes(rows),
      message: `{${key}} is empty in ${rows.length} of ${counted(rendered.length, 'record')}, which leaves a hole in the keyword or URL.`,
      fix: 'Fill the field, or leave these records out.',
    };
  });
}

function findNestedValues(patterns: Patterns, rendered: readonly Rendered[]): Problem[] {
  return listVariables(patterns).flatMap((key) => {
    const rows = rendered.filter(({ record }) => record.nested.has(key));
    if (rows.length === 0) return [];
    return {
      type: 'nested_value',
      severity: 'high',
      where: locateVariable(patterns, key),
      variable: key,
      found: listIndexes(rows),
      message: `{${key}} holds a list or an object in ${counted(rows.length, 'record')}, which a pattern cannot show.`,
      fix: 'Give the variable a plain text, and keep lists for the content of the page.',
    };
  });
}

/** Records by a key that they should not share. Records with an empty variable have a problem of their own. */
function groupShared(rendered: readonly Rendered[], key: (row: Rendered) => string): Rendered[][] {
  const groups = new Map<string, Rendered[]>();
  for (const row of rendered) {
    if (row.empty.length > 0) continue;
    const name = key(row);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [row]);
    else group.push(row);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

function findUrlCollisions(rendered: readonly Rendered[]): Problem[] {
  return groupShared(rendered, ({ url }) => buildAddressKey(url)).map((group) => {
    const keywords = [...new Set(group.map(({ keyword }) => keyword))];
    const isOneValue = new Set(keywords.map(spellPlainly)).size === 1;
    const differ = keywords.length > 1 && !isOneValue;
    return {
      type: 'url_collision',
      severity: 'critical',
      where: 'url_pattern',
      found: listIndexes(group),
      message: `${counted(group.length, 'record')} share the URL ${group[0]?.url.slice(0, 200) ?? ''}${differ ? `, although their keywords differ: ${quoteTexts(keywords)}` : ''}.`,
      fix: differ
        ? 'Give these values slugs of their own in the data, such as c-plus-plus and c-sharp.'
        : keywords.length > 1
          ? `Keep one of these records and remove the others: they differ only in ${nameDifference(keywords)}.`
          : 'Merge these records, or add the variable that sets them apart to both patterns.',
    };
  });
}

/** People type one name with and without its accents, and with a space or a hyphen: `Saint-Étienne` is `saint etienne`. */
function spellPlainly(keyword: string): string {
  return stripAccents(foldText(keyword)).replaceAll(/[\s'’-]+/g, ' ');
}

function nameDifference(keywords: readonly string[]): string {
  return new Set(keywords.map(foldText)).size === 1 ? 'capitals' : 'accents, hyphens or capitals';
}

/** Records whose keywords are one search, at different addresses. */
function groupSameSearches(rendered: readonly Rendered[]): Rendered[][] {
  return groupShared(rendered, ({ keyword_key }) => keyword_key).filter(
    (group) => new Set(group.map(({ url }) => buildAddressKey(url))).size > 1,
  );
}

function findKeywordCollisions(rendered: readonly Rendered[]): Problem[] {
  return groupSameSearches(rendered)
    .filter((group) => !isMirrored(group))
    .map((group) => ({
      type: 'keyword_collision',
      severity: 'high',
      where: 'keyword_pattern',
      found: listIndexes(group),
      message: `${counted(group.length, 'record')} have different URLs for the same search: ${quoteTexts([...new Set(group.map(({ keyword }) => keyword))])}.`,
      fix: 'Build one page for them, and redirect the other URLs to it.',
    }));
}

const VERSUS = /(?:^|\s)(?:vs\.?|versus|oder|contra|gegen|対)(?:\s|$)/i;

/** The same values in another order, as in "a vs b" and "b vs a". */
function isMirrored(group: readonly Rendered[]): boolean {
  const keywords = new Set(group.map(({ keyword }) => keyword.toLowerCase()));
  return keywords.size === group.length && VERSUS.test(group[0]?.keyword ?? '');
}

function findMirroredPairs(rendered: readonly Rendered[]): Problem[] {
  const groups = groupSameSearches(rendered).filter(isMirrored);
  const [first] = groups;
  if (first === undefined) return [];
  return [
    {
      type: 'mirrored_pair',
      severity: 'high',
      where: 'sample_records',
      found: listIndexes(groups.flat()).sort((one, other) => one - other),
      message: `${counted(groups.length, 'comparison')} ${agree(groups.length, 'exists')} in both directions: ${quoteTexts(first.map(({ keyword }) => keyword))}.`,
      fix: 'Keep one direction (say, alphabetical) and redirect the other.',
    },
  ];
}

function findSameValues(patterns: Patterns, rendered: readonly Rendered[]): Problem[] {
  const keys = listVariables(patterns);
  if (keys.length < 2) return [];
  const rows = rendered.filter(({ record, empty }) => {
    const values = keys.map((key) => (record.values.get(key) ?? '').toLowerCase());
    return empty.length === 0 && new Set(values).size < values.length;
  });
  return listed([
    rows.length > 0 && {
      type: 'same_value_twice',
      severity: 'high',
      where: 'sample_records',
      found: listIndexes(rows),
      message: `${counted(rows.length, 'record')} ${agree(rows.length, 'has')} the same value in two variables: “${rows[0]?.keyword.slice(0, 120) ?? ''}”.`,
      fix: 'Leave these combinations out.',
    },
  ]);
}

function findReservedCharacters({ url }: Patterns, rendered: readonly Rendered[]): Problem[] {
  return url.variables.flatMap((key) => {
    const rows = rendered.filter(({ record }) => RESERVED.test(record.values.get(key) ?? ''));
    if (rows.length === 0) return [];
    const values = [...new Set(rows.map(({ record }) => record.values.get(key) ?? ''))];
    return {
      type: 'reserved_character',
      severity: 'medium',
      where: 'url_pattern',
      variable: key,
      found: listIndexes(rows),
      message: `{${key}} has characters with a special meaning in URLs: ${quoteTexts(values)}.`,
      fix: 'Store a slug for each value, and build URLs from slugs only.',
    };
  });
}

function findMissingSlugs(rendered: readonly Rendered[]): Problem[] {
  const rows = rendered.filter(({ without_slug }) => without_slug.length > 0);
  return listed([
    rows.length > 0 && {
      type: 'no_slug',
      severity: 'critical',
      where: 'url_pattern',
      variable: rows[0]?.without_slug[0] ?? '',
      found: listIndexes(rows),
      message: `${counted(rows.length, 'record')} ${agree(rows.length, 'has')} a value without any letter or digit, which leaves nothing for the URL.`,
      fix: 'Store a slug for these values.',
    },
  ]);
}

function findLongUrls(rendered: readonly Rendered[]): Problem[] {
  const rows = rendered.filter(({ url }) => url.length > URL_CHARACTERS_GOOD);
  const longest = rows.reduce((most, { url }) => Math.max(most, url.length), 0);
  return listed([
    rows.length > 0 && {
      type: 'url_too_long',
      severity: longest > URL_CHARACTERS_MAX ? 'critical' : 'low',
      where: 'url_pattern',
      found: listIndexes(rows),
      message: `${counted(rows.length, 'URL')} ${agree(rows.length, 'is')} longer than ${URL_CHARACTERS_GOOD} characters; the longest has ${longest.toLocaleString('en-US')}.`,
      fix: 'Use short slugs, or fewer variables in the URL.',
    },
  ]);
}

function quoteTexts(texts: readonly string[]): string {
  return quoteWords(
    texts.map((text) => cleanText(text, 60)),
    4,
  );
}

const EMPTY_SEVERE = 0.5;

/** What is wrong with the content of the pages, however good patterns and addresses are. */
export function findContentProblems(
  records: readonly SampleRecord[],
  own: readonly Own[],
  keys: ReadonlyMap<string, string>,
): Problem[] {
  const copies = own.flatMap(({ near_duplicate }, at) => (near_duplicate ? [at] : []));
  const thin = own.flatMap((row, at) => (row.thin ? [at] : []));
  const of = counted(own.length, 'record');
  return listed([
    copies.length > 0 && {
      type: 'near_duplicate_pages',
      severity: copies.length / own.length >= NEAR_DUPLICATES_TOLERATED ? 'high' : 'medium',
      where: 'sample_records',
      found: copies,
      message: `${copies.length} of ${of} ${agree(copies.length, 'is')} at least ${formatPercent(NEAR_DUPLICATE_MIN)} similar to another, apart from the variables.`,
      fix: 'Add fields that differ from record to record, or build fewer pages.',
    },
    thin.length > 0 && {
      type: 'thin_pages',
      severity: thin.length / own.length >= THIN_TOLERATED ? 'high' : 'medium',
      where: 'sample_records',
      found: thin,
      message: `${thin.length} of ${of} ${agree(thin.length, 'makes a thin page', 'make thin pages')}: each page needs ${OWN_CONTENT}, and they have ${formatRange(own.map(({ words }) => words))}.`,
      fix: 'Give every page more facts or words of its own, or build only the pages that have them.',
    },
    ...[...keys].map(([key, name]) => findEmptyField(records, key, name)),
  ]);
}

function formatRange(words: readonly number[]): string {
  const [least, most] = words.reduce(
    ([low, high], count) => [Math.min(low, count), Math.max(high, count)],
    [Infinity, 0],
  );
  return least === most ? counted(most, 'word') : `${least} to ${counted(most, 'word')}`;
}

/** A field of the content that some records have and others lack. */
function findEmptyField(records: readonly SampleRecord[], key: string, name: string): Problem | false {
  const found = records.filter(({ texts }) => (texts.get(key) ?? '') === '').map(({ index }) => index);
  return (
    found.length > 0 &&
    found.length < records.length && {
      type: 'unique_field_empty',
      severity: found.length / records.length >= EMPTY_SEVERE ? 'medium' : 'low',
      where: 'sample_records',
      variable: key,
      found,
      message: `The field “${name}” is empty in ${found.length} of ${counted(records.length, 'record')}.`,
      fix: `Fill “${name}”, or leave its section out of the pages that lack it.`,
    }
  );
}
