import { withoutAccents } from '../../../text/search-terms.ts';
import { stem } from '../../../text/stems.ts';
import { isStopWord } from '../../../text/stop-words.ts';
import type { ParsedQuery } from '../../../text/search-query.ts';
import { foldText } from '../../../web/words.ts';

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/**
 * An excerpt as Markdown, with the words of a query in bold in whatever form they stand there. Stop words are marked inside phrases
 * and in a query of nothing else.
 *
 * @param language of the query, a two-letter code
 */
export function markWords(excerpt: string, query: ParsedQuery, language: string): string {
  const atoms = query.clauses.flat();
  const all = atoms.flatMap(({ words }) => words);
  const content = atoms.flatMap(({ words, is_phrase }) =>
    words.filter((word) => is_phrase || !isStopWord(word, language)),
  );
  const meant = new Set((content.length === 0 ? all : content).flatMap((word) => [word, stem(word, language)]));
  const isTyped = [...meant].every((word) => withoutAccents(word) === word);
  const isMeant = (word: string): boolean => {
    const folded = foldText(word);
    const stemmed = stem(folded, language);
    return meant.has(folded) || meant.has(stemmed) || (isTyped && meant.has(withoutAccents(stemmed)));
  };
  const marked = escapeMarks(excerpt).replaceAll(WORD, (word) => {
    if (UNSPACED.test(word)) return markRun(word, meant);
    return isMeant(word) ? `**${word}**` : word;
  });
  // Words of a phrase are one mark.
  return marked.replaceAll(/\*\*( ?)\*\*(?=[\p{L}\p{M}\p{N}])/gu, '$1');
}

/** In a run without spaces a word is found wherever its letters stand. */
function markRun(run: string, meant: ReadonlySet<string>): string {
  const folded = foldText(run);
  if (folded.length !== run.length) return run;
  const found = [...meant].filter((word) => UNSPACED.test(word)).sort((one, other) => other.length - one.length);
  let marked = '';
  for (let at = 0; at < run.length;) {
    const word = found.find((each) => folded.startsWith(each, at));
    marked += word === undefined ? (run[at] ?? '') : `**${run.slice(at, at + word.length)}**`;
    at += word?.length ?? 1;
  }
  return marked.replaceAll('****', '');
}

function escapeMarks(text: string): string {
  return text.replaceAll(/[\\*]/g, String.raw`\$&`);
}
