import type { Location } from '../../ports/locations.ts';

/** The country of a place, for endpoints that know none smaller. Names of Google's list end with it. */
export function nameCountry({ code, kind, name }: Location): { location_code: number } | { location_name: string } {
  return kind === 'country' ? { location_code: code } : { location_name: name.split(',').at(-1)?.trim() ?? name };
}

/** Codes of its languages are ISO 639-1, but for Chinese, which it tells apart by script, and Norwegian. */
export function codeLanguage(language: string): string {
  const [base = '', region = ''] = language.split('-');
  if (base === 'zh') return /^(?:tw|hk|mo|hant)$/i.test(region) ? 'zh-TW' : 'zh-CN';
  return base === 'no' || base === 'nn' ? 'nb' : base;
}
