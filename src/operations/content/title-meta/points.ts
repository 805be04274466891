import { readTerms } from '../../../text/keyword.ts';
import { isStopWord } from '../../../text/stop-words.ts';
import { foldText } from '../../../web/words.ts';
import { casingInside, isShouted } from './casing.ts';
import type { Facts } from './facts.ts';

export interface Point {
  /** Written as it stands inside a sentence. */
  readonly text: string;
  readonly source: string;
}

const POINTS_MAX = 4;
const CHARACTERS_MAX = 28;
const WORDS_MAX = 3;

/** Headings that a page has whatever it is about. */
const EVERYWHERE =
  /^(?:contact|description|item description|product description|details|specifications?|overview|about this|seller|colou?r|beschreibung|produktbeschreibung|übersicht|descripción|detalles|descriptif|kontakt|contacto|about|über|sobre|à propos|related|mehr|more|comments?|kommentare|comentarios|commentaires|share|teilen|newsletter|menu|menü|navigation|search|suche|table of contents|contents|inhalt|índice|sommaire|introduction|einleitung|introducción|conclusion|fazit|conclusión|summary|zusammenfassung|resumen|résumé|references|quellen|footer|sources|faq|faqs|next steps?|see also|tags|categories|latest|recent|popular|you may|das könnte|impressum|datenschutz|leave a)(?=\s|$)/iu;

/** Short second-level headings that can be listed: things the page has something to say about. */
export function pointsOf(facts: Facts): Point[] {
  const code = facts.language.code;
  const known = new Set(readTerms(facts.keyword, code));
  const sample = facts.page.text.slice(0, 50_000);
  const points: Point[] = [];
  for (const heading of facts.headings) {
    if (heading.level !== 2 || points.length >= POINTS_MAX) continue;
    const { text } = heading;
    const terms = readTerms(text, code);
    if (!isPoint(text, facts) || terms.length === 0 || terms.some((term) => known.has(term))) continue;
    for (const term of terms) known.add(term);
    points.push({ text: inside(text, sample, facts.phrasing?.nouns_capital === true), source: `h2 “${text}”` });
  }
  return points;
}

function isPoint(text: string, { language, phrasing }: Facts): boolean {
  const words = text.split(' ');
  const [first, last] = [words[0] ?? '', words.at(-1) ?? ''].map((word) => isStopWord(foldText(word), language.code));
  const isShort = text.length <= CHARACTERS_MAX && words.length <= WORDS_MAX && /^[\p{L}\p{M} ’'&-]+$/u.test(text);
  const isCalm = !isShouted(text) && !/^[\p{Lu}\s]{4,}$/u.test(text);
  if (!isShort || !isCalm || EVERYWHERE.test(text) || phrasing?.joins.test(text) === true) return false;
  return first === false && last === false;
}

/** Words lose their capitals where the page writes them small inside sentences, or the language does. */
function inside(text: string, sample: string, nounsCapital: boolean): string {
  // German headings are written as sentences are, so that only their first word can be in question.
  const words = text.split(' ');
  return words.map((word, at) => (at > 0 && nounsCapital ? word : smallWord(word, sample, nounsCapital))).join(' ');
}

function smallWord(word: string, sample: string, nounsCapital: boolean): string {
  if (!/^\p{Lu}\p{Ll}+$/u.test(word)) return word;
  const { capital, small } = casingInside(sample, word);
  const isSmall = capital === small ? !nounsCapital : small > capital;
  return isSmall ? word.toLowerCase() : word;
}
