import { foldPhrase } from '../../../text/normalize.ts';
import { readTerms } from '../../../text/keyword.ts';
import { alignmentOf } from '../../../text/alignment.ts';
import { flat } from './brand.ts';
import { firstUpper } from './casing.ts';
import type { Facts } from './facts.ts';
import { keywordText } from './keyword-text.ts';
import { fits, measure, type Option, repeats } from './option.ts';
import { pointsOf } from './points.ts';
import type { Sentence } from './sentences.ts';

interface Candidate {
  readonly strategy: Strategy;
  readonly text: string | undefined;
  readonly evidence: readonly string[];
}

const STRATEGIES = {
  keep_current: 'Nothing speaks against the description that the page has.',
  keyword_sentences: 'Sentences of the page that answer the search; Google shows such text most often.',
  opening_sentences: 'What the page says first about itself.',
  points: 'Lists what the page treats, in the words of its headings.',
  question_answer: 'A question of the page with the beginning of its answer.',
  with_facts: 'Figures that a visitor sees on the page.',
  with_call_to_action: 'Ends with what the page itself asks its visitors to do.',
  shortened_current: 'The current description without what a result would cut.',
} as const;
type Strategy = keyof typeof STRATEGIES;
const ORDER = Object.keys(STRATEGIES);

const OPTIONS_MAX = 5;
/** Shorter ones leave the second line empty. */
const CHARACTERS_GOOD = 70;
const CHARACTERS_MIN = 25;

/** Descriptions made of sentences and headings of the page; the best first. */
export function descriptionOptions(facts: Facts, currentIsFine: boolean): Option[] {
  const ranked = rankedSentences(facts);
  const candidates: Candidate[] = [
    current(facts, currentIsFine),
    sentences(
      facts,
      'keyword_sentences',
      ranked.filter((each) => isAbout(facts, each.text)),
    ),
    sentences(facts, 'opening_sentences', facts.sentences.slice(0, 8)),
    questionAnswer(facts),
    points(facts, ranked),
    withFacts(facts, ranked),
    withCall(facts, ranked),
  ];
  const seen = new Set<string>();
  const options: { readonly option: Option; readonly rank: number }[] = [];
  for (const { strategy, text, evidence } of candidates) {
    if (text === undefined || !isGood(text, facts, strategy) || seen.has(flat(text))) continue;
    seen.add(flat(text));
    const option = {
      text,
      ...measure(text, 'description'),
      strategy,
      why: STRATEGIES[strategy],
      evidence: [...evidence],
    };
    const { missing } = alignmentOf(facts.keyword, text, facts.language.code);
    const short = option.pixel_width < measure('a'.repeat(CHARACTERS_GOOD), 'description').pixel_width ? 1 : 0;
    options.push({ option, rank: missing.length * 2 + short });
  }
  return options
    .sort(
      (one, other) =>
        one.rank - other.rank || ORDER.indexOf(one.option.strategy) - ORDER.indexOf(other.option.strategy),
    )
    .slice(0, OPTIONS_MAX)
    .map(({ option }) => option);
}

function current(facts: Facts, isFine: boolean): Candidate {
  const { description } = facts;
  const evidence = [facts.description_source === 'given' ? 'current_meta_description' : 'meta description'];
  if (description === undefined) return { strategy: 'keep_current', text: undefined, evidence };
  if (isFine) return { strategy: 'keep_current', text: description, evidence };
  const text = fits(description, 'description') ? undefined : shortenedTo(description);
  return { strategy: 'shortened_current', text, evidence };
}

/** The best sentence and, where there is room, the one behind it or the next best. */
function sentences(facts: Facts, strategy: Strategy, from: readonly Sentence[]): Candidate {
  const first = from.find((sentence) => fits(sentence.text, 'description'));
  if (first === undefined) {
    const cut = from.map(({ text }) => shortenedTo(text)).find((text) => text !== undefined);
    return { strategy, text: cut, evidence: evidenceOf(from.slice(0, 1)) };
  }
  const used = [first];
  const follows = facts.sentences.find((each) => each.block === first.block && each.at === first.at + 1);
  for (const next of [follows, ...from]) {
    if (used.length >= 3 || next === undefined || used.includes(next)) continue;
    if (next !== follows && !adds(facts, used, next)) continue;
    if (fits(joined(facts, [...used, next]), 'description')) used.push(next);
  }
  return { strategy, text: joined(facts, used), evidence: evidenceOf(used) };
}

/** Whether a text has at least one telling word of the search; without a search every one does. */
function isAbout(facts: Facts, text: string): boolean {
  const { words, missing } = alignmentOf(facts.keyword, text, facts.language.code);
  return words.length === 0 || missing.length < words.length;
}

/** Whether a sentence from elsewhere is worth the room: about the search or exact, whole, and not said already. */
function adds(facts: Facts, used: readonly Sentence[], next: Sentence): boolean {
  const { code } = facts.language;
  const { words, missing } = alignmentOf(facts.keyword, next.text, code);
  const isLong = measure(next.text, 'description').pixel_width >= NEXT_PIXELS_MIN;
  if (!isLong || pointsBack(next.text) || (missing.length === words.length && !/\d/.test(next.text))) return false;
  const known = new Set(used.flatMap(({ text }) => readTerms(text, code)));
  const terms = readTerms(next.text, code);
  return terms.filter((term) => !known.has(term)).length * 2 > terms.length;
}

/** Shorter ones are fragments. */
const NEXT_PIXELS_MIN = 180;

function questionAnswer(facts: Facts): Candidate {
  const strategy = 'question_answer';
  for (const { text: question, level } of facts.headings) {
    if (!/[?？]\s*$/.test(question) || !fits(question, 'description')) continue;
    const answer = facts.sentences.find((sentence) => sentence.heading === question);
    const text = answer === undefined ? undefined : joined(facts, [{ ...answer, text: question }, answer]);
    if (text !== undefined && fits(text, 'description')) {
      return { strategy, text, evidence: [`h${level} “${question.slice(0, 80)}”`, 'first sentence below it'] };
    }
  }
  return { strategy, text: undefined, evidence: [] };
}

function points(facts: Facts, ranked: readonly Sentence[]): Candidate {
  const strategy = 'points';
  const keyword = keywordText(facts);
  const list = pointsOf(facts);
  const { phrasing } = facts;
  if (keyword === undefined || phrasing === undefined || list.length < 2)
    return { strategy, text: undefined, evidence: [] };
  const lead = `${firstUpper(keyword.text)}${phrasing.colon}${phrasing.join(list.map(({ text }) => text))}.`;
  const evidence = [keyword.source, ...list.map(({ source }) => source)];
  // The list has said the keyword; the sentence behind it says something else.
  const rest = ranked
    .filter(({ text }) => !pointsBack(text))
    .find(
      ({ text }) => fits(`${lead} ${text}`, 'description') && repeats(`${lead} ${text}`, facts.language.code).count < 3,
    );
  const text = rest === undefined ? lead : `${lead} ${rest.text}`;
  return { strategy, text, evidence: rest === undefined ? evidence : [...evidence, ...evidenceOf([rest])] };
}

function withFacts(facts: Facts, ranked: readonly Sentence[]): Candidate {
  const strategy = 'with_facts';
  const { phrasing, shown, h1 } = facts;
  if (phrasing === undefined || h1 === undefined) return { strategy, text: undefined, evidence: [] };
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
  if (parts.length === 0) return { strategy, text: undefined, evidence };
  const lead = parts.join(' ');
  const rest = ranked.find(({ text }) => !pointsBack(text) && fits(`${lead} ${text}`, 'description'));
  return {
    strategy,
    text: rest === undefined ? lead : `${lead} ${rest.text}`,
    evidence: rest === undefined ? evidence : [...evidence, ...evidenceOf([rest])],
  };
}

function withCall(facts: Facts, ranked: readonly Sentence[]): Candidate {
  const strategy = 'with_call_to_action';
  const call = facts.shown.call_to_action;
  if (call === undefined) return { strategy, text: undefined, evidence: [] };
  const first = ranked.find(({ text }) => fits(`${text} ${call}.`, 'description'));
  if (first === undefined) return { strategy, text: undefined, evidence: [] };
  return { strategy, text: `${first.text} ${firstUpper(call)}.`, evidence: [...evidenceOf([first]), `link “${call}”`] };
}

/** Openings that need the sentence before them. */
const POINTS_BACK =
  /^(?:this|that|these|those|it|they|he|she|but|and|so|however|therefore|also|then|here|such|das|dies\p{L}*|er|sie|es|aber|und|doch|daher|deshalb|jedoch|dann|dort|dabei|damit|außerdem|pero|esto|este|esta|estos|estas|eso|además|también|por eso|y|sin embargo|entonces|mais|cela|ce|cette|ces|il|elle|ils|elles|donc|aussi|ainsi|et|puis|これ|それ|しかし|また|そして)(?![\p{L}\p{N}])/iu;

function pointsBack(text: string): boolean {
  return POINTS_BACK.test(text);
}

/** Sentences that answer the search first: its words, then an early place, a good length and a figure. */
function rankedSentences(facts: Facts): Sentence[] {
  const scored = facts.sentences.map((sentence, place) => {
    const { words, missing } = alignmentOf(facts.keyword, sentence.text, facts.language.code);
    const covered = words.length === 0 ? 0 : 1 - missing.length / words.length;
    const length = sentence.text.length;
    const score =
      covered * 4 +
      2 / (1 + place / 4) +
      (length >= 60 && fits(sentence.text, 'description') ? 1 : 0) +
      (/\d/.test(sentence.text) ? 0.3 : 0) -
      (pointsBack(sentence.text) ? 2 : 0) -
      (/[?？]["”»]?$/.test(sentence.text) ? 0.7 : 0);
    return { sentence, place, score };
  });
  return scored
    .sort((one, other) => other.score - one.score || one.place - other.place)
    .map(({ sentence }) => sentence);
}

/** Whole sentences that fit, else up to the last comma behind which the thought goes on. */
function shortenedTo(text: string): string | undefined {
  const whole = text
    .matchAll(/[.!?。！？](?=\s|$)/gu)
    .take(20)
    .map(({ index }) => text.slice(0, index + 1))
    .filter((part) => part.length >= CHARACTERS_GOOD && fits(part, 'description'))
    .toArray()
    .at(-1);
  if (whole !== undefined) return whole;
  const clause = text
    .matchAll(/(?:,|;|\s–)\s/gu)
    .take(30)
    .map(({ index }) => `${text.slice(0, index)}.`)
    .filter((part) => part.length >= CHARACTERS_GOOD && fits(part, 'description'))
    .toArray()
    .at(-1);
  return clause;
}

function joined(facts: Facts, parts: readonly Sentence[]): string {
  return parts.map(({ text }) => text).join(/^(?:ja|zh|th)$/.test(facts.language.code) ? '' : ' ');
}

function evidenceOf(parts: readonly Sentence[]): string[] {
  return parts.map(({ heading }) =>
    heading === '' ? 'text before the first heading' : `text below “${heading.slice(0, 80)}”`,
  );
}

function isGood(text: string, facts: Facts, strategy: Strategy): boolean {
  if (strategy === 'keep_current') return true;
  if (!fits(text, 'description') || text.length < CHARACTERS_MIN) return false;
  if (facts.description !== undefined && foldPhrase(text) === foldPhrase(facts.description)) return false;
  return repeats(text, facts.language.code).count < 5;
}
