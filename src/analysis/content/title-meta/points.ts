import { contentTerms } from '../../text/keyword.ts';
import { isStopWord } from '../../text/stop-words.ts';
import { foldText } from '../../../kernel/text.ts';
import { casingInside } from './casing.ts';
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
  /^(?:contact|kontakt|contacto|about|über|sobre|à propos|related|mehr|more|comments?|kommentare|comentarios|commentaires|share|teilen|newsletter|menu|menü|navigation|search|suche|table of contents|contents|inhalt|índice|sommaire|introduction|einleitung|introducción|conclusion|fazit|conclusión|summary|zusammenfassung|resumen|résumé|references|quellen|footer|sources|faq|faqs|next steps?|see also|tags|categories|latest|recent|popular|you may|das könnte|impressum|datenschutz|leave a)(?=\s|$)/iu;

/** Short second-level headings that can be listed: things the page has something to say about. */
export function pointsOf(facts: Facts): Point[] {
  const code = facts.language.code;
  const known = new Set(contentTerms(facts.keyword, code));
  const sample = facts.page.text.slice(0, 50_000);
  const points: Point[] = [];
  for (const heading of facts.headings) {
    if (heading.level !== 2 || points.length >= POINTS_MAX) continue;
    const { text } = heading;
    const terms = contentTerms(text, code);
    if (!isPoint(text, facts) || terms.length === 0 || terms.some((term) => known.has(term))) continue;
    for (const term of terms) known.add(term);
    points.push({ text: inside(text, sample, facts.phrasing?.nouns_capital === true), source: `h2 “${text}”` });
  }
  return points;
}

function isPoint(text: string, { language, phrasing }: Facts): boolean {
  const words = text.split(' ');
  const first = foldText(words[0] ?? '');
  return (
    text.length <= CHARACTERS_MAX &&
    words.length <= WORDS_MAX &&
    /^[\p{L}\p{M} ’'&-]+$/u.test(text) &&
    !EVERYWHERE.test(text) &&
    phrasing?.joins.test(text) !== true &&
    (!isStopWord(first, language.code) || words.length === 1) &&
    !isStopWord(foldText(words.at(-1) ?? ''), language.code)
  );
}

/** The first word loses its capital where the page writes it small inside sentences, or the language does. */
function inside(text: string, sample: string, nounsCapital: boolean): string {
  const first = text.split(' ')[0] ?? '';
  if (/^\p{Lu}{2,}/u.test(first) || first.length < 2) return text;
  const { capital, small } = casingInside(sample, first);
  const isSmall = capital === small ? !nounsCapital : small > capital;
  return isSmall ? first.toLowerCase() + text.slice(first.length) : text;
}
