import { counted } from '../../../kernel/grammar.ts';
import { cleanText } from '../../../text/normalize.ts';
import type { Pattern } from './pattern.ts';
import { type Problem, problem } from './problems.ts';
import { addressKey, type Rendered } from './render.ts';

/** Longer addresses are cut in results and broken in mail. */
const URL_CHARACTERS_GOOD = 115;
const URL_CHARACTERS_MAX = 2048;
/** Characters that mean something in an address, so that a value with one may break it or open another folder. */
const RESERVED = /[/?#%&+=:;@[\]\\"<>]/;

interface Patterns {
  readonly keyword: Pattern;
  readonly url: Pattern;
}

/** What goes wrong when the patterns meet the records. */
export function recordProblems(patterns: Patterns, rendered: readonly Rendered[]): Problem[] {
  return [
    ...emptyVariables(patterns, rendered),
    ...nestedValues(patterns, rendered),
    ...urlCollisions(rendered),
    ...keywordCollisions(rendered),
    ...mirroredPairs(rendered),
    ...sameValueTwice(patterns, rendered),
    ...reservedCharacters(patterns, rendered),
    ...withoutSlug(rendered),
    ...longAddresses(rendered),
  ];
}

function variablesOf({ keyword, url }: Patterns): string[] {
  return [...new Set([...keyword.variables, ...url.variables])];
}

function where({ url }: Patterns, key: string): 'keyword_pattern' | 'url_pattern' {
  return url.variables.includes(key) ? 'url_pattern' : 'keyword_pattern';
}

function indexes(rows: readonly Rendered[]): number[] {
  return rows.map(({ record }) => record.index);
}

function emptyVariables(patterns: Patterns, rendered: readonly Rendered[]): Problem[] {
  return variablesOf(patterns).flatMap((key) => {
    const rows = rendered.filter(({ empty, record }) => empty.includes(key) && !record.nested.has(key));
    if (rows.length === 0) return [];
    return problem({
      type: 'empty_variable',
      severity: 'high',
      where: where(patterns, key),
      variable: key,
      found: indexes(rows),
      message: `{${key}} is empty in ${counted(rows.length, 'record')} of ${rendered.length}, which leaves a hole in keyword or address.`,
      fix: 'Fill the field, or keep these records out of the build.',
    });
  });
}

function nestedValues(patterns: Patterns, rendered: readonly Rendered[]): Problem[] {
  return variablesOf(patterns).flatMap((key) => {
    const rows = rendered.filter(({ record }) => record.nested.has(key));
    if (rows.length === 0) return [];
    return problem({
      type: 'nested_value',
      severity: 'high',
      where: where(patterns, key),
      variable: key,
      found: indexes(rows),
      message: `{${key}} holds a list or an object in ${counted(rows.length, 'record')}, which a pattern cannot show.`,
      fix: 'Give the variable one plain text, and keep lists for the content of the page.',
    });
  });
}

/** Records by a key that they should not share. Records with an empty variable have a problem of their own. */
function groupsBy(rendered: readonly Rendered[], key: (row: Rendered) => string): Rendered[][] {
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

function urlCollisions(rendered: readonly Rendered[]): Problem[] {
  return groupsBy(rendered, ({ url }) => addressKey(url)).map((group) => {
    const keywords = [...new Set(group.map(({ keyword }) => keyword))];
    return problem({
      type: 'url_collision',
      severity: 'critical',
      where: 'url_pattern',
      found: indexes(group),
      message: `${counted(group.length, 'record')} share the address ${group[0]?.url.slice(0, 200) ?? ''}${keywords.length > 1 ? `, though their keywords differ: ${shown(keywords)}` : ''}.`,
      fix:
        keywords.length > 1
          ? 'Give these values slugs of their own in the data, such as c-plus-plus and c-sharp.'
          : 'Merge these records, or add the variable that tells them apart to both patterns.',
    });
  });
}

/** Records whose keywords are one search, at different addresses. */
function sharedSearches(rendered: readonly Rendered[]): Rendered[][] {
  return groupsBy(rendered, ({ keyword_key }) => keyword_key).filter(
    (group) => new Set(group.map(({ url }) => addressKey(url))).size > 1,
  );
}

function keywordCollisions(rendered: readonly Rendered[]): Problem[] {
  return sharedSearches(rendered)
    .filter((group) => !isMirrored(group))
    .map((group) =>
      problem({
        type: 'keyword_collision',
        severity: 'high',
        where: 'keyword_pattern',
        found: indexes(group),
        message: `${counted(group.length, 'record')} have different addresses for one search: ${shown([...new Set(group.map(({ keyword }) => keyword))])}.`,
        fix: 'Build one page for them, and redirect the other addresses to it.',
      }),
    );
}

const VERSUS = /(?:^|\s)(?:vs\.?|versus|oder|contra|gegen|対)(?:\s|$)/i;

/** The same values in another order, as in "a vs b" and "b vs a". */
function isMirrored(group: readonly Rendered[]): boolean {
  const keywords = new Set(group.map(({ keyword }) => keyword.toLowerCase()));
  return keywords.size === group.length && VERSUS.test(group[0]?.keyword ?? '');
}

function mirroredPairs(rendered: readonly Rendered[]): Problem[] {
  const groups = sharedSearches(rendered).filter(isMirrored);
  if (groups.length === 0) return [];
  return [
    problem({
      type: 'mirrored_pair',
      severity: 'high',
      where: 'sample_records',
      found: indexes(groups.flat()).sort((one, other) => one - other),
      message: `${counted(groups.length, 'comparison')} ${groups.length === 1 ? 'is' : 'are'} there in both directions: ${shown(groups[0]?.map(({ keyword }) => keyword) ?? [])}.`,
      fix: 'Keep one direction (alphabetical, say) and redirect the other.',
    }),
  ];
}

function sameValueTwice(patterns: Patterns, rendered: readonly Rendered[]): Problem[] {
  const keys = variablesOf(patterns);
  if (keys.length < 2) return [];
  const rows = rendered.filter(({ record, empty }) => {
    const values = keys.map((key) => (record.values.get(key) ?? '').toLowerCase());
    return empty.length === 0 && new Set(values).size < values.length;
  });
  if (rows.length === 0) return [];
  return [
    problem({
      type: 'same_value_twice',
      severity: 'high',
      where: 'sample_records',
      found: indexes(rows),
      message: `${counted(rows.length, 'record')} ${rows.length === 1 ? 'has' : 'have'} one value in two variables: "${rows[0]?.keyword.slice(0, 120) ?? ''}".`,
      fix: 'Leave these combinations out.',
    }),
  ];
}

function reservedCharacters({ url }: Patterns, rendered: readonly Rendered[]): Problem[] {
  return url.variables.flatMap((key) => {
    const rows = rendered.filter(({ record }) => RESERVED.test(record.values.get(key) ?? ''));
    if (rows.length === 0) return [];
    const values = [...new Set(rows.map(({ record }) => record.values.get(key) ?? ''))];
    return problem({
      type: 'reserved_character',
      severity: 'medium',
      where: 'url_pattern',
      variable: key,
      found: indexes(rows),
      message: `{${key}} has characters that mean something in an address: ${shown(values)}.`,
      fix: 'Store a slug beside each value, and build addresses from slugs alone.',
    });
  });
}

function withoutSlug(rendered: readonly Rendered[]): Problem[] {
  const rows = rendered.filter(({ without_slug }) => without_slug.length > 0);
  if (rows.length === 0) return [];
  return [
    problem({
      type: 'no_slug',
      severity: 'critical',
      where: 'url_pattern',
      variable: rows[0]?.without_slug[0] ?? '',
      found: indexes(rows),
      message: `${counted(rows.length, 'record')} ${rows.length === 1 ? 'has' : 'have'} a value without any letter or digit, which leaves nothing for the address.`,
      fix: 'Store a slug for these values.',
    }),
  ];
}

function longAddresses(rendered: readonly Rendered[]): Problem[] {
  const rows = rendered.filter(({ url }) => url.length > URL_CHARACTERS_GOOD);
  if (rows.length === 0) return [];
  const longest = rows.reduce((most, { url }) => Math.max(most, url.length), 0);
  return [
    problem({
      type: 'url_too_long',
      severity: longest > URL_CHARACTERS_MAX ? 'critical' : 'low',
      where: 'url_pattern',
      found: indexes(rows),
      message: `${counted(rows.length, 'address', 'addresses')} ${rows.length === 1 ? 'is' : 'are'} longer than ${URL_CHARACTERS_GOOD} characters; the longest has ${longest.toLocaleString('en-US')}.`,
      fix: 'Use short slugs, or fewer variables in the address.',
    }),
  ];
}

function shown(texts: readonly string[]): string {
  const list = texts.slice(0, 4).map((text) => `"${cleanText(text, 60)}"`);
  return texts.length > 4 ? `${list.join(', ')} and ${texts.length - 4} more` : list.join(', ');
}
