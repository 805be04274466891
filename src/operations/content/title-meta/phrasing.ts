/**
 * The few words of our own that may stand in a title or description, by language.
 *
 * Everything else comes from the page. A language without an entry gets no word of ours at all.
 */
export interface Phrasing {
  /** `a, b and c` */
  readonly join: (items: readonly string[]) => string;
  /** Between a subject and what is said of it. */
  readonly colon: string;
  /** Words that join what a heading lists itself. */
  readonly joins: RegExp;
  /** `in Hamburg`; undefined where the language would need a grammar of place names. */
  readonly inPlace: (place: string) => string | undefined;
  readonly inSteps: (steps: number) => string;
  /** `Rated 4.7 out of 5 in 89 reviews.` */
  readonly rated: (rating: Rating) => string;
  readonly forPrice: (name: string, price: string) => string;
  /** Nouns are written with a capital inside a sentence. */
  readonly nouns_capital: boolean;
}

export interface Rating {
  readonly value: string;
  readonly best: string;
  readonly count: string;
}

const commaAnd = (and: (next: string) => string) => (items: readonly string[]) => {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} ${and(last)} ${last}`;
};

const decimalComma = (value: string): string => value.replace('.', ',');

const ENGLISH: Phrasing = {
  join: commaAnd(() => 'and'),
  colon: ': ',
  joins: /\s(?:and|or|&)\s/i,
  inPlace: (place) => `in ${place}`,
  inSteps: (steps) => `in ${steps} steps`,
  rated: ({ value, best, count }) => `Rated ${value} out of ${best} in ${count} reviews.`,
  forPrice: (name, price) => `${name} for ${price}.`,
  nouns_capital: false,
};

const GERMAN: Phrasing = {
  join: commaAnd(() => 'und'),
  colon: ': ',
  joins: /\s(?:und|oder|&)\s/i,
  inPlace: (place) => `in ${place}`,
  inSteps: (steps) => `in ${steps} Schritten`,
  rated: ({ value, best, count }) =>
    `Bewertet mit ${decimalComma(value)} von ${best} Sternen bei ${count} Bewertungen.`,
  forPrice: (name, price) => `${name} für ${price}.`,
  nouns_capital: true,
};

const SPANISH: Phrasing = {
  // `y` becomes `e` before the sound i, but not before a diphthong.
  join: commaAnd((next) => (/^(?:i|hi(?!e))/i.test(next) ? 'e' : 'y')),
  colon: ': ',
  joins: /\s(?:y|e|o|&)\s/i,
  inPlace: (place) => `en ${place}`,
  inSteps: (steps) => `en ${steps} pasos`,
  rated: ({ value, best, count }) => `Valorado con ${decimalComma(value)} de ${best} en ${count} opiniones.`,
  forPrice: (name, price) => `${name} por ${price}.`,
  nouns_capital: false,
};

const FRENCH: Phrasing = {
  join: commaAnd(() => 'et'),
  // French sets a space before the colon that does not break.
  colon: '\u00a0: ',
  joins: /\s(?:et|ou|&)\s/i,
  // Le Havre and Les Sables would need `au` and `aux`.
  inPlace: (place) => (/^(?:le|les|l['’])\b/i.test(place) ? undefined : `à ${place}`),
  inSteps: (steps) => `en ${steps} étapes`,
  rated: ({ value, best, count }) => `Noté ${decimalComma(value)} sur ${best} d’après ${count} avis.`,
  forPrice: (name, price) => `${name} à ${price}.`,
  nouns_capital: false,
};

const PHRASINGS: ReadonlyMap<string, Phrasing> = new Map([
  ['en', ENGLISH],
  ['de', GERMAN],
  ['es', SPANISH],
  ['fr', FRENCH],
]);

export function phrasingOf(language: string): Phrasing | undefined {
  return PHRASINGS.get(language);
}
