import { readBrandName, stripSiteName } from '../../../text/address.ts';
import { squash } from '../../../text/brand.ts';
import { stripAccents } from '../../../text/normalize.ts';

/** Letters and digits of the names that competitors go by. */
export type BrandNames = ReadonlySet<string>;

/** A shorter name is a word more often than a name: `rad`, `fit`. */
const NAME_MIN = 4;
const FIRST_WORD_MIN = 6;
/** What this many other sites have in their titles names the field: `solarpanels.test`. */
const SITES_MAX = 1;
/** A name is written in no more words than this. */
const WORDS_MAX = 4;

interface Site {
  readonly domain: string;
  readonly titles: readonly string[];
}

/**
 * The names of competitors, by their domains: `sunnyside-energy.test` is `SunnySide Energy`, and `SunnySide` alone.
 *
 * Words of own titles are no names, nor are those that several other sites have in theirs.
 */
export function readBrandNames(competitors: readonly Site[], ownTitles: readonly string[]): BrandNames {
  const isForeign = (name: string, domain: string): boolean => {
    const names = new Set([name]);
    const elsewhere = competitors.filter(
      (site) => site.domain !== domain && site.titles.some((title) => namesBrand(title, names)),
    );
    return elsewhere.length <= SITES_MAX && !ownTitles.some((title) => namesBrand(title, names));
  };
  return new Set(
    competitors.flatMap(({ domain }) => {
      const [first = '', ...rest] = readBrandName(domain).split(' ').map(joinLetters);
      const names = [first + rest.join(''), ...(first.length >= FIRST_WORD_MIN ? [first] : [])];
      return [...new Set(names)].filter((name) => name.length >= NAME_MIN && isForeign(name, domain));
    }),
  );
}

/** A title without the name of its site and those of competitors. */
export interface PlainTitle {
  readonly text: string;
  /** It is about a competitor itself: reviews of it, why to choose it, it against another. */
  readonly about_competitor: boolean;
}

/** Words that lead to a name at the end of a title: `by BrightRoof`, `bei Bettwelt`, `en Músculo Max`. */
const BEFORE_NAME =
  /\s+(?:by|from|at|with|bei|beim|von|mit|en|con|de|del|chez|avec|par|à|à la|au|da|di|bij|van|met)$/iu;
/** What is left of a sentence about the competitor: `Fear of the dentist? How Dentalis helps`. */
const SENTENCE = /(?<=[?!.])\s+(?=\p{Lu})/u;
/** `El método Lingua`, `Das Bettwelt Prinzip`: something that only the competitor has. */
const DEFINITE = /^(?:the|der|die|das|el|la|los|las|le|les|l['’])\s*[\p{L}-]+$/iu;
/** What is left of a title that is about a competitor itself. */
const ABOUT =
  /\b(?:reviews?|opinions?|erfahrung(?:en)?|bewertung(?:en)?|opiniones|avis|recensioni|vs|versus|alternatives?|alternativen?|alternativas?)\b/i;

/** Takes the names of competitors off both ends of a title; one in the middle is what the title is about. */
export function stripBrands(title: string, names: BrandNames): PlainTitle {
  const core = stripSiteName(title);
  const plain = stripBrandsFrom(core, names);
  if (!plain.about_competitor) return plain;
  // `Mattress test: BrightRoof against the rest` is about mattress tests all the same.
  const [head = ''] = core.split(/:\s|\s[–—-]\s/, 1);
  return head !== core && !namesBrand(head, names) ? stripBrandsFrom(head, names) : plain;
}

function stripBrandsFrom(core: string, names: BrandNames): PlainTitle {
  const words = core.split(/\s+/).filter((word) => word !== '');
  const runs = findRuns(words, names);
  const [first] = runs;
  const last = runs.at(-1);
  if (first === undefined || last === undefined) return { text: core, about_competitor: false };
  const begin = first.at === 0 ? first.size : 0;
  const end = last.at >= begin && last.at + last.size === words.length ? last.at : words.length;
  const bare = words.slice(begin, end).join(' ').replaceAll(EDGES, '').replace(BEFORE_NAME, '');
  const text = end < words.length ? (bare.split(SENTENCE, 1)[0] ?? bare) : bare;
  const isLeft = runs.some(({ at }) => at >= begin && at < end);
  return { text, about_competitor: isLeft || text === '' || ABOUT.test(text) || DEFINITE.test(text) };
}

export function namesBrand(text: string, names: BrandNames): boolean {
  return findRuns(text.split(/\s+/), names).length > 0;
}

/** Marks that a name leaves at an end: `Reviews: `, `, by`. */
const EDGES = /^[\s:,;|–—-]+|[\s:,;|–—-]+$/g;

interface Run {
  readonly at: number;
  readonly size: number;
}

function findRuns(words: readonly string[], names: BrandNames): Run[] {
  const letters = words.map((word) => joinLetters(word.replace(ELIDED, '')));
  const runs: Run[] = [];
  for (let at = 0; names.size > 0 && at < words.length; at += 1) {
    if (letters[at] === '') continue;
    for (let size = Math.min(WORDS_MAX, words.length - at); size > 0; size -= 1) {
      if (!joinRuns(words.slice(at, at + size), letters.slice(at, at + size)).some((run) => isName(run, names)))
        continue;
      runs.push({ at, size });
      at += size - 1;
      break;
    }
  }
  return runs;
}

/** A run as one word; an ampersand may stand for `and` in any language: `Bois & Sol` is `boisetsol`. */
function joinRuns(words: readonly string[], letters: readonly string[]): string[] {
  const plain = letters.join('');
  if (!words.some((word) => AMPERSAND.has(word))) return [plain];
  const joined = ANDS.map((and) => letters.map((word, at) => (AMPERSAND.has(words[at] ?? '') ? and : word)).join(''));
  return [plain, ...joined];
}

const AMPERSAND: ReadonlySet<string> = new Set(['&', '+']);
const ANDS = ['and', 'und', 'et', 'y', 'e', 'en'];

function isName(run: string, names: BrandNames): boolean {
  return names.has(run) || names.has(run.replace(/s$/, ''));
}

/** The article of `l’Océan Palace` is no part of the name. */
const ELIDED = /^[ld]['’]/i;

/** `Músculo Max` is `musculomax`. */
function joinLetters(text: string): string {
  return stripAccents(squash(text));
}
