import { readDataRows } from '../../../kernel/data.ts';
import { foldText } from '../../../web/words.ts';
import type { WrittenIn } from './frames.ts';

/** Words that tell what kind of phrase a topic or a category is; folded. */

type Words = ReadonlySet<string>;

const ROWS = new Map(
  readDataRows(import.meta.url, 'data/words.tsv').map(([list, language, words = '']) => [`${list} ${language}`, words]),
);

export const THINGS = readWords('things', 'en');
export const MASS = readWords('mass', 'en');
export const COUNTED = readWords('counted', 'en');
export const PLURALS = readWords('plurals', 'en');
export const NOT_PEOPLE = readWords('not_people', 'en');
export const IRREGULAR_PLURALS: ReadonlyMap<string, string> = new Map(
  [...readWords('irregular', 'en')].map((pair) => [pair.split(':')[0] ?? '', pair.split(':')[1] ?? '']),
);
export const GROUPS = readByLanguage('groups');
/** How an aspect of an offer is said, by language and topic. */
export const ASPECTS: ReadonlyMap<string, string> = new Map(
  readDataRows(import.meta.url, 'data/aspects.tsv').flatMap(([language = '', said = '', topics = '']) =>
    topics.split(' ').map((topic) => [`${language} ${topic}`, said] as const),
  ),
);
export const WORK = readByLanguage('work');
export const ACRONYMS = readWords('acronyms', 'all');
export const SMALL_WORDS = readWords('small_words', 'de');
export const VERBS = readByLanguage('verbs');
/** Verbs whose object is mostly uncounted: to save energy, to lose weight. */
export const VERBS_OF_MASS = readByLanguage('verbs_of_mass');
/** Verbs of work that people also pay others for: to install a heat pump, but not to pack a backpack. */
export const VERBS_OF_WORK = readByLanguage('verbs_of_work');
/** Verbs whose object is new to the one who asks: to install a heat pump, but to clean my oven. */
export const VERBS_OF_NEW = readByLanguage('verbs_of_new');
export const ARTICLES = readByLanguage('articles');
export const PARTICLES = readWords('particles', 'all');
export const UNCOUNTED = readByLanguage('uncounted');
export const BULK = readByLanguage('bulk');
export const SECOND_NOUNS = readByLanguage('second_nouns');
const BELONGINGS = readByLanguage('belongings');
export const QUESTION_STARTS = readByLanguage('question_starts');
export const PREPOSITIONS = readWords('prepositions', 'all');

/** A seller is where things are ordered, however far away it is; a shop in a street is local. */
export type Trade = 'software' | 'local' | 'seller' | 'goods';
const SOFTWARE = readPattern('offers_software');
const LOCAL = readPattern('offers_local');
const SELLER = readPattern('offers_sellers');
const ONLINE = readPattern('offers_online');

function readWords(list: string, language: string): Words {
  return new Set(ROWS.get(`${list} ${language}`)?.split(' ').map(foldText));
}

function readByLanguage(list: string): Readonly<Record<WrittenIn, Words>> {
  const read = (language: WrittenIn): Words => readWords(list, language);
  return { en: read('en'), de: read('de'), es: read('es'), fr: read('fr'), ja: read('ja') };
}

function readPattern(list: string): RegExp {
  return new RegExp([...readWords(list, 'all')].join('|'));
}

/** What kind of offer a category is, as far as prompts differ by it; where it does not tell, most of its topics do. */
export function classifyTrade(category: string, topics: readonly string[] = []): Trade {
  const own = readTrade(category);
  if (own !== 'goods') return own;
  const told = topics.map((topic) => readTrade(topic));
  return told.find((trade) => told.filter((each) => each === trade).length * 2 > topics.length) ?? 'goods';
}

function readTrade(offer: string): Trade {
  const folded = offer.toLowerCase();
  if (SOFTWARE.test(folded)) return 'software';
  const isLocal = LOCAL.test(folded);
  if (SELLER.test(folded) && (!isLocal || ONLINE.test(folded))) return 'seller';
  return isLocal ? 'local' : 'goods';
}

/** What joins a topic to what people look for: `for`. */
export function findJoint(language: WrittenIn): string {
  return ROWS.get(`joint ${language}`) ?? '';
}

/** What a company is called that does such work; undefined where it is called by its work. */
export function findCompany(language: WrittenIn): string | undefined {
  return ROWS.get(`work_company ${language}`);
}

const GENITIVES: ReadonlySet<string> = new Set(['der', 'des', 'einer', 'eines']);

/** The noun that a phrase is about: the last word before its first preposition, or whose it is (`Zuschuss der Pflegekasse`). */
export function findHeadNoun(words: readonly string[]): string {
  const end = words.findIndex((word, at) => at > 0 && (PREPOSITIONS.has(word) || GENITIVES.has(word)));
  return words[(end < 0 ? words.length : end) - 1] ?? '';
}

/** Whether a phrase names something that belongs to an offer, such as its insurance. */
export function isBelonging(words: readonly string[], language: WrittenIn): boolean {
  const head = language === 'en' || language === 'de' ? findHeadNoun(words) : (words[0] ?? '');
  const known = BELONGINGS[language];
  return known.has(head) || (language === 'de' && [...known].some((each) => head.endsWith(each)));
}
