import { isStopWord } from '../../../text/stop-words.ts';
import { neighbourMark } from '../../../text/neighbours.ts';
import { isUnspaced } from '../../../web/words.ts';
import type { Atom, Clause, ParsedQuery } from '../../../text/search-query.ts';
import { formsOf } from './words.ts';

/**
 * What a word is to a query: a page has to have the required ones and none of the excluded ones, most of those that are wanted, and
 * is better for those that are welcome.
 */
type Standing = 'required' | 'wanted' | 'welcome' | 'excluded';

/** Words of which a page needs one form, with a bit of their own in what is known of a page. */
export interface Term {
  /** As typed, folded. */
  readonly word: string;
  readonly forms: readonly string[];
  readonly standing: Standing;
  readonly in_title: boolean;
  /** Part of a phrase, which is looked for in the text of a page in the end. */
  readonly in_phrase: boolean;
  /** Marks of the words that stand beside it in its phrase; see `neighbourMark`. */
  readonly beside: readonly string[];
  /** Words in quotation marks and alternatives are meant as they are spelt. */
  readonly may_be_misspelt: boolean;
}

/** Each term has a bit of its own in a number of 53 bits. */
const TERMS_MAX = 48;

/** Cuts a query into the words that documents are found by. Each form belongs to one of them, to the strictest that has it. */
export function readTerms(query: ParsedQuery, language: string, languages: readonly string[]): readonly Term[] {
  const isContent = query.clauses.some((clause) => !isPlain(clause) || !isStop(clause, language));
  const all = [
    ...query.excluded.filter(({ words }) => words.length === 1).map((atom) => termOf([atom], 'excluded')),
    ...query.clauses.filter((clause) => !isPlain(clause)).flatMap(requiredTerms),
    ...query.clauses
      .filter(isPlain)
      .map((clause) => termOf(clause, isContent && isStop(clause, language) ? 'welcome' : 'wanted')),
  ];
  const taken = new Set<string>();
  const terms: Term[] = [];
  for (const term of all) {
    const forms = new Set(term.forms.flatMap((word) => formsOf(word, language, languages)));
    const own = [...forms].filter((form) => !taken.has(form));
    for (const form of own) taken.add(form);
    if (own.length > 0 && terms.length < TERMS_MAX) terms.push({ ...term, forms: own });
  }
  return terms;
}

function isPlain([first, ...others]: Clause): boolean {
  return others.length === 0 && first?.is_phrase === false && !first.in_title;
}

function isStop([first]: Clause, language: string): boolean {
  return isStopWord(first?.words[0] ?? '', language);
}

/** Of a phrase each of its words is required, of alternatives any. */
function requiredTerms(clause: Clause): Term[] {
  const [first] = clause;
  if (clause.length !== 1 || first === undefined) return [termOf(clause, 'required')];
  return first.words.map((word, at) => ({
    ...termOf([{ ...first, words: [word] }], 'required'),
    in_phrase: first.is_phrase,
    beside: first.is_phrase ? marksBeside(first.words, at) : [],
  }));
}

/** None where a word is of a script without spaces: its neighbours depend on how the text around it was cut. */
function marksBeside(words: readonly string[], at: number): readonly string[] {
  const neighbours = [words[at - 1], words[at + 1]].filter((word) => word !== undefined);
  return words.some(isUnspaced) ? [] : neighbours.map(neighbourMark);
}

function termOf(atoms: readonly Atom[], standing: Standing): Term {
  const words = atoms.flatMap((atom) => atom.words);
  return {
    word: words[0] ?? '',
    forms: words,
    standing,
    in_phrase: false,
    beside: [],
    in_title: atoms.every((atom) => atom.in_title),
    may_be_misspelt: standing === 'wanted',
  };
}
