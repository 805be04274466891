import { registrableDomain } from '../web/url.ts';

/** A brand as people write it and where it publishes. */
export interface BrandNames {
  readonly name: string;
  readonly aliases: readonly string[];
  /** Hosts. */
  readonly domains: readonly string[];
}

/** A shorter label of a domain is more often a plain word than a name: `shoes.example` sells what others sell, too. */
const LABEL_CHARACTERS_MIN = 8;
/** Words that a name is written in at most: `harbour bikes`, `t mobile`. */
const WORDS_MAX = 8;
/** Scripts that leave no space between words, so that a name may stand within a run of letters. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/**
 * Tells branded texts from unbranded ones: queries, anchors and mentions that hold the brand's name, one of its aliases or
 * the name in one of its domains. Spaces, hyphens, dots, case and width make no difference; `apple` is not in `pineapple`.
 */
export function createBrandTest({ name, aliases, domains }: BrandNames): (text: string) => boolean {
  const labels = domains
    .map((host) => registrableDomain(host).split('.', 1)[0] ?? '')
    .filter((label) => label.length >= LABEL_CHARACTERS_MIN);
  const names = new Set([name, ...aliases, ...labels].map(joinWords).filter((joined) => joined !== ''));
  const unspaced = [...names].filter((joined) => UNSPACED.test(joined));
  return (text) => {
    const words = wordsOf(text);
    if (words.some((_, at) => startsName(words, at, names))) return true;
    const joined = words.join('');
    return unspaced.some((own) => joined.includes(own));
  };
}

function startsName(words: readonly string[], at: number, names: ReadonlySet<string>): boolean {
  let joined = '';
  for (const word of words.slice(at, at + WORDS_MAX)) {
    joined += word;
    if (names.has(joined)) return true;
  }
  return false;
}

function joinWords(text: string): string {
  return wordsOf(text).join('');
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}
