import { type Choices, readChoices } from '../../../text/choices.ts';
import { compareText } from '../../../text/normalize.ts';
import type { PageType } from '../../../text/page-types.ts';
import { stemTerm } from '../../../text/keyword.ts';
import { weightedJaccard } from '../../../text/similarity.ts';
import { findTermMeaning } from '../../../text/synonyms.ts';
import { rateIntentFit, findPurpose } from '../../../text/purpose.ts';
import { type AskedKeyword, TELLING } from './asked.ts';
import type { KeywordLetters } from './letters.ts';
import { findRelated, holdsPhrase, rateExactness, sortWords, type WordsOnPage } from './words.ts';
import { type MapPage, type PageChoices, type PageTerms, STRENGTH } from './pages.ts';

export type MatchLevel = 'strong' | 'medium' | 'weak' | 'none';

const COMPONENTS = ['topic', 'focus', 'intent', 'limits'] as const;
/** Points of each component; together 100. Our own weights, pinned by the tests. */
const POINTS = { topic: 60, focus: 20, intent: 20 } as const;

export interface Fit {
  readonly page: MapPage;
  readonly level: MatchLevel;
  readonly score: number;
  readonly components: Readonly<Record<(typeof COMPONENTS)[number], number>>;
  /** The score before it was held within the band of the match: how near two pages are to each other. */
  readonly raw: number;
  /** The title is the keyword and nothing else: 2 letter by letter, 1 in other forms or another order. */
  readonly exact: 0 | 1 | 2;
  readonly words: WordsOnPage;
  /** Words of the keyword that are nowhere on the page and say more than what kind of answer is wanted. */
  readonly lacking_content: readonly string[];
  /** Key words of the keyword that the page does not have anywhere. */
  readonly missing: readonly string[];
  /** Share of the keyword's weight that the page has, anywhere. */
  readonly covered: number;
  /** The keyword names a number or model that the page does not have. */
  readonly other_number: boolean;
  /** The page is for others than the keyword: for men, not for women. */
  readonly opposed: string | undefined;
  /** The page is only for some of the searchers: for children. */
  readonly narrower: string | undefined;
  /** Its title has another of the words that the site is full of: dogs, where the keyword has cats. */
  readonly names_other: boolean;
  /** The keyword is about the site as a whole, and the page about a thing of its own: tips for a wedding, and a shot list. */
  readonly beside: boolean;
  readonly intent_fit: number;
  readonly focus: number;
  readonly targets: boolean;
  /** How many words of the keyword the title has as written. */
  readonly literal: number;
  /** The place of the keyword is that of the business, and the page does not name it. */
  readonly place_of_site: boolean;
  /** What the keyword looks for, where it is a search for the business and this is the page for it. */
  readonly belongs: AskedKeyword['branded'];
  /** By its letters, the keyword is much more like this page than like any other. */
  readonly pointed_to: boolean;
}

/** A keyword with the page it goes to and the other candidates. */
export interface PlacedKeyword {
  readonly keyword: AskedKeyword;
  readonly best: Fit | undefined;
  readonly level: MatchLevel;
  readonly others: readonly Fit[];
}

/** Finds the page of a keyword: the first of those that could answer it. */
export function placeKeyword(keyword: AskedKeyword, pages: readonly MapPage[], letters: KeywordLetters): PlacedKeyword {
  const [best, ...others] = rankFits(keyword, pages, letters);
  return { keyword, best, level: best?.level ?? 'none', others: others.filter(({ level }) => level !== 'none') };
}

const BRANDED_LEAD = 10;
/** Pages looked at closely for one keyword; the rest share fewer words with it. */
const CLOSE_LOOKS_MAX = 15;

/**
 * How well each page could answer a keyword, best first: `topic + focus + intent + limits`, 0–100.
 *
 * topic: 60 × Σ weight × strength ÷ Σ weight over the keyword's terms, where strength is that of the best place the
 * page has the term in (title 1, current keyword 0.9, heading 0.85, address 0.75, description 0.55). focus: 20 × the
 * highest weighted Jaccard of the keyword with title, address, a heading or a current keyword, so that a page about
 * the keyword comes before one that mentions it. intent: 20 × how well a page of its type answers the search.
 * limits: what takes a page that lacks a key term, or is of another kind, down to the band of its match.
 */
function rankFits(keyword: AskedKeyword, pages: readonly MapPage[], letters: KeywordLetters): Fit[] {
  const belongs_to = findOwnType(keyword, pages);
  const rough = pages.flatMap((page) => {
    const terms = page.in_language(keyword.reading.language);
    const isWhole = page.type.value === belongs_to || holdsPhrase(keyword, terms) || rateExactness(keyword, terms) > 0;
    const topic = isWhole ? WHOLE_TOPIC : measureTopic(keyword, terms, (word) => letters.holds(word, page));
    if (topic.share === 0) return [];
    return [{ page, terms, topic, order: topic.share + 0.2 * weightedJaccard(keyword.weights, terms.title) }];
  });
  // Who names the brand is at home on the home page, unless another page answers clearly better.
  const isBranded = keyword.own_words.size > 0;
  const leadOf = ({ page, score }: Fit): number =>
    score + (isBranded && page.type.value === 'homepage' ? BRANDED_LEAD : 0);
  rough.sort((one, other) => other.order - one.order || compareText(one.page.url, other.page.url));
  return rough
    .slice(0, CLOSE_LOOKS_MAX)
    .map(({ page, terms, topic }) => scoreFit(keyword, page, { terms, topic, letters, belongs_to }))
    .sort(
      (one, other) =>
        other.exact - one.exact ||
        RANKS[one.level] - RANKS[other.level] ||
        leadOf(other) - leadOf(one) ||
        other.focus - one.focus ||
        one.page.url.length - other.page.url.length ||
        compareText(one.page.url, other.page.url),
    );
}

/** A page that can answer comes before one with more points that cannot. */
const RANKS: Readonly<Record<MatchLevel, number>> = { strong: 0, medium: 1, weak: 2, none: 3 };

interface Topic {
  /** 0–1, by weight and strength. */
  readonly share: number;
  readonly covered: number;
  /** Terms that the page lacks: the key terms, and those that name what the searcher wants. */
  readonly missing: readonly string[];
  readonly place_of_site: boolean;
  /** Terms that the page has in another form or as part of another word. */
  readonly related: ReadonlySet<string>;
}

/** The title has the whole keyword in a row. */
const WHOLE_TOPIC: Topic = { share: STRENGTH.title, covered: 1, missing: [], place_of_site: false, related: new Set() };

/** A compound that the page writes in two words, or the other way round, is nearly the word itself. */
const JOINED_STRENGTH = 0.85;
const JOINED_MIN = 6;
/** What the place of a business counts for on a page that does not name it. */
const PLACE_STRENGTH = 0.5;

/** What the whole site is about goes without saying on each page. */
const COMMON_WEIGHT = 0.4;

function measureTopic(keyword: AskedKeyword, terms: PageTerms, holds: (word: string) => number): Topic {
  let total = 0;
  let share = 0;
  let covered = 0;
  let own = 0;
  let placeOfSite = false;
  const missing: string[] = [];
  const related = findRelated(keyword, terms, holds);
  for (const [term, full] of keyword.weights) {
    const found = Math.max(findStrength(terms, term), related.has(term) ? JOINED_STRENGTH : 0);
    const weight = found > 0 ? full : weighAbsent(keyword, term, full);
    const ofSite = found === 0 && keyword.places.has(term);
    total += weight;
    own += rateOwn(keyword, term, found);
    share += weight * (ofSite ? PLACE_STRENGTH : found);
    placeOfSite ||= ofSite;
    if (found > 0 || ofSite) covered += weight;
    else if (isKeyTerm(keyword, term, weight)) missing.push(term);
  }
  // A page that matches only the place of the business does not match the keyword.
  if (own === 0) return { share: 0, covered: 0, missing, place_of_site: false, related };
  return { share: share / total, covered: covered / total, missing, place_of_site: placeOfSite, related };
}

/** A place counts for itself only where nothing else is searched for. */
function rateOwn({ places, weights }: AskedKeyword, term: string, found: number): number {
  return places.has(term) && weights.size > places.size ? 0 : found;
}

function isKeyTerm({ asking, demanded }: AskedKeyword, term: string, weight: number): boolean {
  return (weight >= TELLING && !asking.has(term)) || demanded.has(term);
}

function weighAbsent({ common, granted }: AskedKeyword, term: string, full: number): number {
  return common.has(term) || granted.has(term) ? Math.min(full, COMMON_WEIGHT) : full;
}

function findStrength(terms: PageTerms, term: string): number {
  const field = terms.fields.get(term);
  if (field !== undefined) return STRENGTH[field];
  return term.length >= JOINED_MIN && terms.joined.includes(term) ? JOINED_STRENGTH : 0;
}

/** What a page is compared with a keyword by. */
interface Compared {
  readonly terms: PageTerms;
  readonly topic: Topic;
  readonly letters: KeywordLetters;
  /** What a search for the business by its name asks for, whatever other titles end with it. */
  readonly belongs_to: PageType | undefined;
}

function scoreFit(keyword: AskedKeyword, page: MapPage, { terms, topic, letters, belongs_to }: Compared): Fit {
  const exact = belongs_to !== undefined ? 0 : rateExactness(keyword, terms);
  const words = sortWords(keyword, terms, topic.related);
  const isOwn = page.type.value === belongs_to;
  const measured = exact > 0 ? 1 : Math.max(measureFocus(keyword, terms), letters.likeness(page));
  const focus = belongs_to === undefined ? measured : rateOwnFocus(keyword, belongs_to, isOwn);
  const fit = isOwn ? 1 : rateIntent(keyword, page, terms);
  // A page of the kind that the search wants need not name its kind.
  const missing = topic.missing.filter((term) => fit < SAME_KIND || !keyword.demanded.has(term));
  const points = {
    topic: Math.round(POINTS.topic * topic.share),
    focus: Math.round(POINTS.focus * focus),
    intent: Math.round(POINTS.intent * fit),
  };
  const raw = points.topic + points.focus + points.intent;
  const facts = {
    page,
    raw,
    exact,
    words,
    lacking_content: isOwn ? [] : words.lacking.filter((word) => !keyword.asking.has(toMeaning(keyword, word))),
    missing: nameMissing(keyword, missing, words),
    covered: topic.covered,
    other_number: missing.some((term) => keyword.reading.numbers.includes(term)),
    opposed: findOpposedChoice(keyword.choices, terms),
    narrower: findNarrowerChoice(keyword.choices, terms),
    names_other: namesOther(keyword, terms),
    beside: standsBeside(keyword, page, terms),
    intent_fit: fit,
    focus,
    targets: terms.keywords.some(({ key }) => key === keyword.reading.key),
    literal: keyword.reading.words.filter((word) => terms.words.has(word)).length,
    place_of_site: topic.place_of_site,
    belongs: isOwn ? keyword.branded : undefined,
    pointed_to: keyword.asking.size === 0 && letters.points_to(page),
  };
  const { score, level } = scoreWithin(capMatch(facts), raw);
  return { ...facts, level, score, components: { ...points, limits: score - raw } };
}

/** The type of page that a search for the business by its name belongs to, where the site has one. */
function findOwnType(keyword: AskedKeyword, pages: readonly MapPage[]): PageType | undefined {
  const { branded, places, reading } = keyword;
  if (branded === undefined) return undefined;
  const hasType = (wanted: PageType): boolean => pages.some(({ type }) => type.value === wanted);
  if (branded === 'contact' && hasType('contact')) return 'contact';
  const hasBranch = pages.some(({ type, in_language }) => {
    const { title } = in_language(reading.language);
    return type.value === 'local_landing_page' && [...places].some((term) => title.has(term));
  });
  return (branded === 'place' && hasBranch) || !hasType('homepage') ? undefined : 'homepage';
}

/** Without a contact page the home page is the nearest, though it may not say when the business is open. */
const HOME_FOR_CONTACT = 0.5;

function rateOwnFocus({ branded }: AskedKeyword, type: PageType, isOwn: boolean): number {
  if (!isOwn) return 0;
  return branded === 'contact' && type === 'homepage' ? HOME_FOR_CONTACT : 1;
}

function namesOther({ common, weights }: AskedKeyword, { fields, title }: PageTerms): boolean {
  const lacks = [...common].some((term) => weights.has(term) && !fields.has(term));
  return lacks && [...common].some((term) => !weights.has(term) && title.has(term));
}

/** Own words of a title that make a page one about something else. */
const OWN_WORDS = 2;

function standsBeside(
  { common, granted, weights, asking }: AskedKeyword,
  { titled, type }: MapPage,
  { title }: PageTerms,
): boolean {
  const own = [...weights].filter(([term, weight]) => weight >= TELLING && !asking.has(term));
  const isGeneral = own.length > 0 && own.every(([term]) => common.has(term) || granted.has(term));
  if (!isGeneral || type.value === 'homepage' || [...weights.keys()].every((term) => title.has(term))) return false;
  const others = [...titled.whole.about].filter(
    ([term, weight]) => weight >= TELLING && !weights.has(term) && !common.has(term) && !granted.has(term),
  );
  return others.length >= OWN_WORDS;
}

const SAME_KIND = 0.9;
/** A page for applicants answers nobody who looks for the business. */
const OTHER_KIND = 0.1;
/** A page that names the place can answer a search for a service there, whatever its type. */
const PLACE_NAMED = 0.95;

function rateIntent(keyword: AskedKeyword, page: MapPage, terms: PageTerms): number {
  const judged = rateIntentFit(keyword.intent, keyword.wanted, page.type);
  const cued = isAnswerNamed(keyword, terms) ? Math.max(judged, ANSWER_NAMED) : judged;
  const fit = keyword.reading.signals.length > 0 ? cued : Math.max(judged, rateUncued(page));
  if (keyword.intent.value !== 'local' || keyword.places.size === 0) return fit;
  if (page.type.value === 'careers') return OTHER_KIND;
  const purpose = findPurpose(page.type.value);
  const isText = page.type.confidence >= 0.4 && (purpose === 'inform' || purpose === 'compare');
  const named = [...keyword.places].every((term) => terms.fields.get(term) === 'title');
  return named && !isText ? Math.max(fit, PLACE_NAMED) : fit;
}

/** The title names the kind of answer that the search wants: a template, a price, a comparison. */
const ANSWER_NAMED = 0.9;

function isAnswerNamed({ asking, demanded, weights }: AskedKeyword, { title }: PageTerms): boolean {
  const wanted = [...asking, ...demanded].filter((term) => weights.has(term));
  return wanted.length > 0 && wanted.every((term) => title.has(term));
}

/** What a page of another kind is worth to a search that names its subject alone: `kennel cough`, `endodoncia`. */
const UNCUED = 0.5;

function rateUncued({ type }: MapPage): number {
  return CLOSED.has(type.value) ? 0 : UNCUED;
}

/** Pages that answer nothing but what they are named for. */
const CLOSED: ReadonlySet<PageType> = new Set<PageType>([
  'login',
  'contact',
  'about',
  'careers',
  'legal',
  'support',
  'docs',
  'tool_page',
]);

/** Share of a page's best text that the keyword is. */
function measureFocus(keyword: AskedKeyword, terms: PageTerms): number {
  // Written as one word where the keyword has two, no term of it is found; its letters then say how much of the title it is.
  const isRejoined =
    holdsPhrase(keyword, terms) && ![...keyword.weights.keys()].every((term) => terms.fields.has(term));
  const inTitle = isRejoined ? keyword.joined.length / terms.title_tokens.join('').length : 0;
  return Math.max(inTitle, ...terms.focuses.map((vector) => weightedJaccard(keyword.weights, vector)));
}

function toMeaning({ reading: { language } }: AskedKeyword, word: string): string {
  return findTermMeaning(stemTerm(word, language), language);
}

/** The words of the keyword that missing terms stand for, as the caller wrote them. */
function nameMissing(keyword: AskedKeyword, missing: readonly string[], { lacking }: WordsOnPage): string[] {
  if (missing.length === 0) return [];
  const named = lacking.filter((word) => missing.includes(toMeaning(keyword, word)));
  return named.length > 0 ? named : [...(lacking.length > 0 ? lacking : missing)];
}

/** Less of the keyword's weight than this on a page, and the page is about something else. */
const COVERED_MIN = 0.6;
/** What is enough where no other page comes near. */
const POINTED_COVERED_MIN = 0.4;
/** A page of the wrong kind (a login page for a price) is no match, whatever words it has. */
const INTENT_MIN = 0.15;
export const INTENT_ENOUGH = 0.4;
/** Share of the page's subject that the keyword must be. */
const FOCUS_STRONG = 0.55;
const FOCUS_MEDIUM = 0.25;

/**
 * The best match that a page can realistically be.
 *
 * strong and medium need every key term of the keyword on the page and a page of a fitting kind; a page that lacks
 * a word, is of another kind or for some of the searchers only is weak at best; a page with less than 60% of the
 * keyword, of another model or for others is none.
 */
function capMatch(fit: Omit<Fit, 'score' | 'level' | 'components'>): MatchLevel {
  if (fit.exact > 0) return 'strong';
  if (isNone(fit)) return 'none';
  if (fit.missing.length > 0 || fit.intent_fit < INTENT_ENOUGH || fit.focus < FOCUS_MEDIUM) return 'weak';
  if (fit.names_other || isForOthers(fit)) return 'weak';
  return fit.focus >= FOCUS_STRONG && fit.lacking_content.length === 0 ? 'strong' : 'medium';
}

/** Only for some of the searchers, or about a thing of its own, unless the page targets the keyword. */
function isForOthers({ narrower, beside, targets }: Pick<Fit, 'narrower' | 'beside' | 'targets'>): boolean {
  return (narrower !== undefined || beside) && !targets;
}

function isNone(fit: Omit<Fit, 'score' | 'level' | 'components'>): boolean {
  // The page of one model never answers for another, nor one for men for women.
  if (
    fit.other_number ||
    fit.covered < (fit.pointed_to && fit.intent_fit >= INTENT_ENOUGH ? POINTED_COVERED_MIN : COVERED_MIN)
  )
    return true;
  return !fit.targets && (fit.opposed !== undefined || fit.intent_fit < INTENT_MIN);
}

const SCORE_STRONG = 70;
const SCORE_MEDIUM = 50;

/**
 * The score within the band of the best match that is possible, and the match that the score then is: strong from 70,
 * medium from 50, else weak. What is held down keeps its order: the whole scale is pressed into the band.
 */
function scoreWithin(limit: MatchLevel, raw: number): { readonly score: number; readonly level: MatchLevel } {
  const score = limit === 'strong' ? raw : limit === 'medium' ? scoreWithinMedium(raw) : scoreWithinWeak(raw);
  if (limit === 'none') return { score, level: 'none' };
  return { score, level: score >= SCORE_STRONG ? 'strong' : score >= SCORE_MEDIUM ? 'medium' : 'weak' };
}

function scoreWithinMedium(raw: number): number {
  if (raw < SCORE_MEDIUM) return raw;
  return SCORE_MEDIUM + Math.round(((raw - SCORE_MEDIUM) * (SCORE_STRONG - 1 - SCORE_MEDIUM)) / (100 - SCORE_MEDIUM));
}

function scoreWithinWeak(raw: number): number {
  return Math.round((raw * (SCORE_MEDIUM - 1)) / 100);
}

/** The word by which the title of a page is for others than the keyword, where no part of the page is for the same. */
function findOpposedChoice(asked: Choices, { choices }: PageTerms): string | undefined {
  for (const [row, chosen] of asked.rows) {
    const title = choices.title.rows.get(row);
    if (title === undefined || !title.isDisjointFrom(chosen)) continue;
    if (choices.all.rows.get(row)?.isDisjointFrom(chosen) === false) continue;
    return findChoice(choices, row);
  }
  return undefined;
}

/** The first row of choices says who a thing is for. */
const FOR_WHOM = 0;

/** The word by which a page says who it is for, where the keyword is for everyone. */
function findNarrowerChoice(asked: Choices, { choices }: PageTerms): string | undefined {
  if (asked.rows.has(FOR_WHOM) || !choices.title.rows.has(FOR_WHOM)) return undefined;
  return findChoice(choices, FOR_WHOM);
}

function findChoice({ title_words: words, language }: PageChoices, row: number): string {
  const word = words.find((each) => readChoices([each], language).rows.has(row));
  return word ?? words.join(' ');
}
