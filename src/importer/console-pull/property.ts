import { AppError } from '../../kernel/errors.ts';
import { joinWords } from '../../kernel/grammar.ts';
import { nearest } from '../../kernel/similarity.ts';
import type { ConsoleSource } from '../../ports/console-source.ts';

const SHOWN_MAX = 5;

/**
 * Tells a property that the credentials cannot read apart from one that was only written differently: engines answer both
 * alike, and it is the first mistake that everybody makes.
 *
 * @throws AppError not_found that names the property that was probably meant, SourceFailure
 */
export async function requireProperty(source: ConsoleSource, property: string, signal: AbortSignal): Promise<void> {
  const known = await source.properties(signal);
  if (known.includes(property)) return;
  const meant = nearestProperty(property, known);
  const account = await source.account();
  const where = source.engine === 'google' ? 'Search Console' : 'Bing Webmaster Tools';
  throw new AppError('not_found', `The credentials cannot read the property ${property} of ${where}.`, {
    fix:
      meant === undefined
        ? `${accessSentence(where, account)} ${listSentence(known)}`
        : `Did you mean ${meant}? ${listSentence(known)}`,
  });
}

function accessSentence(where: string, account: string | undefined): string {
  if (where !== 'Search Console') return `Add and verify the site in ${where} with the account of the key.`;
  const who = account ?? 'the Google account that signed in';
  return `In Search Console, open Settings > Users and permissions of the property and add ${who} as a user.`;
}

function listSentence(known: readonly string[]): string {
  return known.length === 0 ? 'So far they can read none.' : `They can read ${joinWords(known, SHOWN_MAX)}.`;
}

/** The one that differs least by its name; of those with the same name the one for the whole domain. */
function nearestProperty(property: string, known: readonly string[]): string | undefined {
  const names = new Map<string, string>();
  for (const one of known.toSorted((left, right) => isDomain(right) - isDomain(left))) {
    const name = nameOf(one);
    if (!names.has(name)) names.set(name, one);
  }
  const meant = names.has(nameOf(property)) ? nameOf(property) : nearest(nameOf(property), [...names.keys()]);
  return meant === undefined ? undefined : names.get(meant);
}

function isDomain(property: string): number {
  return property.startsWith('sc-domain:') ? 1 : 0;
}

/** `example.com` for `sc-domain:example.com`, `https://www.example.com/` and whatever else people write for them. */
function nameOf(property: string): string {
  return property
    .trim()
    .toLowerCase()
    .replace(/^sc-domain:/, '')
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/+$/, '');
}
