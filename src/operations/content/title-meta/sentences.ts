import { readDataLines } from '../../../kernel/data.ts';
import { cleanText } from '../../../text/normalize.ts';
import { firstText, listEntities } from '../../../web/structured-data/entity.ts';
import type { Page, TextBlock } from '../../../web/page/page.ts';
import { countWords } from '../../../web/words.ts';

/** A sentence of the page's main text that could stand for the page in a result. */
export interface Sentence {
  readonly text: string;
  /** Heading above it; '' before the first one. */
  readonly heading: string;
  /** Its block and its place in it: neighbours read well together. */
  readonly block: number;
  readonly at: number;
}

const BLOCKS_MAX = 400;
const SENTENCES_MAX = 600;
const BLOCK_CHARACTERS_MAX = 3000;
const WORDS_MIN = 4;
/** Longer ones would fill a description and be cut. */
const CHARACTERS_MAX = 320;

/** Text that stands on every page and says nothing about this one. */
const BOILERPLATE =
  /\bcookies?\b|newsletter|javascript|©|\ball rights reserved|subscribe|log ?in\b|sign ?(?:in|up)\b|privacy|datenschutz|impressum|einwilligung|anmelden|abonnier|suscr[ií]b|politique de confidentialit|mentions l[ée]gales|lorem ipsum|^(?:posted|published|written|updated|reviewed) (?:by|on)\b|\b(?:incl|excl|inc|ex|plus)\w*\.? VAT\b|\b(?:inkl|zzgl)\w*\.? .{0,20}MwSt\b|クッキー|プライバシー/iu;

/** Whole sentences of the content, in the order of the page. */
export function findPageSentences(page: Page, language: string): Sentence[] {
  const blocks = page.blocks.filter(isProse);
  const hasMain = blocks.some((block) => block.main);
  const reviews = readReviews(page);
  const found: Sentence[] = [];
  for (const [number, block] of blocks
    .filter((each) => each.main || !hasMain)
    .slice(0, BLOCKS_MAX)
    .entries()) {
    const heading = cleanText(page.sections[block.section]?.title ?? '', 300);
    if (REVIEWS.test(heading)) continue;
    let at = 0;
    for (const text of cutIntoSentences(cleanText(block.text, BLOCK_CHARACTERS_MAX), language)) {
      if (found.length >= SENTENCES_MAX) return found;
      if (isUsable(text) && !reviews.includes(text)) found.push({ text, heading, block: number, at });
      at += 1;
    }
  }
  return found;
}

const REVIEW_CHARACTERS_MAX = 100_000;

/** What the page marks up as the words of customers. */
function readReviews(page: Page): string {
  return listEntities(page)
    .map((entity) => cleanText(firstText(entity, 'reviewBody') ?? '', BLOCK_CHARACTERS_MAX))
    .join('\n')
    .slice(0, REVIEW_CHARACTERS_MAX);
}

function isProse(block: TextBlock): boolean {
  if (block.region !== 'content' || block.linked_characters * 2 > block.text.length) return false;
  return block.kind === 'paragraph' || block.kind === 'other';
}

/** What customers write is no text about the page. */
const REVIEWS = new RegExp(`^(?:${readDataLines(import.meta.url, 'data/review-headings.txt').join('|')})$`, 'iu');

/** Abbreviations after which a sentence continues; the segmenter knows few of them. */
const GOES_ON =
  /(?:^|[\s(])(?:z\. ?B|d\. ?h|u\. ?a|bzw|ca|Nr|Str|Tel|inkl|zzgl|Dr|Prof|Mr|Mrs|Ms|St|No|e\. ?g|i\. ?e|vs|approx|Sr|Sra|Ud|etc|p\. ?ej|p\. ?ex|env|av|\p{Lu}|\d\s?(?:oz|lbs?|ft|in|mi|qt|pt|gal|hrs?|min|sec|mm|cm|kg|ml|Std))\.$/u;

/** `am 3. Mai`: in these languages a number with a full stop goes on as often as it ends a sentence. */
const ORDINALS: ReadonlySet<string> = new Set('de da nb no fi cs sk pl hu tr hr sr sl lt lv et is'.split(' '));
const NUMBER = /(?:^|[\s(])\d{1,2}\.$/u;
/** `1. Remove the wheel.` */
const MARKER = /^\d{1,2}\.$/u;

/** The sentences of a text; an abbreviation ends none. */
export function cutIntoSentences(text: string, language: string): string[] {
  const segmenter = new Intl.Segmenter(language === '' ? 'en' : language, { granularity: 'sentence' });
  const sentences: string[] = [];
  let open = '';
  for (const { segment } of segmenter.segment(text)) {
    open += segment;
    const end = open.trimEnd().slice(-12);
    if (GOES_ON.test(end) || (NUMBER.test(end) && (ORDINALS.has(language) || MARKER.test(open.trim())))) continue;
    sentences.push(open.trim());
    open = '';
  }
  if (open.trim() !== '') sentences.push(open.trim());
  return sentences;
}

function isUsable(text: string): boolean {
  return (
    text.length <= CHARACTERS_MAX &&
    countWords(text) >= WORDS_MIN &&
    /[.!?。！？…]["”»’)]?$/u.test(text) &&
    /^["“„«¿¡(]?[\p{Lu}\p{Lo}\p{N}\p{Sc}]/u.test(text) &&
    !BOILERPLATE.test(text) &&
    !/https?:|www\.|[{}<>\\|]|\$\(|=>|(?:^|\s)(?:--?|\/)\p{L}/u.test(text)
  );
}
