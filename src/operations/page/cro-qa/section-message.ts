import { readKeyword } from '../../../text/keyword.ts';
import { cleanText } from '../../../text/normalize.ts';
import { containment } from '../../../text/similarity.ts';
import { weighText } from '../../../text/weights.ts';
import type { Place } from '../../../web/page/page.ts';
import { countWords, displayLength } from '../../../web/page/words.ts';
import type { ReadBlock } from './blocks.ts';
import { type CroFacts, finding } from './facts.ts';
import { isOneOf, phraseIn, plain } from './phrases.ts';
import type { Finding, Section } from './report.ts';
import { type Weighted, weightedScore } from './score.ts';
import { FOR_WHOM, VAGUE_HEADINGS } from './vocabulary.ts';

const HEADING_LENGTH_MAX = 100;
const SUPPORT_WORDS = { min: 6, max: 70 } as const;
/** Blocks behind the heading in which its supporting sentence is looked for. */
const SUPPORT_BLOCKS = 4;

/** Whether the first screen says what there is, for whom, and why it is worth having. */
export function valueProposition(facts: CroFacts): Section {
  const { h1 } = facts;
  const findings = h1 === undefined ? [withoutHeading(facts)] : headingFindings(facts, h1);
  const element = h1 === undefined ? null : cleanText(h1.text, 200);
  return { score: weightedScore(findings), element, findings: findings.map(([, each]) => each) };
}

function withoutHeading(facts: CroFacts): Weighted {
  const first = facts.page.headings.find(({ text }) => text !== '');
  const place = first === undefined ? undefined : { ...first.place, text: first.text };
  const told = ['vp.heading', 'fail', 'The page has no main heading (h1).'] as const;
  return [5, finding(facts, told, place, 'Say in one h1 what the visitor gets.')];
}

function headingFindings(facts: CroFacts, h1: NonNullable<CroFacts['h1']>): Weighted[] {
  const place = { ...h1.place, text: h1.text };
  const length = displayLength(h1.text);
  const support = supportOf(facts);
  return [
    [5, finding(facts, ['vp.heading', 'pass', 'The page has a main heading.'], place)],
    [4, finding(facts, meaningOf(h1.text), place, 'Name the offer and its benefit in the main heading.')],
    [
      2,
      finding(
        facts,
        ['vp.length', length > HEADING_LENGTH_MAX ? 'warn' : 'pass', `The main heading has ${length} characters.`],
        place,
        'Cut the main heading to one thought of at most 100 characters.',
      ),
    ],
    [4, supportFinding(facts, support, place)],
    [2, specificFinding(facts, `${plain(h1.text, 500)}${support?.plain ?? ''}`, place)],
  ];
}

function meaningOf(text: string): readonly [string, Finding['status'], string] {
  if (isOneOf(plain(text, 300), VAGUE_HEADINGS)) {
    return ['vp.meaning', 'fail', 'The main heading could stand on any page.'];
  }
  const isShort = displayLength(text) < 8 && countWords(text) < 2;
  if (isShort) return ['vp.meaning', 'warn', 'The main heading is one short word.'];
  return ['vp.meaning', 'pass', 'The main heading names something of its own.'];
}

type QuotedPlace = Place & { readonly text: string };

function supportFinding(facts: CroFacts, support: ReadBlock | undefined, place: QuotedPlace): Finding {
  if (support !== undefined) {
    const told = ['vp.support', 'pass', 'A sentence below the main heading explains it.'] as const;
    return finding(facts, told, { start: support.block.start, text: support.block.text });
  }
  return finding(
    facts,
    ['vp.support', 'warn', 'No sentence below the main heading explains it.'],
    place,
    'Put one or two sentences below the main heading: what it is, for whom, and what changes for them.',
  );
}

function specificFinding(facts: CroFacts, hero: string, place: QuotedPlace): Finding {
  const isSpecific = /\d/.test(hero) || phraseIn(hero, FOR_WHOM) !== undefined;
  const message = isSpecific
    ? 'The first lines name a figure or whom it is for.'
    : 'The first lines name neither a figure nor whom it is for.';
  const told = ['vp.specific', isSpecific ? 'pass' : 'warn', message] as const;
  return finding(facts, told, place, 'Add a figure that the page can prove, or name the customer.');
}

function supportOf({ blocks, h1 }: CroFacts): ReadBlock | undefined {
  const at = blocks.findIndex(({ block }) => block.kind === 'heading' && block.start >= (h1?.place.start ?? 0));
  for (const each of blocks.slice(at + 1, at + 1 + SUPPORT_BLOCKS)) {
    const { kind, linked_characters: linked, text } = each.block;
    // The next heading begins another thought; a subtitle is often written as one, right below the first.
    if (kind === 'heading' && each.words < SUPPORT_WORDS.min) return undefined;
    if (linked * 2 < text.length && each.words >= SUPPORT_WORDS.min && each.words <= SUPPORT_WORDS.max) return each;
  }
  return undefined;
}

const FIRST_WORDS = 150;
const SAID = { pass: 'is in', warn: 'is only in part in', fail: 'is not in' } as const;

/** Whether the page speaks of what its visitor searched for, and keeps what its title promises. */
export function intentMatch(facts: CroFacts): Section {
  const { h1 } = facts;
  const findings = [...keywordFindings(facts), ...promiseFinding(facts)];
  const element = h1 === undefined ? null : cleanText(h1.text, 200);
  return { score: weightedScore(findings), element, findings: findings.map(([, each]) => each) };
}

function keywordFindings(facts: CroFacts): Weighted[] {
  const { h1, title, input, language, page } = facts;
  const keyword = cleanText(input.keyword ?? '', 300);
  if (keyword === '') {
    return [[0, finding(facts, ['intent.keyword', 'not_applicable', 'No keyword was sent.'], undefined)]];
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
    const status = statusOf(containment(wanted, weighText(text, language)));
    const told = [id, status, `“${keyword}” ${SAID[status]} the ${name}.`] as const;
    const place = start === undefined ? undefined : { start, text };
    return [weight, finding(facts, told, place, `Say in the ${name} what visitors search for: “${keyword}”.`)];
  });
}

function statusOf(share: number): 'pass' | 'warn' | 'fail' {
  if (share > 0.95) return 'pass';
  return share >= 0.5 ? 'warn' : 'fail';
}

const PROMISE_SHARE_MIN = 0.2;

function promiseFinding(facts: CroFacts): Weighted[] {
  const { h1, title, language, page } = facts;
  if (h1 === undefined || title === undefined || page.format !== 'html') return [];
  const [promised, kept] = [weighText(title, language), weighText(h1.text, language)];
  const isKept = Math.max(containment(kept, promised), containment(promised, kept)) >= PROMISE_SHARE_MIN;
  const message = isKept
    ? 'Title and main heading speak of one thing.'
    : 'Title and main heading share no word: who comes by the title may not find what it promised.';
  const place = { ...h1.place, text: `${title} / ${h1.text}` };
  const told = ['intent.promise', isKept ? 'pass' : 'warn', message] as const;
  return [[2, finding(facts, told, place, 'Let the main heading repeat what the title promises.')]];
}
