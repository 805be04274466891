import { readDataRows } from '../kernel/data.ts';

const CODES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  readDataRows(import.meta.url, './data/language-codes.tsv').map(([kind = '', codes = '']) => [
    kind,
    new Set(codes.split(' ')),
  ]),
);
/** ISO 639-1. */
export const LANGUAGE_CODES: ReadonlySet<string> = CODES.get('language') ?? new Set();
/** ISO 3166-1 alpha-2. */
export const REGION_CODES: ReadonlySet<string> = CODES.get('region') ?? new Set();

export interface HreflangProblem {
  readonly text: string;
  /** A language tag all the same, though not of the kind that search engines document. */
  readonly is_tag: boolean;
}

const wrong = (text: string): HreflangProblem => ({ text, is_tag: false });
const undocumented = (text: string): HreflangProblem => ({ text, is_tag: true });

/** The problem with a hreflang value; undefined for a valid one. */
export function findHreflangProblem(value: string): HreflangProblem | undefined {
  const written = value.toLowerCase();
  const problem = tagProblem(written.trim());
  if (problem !== undefined || written === written.trim()) return problem;
  return wrong('has a leading or trailing space');
}

function tagProblem(written: string): HreflangProblem | undefined {
  if (written === 'x-default') return undefined;
  if (written.includes('_')) return wrong('has an underscore instead of a hyphen');
  const [language = '', ...rest] = written.split('-');
  if (LANGUAGE_CODES.has(language)) return restProblem(rest);
  if (REGION_CODES.has(language) && rest.length === 0) return wrong('is a region code without a language');
  return isNamed(language)
    ? undocumented('is not an ISO 639-1 language code, the only kind that Google documents')
    : wrong('is not an ISO 639-1 language code');
}

let names: Intl.DisplayNames | undefined;

/** Whether a code that ISO 639-1 does not have, or no longer has, names a language: `fil`, `iw`. */
function isNamed(language: string): boolean {
  if (!/^[a-z]{2,3}$/.test(language)) return false;
  names ??= new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  return names.of(language) !== undefined;
}

/** A four-letter script may come before the region; nothing may follow it. */
function restProblem(rest: readonly string[]): HreflangProblem | undefined {
  const [region, ...more] = /^[a-z]{4}$/.test(rest[0] ?? '') ? rest.slice(1) : rest;
  if (region === undefined) return undefined;
  if (more.length > 0) return wrong('is not in the form language-script-region');
  if (REGION_CODES.has(region)) return undefined;
  if (/^\d{3}$/.test(region)) return undocumented('has a numeric region, but Google documents only two-letter codes');
  return wrong(
    region === 'uk'
      ? 'uses uk for the United Kingdom; the code is gb'
      : 'has no valid two-letter region code (ISO 3166-1)',
  );
}

/** Whether a text is a language tag of BCP 47 whose language is known. */
export function isLanguageTag(tag: string): boolean {
  const language = /^([a-z]{2,3})(?:-[a-z\d]{1,8}){0,8}$/i.exec(tag)?.[1]?.toLowerCase();
  if (language === undefined) return false;
  // Three letters name thousands of languages, all of which the standard allows.
  return language.length === 3 || LANGUAGE_CODES.has(language);
}
