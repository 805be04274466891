/**
 * Takes secrets out of a line that is about to be written to a log, whatever brought them there: an address, the
 * message of an error, a field that nobody thought of.
 *
 * Known by their form: API keys, signing secrets of webhooks, bearer tokens, and passwords in URLs. Every expression is
 * linear: a line may be as long as what a caller sent.
 */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/sk_live_[0-9A-Za-z]+/g, 'sk_live_[redacted]'],
  [/whsec_[0-9A-Za-z+/=_-]+/g, 'whsec_[redacted]'],
  [/\b(Bearer|Basic) +[^\s"\\,]+/gi, '$1 [redacted]'],
  [/(:\/\/[^\s:/?#@"\\]{1,200}:)[^\s/?#@"\\]{1,200}@/g, '$1[redacted]@'],
];

export function withoutSecrets(line: string): string {
  let clean = line;
  for (const [form, replacement] of FORMS) clean = clean.replace(form, replacement);
  return clean;
}
