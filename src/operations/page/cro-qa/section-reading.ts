import { findSentences } from '../../../text/sentences.ts';
import { countWords } from '../../../web/page/words.ts';
import { cleanText } from '../../../text/normalize.ts';
import type { Field } from './controls.ts';
import { type CroFacts, finding } from './facts.ts';
import { countOf, phraseIn, phrasesIn } from './phrases.ts';
import type { Finding, Section } from './report.ts';
import { isSelling } from './section-proof.ts';
import { type Weighted, weightedScore } from './score.ts';
import { HIDDEN_PRICE, HYPE, VOICE } from './vocabulary.ts';

const FIELDS = { few: 5, many: 8 } as const;
const MENU_LINKS_MAX = 12;
/** A field for a search is no form to convert by. */
const SEARCH_FIELDS = new Set(['search']);

/** What makes it hard to do what the page asks for. */
export function frictionSection(facts: CroFacts): Section {
  const findings: Weighted[] = [];
  if (facts.page.format === 'markdown') {
    findings.push([
      0,
      finding(facts, ['friction.form', 'not_applicable', 'Markdown has no forms and menus.'], undefined),
    ]);
  } else {
    findings.push(...formFindings(facts));
    findings.push([2, menuFinding(facts)]);
    const [loud] = facts.controls.autoplay;
    if (loud !== undefined) {
      findings.push([
        2,
        finding(
          facts,
          ['friction.autoplay', 'fail', 'Sound or video starts by itself.'],
          loud,
          'Let the visitor start it, or mute it.',
        ),
      ]);
    }
  }
  const hidden = facts.blocks.find(({ plain }) => phraseIn(plain, HIDDEN_PRICE) !== undefined);
  if (hidden !== undefined) {
    findings.push([
      2,
      finding(
        facts,
        ['friction.hidden-price', 'warn', 'The price has to be asked for.'],
        { start: hidden.block.start, text: hidden.block.text },
        'Name a price from which it begins, or an example.',
      ),
    ]);
  }
  const score = weightedScore(findings);
  const [worst] = findings.map(([, each]) => each).filter(({ status }) => status === 'fail' || status === 'warn');
  return { score, element: worst?.quote ?? null, findings: findings.map(([, each]) => each) };
}

function formFindings(facts: CroFacts): Weighted[] {
  const fields = longestForm(facts);
  const [first] = fields;
  if (first === undefined) {
    const told = ['friction.form', 'pass', 'The page has no form that would have to be filled in.'] as const;
    return [[4, finding(facts, told, undefined)]];
  }
  const status = fields.length > FIELDS.many ? 'fail' : fields.length > FIELDS.few ? 'warn' : 'pass';
  const message = `The longest form has ${fields.length} ${fields.length === 1 ? 'field' : 'fields'}.`;
  const found: Weighted[] = [
    [
      4,
      finding(
        facts,
        ['friction.form', status, message],
        first.place,
        'Ask only for what the next step needs; the rest can follow.',
      ),
    ],
  ];
  const phone = fields.find(asksForPhone);
  if (phone !== undefined && facts.goal.value !== 'purchase') {
    const told = ['friction.phone', 'warn', 'A phone number has to be given.'] as const;
    found.push([2, finding(facts, told, phone.place, 'Make the phone number optional, or say what it is needed for.')]);
  }
  const bare = fields.find(({ labelled }) => !labelled);
  if (bare !== undefined) {
    found.push([
      2,
      finding(facts, ['friction.label', 'warn', 'A field has no label.'], bare.place, 'Give every field a <label>.'),
    ]);
  }
  return found;
}

function longestForm({ controls }: CroFacts): readonly Field[] {
  const forms = new Map<number, Field[]>();
  for (const field of controls.fields) {
    if (field.form === undefined || SEARCH_FIELDS.has(field.type)) continue;
    const fields = forms.get(field.form);
    if (fields === undefined) forms.set(field.form, [field]);
    else fields.push(field);
  }
  return [...forms.values()].toSorted((one, other) => other.length - one.length)[0] ?? [];
}

function asksForPhone({ type, name, required }: Field): boolean {
  return required && (type === 'tel' || /phone|telefon|tel$/i.test(name));
}

/** Only a page that was made to convert is better without a menu. */
function menuFinding(facts: CroFacts): Finding {
  if (facts.page_type.value !== 'landing_page' || facts.page_type.source !== 'given') {
    return finding(facts, ['friction.menu', 'not_applicable', 'Menus are counted on landing pages alone.'], undefined);
  }
  const links = facts.page.links.filter(
    ({ region, hidden, href }) => !hidden && href !== undefined && (region === 'navigation' || region === 'header'),
  );
  const many = links.length > MENU_LINKS_MAX;
  return finding(
    facts,
    ['friction.menu', many ? 'warn' : 'pass', `The menu of this landing page has ${links.length} links.`],
    links[0]?.place,
    'Take away what leads elsewhere from a page that is meant for one action.',
  );
}

const SENTENCE_WORDS = { long: 24, very_long: 32 } as const;
const PARAGRAPH_WORDS_MAX = 120;
const SUBHEADINGS_FROM_WORDS = 350;
const HYPE_MIN = 3;
const VOICE_MIN = 12;
const TEXT_MAX = 200_000;

/** Whether the text can be read at a glance and speaks to its reader. */
export function claritySection(facts: CroFacts): Section {
  const prose = facts.blocks.filter(({ block, words }) => block.kind !== 'heading' && words >= 6);
  if (prose.length === 0) {
    return {
      score: null,
      element: null,
      findings: [finding(facts, ['clarity.text', 'not_applicable', 'There is no running text to judge.'], undefined)],
    };
  }
  const findings: Weighted[] = [
    [3, sentenceFinding(facts, prose)],
    [2, paragraphFinding(facts, prose)],
  ];
  if (facts.words >= SUBHEADINGS_FROM_WORDS) {
    const count = facts.page.headings.filter(({ level, region }) => level > 1 && region === 'content').length;
    findings.push([
      2,
      finding(
        facts,
        [
          'clarity.subheadings',
          count > 0 ? 'pass' : 'warn',
          `${facts.words} words have ${count} ${count === 1 ? 'subheading' : 'subheadings'}.`,
        ],
        undefined,
        'Part the text by headings that say what follows.',
      ),
    ]);
  }
  if (isSelling(facts)) findings.push([2, hypeFinding(facts)], [1, voiceFinding(facts)]);
  const worst = findings.map(([, each]) => each).find(({ status, quote }) => status !== 'pass' && quote !== null);
  return { score: weightedScore(findings), element: worst?.quote ?? null, findings: findings.map(([, each]) => each) };
}

function sentenceFinding(facts: CroFacts, prose: CroFacts['blocks']): Finding {
  let [words, count, read] = [0, 0, 0];
  let longest: { words: number; text: string; start: number } | undefined;
  for (const { block } of prose) {
    if (read > TEXT_MAX) break;
    read += block.text.length;
    for (const { start, end } of findSentences(block.text)) {
      const text = block.text.slice(start, end);
      const length = countWords(text);
      words += length;
      count += 1;
      if (length > (longest?.words ?? 0)) longest = { words: length, text, start: block.start };
    }
  }
  const average = Math.round((words / Math.max(1, count)) * 10) / 10;
  const status = average > SENTENCE_WORDS.very_long ? 'fail' : average > SENTENCE_WORDS.long ? 'warn' : 'pass';
  return finding(
    facts,
    ['clarity.sentences', status, `Sentences have ${average} words on average.`],
    longest,
    'Cut long sentences in two.',
  );
}

function paragraphFinding(facts: CroFacts, prose: CroFacts['blocks']): Finding {
  const long = prose.filter(({ words }) => words > PARAGRAPH_WORDS_MAX);
  const [first] = long;
  const place = first === undefined ? undefined : { start: first.block.start, text: first.block.text };
  return finding(
    facts,
    [
      'clarity.paragraphs',
      long.length > 0 ? 'warn' : 'pass',
      `${long.length} ${long.length === 1 ? 'paragraph has' : 'paragraphs have'} more than ${PARAGRAPH_WORDS_MAX} words.`,
    ],
    place,
    'Part long paragraphs, or make lists of them.',
  );
}

function hypeFinding(facts: CroFacts): Finding {
  const found = facts.blocks.flatMap(({ plain, block }) => phrasesIn(plain, HYPE).map((phrase) => ({ phrase, block })));
  const phrases = [...new Set(found.map(({ phrase }) => phrase))];
  const [first] = found;
  const status = phrases.length >= HYPE_MIN ? 'warn' : 'pass';
  const place = first === undefined ? undefined : { start: first.block.start, text: first.block.text };
  const message =
    phrases.length === 0
      ? 'No empty superlatives were found.'
      : `Words that claim without showing: ${phrases
          .slice(0, 6)
          .map((each) => cleanText(each, 40))
          .join(', ')}.`;
  return finding(
    facts,
    ['clarity.hype', status, message],
    place,
    'Say what the offer does, with a figure, in place of the superlative.',
  );
}

function voiceFinding(facts: CroFacts): Finding {
  const voice = Object.hasOwn(VOICE, facts.language) ? VOICE[facts.language] : undefined;
  if (voice === undefined)
    return finding(facts, ['clarity.voice', 'not_applicable', 'Not judged in this language.'], undefined);
  let [we, you] = [0, 0];
  for (const { plain } of facts.blocks) {
    we += countOf(plain, voice.we);
    you += countOf(plain, voice.you);
  }
  const inward = we >= VOICE_MIN && we > you * 3;
  return finding(
    facts,
    [
      'clarity.voice',
      inward ? 'warn' : 'pass',
      `The text says “we” or “our” ${we} ${we === 1 ? 'time' : 'times'} and “you” or “your” ${you} ${you === 1 ? 'time' : 'times'} (in its own language).`,
    ],
    undefined,
    'Tell what the visitor gets rather than what you do.',
  );
}
