import { readTerms, stemTerm } from './keyword.ts';
import { PHRASES } from './signal-phrases.ts';
import { tokenize } from '../web/words.ts';

/** Weight by term. */
export type TermVector = ReadonlyMap<string, number>;

/** What a word of everyday speech weighs. */
export const EVERYDAY_WEIGHT = 0.6;

/**
 * How much a term tells, from a fixed background and not from the list at hand, so that whether two texts are alike
 * does not change with what else was sent: words that signal an intent 0.35, words of everyday speech 0.6, numbers 0.9,
 * every other word 1.
 */
export function termWeight(term: string, language: string): number {
  const background = backgroundOf(language);
  if (background.signals.has(term)) return 0.35;
  if (background.everyday.has(term)) return EVERYDAY_WEIGHT;
  return /^\p{N}/u.test(term) ? 0.9 : 1;
}

interface Background {
  readonly signals: ReadonlySet<string>;
  readonly everyday: ReadonlySet<string>;
}

const backgrounds = new Map<string, Background>();

function backgroundOf(language: string): Background {
  const known = Object.hasOwn(PHRASES, language) ? language : 'en';
  let background = backgrounds.get(known);
  if (background === undefined) {
    // Words of longer phrases (`how to make`) signal nothing alone.
    const phrases = Object.values(PHRASES[known] ?? {}).flatMap((list) =>
      list.split(',').flatMap((phrase) => {
        const words = tokenize(phrase);
        return words.length === 1 ? words : [];
      }),
    );
    background = {
      signals: new Set(phrases.map((word) => stemTerm(word, known))),
      everyday: new Set((EVERYDAY[known] ?? '').split(' ').map((word) => stemTerm(word, known))),
    };
    backgrounds.set(known, background);
  }
  return background;
}

const EVERYDAY: Readonly<Record<string, string>> = {
  en: 'make get use need want find give take new old good great easy simple quick fast small big large full complete professional different right home house people man woman child year day time world life thing way work business company person use using used help know think like look come going start change today current latest modern popular beginner',
  de: 'machen neu neue gut gute einfach schnell klein groß ganz haus leben jahr tag zeit mann frau kind finden',
  es: 'hacer nuevo nueva bueno buena fácil rápido pequeño grande casa vida año día tiempo hombre mujer niño encontrar',
  fr: 'faire nouveau nouvelle bon bonne facile rapide petit grand maison vie an jour temps homme femme enfant trouver',
};

/** Weighted terms of a text; a term that occurs often counts more, with falling gain. */
export function weighText(text: string, language: string): TermVector {
  return weighTerms(readTerms(text, language), language);
}

export function weighTerms(terms: readonly string[], language: string): TermVector {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return new Map([...counts].map(([term, count]) => [term, (1 + Math.log(count)) * termWeight(term, language)]));
}

/** Inverse document frequency over a list, smoothed: for weighing a list of one subject against itself. */
export function inverseFrequencies(documents: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const terms of documents) for (const term of new Set(terms)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return new Map([...counts].map(([term, count]) => [term, Math.log((documents.length + 1) / (count + 0.5))]));
}
