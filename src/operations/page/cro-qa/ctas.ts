import type { Page } from '../../../web/page/page.ts';
import { lineOf } from '../../../web/page/quote.ts';
import { countWords } from '../../../web/words.ts';
import { cleanText } from '../../../text/normalize.ts';
import type { Control, Controls, Field } from './controls.ts';
import type { ReadBlock } from './blocks.ts';
import { detectCtaType, findList, isPhrase, toPlainWords } from './phrases.ts';
import { type Cta, GOALS } from './report.ts';

const CTAS_MAX = 60;
/** A longer text is a sentence with a link, not a call to action. */
const TEXT_CHARACTERS_MAX = 70;
const TEXT_WORDS_MAX = 9;
/** A plain link has to be as short as a button to be one: `How to buy a house in 10 steps` is reading. */
const LINK_WORDS_MAX = 5;

/** Content that surely is, and surely is not, on the first screen. Our own figures, with a gap where nothing is claimed. */
const FOLD = { above_words: 80, below_words: 200, below_headings: 2 } as const;

interface Reading {
  readonly language: string;
  /** What the page calls itself: its heading, else its title. */
  readonly headline: string;
}

/** The calls to action of a page, in its order. `matches_goal` is filled in once the goal is known. */
export function findCtas(
  page: Page,
  { controls, fields }: Controls,
  blocks: readonly ReadBlock[],
  { language, headline }: Reading,
): Cta[] {
  const found: Cta[] = [];
  const messages = new Set(fields.filter(isMessage).map(({ form }) => form));
  const announced = detectAnnounced(headline, language);
  for (const control of withBracketed(controls, blocks)) {
    if (found.length >= CTAS_MAX) break;
    const text = readText(control);
    const read = text === '' ? undefined : detectType(control, text, language);
    const type = read === 'other' ? readVague(control, announced, messages) : read;
    if (type === undefined || (type === 'other' && isDrafted(control))) continue;
    const before = countWordsBefore(blocks, control.place.start);
    found.push({
      text,
      type,
      element: control.kind === 'button' ? 'button' : control.styled ? 'styled_link' : 'link',
      url: control.url === undefined ? null : cleanText(control.url, 2048),
      region: control.region,
      line: lineOf(page, control.place.start),
      above_fold: isAboveFold(control, before, countHeadingsBefore(blocks, control.place.start)),
      words_before: before,
      matches_goal: null,
    });
  }
  return found;
}

/** A text of several lines that visitors write to the business; a comment or a review is for other visitors. */
function isMessage({ type, name, form }: Field): boolean {
  return type === 'textarea' && form !== undefined && !/comment|kommentar|comentario|review|avis/i.test(name);
}

/** `Send` says nothing by itself. */
function isVagueSubmit({ kind, form, region, text }: Control): boolean {
  return kind === 'button' && form !== undefined && region === 'content' && isPhrase(toPlainWords(text, 200), VAGUE);
}

/** What the page says that its form is for: `Request a demo`. */
function detectAnnounced(headline: string, language: string): Cta['type'] | undefined {
  const found = detectCtaType(headline, language);
  return found === 'learn_more' ? undefined : GOALS.find((goal) => goal === found);
}

/** A vague button does what the page announces, else sends the message above it. */
function readVague(
  control: Control,
  announced: Cta['type'] | undefined,
  messages: ReadonlySet<number | undefined>,
): Cta['type'] {
  if (!isVagueSubmit(control)) return 'other';
  return announced ?? (messages.has(control.form) ? 'contact_sales' : 'other');
}

const VAGUE = findList('cta_vague');

/** What a control says; '' where it says nothing or too much for a call to action. */
function readText(control: Control): string {
  const text = cleanText(control.text, 200).replace(/^\[\s*(.+?)\s*\]$/u, '$1');
  const isLink = control.kind === 'link' && !control.styled;
  const isLong = text.length > TEXT_CHARACTERS_MAX || countWords(text) > (isLink ? LINK_WORDS_MAX : TEXT_WORDS_MAX);
  return isLong ? '' : text;
}

/** A button as drafts write it: `[Start free trial]`, one or more in a line of their own. */
const BRACKETED = /^[\s*_|·–—-]*(?:\[[^[\]]{2,70}\](?!\()[\s*_|·–—-]*){1,4}$/u;

/** The controls and, in their place among them, what a draft has in brackets instead of a button. */
function withBracketed(controls: readonly Control[], blocks: readonly ReadBlock[]): readonly Control[] {
  const known = new Set(controls.map(({ text }) => cleanText(text, 200)));
  const drafted = blocks.flatMap(({ block: { text, start, linked_characters: linked } }): Control[] => {
    if (linked > 0 || text.length > 300 || known.has(cleanText(text, 200)) || !BRACKETED.test(text)) return [];
    return [...text.matchAll(/\[([^[\]]{2,70})\]/gu)].map(([, words = '']) => ({
      kind: 'button',
      text: words.replace(/^\s*(?:button|cta|botón|bouton|knopf)\s*[:–-]\s*/iu, ''),
      url: undefined,
      href: undefined,
      styled: true,
      region: 'content',
      form: undefined,
      place: { start, end: start },
    }));
  });
  if (drafted.length === 0) return controls;
  return [...controls, ...drafted].toSorted((one, other) => one.place.start - other.place.start);
}

/** Only its words show that a note in brackets is a button; others stand for images or are to be filled in. */
function isDrafted({ place }: Control): boolean {
  return place.start === place.end;
}

/** Controls that convert nobody. */
const ASIDE: ReadonlySet<string> = new Set(['login', 'consent', 'utility']);

function detectType(control: Control, text: string, language: string): Cta['type'] | undefined {
  const found = detectCtaType(text, language) ?? detectTypeByAddress(control.href);
  const type = GOALS.find((goal) => goal === found);
  if (found !== undefined && ASIDE.has(found)) return undefined;
  if (control.kind === 'button' || control.styled) {
    // A button without known words in a menu or footer opens or closes something.
    return type ?? (control.region === 'content' ? 'other' : undefined);
  }
  // A plain link is a call to action only by its words; in a footer, or to more reading in a menu, it is navigation.
  const isNavigation = control.region === 'footer' || (type === 'learn_more' && control.region !== 'content');
  return isNavigation ? undefined : type;
}

function detectTypeByAddress(href: string | undefined): Cta['type'] | undefined {
  if (href === undefined) return undefined;
  return /^(?:tel|mailto):/i.test(href) ? 'contact_sales' : undefined;
}

/** Words before an offset; inside a block, as many as its share of characters before the offset. */
function countWordsBefore(blocks: readonly ReadBlock[], offset: number): number {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blocks[middle]?.block.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  const last = blocks[low - 1];
  if (last === undefined) return 0;
  const share = Math.min(1, (offset - last.block.start) / Math.max(1, last.block.text.length));
  return last.words_before + Math.round(last.words * share);
}

function countHeadingsBefore(blocks: readonly ReadBlock[], offset: number): number {
  let count = 0;
  for (const { block } of blocks) {
    if (block.start > offset || count > FOLD.below_headings) break;
    if (block.kind === 'heading') count += 1;
  }
  return count;
}

function isAboveFold({ region }: Control, words: number, headings: number): boolean | null {
  if (region === 'footer') return false;
  if (region === 'header' || region === 'navigation') return words <= FOLD.above_words ? true : null;
  if (words > FOLD.below_words) return false;
  if (words <= FOLD.above_words && headings <= FOLD.below_headings) return true;
  return null;
}
