/**
 * Names of the made web, by number: what a domain, a host, a page and a link text are called.
 *
 * The same number has the same name wherever it is met, so that targets of links are pages that are visited too.
 */

/** Numbers spread evenly by a few multiplications; the same for the same input. */
export function mix(one: number, other: number): number {
  let x = Math.imul(one ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(other + 0x7f4a7c15, 0xc2b2ae35);
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return (x ^ (x >>> 16)) >>> 0;
}

const WORD_COUNT = 1024;
const CONSONANTS = 'bcdfghklmnprstvz';
const VOWELS = 'aeiou';

function makeWord(at: number): string {
  let seed = mix(at, 77);
  const syllables = 1 + (seed % 3);
  let made = '';
  for (let syllable = 0; syllable <= syllables; syllable += 1) {
    seed = mix(seed, syllable);
    made += CONSONANTS.charAt(seed & 15) + VOWELS.charAt((seed >>> 8) % 5);
  }
  return made;
}

const WORDS: readonly string[] = [...new Set(Array.from({ length: 4 * WORD_COUNT }, (_, at) => makeWord(at)))].slice(
  0,
  WORD_COUNT,
);

function word(number: number): string {
  return WORDS[number % WORD_COUNT] ?? '';
}

/** Suffixes as often as the web has them, written as keys and as names. */
const SUFFIXES =
  'com com com com com com com com com com de de org org net net co.uk fr it nl pl ru info io com.br co.jp'.split(' ');

export interface Domain {
  readonly number: number;
  /** `com.example.` */
  readonly key: string;
  readonly suffix: string;
  readonly label: string;
}

export function domainOf(number: number): Domain {
  // An odd factor makes it a permutation, so that hardly two numbers share a name and neighbours look unlike.
  const scrambled = Math.imul(number, 0x2545f491) >>> 0;
  const rest = scrambled >>> 20;
  const label = word(scrambled & 1023) + word((scrambled >>> 10) & 1023) + (rest === 0 ? '' : rest.toString(36));
  const suffix = SUFFIXES[mix(number, 1) % SUFFIXES.length] ?? 'com';
  return { number, key: `${suffix.split('.').reverse().join('.')}.${label}.`, suffix, label };
}

/** Most sites have one host, with www or without; some pages are on a second one. */
export function hostKeyOf(domain: Domain, page: number): string {
  if (page % 19 === 7) return `${domain.key}${page % 38 === 7 ? 'blog' : 'shop'}.`;
  return mix(domain.number, 2) % 9 < 5 ? `${domain.key}www.` : domain.key;
}

/** Path without its trailing slash, as the index keys it; page 0 is the root. */
export function pathOf(domain: Domain, page: number): string {
  if (page === 0) return '';
  const seed = mix(domain.number, page + 3);
  const slug = `${word(seed)}-${word(page)}${page < WORD_COUNT ? '' : `-${word(page >>> 10)}`}`;
  switch (mix(domain.number, 5) % 5) {
    case 0:
      return `/blog/20${10 + (seed % 16)}/${1 + ((seed >>> 8) % 12)}/${slug}`;
    case 1:
      return `/${word(domain.number + (seed % 7))}/${slug}`;
    case 2:
      return `/${slug}.html`;
    case 3:
      return `/article/${10_000 + page}-${word(seed)}`;
    default:
      return `/index.php?id=${page}&s=${word(domain.number % 5)}`;
  }
}

/** 1: https, 2: with a trailing slash. */
export function flagsOf(domain: Domain, page: number): number {
  const secure = mix(domain.number, 6) % 20 < 17 ? 1 : 0;
  const slashed = page === 0 || mix(domain.number, 5) % 5 < 2 ? 2 : 0;
  return secure | slashed;
}

const GENERIC = ['here', 'click here', 'read more', 'more', 'website', 'link', 'this article', 'source', 'visit site'];

/** Names, addresses, phrases of the target's own topic, and the usual words that say nothing. */
export function anchorOf(target: Domain, choice: number): string {
  const share = choice % 100;
  const seed = choice >>> 8;
  if (share < 40) return target.label;
  if (share < 52) return `${target.label}.${target.suffix}`;
  if (share < 62) return GENERIC[seed % GENERIC.length] ?? 'here';
  // Few phrases come often, most come rarely.
  const phrase = Math.floor(300 ** ((seed & 0xffff) / 65_536));
  return `${word(mix(target.number, phrase))} ${word(mix(target.number, phrase + 1000))}${phrase > 20 ? ` ${word(seed)}` : ''}`;
}

export function titleOf(domain: Domain, page: number): string {
  const seed = mix(domain.number, page + 11);
  return `${word(seed)} ${word(seed >>> 10)} ${word(page)} | ${domain.label}`;
}
