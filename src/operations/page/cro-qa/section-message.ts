import { listed } from '../../../guidance/plan.ts';
import { readKeyword } from '../../../text/keyword.ts';
import { cleanText, foldPhrase, stripAccents } from '../../../text/normalize.ts';
import { containment } from '../../../text/similarity.ts';
import { weighText } from '../../../text/weights.ts';
import type { Place } from '../../../web/page/page.ts';
import { countWords, displayLength, tokenize } from '../../../web/words.ts';
import type { ReadBlock } from './blocks.ts';
import type { CroFacts } from './facts.ts';
import { makeFinding, makeSection, type Weighted } from './findings.ts';
import { findList, hasPhrase, isPhrase, toPlainWords } from './phrases.ts';
import type { Finding, OfferKind, Section } from './report.ts';

const HEADING_LENGTH_MAX = 100;
const SUPPORT_WORDS_MIN = 6;
/** Blocks after the heading that may hold its supporting sentence. */
const SUPPORT_BLOCKS = 4;

/** Whether the first screen says what the offer is, who it is for and why it is worth having. */
export function judgeValueProposition(facts: CroFacts): Section {
  const { h1 } = facts;
  const findings = h1 === undefined ? [judgeMissingHeading(facts)] : judgeHeading(facts, h1);
  const element = h1 === undefined ? null : cleanText(h1.text, 200);
  return makeSection(findings, element);
}

function judgeMissingHeading(facts: CroFacts): Weighted {
  const first = facts.page.headings.find(({ text }) => text !== '');
  const place = first === undefined ? undefined : { ...first.place, text: first.text };
  const judged = ['vp.heading', 'fail', 'The page has no main heading (H1).'] as const;
  return [5, makeFinding(facts, judged, place, 'Say what visitors get in one H1.')];
}

function judgeHeading(facts: CroFacts, h1: NonNullable<CroFacts['h1']>): Weighted[] {
  const place = { ...h1.place, text: h1.text };
  const length = displayLength(h1.text);
  return [
    [5, makeFinding(facts, ['vp.heading', 'pass', 'The page has a main heading.'], place)],
    [4, makeFinding(facts, judgeMeaning(facts, h1.text), place, 'Name the offer and its benefit in the main heading.')],
    [
      2,
      makeFinding(
        facts,
        ['vp.length', length > HEADING_LENGTH_MAX ? 'warn' : 'pass', `The main heading has ${length} characters.`],
        place,
        'Cut the main heading to one idea of at most 100 characters.',
      ),
    ],
    ...judgePitch(facts, place),
  ];
}

/** Offers that have to be explained to be wanted; a product or a shelf of them is known by its name and picture. */
const EXPLAINED: ReadonlySet<OfferKind> = new Set<OfferKind>(['software', 'service', 'booking', 'donation']);
/** Offers that are for some people and not for others. */
const AIMED: ReadonlySet<OfferKind> = new Set<OfferKind>(['software', 'service']);

function judgePitch(facts: CroFacts, place: QuotedPlace): Weighted[] {
  const support = findSupport(facts);
  const hero = `${toPlainWords(place.text, 500)}${support?.plain ?? ''}`;
  return listed<Weighted>([
    EXPLAINED.has(facts.offer.kind) && [4, judgeSupport(facts, support, place)],
    AIMED.has(facts.offer.kind) && [2, judgeSpecificity(facts, hero, place)],
  ]);
}

function judgeMeaning({ page_type, offer }: CroFacts, text: string): readonly [string, Finding['status'], string] {
  if (isPhrase(toPlainWords(text, 300), findList('heading_vague'))) {
    return ['vp.meaning', 'fail', 'The main heading could be on any page.'];
  }
  // `Pricing` says all that visitors of the prices have to know, and `Tents` what is on the shelf.
  const isShort =
    page_type.value !== 'pricing' && offer.kind !== 'goods' && displayLength(text) < 8 && countWords(text) < 2;
  if (isShort) return ['vp.meaning', 'warn', 'The main heading is one short word.'];
  return ['vp.meaning', 'pass', 'The main heading says something specific.'];
}

type QuotedPlace = Place & { readonly text: string };

function judgeSupport(facts: CroFacts, support: ReadBlock | undefined, place: QuotedPlace): Finding {
  if (support !== undefined) {
    const judged = ['vp.support', 'pass', 'A sentence below the main heading explains it.'] as const;
    return makeFinding(facts, judged, { start: support.block.start, text: support.block.text });
  }
  return makeFinding(
    facts,
    ['vp.support', 'warn', 'No sentence below the main heading explains it.'],
    place,
    'Explain the offer in one or two sentences below the main heading: what it is, who it is for, and what it changes for them.',
  );
}

function judgeSpecificity(facts: CroFacts, hero: string, place: QuotedPlace): Finding {
  const isSpecific =
    /\d/.test(hero) || PLACE.test(place.text) || FOR_WHOM.some((list) => hasPhrase(hero, findList(list)));
  const message = isSpecific
    ? 'The first lines give a figure or say who the offer is for.'
    : 'The first lines neither give a figure nor say who the offer is for.';
  const judged = ['vp.specific', isSpecific ? 'pass' : 'warn', message] as const;
  return makeFinding(facts, judged, place, 'Add a provable figure, or name the target customer.');
}

/** Lists of words that name an audience. */
const FOR_WHOM = ['for_whom', 'business', 'customers', 'addressed'] as const;
/** `in Bristol`: an offer at a place is for those who live there. */
const PLACE = /(?<!\p{L})(?:in|near|at|bei|en|cerca de|à|a|chez|nel|em)\s\p{Lu}/u;

function findSupport(facts: CroFacts): ReadBlock | undefined {
  const { blocks, h1 } = facts;
  const at = blocks.findIndex(({ block }) => block.kind === 'heading' && block.start >= (h1?.place.start ?? 0));
  let isBelowText = false;
  for (const [index, each] of blocks.slice(at + 1, at + 1 + SUPPORT_BLOCKS).entries()) {
    const { kind, linked_characters: linked, text } = each.block;
    // A short heading right below the first is its second line; below text it begins another topic.
    if (kind === 'heading' && each.words < SUPPORT_WORDS_MIN && isBelowText) return undefined;
    isBelowText ||= kind !== 'heading';
    const isSentence = linked * 2 < text.length && each.words >= SUPPORT_WORDS_MIN;
    if (isSentence && !isLabels(facts, at + 1 + index)) return each;
  }
  return undefined;
}

/** Labels of fields ask visitors for something, and explain no offer. */
function isLabels({ blocks, controls }: CroFacts, at: number): boolean {
  const { start, text } = blocks[at]?.block ?? { start: 0, text: '' };
  const end = blocks[at + 1]?.block.start ?? Infinity;
  const own = controls.labels.filter((label) => label.start >= start && label.start < end);
  return own.reduce((sum, label) => sum + label.text.trim().length, 0) * 2 > text.length;
}

const FIRST_WORDS = 150;
const SAID = { pass: 'appears in', warn: 'appears only partly in', fail: 'does not appear in' } as const;

/** Whether the page is about what its visitors searched for, and keeps the promise of its title. */
export function judgeIntentMatch(facts: CroFacts): Section {
  const { h1 } = facts;
  const findings = [...judgeKeyword(facts), ...judgePromise(facts)];
  const element = h1 === undefined ? null : cleanText(h1.text, 200);
  return makeSection(findings, element);
}

function judgeKeyword(facts: CroFacts): Weighted[] {
  const { h1, title, input, language, page } = facts;
  const keyword = cleanText(input.keyword ?? '', 300);
  if (keyword === '') {
    return [[0, makeFinding(facts, ['intent.keyword', 'not_applicable', 'No keyword was sent.'], undefined)]];
  }
  const reading = readKeyword(keyword, language);
  const wanted = weighText(keyword, reading.language === '' ? language : reading.language);
  const first = facts.blocks.filter(({ words_before }) => words_before < FIRST_WORDS).map(({ block }) => block.text);
  const titleStart = page.head.titles[0]?.place.start ?? 0;
  const texts = [
    { id: 'intent.heading', weight: 4, name: 'main heading', text: h1?.text ?? '', start: h1?.place.start },
    {
      id: 'intent.first-screen',
      weight: 3,
      name: `first ${FIRST_WORDS} words`,
      text: first.join(' '),
      start: undefined,
    },
    ...(title === undefined ? [] : [{ id: 'intent.title', weight: 2, name: 'title', text: title, start: titleStart }]),
  ];
  return texts.map(({ id, weight, name, text, start }): Weighted => {
    const status = judgeShare(containment(wanted, weighText(text, language)));
    const judged = [id, status, `“${keyword}” ${SAID[status]} the ${name}.`] as const;
    const place = start === undefined ? undefined : { start, text };
    return [
      weight,
      makeFinding(facts, judged, place, `Use the words visitors search for, “${keyword}”, in the ${name}.`),
    ];
  });
}

function judgeShare(share: number): 'pass' | 'warn' | 'fail' {
  if (share > 0.95) return 'pass';
  return share >= 0.5 ? 'warn' : 'fail';
}

const PROMISE_SHARE_MIN = 0.2;
/** Words that begin alike are forms or compounds of one word: `Buchhaltung`, `Buchhaltungssoftware`. */
const BEGINNING_LETTERS = 5;

function sharesBeginning(one: string, other: string): boolean {
  const read = (text: string): string[] =>
    tokenize(foldPhrase(text, 300)).flatMap((word) =>
      word.length < BEGINNING_LETTERS ? [] : [stripAccents(word).slice(0, BEGINNING_LETTERS)],
    );
  const beginnings = new Set(read(other));
  return read(one).some((beginning) => beginnings.has(beginning));
}

function judgePromise(facts: CroFacts): Weighted[] {
  const { h1, title, language, page } = facts;
  if (h1 === undefined || title === undefined || page.format !== 'html') return [];
  const [promised, kept] = [weighText(title, language), weighText(h1.text, language)];
  const isKept =
    Math.max(containment(kept, promised), containment(promised, kept)) >= PROMISE_SHARE_MIN ||
    sharesBeginning(title, h1.text);
  const message = isKept
    ? 'The title and main heading are about the same thing.'
    : 'The title and main heading share no words, so visitors may not find what the title promised.';
  const place = { ...h1.place, text: `${title} / ${h1.text}` };
  const judged = ['intent.promise', isKept ? 'pass' : 'warn', message] as const;
  return [[2, makeFinding(facts, judged, place, 'Repeat the promise of the title in the main heading.')]];
}
