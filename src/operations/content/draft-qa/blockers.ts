import { counted } from '../../../kernel/grammar.ts';
import type { ReadPage } from '../../../text/reading/reading.ts';
import { readWords } from '../../../text/reading/words.ts';
import type { Study } from '../../../study/study.ts';
import { listCriteria } from '../../../study/criteria.ts';
import { cleanText } from '../../../text/normalize.ts';
import { findPlaceholder } from '../../../text/placeholders.ts';
import { readsShuffled } from '../../../study/word-order.ts';
import type { DraftReport } from './report.ts';

const WORDS_MIN = 100;
/** Of all words of a text, those of the search repeated as a phrase: writers stay far below. */
const STUFFED_SHARE = 0.05;
const STUFFED_MIN = 8;

/** What alone keeps a draft from being published, and how far it lowers the score. */
export function findBlockers(
  study: Study,
  page: ReadPage,
  lineOf: (text: string) => number | null,
): DraftReport['blockers'] {
  const { language, compared, serp } = study;
  const repeated = countPhrase(page, serp.keyword, language);
  const share = page.word_count === 0 ? 0 : (repeated * readWords(serp.keyword, language).length) / page.word_count;
  const length = listCriteria(study).find(({ id }) => id === 'length')?.at_least ?? WORDS_MIN;
  return [
    findPlaceholders(page, lineOf),
    page.language !== '' && language !== '' && page.language !== language
      ? {
          id: 'other_language' as const,
          why: `The draft is in “${page.language}” and the search in “${language}”.`,
          score_at_most: 30,
        }
      : undefined,
    page.word_count < Math.min(WORDS_MIN, length)
      ? { id: 'too_short' as const, why: `The draft has only ${counted(page.word_count, 'word')}.`, score_at_most: 30 }
      : undefined,
    readsShuffled(
      page,
      compared.map((each) => each.page),
      language,
    ) === true
      ? {
          id: 'no_word_order' as const,
          why: 'Its small words follow each other as in no other text on the subject, as if they had been shuffled.',
          score_at_most: 25,
        }
      : undefined,
    repeated >= STUFFED_MIN && share > STUFFED_SHARE
      ? {
          id: 'keyword_stuffing' as const,
          why: `The search is repeated ${repeated} times: ${Math.round(share * 100)}% of all words.`,
          score_at_most: 40,
        }
      : undefined,
  ].filter((blocker) => blocker !== undefined);
}

/** Text that stands in for text nobody wrote yet. */
function findPlaceholders(
  { sections, title }: ReadPage,
  lineOf: (text: string) => number | null,
): DraftReport['blockers'][number] | undefined {
  const texts = sections.flatMap(({ heading, blocks }) => [
    heading,
    ...blocks.filter(({ kind }) => kind !== 'code').map(({ text }) => text),
  ]);
  const [first, ...others] = texts.flatMap((text) => findPlaceholder(text, title ?? '')?.text ?? []);
  if (first === undefined) return undefined;
  const line = lineOf(first);
  const more = others.length === 0 ? '' : ` It has ${counted(others.length, 'other placeholder')}.`;
  return {
    id: 'placeholder',
    why: `The draft still has placeholder text${line === null ? '' : ` on line ${line}`}: “${cleanText(first, 80)}”.${more}`,
    score_at_most: 40,
  };
}

/** How often the terms of a search follow each other in a text, with nothing but small words between. */
function countPhrase({ sections }: ReadPage, keyword: string, language: string): number {
  const wanted = readWords(keyword, language)
    .map(({ term }) => term)
    .filter((term) => term !== '');
  if (wanted.length === 0) return 0;
  const terms = sections.flatMap(({ heading, blocks }) =>
    [heading, ...blocks.map(({ text }) => text)].flatMap((text) =>
      readWords(text, language).flatMap(({ term }) => (term === '' ? [] : [term])),
    ),
  );
  return terms.filter((_, at) => wanted.every((term, offset) => terms[at + offset] === term)).length;
}
