import { readDataRows } from '../../kernel/data.ts';

/**
 * The few words of our own that a title or description may have, by language.
 *
 * Everything else comes from the page. A language without an entry gets no word of ours at all.
 */
export interface Phrasing {
  /** `a, b and c` */
  readonly join: (items: readonly string[]) => string;
  /** Between a subject and what is said about it. French has a non-breaking space before it. */
  readonly colon: string;
  /** `in Hamburg`; undefined where the grammar of place names decides. */
  readonly inPlace: (place: string) => string | undefined;
  readonly inSteps: (steps: number) => string;
  /** `of 2026` */
  readonly ofYear: (year: string) => string;
  readonly forPrice: (name: string, price: string) => string;
  /** A sentence that offers a product. */
  readonly offer: (name: string, price: string, brand: string | undefined) => string;
  /** `Rated 4.7 out of 5 in 89 reviews.` */
  readonly rated: (rating: Rating) => string;
  /** A sentence that promises what a heading such as `how to fix a tyre` names. */
  readonly promise: (how: string) => string;
  /** What a part of a title about prices is called. */
  readonly costs: string;
  /** Nouns have a capital inside a sentence. */
  readonly nouns_capital: boolean;
}

export interface Rating {
  readonly value: string;
  readonly best: string;
  readonly count: string;
}

const PHRASINGS: ReadonlyMap<string, Phrasing> = new Map(
  readDataRows(import.meta.url, 'data/phrasing.tsv').map((row) => [row[0] ?? '', readPhrasing(row)]),
);

export function findPhrasing(language: string): Phrasing | undefined {
  return PHRASINGS.get(language);
}

function readPhrasing(row: readonly string[]): Phrasing {
  const [language, and = '', colon = '', place = '', steps = '', price = '', offer = '', offerAt = ''] = row;
  const [rated = '', promise = '', costs = '', year = '', decimal, nouns] = row.slice(8);
  return {
    join: (items) => {
      const last = items.at(-1) ?? '';
      if (items.length < 2) return last;
      // Spanish `y` becomes `e` before the sound i, but not before a diphthong.
      const joint = language === 'es' && /^(?:i|hi(?!e))/i.test(last) ? 'e' : and;
      return `${items.slice(0, -1).join(', ')} ${joint} ${last}`;
    },
    colon,
    // Le Havre and Les Sables would need `au` and `aux`.
    inPlace: (name) =>
      language === 'fr' && /^(?:le|les|l['’])\b/i.test(name) ? undefined : fill(place, { place: name }),
    inSteps: (count) => fill(steps, { steps: `${count}` }),
    ofYear: (value) => fill(year, { year: value }),
    forPrice: (name, amount) => fill(price, { name, price: amount }),
    offer: (name, amount, brand) =>
      brand === undefined ? fill(offer, { name, price: amount }) : fill(offerAt, { name, price: amount, brand }),
    rated: ({ value, best, count }) =>
      fill(rated, { value: decimal === ',' ? value.replace('.', ',') : value, best, count }),
    promise: (how) => fill(promise, { how }),
    costs,
    nouns_capital: nouns === 'yes',
  };
}

function fill(frame: string, values: Readonly<Record<string, string>>): string {
  return frame.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
