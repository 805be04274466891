/** Languages that Google tells apart by region; of all others it knows one form. */
const REGIONAL = new Set(['zh-cn', 'zh-tw', 'zh-hk', 'pt-br', 'pt-pt', 'es-419', 'fr-ca', 'en-gb', 'sr-latn']);
const SCRIPTS: Readonly<Record<string, string>> = { zh: 'zh-CN', 'zh-hans': 'zh-CN', 'zh-hant': 'zh-TW', nb: 'no' };

/** Google's `hl` code of a language: `pt-BR`, `zh-TW`, `de` for `de-AT`. */
export function googleLanguage(language: string): string {
  const code = language.toLowerCase().replace('_', '-');
  const known = SCRIPTS[code];
  if (known !== undefined) return known;
  const [primary = 'en', region] = code.split('-');
  if (region === undefined || !REGIONAL.has(code)) return SCRIPTS[primary] ?? primary;
  return `${primary}-${region.length === 2 ? region.toUpperCase() : region}`;
}
