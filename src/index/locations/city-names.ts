import { readDataRows } from '../../kernel/data.ts';
import { foldName } from '../../text/names.ts';

/**
 * The ways in which one city is written: Cologne and Köln, Frankfurt for Frankfurt am Main, St. Gallen and Sankt Gallen.
 *
 * GeoNames has one name of each city, mostly the local one, while people write the short one or that of their own language.
 */

const [JOINTS = [], ARTICLES = [], SAINTS = []] = readDataRows(import.meta.url, './data/name-joints.tsv');
const [SAINT = ''] = SAINTS;

/** `Halle (Saale)`, `Frankfurt am Main`, `Stratford-upon-Avon`. */
const BRACKETED = /^([^(]+) \(([^)]+)\)/;
const JOINED = new RegExp(String.raw`^(.+?)[ -](${JOINTS.join('|')})[ -](?:(?:${ARTICLES.join('|')})[ -])?(.+)$`, 'i');

const SAINTLY = new RegExp(`^(?:${SAINTS.join('|')}) (?=.)`);

const OTHERS: ReadonlyMap<number, readonly string[]> = new Map(
  readDataRows(import.meta.url, './data/city-names.tsv').map(([id, , ...others]) => [Number(id), others]),
);

/** Its names in other languages and for short, as they are written. */
export function otherNames(id: number): readonly string[] {
  return OTHERS.get(id) ?? [];
}

/** A name as cities are looked up: `St. Gallen` like `Sankt Gallen`. */
export function cityKey(name: string): string {
  const key = foldName(name);
  // Most begin with another letter, and there are many of them.
  return key.startsWith('s') ? key.replace(SAINTLY, `${SAINT} `) : key;
}

/** What is written for a long name: `Frankfurt`, `Frankfurt Main` and `Frankfurt a. M.` */
export function shortKeys(name: string): readonly string[] {
  const { short, joint, rest } = splitLong(name) ?? {};
  if (short === undefined || rest === undefined) return [];
  const key = cityKey(short);
  return [
    key,
    `${key} ${rest}`,
    ...(joint === undefined ? [] : [`${key} ${joint} ${rest}`, `${key} ${joint} ${rest.charAt(0)}`]),
  ];
}

interface LongName {
  readonly short: string;
  /** The first letter of what joins them. */
  readonly joint: string | undefined;
  readonly rest: string;
}

function splitLong(name: string): LongName | undefined {
  if (!name.includes(' ') && !name.includes('-')) return undefined;
  const [, before, inBrackets] = name.includes('(') ? (BRACKETED.exec(name) ?? []) : [];
  if (before !== undefined) return { short: before, joint: undefined, rest: foldName(inBrackets ?? '') };
  const [, short, joint = '', rest = ''] = JOINED.exec(name) ?? [];
  return short === undefined ? undefined : { short, joint: joint.charAt(0).toLowerCase(), rest: foldName(rest) };
}

/** Under which a name may stand that was not found as it is: `Halle an der Saale`, `Koeln`. */
export function alternativeKeys(name: string): readonly string[] {
  const key = cityKey(name);
  const { short, rest } = splitLong(name) ?? {};
  const plain = key.replaceAll(/([aou])e/g, '$1');
  return [
    ...(short === undefined || rest === undefined ? [] : [`${cityKey(short)} ${rest}`]),
    ...(plain === key ? [] : [plain]),
  ];
}

/** The keys under which a list that has one name for each place may have one of these. */
export function listedKeys(names: Iterable<string>): readonly string[] {
  const keys = [...names].flatMap((name) => {
    const key = cityKey(name);
    const saintless = key.startsWith(`${SAINT} `) ? key.slice(SAINT.length + 1) : undefined;
    return saintless === undefined ? [foldName(name)] : SAINTS.map((saint) => `${saint} ${saintless}`);
  });
  return [...new Set(keys)];
}
