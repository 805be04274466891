import { type Choices, readChoices } from '../../../text/choices.ts';
import type { PageTerms } from './pages.ts';

/** A word of a page by which it chose: `mens`, `kids`, `hire`. */
export interface Choice {
  readonly word: string;
}

/** What a page chose in its title, the words of the title, and what it has of each choice anywhere. */
export interface PageChoices {
  readonly title: Choices;
  readonly title_words: readonly string[];
  readonly all: Choices;
  readonly language: string;
}

/** The word by which the title of a page chose what the keyword did not, where no part of the page has what it did. */
export function opposedChoice(asked: Choices, { choices }: PageTerms): Choice | undefined {
  for (const [row, chosen] of asked.rows) {
    const title = choices.title.rows.get(row);
    if (title === undefined || !title.isDisjointFrom(chosen)) continue;
    if (choices.all.rows.get(row)?.isDisjointFrom(chosen) === false) continue;
    return choiceIn(choices, row);
  }
  return undefined;
}

/** The first row of choices is for whom a thing is. */
const FOR_WHOM = 0;

/** The word by which a page says for whom it is, where the keyword is for everybody. */
export function narrowerChoice(asked: Choices, { choices }: PageTerms): Choice | undefined {
  if (asked.rows.has(FOR_WHOM) || !choices.title.rows.has(FOR_WHOM)) return undefined;
  return choiceIn(choices, FOR_WHOM);
}

function choiceIn({ title_words: words, language }: PageChoices, row: number): Choice | undefined {
  const word = words.find((each) => readChoices([each], language).rows.has(row));
  return { word: word ?? words.join(' ') };
}
