import { listMainEntities } from '../../web/structured-data/entity.ts';
import { isKind } from '../../web/structured-data/vocabulary.ts';
import type { Page } from '../../web/page/page.ts';
import { cleanText, foldPhrase } from '../normalize.ts';
import { detectPageLanguage } from '../page-language.ts';
import { JUDGED_TYPES, type JudgedType } from '../page-types.ts';
import type { Verdict } from '../verdict.ts';
import { readKeyedRows } from '../word-lists.ts';
import { NUMBERED_POINTS, voteByAddress } from './address.ts';
import {
  type Content,
  findWrittenList,
  isDateLabel,
  type Listing,
  LISTING_POINTS_MIN,
  readContent,
  weighListing,
} from './list.ts';
import { OWN_OFFER_POINTS, voteByOwnOffer, voteBySale } from './sale.ts';
import { findSteps, hasIngredients } from './steps.ts';
import { voteByTitle } from './supplied.ts';
import { judgeVotes, type Vote } from './tally.ts';

type PageVote = Vote<JudgedType>;

/** From here on a verdict is taken for the type of a page; below, nothing on the page says which type it is. */
const SURE_FROM = 0.5;

/**
 * Which type a page is that was read; undefined where nothing on it tells.
 *
 * What the page declares counts most, then its form (a list of links, counted headings, steps, questions, code), then
 * its address and the words of its title. One model for all operations: the same page has the same type in each.
 */
export function judgePageType(page: Page): Verdict<JudgedType> | undefined {
  const content = readContent(page);
  const language = detectPageLanguage(page).code;
  const title = readTitle(page);
  const listing = weighListing(content);
  const declared = voteByDeclaration(page, title, content.prices > 0);
  const list = findWrittenList(title, language, content, listing);
  // However such a page is marked up, its readers have come for the list.
  if (list?.kind === 'ranking' && listing.points < LISTING_POINTS_MIN && !declared.some(([type]) => SHOP.has(type)))
    return { value: 'ranking', confidence: RANKING_CONFIDENCE, evidence: [list.why] };
  const steps = findSteps(page, language);
  const address = voteByAddress(page.url ?? '');
  const form = [
    ...voteByForm(page, content),
    ...voteBySteps(page, steps, title),
    ...voteByListing(listing),
    ...voteByOwnOffer(content),
  ];
  if (listing.points < LISTING_POINTS_MIN || hasVote(address, 'product')) form.push(...voteBySale(page, content));
  if (list?.kind === 'listicle' && steps.length === 0) form.push(['listicle', LISTICLE_POINTS, list.why]);
  const votes = [...declared, ...form, ...address, ...voteByTitle(title, language).map(lighten)];
  const refuted = listRefuted(content, listing, { declared, form, address });
  const held = votes.filter(([type]) => !refuted.has(type) || hasVote(declared, type));
  return dropUnsure(judgeVotes(held.map((vote) => specify(vote, votes)))) ?? judgeByCall(page);
}

/** A page of no other type with a number to call is there to be called about: nobody else puts up one. */
function judgeByCall({ links }: Page): Verdict<JudgedType> | undefined {
  const called = links.find(({ hidden, href }) => !hidden && href !== undefined && /^tel:/i.test(href));
  if (called === undefined) return undefined;
  return { value: 'landing_page', confidence: SURE_FROM, evidence: ['a telephone number to call'] };
}

function dropUnsure(verdict: Verdict<JudgedType> | undefined): Verdict<JudgedType> | undefined {
  return verdict === undefined || verdict.confidence < SURE_FROM ? undefined : verdict;
}

const SHOP: ReadonlySet<JudgedType> = new Set<JudgedType>(['product', 'category_page']);

function hasVote(votes: readonly PageVote[], wanted: JudgedType, pointsMin = 0): boolean {
  return votes.some(([type, points]) => type === wanted && points >= pointsMin);
}

const RANKING_CONFIDENCE = 0.85;
const LISTICLE_POINTS = 3.5;

/**
 * One vote as it counts beside the others: an article in a blog is a post, one in a manual a part of that, instructions
 * need steps, and the home page of a business that says where it is is the page of that place.
 */
function specify([type, points, why]: PageVote, votes: readonly PageVote[]): PageVote {
  if (type === 'homepage' && hasVote(votes, 'local_landing_page', BUSINESS_POINTS))
    return ['local_landing_page', points, why];
  if (type === 'article' && hasVote(votes, 'blog_post', ADDRESS_POINTS)) return ['blog_post', points, why];
  if (type === 'article' && hasVote(votes, 'docs', ADDRESS_POINTS)) return ['docs', points, why];
  if (type === 'guide' && hasVote(votes, 'docs', CODE_POINTS)) return ['docs', points, why];
  if (type === 'how_to' && !hasVote(votes, 'how_to', STEPS_POINTS)) return ['guide', points, why];
  return [type, points, why];
}

/** The words of a title tell less of a page that was read. */
function lighten([type, points, why]: PageVote): PageVote {
  return [type, points * TITLE_WEIGHT, why];
}

const TITLE_WEIGHT = 0.8;
const ADDRESS_POINTS = 3;
/** What structured data of a business with a place gives. */
const BUSINESS_POINTS = 4;
const STEPS_POINTS = 4;

function readTitle({ headings, head, front_matter: front }: Page): string {
  const heading = headings.find(({ level, text, hidden }) => level === 1 && text !== '' && !hidden)?.text;
  return cleanText(heading ?? head.titles[0]?.text ?? front?.get('title') ?? '', 300);
}

interface Declared {
  readonly type: JudgedType;
  readonly points: number;
}

const DECLARED: readonly (readonly [kind: string, Declared])[] = [...readKeyedRows('declared-types.tsv')].flatMap(
  ([kind, [row]]) => {
    const [written, points] = row ?? [];
    const type = JUDGED_TYPES.find((each) => each === written);
    return type === undefined ? [] : [[kind, { type, points: Number(points) }] as const];
  },
);

/** From so many on a page describes the things that it lists. */
const SEVERAL = 2;
const THINGS: ReadonlySet<JudgedType> = new Set<JudgedType>([
  'product',
  'event',
  'job',
  'course',
  'recipe',
  'local_landing_page',
]);

/** What structured data and Open Graph say that the page is. */
function voteByDeclaration(page: Page, title: string, isPriced: boolean): PageVote[] {
  const heading = foldPhrase(title, 300);
  const found = new Map<JudgedType, { points: number; type: string; names: Set<string> }>();
  for (const { type, name, is_offered } of listDeclared(page)) {
    const declared = DECLARED.find(([kind]) => isKind(type, kind))?.[1];
    if (declared === undefined) continue;
    const known =
      declared.type === 'product' && !is_offered && !isPriced ? { ...declared, points: UNOFFERED_POINTS } : declared;
    const before = found.get(known.type) ?? { points: 0, type, names: new Set() };
    // Systems describe one thing in two notations.
    found.set(known.type, {
      type: before.type,
      points: Math.max(before.points, known.points),
      names: before.names.add(name),
    });
  }
  const votes = [...found].map(([judged, { points, type, names }]): PageVote => {
    const why = `structured data of type ${type.slice(0, 60)}`;
    names.delete('');
    const isAboutOne = [...names].some((name) => heading.includes(name));
    if (names.size < SEVERAL || isAboutOne || !THINGS.has(judged)) return [judged, points, why];
    return [judged === 'product' ? 'category_page' : 'listing', SEVERAL_POINTS, `${names.size} items with ${why}`];
  });
  return [...votes, ...voteByOpenGraph(page)];
}

const SEVERAL_POINTS = 4;

/** Businesses of all kinds call themselves a product, without an offer, to have stars beside their result. */
const UNOFFERED_POINTS = 2;

interface Described {
  readonly type: string;
  readonly name: string;
  readonly is_offered: boolean;
}

/** Types of what the page describes, each with the name that it gives it. */
function listDeclared(page: Page): Described[] {
  return listMainEntities(page).flatMap(({ types, properties }) => {
    const name = foldPhrase(properties.get('name')?.find((value) => typeof value === 'string') ?? '', 200);
    const is_offered = ['offers', 'hasVariant'].some((each) => properties.has(each));
    return types.map((type) => ({ type, name, is_offered }));
  });
}

function voteByOpenGraph({ head }: Page): PageVote[] {
  const read = (key: string): string =>
    head.metas
      .find((meta) => meta.property === key || meta.name === key)
      ?.content.trim()
      .toLowerCase() ?? '';
  const type = read('og:type');
  const why = `og:type is ${type.slice(0, 40)}`;
  // Many systems call every page an article; one that was published on a day is one.
  if (type === 'article' && read('article:published_time') !== '')
    return [['article', 4, `${why}, with article:published_time`]];
  if (type === 'article') return [['article', 1, why]];
  if (type.startsWith('product.group')) return [['category_page', 4, why]];
  if (/^(?:og:)?product/.test(type)) return [['product', 3, why]];
  if (type === 'profile') return [['profile', 4, why]];
  return type.startsWith('video') ? [['video', 3, why]] : [];
}

function voteByListing({ points, priced, why }: Listing): PageVote[] {
  return points < LISTING_POINTS_MIN ? [] : [[priced ? 'category_page' : 'listing', points + 1, why]];
}

const QUESTIONS_MIN = 3;
const QUESTIONS_SHARE_MIN = 0.7;
/** Less than an address gives: questions are how a page is told, whatever it is about. */
const QUESTIONS_POINTS = 2.5;
const CODE_MIN = 2;
const CODE_POINTS = 1.5;
const DOCS_WORDS_MIN = 200;
const BY_LINE_BLOCKS = 15;
const PROSE_MIN = 150;

function voteByForm(page: Page, { blocks, headings, prose }: Content): PageVote[] {
  const votes: PageVote[] = [];
  const below = headings.filter(({ level }) => level > 1);
  const questions = below.filter(({ text }) => /[?？]$/u.test(text)).length;
  if (questions >= QUESTIONS_MIN && questions >= below.length * QUESTIONS_SHARE_MIN)
    votes.push(['faq', QUESTIONS_POINTS, `${questions} headings that are questions`]);
  const code = blocks.filter(({ kind }) => kind === 'code').length;
  if (code >= CODE_MIN && page.word_count >= DOCS_WORDS_MIN) votes.push(['docs', CODE_POINTS, `${code} code blocks`]);
  if (prose >= PROSE_MIN && blocks.slice(0, BY_LINE_BLOCKS).some(isDateLabel))
    votes.push(['article', 2.5, 'a date above the text']);
  return votes;
}

const PROMISE = /^(?:how to|so |wie |cómo |comment )/iu;

function voteBySteps(page: Page, steps: readonly string[], title: string): PageVote[] {
  if (steps.length === 0) return [];
  const why = `${steps.length} steps written as instructions`;
  if (hasIngredients(page)) return [['recipe', STEPS_POINTS, `a list of ingredients and ${why}`]];
  return [['how_to', PROMISE.test(title) ? STEPS_POINTS + 2 : STEPS_POINTS, why]];
}

interface Votes {
  readonly declared: readonly PageVote[];
  readonly form: readonly PageVote[];
  readonly address: readonly PageVote[];
}

/** Fewer pages to choose from are no choice. */
const CHOICE_MIN = 8;
const PRICED_CHOICE_MIN = 3;
/** What structured data gives a product, and Open Graph does not: shops call whole categories `product`. */
const DESCRIBED_POINTS = 6;
const LISTS: readonly JudgedType[] = ['category_page', 'listing'];

/** Types that the address or the form may suggest and that what the page declares or says refutes. */
function listRefuted({ prose, prices }: Content, { pages, priced }: Listing, votes: Votes): ReadonlySet<JudgedType> {
  const { declared, form, address } = votes;
  // Related products beside the one that the page describes, sells or has the number of do not make it a category.
  const isAboutOne =
    hasVote(declared, 'product', DESCRIBED_POINTS) ||
    hasVote(form, 'product', OWN_OFFER_POINTS) ||
    hasVote(address, 'product', NUMBERED_POINTS);
  if (isAboutOne) return new Set(LISTS);
  const refuted: JudgedType[] = [];
  // A home page lists what its site has and stays the home page.
  if (hasVote(address, 'homepage') || hasVote(form, 'article') || pages < (priced ? PRICED_CHOICE_MIN : CHOICE_MIN))
    refuted.push(...LISTS);
  // Prose without anything to buy outweighs the pattern of a product's address.
  if (prose >= PROSE_MIN && prices < 2 && !hasVote(form, 'product')) refuted.push('product');
  return new Set(refuted);
}
