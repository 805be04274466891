import { createHash } from 'node:crypto';

import { compareText, foldPhrase } from '../../text/normalize.ts';

/** Longer keywords are pasted text; only their beginning is compared. */
const KEYWORD_CHARACTERS_MAX = 700;

/** The form in which keywords are compared: NFKC, case folded, one space between words. */
export function keywordKey(keyword: string): string {
  return foldPhrase(keyword, KEYWORD_CHARACTERS_MAX);
}

/** How the tables write a language: `pt-BR`, `zh-Hant`; '' stands for none. */
export function languageKey(language: string | null): string {
  const parts = (language ?? '').trim().replaceAll('_', '-').toLowerCase().split('-');
  return parts.map((part, at) => (at === 0 ? part : (SUBTAG_CASE[part.length]?.(part) ?? part))).join('-');
}

/** Regions are written in capitals, scripts with one. */
const SUBTAG_CASE: Readonly<Record<number, (part: string) => string>> = {
  2: (region) => region.toUpperCase(),
  4: (script) => script.charAt(0).toUpperCase() + script.slice(1),
};

interface DomainFilters {
  readonly include_domains: readonly string[];
  readonly exclude_domains: readonly string[];
}

/** The domains that a question is limited to, in a fixed order; '' for none. */
export function filtersText({ include_domains, exclude_domains }: DomainFilters): string {
  const domains = (names: readonly string[]): string[] =>
    [...new Set(names.map((name) => name.toLowerCase()))].sort(compareText);
  return [...domains(include_domains), ...domains(exclude_domains).map((domain) => `-${domain}`)].join(' ');
}

/**
 * The key by which the inbox finds result pages. It leaves out engine, place and device, so that one look-up
 * finds every page that may answer a query without them.
 */
export function serpSeries(keyword: string, filters: string, language: string): string {
  return seriesOf('serp', keywordKey(keyword), filters, languageKey(language));
}

export function keywordSeries(keyword: string): string {
  return seriesOf('keyword', keywordKey(keyword));
}

export function ideasSeries(seed: string): string {
  return seriesOf('ideas', keywordKey(seed));
}

/** Prompts are sent as they are, so that every character counts. */
export function promptKey(prompt: string): string {
  return seriesOf('prompt', prompt);
}

/** Of short and fixed length, whatever is in it. */
export function seriesOf(...parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** How the tables write the code of a place; 0 is none. */
export function codeOf(location: { readonly code: number } | null): number {
  return location?.code ?? 0;
}
