import { isNear } from '../kernel/similarity.ts';
import { tokenize } from '../web/words.ts';
import { foldPhrase, stripAccents } from './normalize.ts';

/** Languages in which people name countries and languages. */
export const NAME_LOCALES =
  'en de fr es it pt nl pl sv da nb fi cs sk hu ro bg el tr ru uk ar he fa hi bn th vi id ms ja ko zh zh-TW ca hr sr sl lt lv et'.split(
    ' ',
  );

const PLAIN = /^[\x20-\x7e]{0,300}$/;

/** A name as it is looked up: folded, without accents and punctuation. */
export function foldName(name: string): string {
  // Most names are plain, and there are many of them.
  if (PLAIN.test(name)) return (name.toLowerCase().match(/[a-z0-9]+/g) ?? []).join(' ');
  return tokenize(foldPhrase(name, 300)).map(stripAccents).join(' ');
}

/** The candidates that could be a name with a typo, those first that share most pairs of letters with it (Dice's coefficient). */
export function nearestNames(name: string, candidates: Iterable<string>, limit: number): string[] {
  const folded = foldName(name);
  const wanted = pairsOf(folded);
  const found: { readonly candidate: string; readonly share: number }[] = [];
  for (const candidate of candidates) {
    const other = foldName(candidate);
    if (isNear(folded, other)) found.push({ candidate, share: diceOf(wanted, pairsOf(other)) });
  }
  found.sort((one, other) => other.share - one.share);
  return [...new Set(found.map(({ candidate }) => candidate))].slice(0, limit);
}

function pairsOf(text: string): ReadonlySet<string> {
  const padded = ` ${text} `;
  const pairs = new Set<string>();
  for (let at = 0; at + 2 <= padded.length; at += 1) pairs.add(padded.slice(at, at + 2));
  return pairs;
}

function diceOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const pair of one) if (other.has(pair)) shared += 1;
  return (2 * shared) / (one.size + other.size);
}
