import { once } from '../kernel/once.ts';
import { LANGUAGE_CODES } from '../web/language-codes.ts';
import { foldName, NAME_LOCALES, nearestNames } from './names.ts';

/** Forms of a language that people ask for by name. */
const REGIONAL =
  'pt-BR pt-PT en-US en-GB en-AU en-CA es-ES es-MX es-419 fr-FR fr-CA fr-CH de-DE de-AT de-CH nl-BE zh-CN zh-TW zh-HK'.split(
    ' ',
  );
/** Search engines tell the two scripts of Chinese apart by where they are written. */
const SCRIPTS = new Map([
  ['zh-Hans', 'zh-CN'],
  ['zh-Hant', 'zh-TW'],
]);
/** Not in ISO 639-1, and spoken by enough for search engines to have it. */
const FILIPINO = 'fil';
/** What ISO 639-1 has in its place; its canonical form is Filipino. */
const TAGALOG = 'tl';

interface LanguageTable {
  readonly byName: ReadonlyMap<string, string>;
  readonly english: readonly string[];
}

let table: LanguageTable | undefined;

export type ReadLanguage =
  | { readonly code: string }
  | {
      /** What is wrong with the text, as a sentence that continues the name of its field: `must be …`. */
      readonly problem: string;
    };

/**
 * Reads a language from an ISO 639-1 code, a regional form or a name in any of the usual languages: `de`, `pt-BR`, `German`,
 * `Deutsch`, `Brazilian Portuguese`.
 */
export function readLanguage(text: string): ReadLanguage {
  const written = text.trim();
  const code = codeOf(written) ?? (table ??= readTable()).byName.get(foldName(written));
  if (code !== undefined) return { code };
  const { english } = (table ??= readTable());
  const nearest = nearestNames(written, english, 3);
  const hint = nearest.length === 0 ? '' : ` Did you mean ${nearest.join(' or ')}?`;
  return {
    problem: `must be a language code such as en or pt-BR, or a language name; "${written.slice(0, 60)}" is neither.${hint}`,
  };
}

/** `pt-BR` for `PT_br`, `he` for `iw`; undefined for what is no code of a language. */
function codeOf(text: string): string | undefined {
  if (!/^[a-z]{2,3}(?:[-_][a-z]{4})?(?:[-_](?:[a-z]{2}|\d{3}))?$/i.test(text)) return undefined;
  const [canonical = ''] = Intl.getCanonicalLocales(text.replaceAll('_', '-'));
  const [language = ''] = canonical.split('-');
  return LANGUAGE_CODES.has(language) || language === FILIPINO ? (SCRIPTS.get(canonical) ?? canonical) : undefined;
}

function readTable(): LanguageTable {
  const codes = [...[...LANGUAGE_CODES].filter((code) => code !== TAGALOG), FILIPINO];
  const byName = new Map<string, string>();
  const add = (name: string | undefined, code: string): void => {
    const key = foldName(name ?? '');
    if (key !== '' && !byName.has(key)) byName.set(key, code);
  };
  for (const locale of NAME_LOCALES) {
    const names = displayNames(locale);
    for (const code of codes) add(names.of(code), code);
    for (const code of REGIONAL) add(names.of(code), code);
    for (const [script, code] of SCRIPTS) add(names.of(script), code);
  }
  for (const code of codes) add(displayNames(code).of(code), code);
  const names = displayNames('en');
  return { byName, english: codes.flatMap((code) => names.of(code) ?? []) };
}

function displayNames(locale: string): Intl.DisplayNames {
  return new Intl.DisplayNames([locale, 'en'], { type: 'language', fallback: 'none' });
}

const englishNames = once(() => new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' }));

/** In English: `German` for `de`. */
export function nameLanguage(code: string): string {
  return englishNames().of(code) ?? code;
}
