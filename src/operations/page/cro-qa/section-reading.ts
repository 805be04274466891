import { listed } from '../../../guidance/plan.ts';
import { agree, counted } from '../../../kernel/grammar.ts';
import { cleanText } from '../../../text/normalize.ts';
import { findSentences } from '../../../text/sentences.ts';
import { countWords } from '../../../web/words.ts';
import type { Field } from './controls.ts';
import { type CroFacts, isSelling } from './facts.ts';
import { makeFinding, makeSection, type Weighted } from './findings.ts';
import { countPhrases, findList, findPhrases, hasPhrase } from './phrases.ts';
import type { Finding, Section } from './report.ts';

const FIELDS = { few: 5, many: 8 } as const;
const MENU_LINKS_MAX = 12;
/** A search field is no form to convert by, and a box to tick is quickly ticked. */
const UNCOUNTED = new Set(['search', 'checkbox']);

/** What makes it hard to do what the page asks for. */
export function judgeFriction(facts: CroFacts): Section {
  const isMarkdown = facts.page.format === 'markdown';
  const findings = listed<Weighted>([
    ...(isMarkdown ? [] : judgeForm(facts)),
    isMarkdown
      ? [0, makeFinding(facts, ['friction.form', 'not_applicable', 'Markdown has no forms or menus.'])]
      : [2, judgeMenu(facts)],
    judgeAutoplay(facts),
    judgeHiddenPrice(facts),
  ]);
  const worst = findings.find(([, { status }]) => status === 'fail' || status === 'warn');
  return makeSection(findings, worst?.[1].quote ?? null);
}

function judgeAutoplay(facts: CroFacts): Weighted | undefined {
  const [loud] = facts.controls.autoplay;
  if (loud === undefined) return undefined;
  const message = 'Sound or video starts by itself.';
  return [2, makeFinding(facts, ['friction.autoplay', 'fail', message], loud, 'Let visitors start it, or mute it.')];
}

function judgeHiddenPrice(facts: CroFacts): Weighted | undefined {
  const hidden = facts.blocks.find(({ plain }) => hasPhrase(plain, findList('hidden_price')));
  if (hidden === undefined) return undefined;
  const message = 'Visitors have to ask for the price.';
  const fix = 'Give a starting price or an example.';
  return [2, makeFinding(facts, ['friction.hidden-price', 'warn', message], hidden.block, fix)];
}

function judgeForm(facts: CroFacts): Weighted[] {
  const fields = findLongestForm(facts);
  const [first] = fields;
  if (first === undefined)
    return [[4, makeFinding(facts, ['friction.form', 'pass', 'The page has no form to fill in.'])]];
  const status = fields.length > FIELDS.many ? 'fail' : fields.length > FIELDS.few ? 'warn' : 'pass';
  const message = `The longest form has ${counted(fields.length, 'field')}.`;
  const fix = 'Ask only for what the next step needs, and leave the rest for later.';
  // Where a phone number is all that the form asks for, the visitor has asked to be called.
  const asksForMore = facts.goal.value !== 'purchase' && fields.some(({ type, name }) => isEmail(type, name));
  const phone = asksForMore ? fields.find(isRequiredPhone) : undefined;
  const bare = fields.find(({ labelled }) => !labelled);
  return listed<Weighted>([
    [4, makeFinding(facts, ['friction.form', status, message], first.place, fix)],
    phone !== undefined && [
      2,
      makeFinding(
        facts,
        ['friction.phone', 'warn', 'The form requires a phone number.'],
        phone.place,
        'Make the phone number optional, or say why it is needed.',
      ),
    ],
    bare !== undefined && [
      2,
      makeFinding(
        facts,
        ['friction.label', 'warn', 'A field has no label.'],
        bare.place,
        'Give every field a <label>.',
      ),
    ],
  ]);
}

/** Shoppers fill in the form of the checkout; those beside a product are for reviews, accounts and filters. */
function findLongestForm({ controls, offer }: CroFacts): readonly Field[] {
  if (offer.kind === 'goods') return [];
  const forms = new Map<number, Field[]>();
  for (const field of controls.fields) {
    if (field.form === undefined || UNCOUNTED.has(field.type)) continue;
    const fields = forms.get(field.form);
    if (fields === undefined) forms.set(field.form, [field]);
    // The choices of one question have one name.
    else if (field.type !== 'radio' || fields.every(({ name }) => name !== field.name)) fields.push(field);
  }
  return [...forms.values()].toSorted((one, other) => other.length - one.length)[0] ?? [];
}

function isEmail(type: string, name: string): boolean {
  return type === 'email' || /mail/i.test(name);
}

function isRequiredPhone({ type, name, required }: Field): boolean {
  return required && (type === 'tel' || /phone|telefon|tel$/i.test(name));
}

/** Only a page that was made to convert is better off without a menu. */
function judgeMenu(facts: CroFacts): Finding {
  const id = 'friction.menu';
  const { value, source } = facts.page_type;
  if (value !== 'landing_page' || source !== 'given') {
    const message =
      'Menus are only judged on landing pages: set page_type to landing_page if this page is built for a single action.';
    return makeFinding(facts, [id, 'not_applicable', message]);
  }
  const links = facts.page.links.filter(
    ({ region, hidden, href }) => !hidden && href !== undefined && (region === 'navigation' || region === 'header'),
  );
  const status = links.length > MENU_LINKS_MAX ? 'warn' : 'pass';
  const message = `The menu of this landing page has ${counted(links.length, 'link')}.`;
  const fix = 'Remove links that lead away from a page built for one action.';
  return makeFinding(facts, [id, status, message], links[0]?.place, fix);
}

const SENTENCE_WORDS = { long: 24, very_long: 32 } as const;
const PARAGRAPH_WORDS_MAX = 120;
const SUBHEADINGS_FROM_WORDS = 350;
const HYPE_MIN = 3;
const VOICE_MIN = 12;
const TEXT_MAX = 200_000;

/** Whether the text can be read at a glance and speaks to its reader. */
export function judgeClarity(facts: CroFacts): Section {
  const prose = facts.blocks.filter(({ block, words }) => block.kind !== 'heading' && words >= 6);
  if (prose.length === 0) {
    const message = 'The page has no running text to judge.';
    return makeSection([[0, makeFinding(facts, ['clarity.text', 'not_applicable', message])]], null);
  }
  const findings = listed<Weighted>([
    [3, judgeSentences(facts, prose)],
    [2, judgeParagraphs(facts, prose)],
    facts.words >= SUBHEADINGS_FROM_WORDS && [2, judgeSubheadings(facts)],
    isSelling(facts) && [2, judgeHype(facts)],
    isSelling(facts) && [1, judgeVoice(facts)],
  ]);
  const worst = findings.find(([, { status, quote }]) => status !== 'pass' && quote !== null);
  return makeSection(findings, worst?.[1].quote ?? null);
}

function judgeSubheadings(facts: CroFacts): Finding {
  const count = facts.page.headings.filter(({ level, region }) => level > 1 && region === 'content').length;
  const message = `The text has ${counted(facts.words, 'word')} and ${counted(count, 'subheading')}.`;
  const fix = 'Break up the text with descriptive subheadings.';
  return makeFinding(facts, ['clarity.subheadings', count > 0 ? 'pass' : 'warn', message], undefined, fix);
}

function judgeSentences(facts: CroFacts, prose: CroFacts['blocks']): Finding {
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
  const message = `Sentences average ${counted(average, 'word')}.`;
  return makeFinding(facts, ['clarity.sentences', status, message], longest, 'Split long sentences.');
}

function judgeParagraphs(facts: CroFacts, prose: CroFacts['blocks']): Finding {
  const long = prose.filter(({ words }) => words > PARAGRAPH_WORDS_MAX);
  const status = long.length > 0 ? 'warn' : 'pass';
  const message = `${counted(long.length, 'paragraph')} ${agree(long.length, 'has')} more than ${PARAGRAPH_WORDS_MAX} words.`;
  const fix = 'Shorten long paragraphs, or turn them into lists.';
  return makeFinding(facts, ['clarity.paragraphs', status, message], long[0]?.block, fix);
}

function judgeHype(facts: CroFacts): Finding {
  const hype = findList('hype');
  const found = facts.blocks.flatMap(({ plain, block }) =>
    findPhrases(plain, hype).map((phrase) => ({ phrase, block })),
  );
  const phrases = [...new Set(found.map(({ phrase }) => phrase))];
  const quoted = phrases.slice(0, 6).map((each) => cleanText(each, 40));
  return makeFinding(
    facts,
    [
      'clarity.hype',
      phrases.length >= HYPE_MIN ? 'warn' : 'pass',
      phrases.length === 0 ? 'The text has no empty superlatives.' : `Claims without proof: ${quoted.join(', ')}.`,
    ],
    found[0]?.block,
    'Replace superlatives with what the offer does, in figures.',
  );
}

function judgeVoice(facts: CroFacts): Finding {
  const id = 'clarity.voice';
  const [ours, yours] = [findList('voice.we', facts.language), findList('voice.you', facts.language)];
  if (ours === undefined || yours === undefined)
    return makeFinding(facts, [id, 'not_applicable', 'Not judged in this language.']);
  let [we, you] = [0, 0];
  for (const { plain } of facts.blocks) {
    we += countPhrases(plain, ours);
    you += countPhrases(plain, yours);
  }
  const inward = we >= VOICE_MIN && we > you * 3;
  const message = `The text says “we” or “our” ${counted(we, 'time')} and “you” or “your” ${counted(you, 'time')} (in the page’s language).`;
  const fix = 'Write about what visitors get rather than what you do.';
  return makeFinding(facts, [id, inward ? 'warn' : 'pass', message], undefined, fix);
}
