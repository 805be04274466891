import { listed } from '../../../guidance/plan.ts';
import { readDataLines } from '../../../kernel/data.ts';
import { foldPhrase } from '../../../text/normalize.ts';
import { readTerms } from '../../../text/keyword.ts';
import { alignKeyword } from '../../../text/alignment.ts';
import { squash } from '../../../text/brand.ts';
import { capitalizeFirst } from '../../../text/snippet/casing.ts';
import type { Facts } from './facts.ts';
import { listPoints, writeKeyword } from './wording.ts';
import { fits, measure, type Option, countRepeats } from '../../../text/snippet/option.ts';
import type { Sentence } from './sentences.ts';

interface Candidate {
  readonly strategy: Strategy;
  readonly text: string;
  readonly evidence: readonly string[];
}

const STRATEGIES = {
  keep_current: 'The current description has no problem worth fixing.',
  keyword_sentences: 'Sentences on the page that answer the search, the kind of text Google shows most often.',
  opening_sentences: 'How the page introduces itself.',
  points: 'Lists what the page covers, in the words of its headings.',
  question_answer: 'A question from the page with the start of its answer.',
  with_facts: 'Names figures that visitors see on the page.',
  with_call_to_action: 'Ends with the page’s own call to action.',
  shortened_current: 'The current description, without the part that results would cut off.',
} as const;
type Strategy = keyof typeof STRATEGIES;
const ORDER = Object.keys(STRATEGIES);

const OPTIONS_MAX = 5;
/** Shorter ones leave the second line empty. */
const CHARACTERS_GOOD = 70;
const CHARACTERS_MIN = 25;

/** Descriptions made from sentences and headings of the page, best first. */
export function writeDescriptions(facts: Facts, currentIsFine: boolean): Option[] {
  const ranked = rankSentences(facts);
  const relevant = ranked.filter(({ text }) => isAbout(facts, text));
  const candidates = listed([
    fromCurrent(facts, currentIsFine),
    fromSentences(facts, 'keyword_sentences', relevant),
    fromSentences(facts, 'opening_sentences', facts.sentences.slice(0, 8)),
    fromQuestion(facts),
    fromPoints(facts, ranked),
    fromFacts(facts, ranked),
    fromCall(facts, ranked),
  ]);
  const widthGood = measure('a'.repeat(CHARACTERS_GOOD), 'description').pixel_width;
  const seen = new Set<string>();
  const options: { readonly option: Option; readonly rank: number }[] = [];
  for (const { strategy, text, evidence } of candidates) {
    if (!isGood(text, facts, strategy) || seen.has(squash(text))) continue;
    seen.add(squash(text));
    const measured = measure(text, 'description');
    const { missing } = alignKeyword(facts.keyword, text, facts.language.code);
    options.push({
      option: { text, ...measured, strategy, why: STRATEGIES[strategy], evidence: [...evidence] },
      rank: missing.length * 2 + (measured.pixel_width < widthGood ? 1 : 0),
    });
  }
  return options
    .sort(
      (one, other) =>
        one.rank - other.rank || ORDER.indexOf(one.option.strategy) - ORDER.indexOf(other.option.strategy),
    )
    .slice(0, OPTIONS_MAX)
    .map(({ option }) => option);
}

function fromCurrent(facts: Facts, isFine: boolean): Candidate | undefined {
  const { description } = facts;
  if (description === undefined) return undefined;
  const evidence = [facts.description_source === 'given' ? 'current_meta_description' : 'meta description'];
  if (isFine) return { strategy: 'keep_current', text: description, evidence };
  const text = fits(description, 'description') ? undefined : shorten(description);
  return text === undefined ? undefined : { strategy: 'shortened_current', text, evidence };
}

/** The best sentence and, where there is room, the one after it or the next best. */
function fromSentences(facts: Facts, strategy: Strategy, from: readonly Sentence[]): Candidate | undefined {
  const first = from.find((sentence) => fits(sentence.text, 'description'));
  if (first === undefined) {
    const text = from.map((sentence) => shorten(sentence.text)).find((cut) => cut !== undefined);
    return text === undefined ? undefined : { strategy, text, evidence: citeSources(from.slice(0, 1)) };
  }
  const used = [first];
  const follows = facts.sentences.find((each) => each.block === first.block && each.at === first.at + 1);
  for (const next of [follows, ...from]) {
    if (used.length >= 3 || next === undefined || used.includes(next)) continue;
    if (next !== follows && !addsSomething(facts, used, next)) continue;
    if (fits(join(facts, [...used, next]), 'description')) used.push(next);
  }
  return { strategy, text: join(facts, used), evidence: citeSources(used) };
}

/** Whether a text has at least one meaningful word of the search; without a search every text does. */
function isAbout(facts: Facts, text: string): boolean {
  const { words, missing } = alignKeyword(facts.keyword, text, facts.language.code);
  return words.length === 0 || missing.length < words.length;
}

/** Whether a sentence from elsewhere is worth the room: relevant or exact, complete, and new. */
function addsSomething(facts: Facts, used: readonly Sentence[], next: Sentence): boolean {
  const { code } = facts.language;
  const { words, missing } = alignKeyword(facts.keyword, next.text, code);
  const isLong = measure(next.text, 'description').pixel_width >= NEXT_PIXELS_MIN;
  if (!isLong || POINTS_BACK.test(next.text) || (missing.length === words.length && !/\d/.test(next.text)))
    return false;
  const known = new Set(used.flatMap(({ text }) => readTerms(text, code)));
  const terms = readTerms(next.text, code);
  return terms.filter((term) => !known.has(term)).length * 2 > terms.length;
}

/** Shorter ones are fragments. */
const NEXT_PIXELS_MIN = 180;

function fromQuestion(facts: Facts): Candidate | undefined {
  for (const { text: question, level } of facts.headings) {
    if (!/[?？]\s*$/.test(question) || !fits(question, 'description')) continue;
    const answer = facts.sentences.find((sentence) => sentence.heading === question);
    const text = answer === undefined ? undefined : join(facts, [{ ...answer, text: question }, answer]);
    if (text === undefined || !fits(text, 'description')) continue;
    const evidence = [`h${level} “${question.slice(0, 80)}”`, 'first sentence below it'];
    return { strategy: 'question_answer', text, evidence };
  }
  return undefined;
}

function fromPoints(facts: Facts, ranked: readonly Sentence[]): Candidate | undefined {
  const keyword = writeKeyword(facts);
  const list = listPoints(facts);
  const { phrasing } = facts;
  if (keyword === undefined || phrasing === undefined || list.length < 2) return undefined;
  const text = `${capitalizeFirst(keyword.text)}${phrasing.colon}${phrasing.join(list.map((point) => point.text))}.`;
  const evidence = [keyword.source, ...list.map(({ source }) => source)];
  // The list already says the keyword; the next sentence must say something else.
  const isNew = (whole: string): boolean => countRepeats(whole, facts.language.code).count < 3;
  return addSentence({ strategy: 'points', text, evidence }, ranked, isNew);
}

function fromFacts(facts: Facts, ranked: readonly Sentence[]): Candidate | undefined {
  const { phrasing, shown, h1 } = facts;
  if (phrasing === undefined || h1 === undefined) return undefined;
  const parts: string[] = [];
  const evidence: string[] = [];
  if (shown.price !== undefined && facts.page_type.type === 'product') {
    parts.push(phrasing.forPrice(h1, shown.price));
    evidence.push('h1', 'price');
  }
  if (shown.rating !== undefined) {
    if (parts.length === 0) parts.push(`${h1}.`);
    parts.push(phrasing.rated(shown.rating));
    evidence.push('rating');
  }
  if (parts.length === 0) return undefined;
  return addSentence({ strategy: 'with_facts', text: parts.join(' '), evidence }, ranked, () => true);
}

/** Adds the best sentence that fits after a text and stands by itself. */
function addSentence(
  { strategy, text: lead, evidence }: Candidate,
  ranked: readonly Sentence[],
  isNew: (whole: string) => boolean,
): Candidate {
  const rest = ranked.find(({ text }) => {
    const whole = `${lead} ${text}`;
    return !POINTS_BACK.test(text) && fits(whole, 'description') && isNew(whole);
  });
  if (rest === undefined) return { strategy, text: lead, evidence };
  return { strategy, text: `${lead} ${rest.text}`, evidence: [...evidence, ...citeSources([rest])] };
}

function fromCall(facts: Facts, ranked: readonly Sentence[]): Candidate | undefined {
  const call = facts.shown.call_to_action;
  const first = call === undefined ? undefined : ranked.find(({ text }) => fits(`${text} ${call}.`, 'description'));
  if (call === undefined || first === undefined) return undefined;
  return {
    strategy: 'with_call_to_action',
    text: `${first.text} ${capitalizeFirst(call)}.`,
    evidence: [...citeSources([first]), `link “${call}”`],
  };
}

const POINTS_BACK = new RegExp(
  `^(?:${readDataLines(import.meta.url, 'data/dependent-openings.txt')
    .join('|')
    .replaceAll('*', String.raw`\p{L}*`)})(?![\\p{L}\\p{N}])`,
  'iu',
);

/** Sentences that answer the search first: by its words, then by an early place, a good length and a figure. */
function rankSentences(facts: Facts): Sentence[] {
  const scored = facts.sentences.map((sentence, place) => {
    const { words, missing } = alignKeyword(facts.keyword, sentence.text, facts.language.code);
    const covered = words.length === 0 ? 0 : 1 - missing.length / words.length;
    const length = sentence.text.length;
    const score =
      covered * 4 +
      2 / (1 + place / 4) +
      (length >= 60 && fits(sentence.text, 'description') ? 1 : 0) +
      (/\d/.test(sentence.text) ? 0.3 : 0) -
      (POINTS_BACK.test(sentence.text) ? 2 : 0) -
      (/[?？]["”»]?$/.test(sentence.text) ? 0.7 : 0);
    return { sentence, place, score };
  });
  return scored
    .sort((one, other) => other.score - one.score || one.place - other.place)
    .map(({ sentence }) => sentence);
}

/** Whole sentences that fit, or else everything up to the last comma that fits. */
function shorten(text: string): string | undefined {
  const whole = findLongestFit(text, /[.!?。！？](?=\s|$)/gu, (end) => end);
  return whole ?? findLongestFit(text, /(?:,|;|\s–)\s/gu, () => '.');
}

const ENDS_MAX = 30;

/** The longest beginning of a text that fits and stops at an end, closed by a mark. */
function findLongestFit(text: string, ends: RegExp, close: (end: string) => string): string | undefined {
  return text
    .matchAll(ends)
    .take(ENDS_MAX)
    .map(({ index, 0: end }) => text.slice(0, index) + close(end))
    .filter((part) => part.length >= CHARACTERS_GOOD && fits(part, 'description'))
    .toArray()
    .at(-1);
}

function join(facts: Facts, parts: readonly Sentence[]): string {
  return parts.map(({ text }) => text).join(/^(?:ja|zh|th)$/.test(facts.language.code) ? '' : ' ');
}

function citeSources(parts: readonly Sentence[]): string[] {
  return parts.map(({ heading }) =>
    heading === '' ? 'text before the first heading' : `text below “${heading.slice(0, 80)}”`,
  );
}

function isGood(text: string, facts: Facts, strategy: Strategy): boolean {
  if (strategy === 'keep_current') return true;
  if (!fits(text, 'description') || text.length < CHARACTERS_MIN) return false;
  if (facts.description !== undefined && foldPhrase(text) === foldPhrase(facts.description)) return false;
  return countRepeats(text, facts.language.code).count < 5;
}
