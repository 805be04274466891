import { compareText } from '../../../text/normalize.ts';
import { guessLanguage } from '../../../text/language.ts';
import { alignKeyword } from '../../../text/alignment.ts';
import { squash } from '../../../text/brand.ts';
import { findFlaw, isTitleCased } from '../../../text/snippet/flaws.ts';
import { countRepeats, fits, measure, type Option } from '../../../text/snippet/option.ts';
import { findDependence } from '../../../text/snippet/standing.ts';
import type { Facts } from './facts.ts';
import { explainFew, type Offered, placeCurrent, type Refusal, type Written } from './offered.ts';
import { cutIntoSentences, type Sentence } from './sentences.ts';
import { namesSite } from './site-name.ts';
import { toSentenceCase, writeCall, writeHeading } from './wording.ts';

interface Candidate {
  readonly strategy: Strategy;
  readonly text: string;
  readonly evidence: readonly string[];
}

/** Equals are offered in this order. */
const STRATEGIES = {
  shortened_current: 'The sentences of the current description that a result has room for.',
  social_description: 'What the page already tells social networks about itself.',
  with_facts: 'Gives the price, and the rating where visitors see one: change it whenever the price changes.',
  with_promise: 'What the page says first, and what readers will learn.',
  with_call_to_action: 'What the page says first about itself, and its own call to action.',
  opening_sentences: 'What the page says first about itself, in whole sentences.',
  keyword_sentences: 'The sentences of the page that answer the search.',
} as const;
type Strategy = keyof typeof STRATEGIES;
const ORDER = Object.keys(STRATEGIES);

const OPTIONS_MAX = 3;
/** Shorter ones leave most of the room empty. */
const CHARACTERS_MIN = 70;
/** An offer with its price says enough. */
const OFFER_CHARACTERS_MIN = 50;
const UNSPACED_CHARACTERS_MIN = 25;

/** Descriptions that an editor could publish, best first: the current one where it is good, then whole sentences of the page. */
export function writeDescriptions(facts: Facts, kept: Option | undefined): Written {
  const refusals: Refusal[] = [];
  const offered: Offered[] = [];
  for (const candidate of listCandidates(facts, kept === undefined, refusals)) {
    const { strategy, text, evidence } = candidate;
    const why = findFault(facts, text, strategy === 'with_facts' ? OFFER_CHARACTERS_MIN : CHARACTERS_MIN);
    if (why !== undefined) {
      refusals.push({ text, why });
      continue;
    }
    const option = {
      text,
      ...measure(text, 'description'),
      strategy,
      why: STRATEGIES[strategy],
      evidence: [...evidence],
    };
    offered.push({ option, missing: countMissing(facts, text) });
  }
  offered.sort(
    (one, other) =>
      one.missing - other.missing ||
      ORDER.indexOf(one.option.strategy) - ORDER.indexOf(other.option.strategy) ||
      compareText(one.option.text, other.option.text),
  );
  const current = kept === undefined ? undefined : { option: kept, missing: countMissing(facts, kept.text) };
  const options = dropLikes(placeCurrent(current, offered, facts.on_page.words.length).map(({ option }) => option));
  return { options: options.slice(0, OPTIONS_MAX), note: explainFew('description', options, refusals) };
}

/** Leaves out what is a part of one before it, or has it as a part. */
function dropLikes(options: readonly Option[]): Option[] {
  const chosen: Option[] = [];
  for (const option of options) {
    const text = squash(option.text);
    const isLike = chosen.some((each) => squash(each.text).includes(text) || text.includes(squash(each.text)));
    if (!isLike) chosen.push(option);
  }
  return chosen;
}

function countMissing(facts: Facts, text: string): number {
  return alignKeyword(facts.keyword, text, facts.language.code).missing.length;
}

/** Sure enough that a text is in another language than its page. */
const SURE = 0.7;

function findFault(facts: Facts, text: string, charactersMin = CHARACTERS_MIN): string | undefined {
  const { code } = facts.language;
  const { words, missing } = alignKeyword(facts.keyword, text, code);
  if (text === facts.description) return 'is the current description';
  if (words.length > 0 && missing.length === words.length && !introduces(facts, text))
    return `says nothing of “${facts.keyword}”`;
  if (text.length < (isUnspaced(code) ? UNSPACED_CHARACTERS_MIN : charactersMin)) return 'says too little';
  if (!fits(text, 'description')) return 'is longer than a result';
  if (countRepeats(text, code).count > 3) return 'repeats a word';
  if (/[?？]["”»]?$/u.test(text)) return 'asks and does not answer';
  return isForeign(text, code) ? 'is in another language than the page' : findTextFlaw(facts, text);
}

/** Whether the first sentence says who the business is or what it does for its customers: then it need not say the search. */
function introduces({ sentences: [first], brand, page_type: { type } }: Facts, text: string): boolean {
  return (
    brand !== undefined &&
    first !== undefined &&
    !READ.has(type ?? '') &&
    text.startsWith(first.text) &&
    namesSite(first.text, brand.name)
  );
}

function isForeign(text: string, code: string): boolean {
  const guess = guessLanguage(text, code);
  return code !== '' && guess.value !== '' && guess.value !== code && guess.confidence >= SURE;
}

function findTextFlaw(facts: Facts, text: string): string | undefined {
  return findFlaw(text, { field: 'description', language: facts.language.code });
}

function isUnspaced(code: string): boolean {
  return /^(?:ja|zh|th)$/.test(code);
}

function listCandidates(facts: Facts, replaces: boolean, refusals: Refusal[]): Candidate[] {
  const opening = findOpening(facts, refusals);
  const answer = opening !== undefined && countMissing(facts, opening.text) === 0 ? undefined : findAnswer(facts);
  return [
    ...(replaces ? fromText(facts, 'shortened_current', facts.description, 'meta description') : []),
    ...fromText(facts, 'social_description', facts.social_description, 'og:description'),
    ...(opening === undefined ? [] : [opening]),
    ...(answer === undefined ? [] : [answer]),
    ...fromFacts(facts),
    ...fromPromise(facts),
    ...fromCall(facts, opening ?? answer),
  ];
}

/** Sentences of an editor's text; more are no description. */
const SENTENCES_MAX = 12;

/** The run of an editor's own sentences that fits and says most of the search, best from the beginning. */
function fromText(facts: Facts, strategy: Strategy, text: string | undefined, evidence: string): Candidate[] {
  if (text === undefined) return [];
  const { code } = facts.language;
  const sentences = cutIntoSentences(text.replaceAll('&amp;', '&'), code)
    .slice(0, SENTENCES_MAX)
    .map((sentence) => (isTitleCased(sentence, code) ? endSentence(toSentenceCase(facts, sentence)) : sentence))
    .filter((sentence) => ENDED.test(sentence));
  const runs = sentences.flatMap((_, from) =>
    sentences.slice(from).map((__, more) => ({ from, parts: sentences.slice(from, from + more + 1) })),
  );
  const [best] = runs
    .filter(
      ({ parts: [first = '', ...more] }) =>
        !isExcerpt(facts, first, false) && !more.some((each) => isExcerpt(facts, each, true)),
    )
    .map(({ from, parts }) => ({ from, run: parts.join(isUnspaced(code) ? '' : ' ') }))
    .filter(({ run }) => findFault(facts, run) === undefined)
    .sort(
      (one, other) =>
        countMissing(facts, one.run) - countMissing(facts, other.run) ||
        one.from - other.from ||
        other.run.length - one.run.length,
    );
  return best === undefined ? [] : [{ strategy, text: best.run, evidence: [evidence] }];
}

/** Faults that an editor's sentence does not have, but one that a template took from the page has. */
const EXCERPTED = new Set(['needs the sentence before it', 'tells somebody’s own experience', 'quotes somebody']);

function isExcerpt(facts: Facts, sentence: string, follows: boolean): boolean {
  return EXCERPTED.has(findDependence(sentence, facts.language.code, follows) ?? '');
}

const ENDED = /[.!?。！？]["”»’)]?$/u;

function endSentence(text: string): string {
  return ENDED.test(text) ? text : `${text}.`;
}

/** Paragraphs that may introduce the page. */
const LEAD_BLOCKS = 4;

/** The page's introduction: what stands before its first heading, or below the first one that has text. */
function findOpening(facts: Facts, refusals: Refusal[]): Candidate | undefined {
  const [first] = facts.sentences;
  const intro = facts.sentences.filter(({ heading }) => heading === first?.heading || heading === facts.h1);
  const blocks = [...new Set(intro.map(({ block }) => block))].slice(0, LEAD_BLOCKS);
  const lead = intro.filter(({ block, at }) => block === blocks[0] || (blocks.includes(block) && at === 0));
  const { words } = facts.on_page;
  // The first paragraph is about the page even where it words the search otherwise; the next ones may be about anything.
  const isAbout = (start: Sentence, text: string): boolean =>
    (countMissing(facts, text) <= words.length * readShare(start, start.block === blocks[0]) ||
      introduces(facts, text)) &&
    (start.block === blocks[0] || countMissing(facts, readBeginning(start, words.length + 2)) < words.length);
  return findBestRun(facts, lead, { strategy: 'opening_sentences', isAbout, refusals });
}

/** Share of the words of the search that sentences may lack: the most where the first paragraph states a figure. */
const SHARES = { figure: 2 / 3, first: 0.5, next: 0.45 } as const;

function readShare({ text }: Sentence, isFirst: boolean): number {
  if (!isFirst) return SHARES.next;
  return /\d/.test(text) ? SHARES.figure : SHARES.first;
}

/** Sentences of any paragraph that begin with the whole search: `Pods are the smallest …` */
function findAnswer(facts: Facts): Candidate | undefined {
  const { words } = facts.on_page;
  const isAbout = (start: Sentence): boolean => {
    const told = start.text.split(/\s+/);
    const subject = readBeginning(start, words.length + 1);
    const isAside = ASIDE.test(told.slice(0, words.length + PREDICATE_WORDS).join(' '));
    return words.length > 0 && countMissing(facts, subject) === 0 && !isAside;
  };
  const told = facts.sentences.filter(({ heading }) => !/[?？]\s*$/.test(heading));
  return findBestRun(facts, told, { strategy: 'keyword_sentences', isAbout, refusals: [] });
}

function readBeginning({ text }: Sentence, words: number): string {
  return text.split(/\s+/).slice(0, words).join(' ');
}

/** What something is not, or is besides, is no answer. */
const ASIDE =
  /n['’]t(?!\p{L})|(?<!\p{L})(?:not|no|never|also|too|other|nicht|keine?|auch|ebenfalls|nunca|también|otr[ao]s?|ne|pas|aussi|également|autres?)(?!\p{L})/iu;

/** Words in which a sentence begins to say something of its subject. */
const PREDICATE_WORDS = 5;

interface Search {
  readonly strategy: Strategy;
  readonly isAbout: (start: Sentence, text: string) => boolean;
  readonly refusals: Refusal[];
}

function findBestRun(facts: Facts, starts: readonly Sentence[], search: Search): Candidate | undefined {
  const found: { readonly candidate: Candidate; readonly rank: number }[] = [];
  for (const [place, start] of starts.entries()) {
    const text = writeRun(facts, extendRun(facts, start));
    if (!search.isAbout(start, text)) continue;
    const lean = findDependence(nameSubject(facts, start.text), facts.language.code, false);
    const why = (lean === NO_VERB && labelsOffer(facts, start) ? undefined : lean) ?? findFault(facts, text);
    if (why !== undefined) {
      search.refusals.push({ text, why });
      continue;
    }
    const source =
      start.heading === '' ? 'text before the first heading' : `text below “${start.heading.slice(0, 80)}”`;
    const rank = countMissing(facts, text) * PLACES + place;
    found.push({ candidate: { strategy: search.strategy, text, evidence: [source] }, rank });
  }
  return found.sort((one, other) => one.rank - other.rank)[0]?.candidate;
}

/** As many of the sentences as make a good description; all of them where no number does. */
function writeRun(facts: Facts, run: readonly Sentence[]): string {
  const join = (parts: readonly Sentence[]): string =>
    parts.map(({ text }) => text).join(isUnspaced(facts.language.code) ? '' : ' ');
  const shorter = run.map((_, left) => join(run.slice(0, run.length - left)));
  return shorter.find((text) => findFault(facts, text) === undefined) ?? join(run);
}

const NO_VERB = 'has no verb';
/** Shorter labels are headings. */
const LABEL_WORDS_MIN = 8;
/** Share of the words of the search that such a label may lack: it describes what is sold and need not say `pricing`. */
const LABEL_LACKS = 1 / 3;

/** `18 hiking backpacks with 40 litres by Deuter and Osprey, all with a rain cover.`: shops describe what they sell without a verb. */
function labelsOffer(facts: Facts, { text, block, at }: Sentence): boolean {
  const [first] = facts.sentences;
  const isFirst = first?.block === block && first.at === at;
  return (
    isFirst &&
    !READ.has(facts.page_type.type ?? '') &&
    countMissing(facts, text) <= facts.on_page.words.length * LABEL_LACKS &&
    text.split(/\s+/).length >= LABEL_WORDS_MIN
  );
}

const DEMONSTRATIVE = /^(?:this|diese[rs]?|est[ae]|cet(?:te)?|ce)(?=\s)/iu;

/** `This vegan lasagna is …` needs no sentence before it: the search says what is meant. On a product's page a customer may say it. */
function nameSubject(facts: Facts, sentence: string): string {
  const { words } = facts.on_page;
  const told = sentence.split(/\s+/).slice(0, words.length + 2);
  const isClear = words.length > 0 && facts.page_type.type !== 'product' && countMissing(facts, told.join(' ')) === 0;
  return isClear ? sentence.replace(DEMONSTRATIVE, '—') : sentence;
}

/** A word of the search is worth so many sentences further down. */
const PLACES = 3;

/** A sentence and those that follow it in its paragraph, as far as a result has room. */
function extendRun(facts: Facts, start: Sentence): Sentence[] {
  const run = [start];
  for (const next of facts.sentences) {
    const last = run.at(-1) ?? start;
    if (next.block !== start.block || next.at !== last.at + 1) continue;
    const alone = findDependence(next.text, facts.language.code, false);
    const isWorse =
      findDependence(next.text, facts.language.code, true) !== undefined ||
      alone === 'begins with a subordinate clause' ||
      alone === 'asks and does not answer';
    if (isWorse || !fits([...run, next].map(({ text }) => text).join(' '), 'description')) break;
    run.push(next);
  }
  return run;
}

/** `Shop the Fjord Trail Shoe for €129.00 at North Gear. Rated 4.7 out of 5 in 89 reviews.` and what the page says first. */
function fromFacts(facts: Facts): Candidate[] {
  const {
    phrasing,
    shown,
    h1,
    brand,
    page_type: { type },
  } = facts;
  if (phrasing === undefined || h1 === undefined || shown.price === undefined || type !== 'product') return [];
  const name = writeHeading(facts, h1).replace(/^The /, '');
  const isNamed = brand !== undefined && squash(name).includes(squash(brand.name));
  const offer = phrasing.offer(name, shown.price, isNamed ? undefined : brand?.name);
  const rated = shown.rating === undefined ? [] : [phrasing.rated(shown.rating)];
  const evidence = ['h1', 'price', ...(shown.rating === undefined ? [] : ['rating'])];
  const wordings = [[offer, ...rated], [offer]].flatMap((parts) => {
    const lead = parts.join(' ');
    const more = findSentence(facts, (text) => fits(`${lead} ${text}`, 'description'));
    return more === undefined ? [lead] : [`${lead} ${more}`, lead];
  });
  const text = wordings.find((wording) => findFault(facts, wording, OFFER_CHARACTERS_MIN) === undefined);
  return text === undefined ? [] : [{ strategy: 'with_facts', text, evidence }];
}

/** The first sentence near the top that can stand by itself. */
function findSentence(facts: Facts, isFine: (text: string) => boolean): string | undefined {
  const { code } = facts.language;
  return facts.sentences
    .slice(0, SENTENCES_NEAR_TOP)
    .map(({ text }) => text)
    .filter((text) => text.length >= SENTENCE_CHARACTERS_MIN && countMissing(facts, text) < facts.on_page.words.length)
    .find(
      (text) =>
        isFine(text) && findDependence(text, code, false) === undefined && findTextFlaw(facts, text) === undefined,
    );
}

const SENTENCES_NEAR_TOP = 8;
const SENTENCE_CHARACTERS_MIN = 35;

const HOW_TO = /^(?:how to|cómo|comment|wie (?:sie|du|man|ihr))\s[^:?|]+$/iu;

/** `Limescale makes a kettle slower. Learn how to descale a kettle with vinegar or lemon in 4 steps.` */
function fromPromise(facts: Facts): Candidate[] {
  const { phrasing, shown, h1 } = facts;
  if (phrasing === undefined || h1 === undefined || !HOW_TO.test(h1)) return [];
  const heading = toSentenceCase(facts, writeHeading(facts, h1));
  const how = heading.charAt(0).toLowerCase() + heading.slice(1);
  const steps =
    shown.steps === undefined || /\d/.test(how) ? '' : ` ${phrasing.inSteps(shown.steps).replace('Steps', 'steps')}`;
  const promise = phrasing.promise(`${how}${steps}`);
  const first = findSentence(facts, (text) => fits(`${text} ${promise}`, 'description'));
  return [{ strategy: 'with_promise', text: first === undefined ? promise : `${first} ${promise}`, evidence: ['h1'] }];
}

/** Pages that readers come to for an answer ask for nothing. */
const READ = new Set(['blog_post', 'guide', 'comparison_page']);

function fromCall(facts: Facts, opening: Candidate | undefined): Candidate[] {
  const call = facts.shown.call_to_action;
  if (call === undefined || opening === undefined || READ.has(facts.page_type.type ?? '')) return [];
  const sentences = cutIntoSentences(opening.text, facts.language.code);
  const [first = ''] = sentences;
  const asked = `${writeCall(facts, call)}.`;
  const text = [[first], sentences]
    .map((parts) => [...parts, asked].join(' '))
    .find((wording) => fits(wording, 'description') && wording.length >= CHARACTERS_MIN);
  const evidence = [...opening.evidence, `link “${call}”`];
  return text === undefined ? [] : [{ strategy: 'with_call_to_action', text, evidence }];
}
