import { stem } from '../../../text/stems.ts';
import { foldText, isUnspaced, tokenize } from '../../../web/words.ts';
import type { FoundDocument } from './documents.ts';
import type { Atom, Clause, ParsedQuery } from '../../../text/search-query.ts';

/** Whether the words of a document alone do not tell if it meets the query. */
export function needsTexts({ clauses, excluded }: ParsedQuery): boolean {
  return (
    clauses.filter(isStrict).some((clause) => clause.some(({ in_title }) => !in_title)) ||
    excluded.some(({ is_phrase, in_title }) => is_phrase && !in_title)
  );
}

/** Whether a document has the phrases, title words and date that the query asks for, and none of what it excludes. */
export function meetsConditions(query: ParsedQuery, document: FoundDocument, text: string): boolean {
  const reading = new DocumentReading(document, text);
  return (
    query.clauses.filter(isStrict).every((clause) => clause.some((atom) => reading.has(atom))) &&
    !query.excluded.some((atom) => (atom.is_phrase || atom.in_title) && reading.has(atom)) &&
    isInTime(query, document.published_at)
  );
}

/** Plain words and alternatives of them were already looked up. */
function isStrict(clause: Clause): boolean {
  return clause.some(({ is_phrase, in_title }) => is_phrase || in_title);
}

function isInTime({ after, before }: ParsedQuery, published_at: string): boolean {
  if (after === undefined && before === undefined) return true;
  const day = published_at.slice(0, 10);
  return day !== '' && (after === undefined || day >= after) && (before === undefined || day <= before);
}

class DocumentReading {
  readonly #document: FoundDocument;
  readonly #text: string;
  #title: string | undefined;
  #whole: string | undefined;
  #stems: ReadonlySet<string> | undefined;

  constructor(document: FoundDocument, text: string) {
    this.#document = document;
    this.#text = text;
  }

  has(atom: Atom): boolean {
    if (atom.is_phrase) return hasRun(atom.in_title ? this.#titleRun() : this.#wholeRun(), atom.words);
    const stems = atom.in_title ? this.#titleStems() : this.#allStems();
    return atom.words.every((word) => stems.has(stem(word, this.#document.language)));
  }

  #titleRun(): string {
    this.#title ??= runOf(this.#document.title);
    return this.#title;
  }

  #wholeRun(): string {
    const { title, headings } = this.#document;
    this.#whole ??= [title, ...headings, this.#text].map(runOf).join('\n');
    return this.#whole;
  }

  #titleStems(): ReadonlySet<string> {
    return this.#stemsOf(this.#document.title);
  }

  #allStems(): ReadonlySet<string> {
    const { title, headings, host_key, path_key } = this.#document;
    this.#stems ??= this.#stemsOf([title, ...headings, host_key, path_key, this.#text].join('\n'));
    return this.#stems;
  }

  #stemsOf(text: string): ReadonlySet<string> {
    const { language } = this.#document;
    return new Set(tokenize(text).flatMap((word) => [word, stem(word, language)]));
  }
}

/** The words of a text with one space around each. */
function runOf(text: string): string {
  return ` ${tokenize(text).join(' ')} `;
}

function hasRun(run: string, words: readonly string[]): boolean {
  const phrase = foldText(words.join(' '));
  if (!isUnspaced(phrase)) return run.includes(` ${phrase} `);
  return run.replaceAll(' ', '').includes(phrase.replaceAll(' ', ''));
}
