import { counted } from '../../../kernel/grammar.ts';
import { cleanHeading, isCommonHeading } from '../../../study/headings.ts';
import type { Study } from '../../../study/study.ts';
import { readWords } from '../../../text/reading/words.ts';
import type { ReadPage } from '../../../text/reading/reading.ts';
import type { DraftReport } from './report.ts';

type Weak = DraftReport['weak_sections'][number];

const WORDS_MIN = { standard: 25, strict: 45 } as const;
const THIN_SHARE = { standard: 0.3, strict: 0.6 } as const;

interface Asked {
  readonly is_strict: boolean;
  readonly lineOf: (text: string, isHeading?: boolean) => number | null;
}

/** Sections that promise more than they say: hardly any text, far less than others, or nothing on the subject. */
export function findWeakSections(study: Study, page: ReadPage, { is_strict, lineOf }: Asked): Weak[] {
  const depth = is_strict ? 'strict' : 'standard';
  const { language, topics, own, is_sufficient } = study;
  const known = new Set([...topics.flatMap(({ terms }) => terms), ...termsOf(study.serp.keyword, language)]);
  return page.sections.flatMap(({ level, heading, word_count: words, blocks }, at): Weak[] => {
    if (level < 2 || isCommonHeading(heading, language) || hasParts(page, at)) return [];
    const usual = usualWords(own?.topics, at);
    const row = { heading: cleanHeading(heading), line: lineOf(heading, true), words, usual_words: usual };
    if (words < WORDS_MIN[depth]) return [{ ...row, why: `It has only ${counted(words, 'word')}.` }];
    if (usual !== null && words < THIN_SHARE[depth] * usual)
      return [{ ...row, why: `Others spend about ${usual} words on it.` }];
    const terms = [heading, ...blocks.map(({ text }) => text)].flatMap((text) => termsOf(text, language));
    if (is_sufficient && known.size > 0 && !terms.some((term) => known.has(term)))
      return [{ ...row, why: 'It says nothing on the search or on any topic of the ranking pages.' }];
    return [];
  });
}

function termsOf(text: string, language: string): string[] {
  return readWords(text, language).flatMap(({ term }) => (term === '' ? [] : [term]));
}

/** Whether deeper headings follow, under which its text stands. */
function hasParts({ sections }: ReadPage, at: number): boolean {
  return (sections[at + 1]?.level ?? 0) > (sections[at]?.level ?? 0);
}

/** Of the topic that the section's heading names. */
function usualWords(topics: NonNullable<Study['own']>['topics'] | undefined, section: number): number | null {
  const named = topics?.find(({ sighting }) => sighting?.is_in_heading === true && sighting.section === section);
  return named?.usual_words ?? null;
}
