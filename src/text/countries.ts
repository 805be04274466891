import { readDataRows } from '../kernel/data.ts';
import { foldName, NAME_LOCALES, nearestNames } from './names.ts';

export interface Country {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly code: string;
  /** ISO 3166-1 numeric. */
  readonly number: number;
  /** In English. */
  readonly name: string;
}

interface CountryTable {
  readonly all: readonly Country[];
  readonly byCode: ReadonlyMap<string, Country>;
  readonly byNumber: ReadonlyMap<number, Country>;
  readonly byName: ReadonlyMap<string, Country>;
}

let table: CountryTable | undefined;

/** A country by its ISO 3166-1 code, or by its name in any of the usual languages; undefined for what is none. */
export function findCountry(text: string): Country | undefined {
  const { byCode, byName } = (table ??= readTable());
  return byCode.get(text.trim().toUpperCase()) ?? byName.get(foldName(text).replace(/^the /, ''));
}

export function countryOfNumber(number: number): Country | undefined {
  return (table ??= readTable()).byNumber.get(number);
}

export function nearestCountries(name: string, limit: number): string[] {
  return nearestNames(
    name,
    (table ??= readTable()).all.map((country) => country.name),
    limit,
  );
}

function readTable(): CountryTable {
  const rows = readDataRows(import.meta.url, './data/countries.tsv');
  const english = displayNames('en');
  const byCode = new Map<string, Country>();
  const byNumber = new Map<number, Country>();
  const byName = new Map<string, Country>();
  /** What one language calls a country, another may call a different one: the first in the order of languages counts. */
  const addName = (name: string | undefined, country: Country): void => {
    const key = foldName(name ?? '');
    if (key !== '' && !byName.has(key)) byName.set(key, country);
  };
  for (const [code = '', longCode = '', number = '', others = ''] of rows) {
    const country = { code, number: Number(number), name: plainName(english.of(code) ?? code) };
    byCode.set(code, country).set(longCode, country);
    byNumber.set(country.number, country);
    for (const name of [country.name, english.of(code), ...others.split(',')]) addName(name, country);
  }
  const all = [...byNumber.values()];
  for (const locale of NAME_LOCALES) {
    const names = displayNames(locale);
    for (const country of all) addName(names.of(country.code), country);
  }
  return { all, byCode, byNumber, byName };
}

function displayNames(locale: string): Intl.DisplayNames {
  return new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' });
}

/** As Google's list of places writes it: `Hong Kong` for `Hong Kong SAR China`, `Myanmar` for `Myanmar (Burma)`. */
function plainName(name: string): string {
  return name
    .replace(/ SAR China$/, '')
    .replace(/ \([^)]*\)$/, '')
    .replaceAll('&', 'and')
    .replaceAll('’', "'")
    .replace(/^St\. /, 'Saint ');
}
