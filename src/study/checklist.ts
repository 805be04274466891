import { agree, counted } from '../kernel/grammar.ts';
import type { Study } from './study.ts';

interface Check {
  readonly check: string;
  readonly why: string;
}

/** What a finished draft can be held against: each item from this study. */
export function listChecks(study: Study, sections: number): Check[] {
  const { patterns, topics, questions } = study;
  const [top] = topics;
  const { word_count: range, with_images, with_tables, dates } = patterns;
  const most = ({ pages, of }: { readonly pages: number; readonly of: number }): boolean => pages * 2 > of;
  return [
    top === undefined
      ? undefined
      : {
          check: `The page covers “${top.topic}”.`,
          why: `${top.coverage} of ${counted(top.of, 'compared page')} ${agree(top.coverage, 'does', 'do')}.`,
        },
    sections === 0
      ? undefined
      : {
          check: `${sections === 1 ? 'The new section' : `Each of the ${sections} new sections`} says what its heading promises.`,
          why: 'Headings without substance help nobody.',
        },
    questions.length === 0
      ? undefined
      : {
          check: `“${questions[0]?.question ?? ''}” is answered in one or two sentences right below its heading or in the text.`,
          why: 'It was seen on the result page or as a heading of a ranking page.',
        },
    range === null
      ? undefined
      : {
          check: 'Every paragraph tells readers something they need; nothing is there to reach a length.',
          why: `The middle half of the compared pages has ${range.p25} to ${range.p75} words, which is usual and no target.`,
        },
    most(with_images)
      ? {
          check: 'Pictures show what words cannot.',
          why: `${with_images.pages} of ${with_images.of} compared pages have pictures in the text.`,
        }
      : undefined,
    most(with_tables)
      ? {
          check: 'Figures that readers compare stand in a table.',
          why: `${with_tables.pages} of ${with_tables.of} compared pages have a table.`,
        }
      : undefined,
    dates.newest === null
      ? undefined
      : {
          check: 'The page states when it was last checked.',
          why: `${dates.dated.pages} of ${dates.dated.of} compared pages show a date, the newest ${dates.newest.slice(0, 10)}.`,
        },
    {
      check: 'Every figure has a source, and every claim is your own or checked.',
      why: 'Nothing here is a fact to copy.',
    },
  ].filter((check) => check !== undefined);
}
