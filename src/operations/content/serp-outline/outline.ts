import { agree, counted } from '../../../kernel/grammar.ts';
import { findFormat } from '../../../study/format.ts';
import { type OutlineSize, planOutline } from '../../../study/outline.ts';
import { describeIntent, describeSearch, listPages } from '../../../study/report-parts.ts';
import { adviseSchema } from '../../../study/schema-advice.ts';
import { writeSnippets } from '../../../study/snippets.ts';
import type { Study } from '../../../study/study.ts';
import { noteExcluded, notePurpose } from '../../../study/wording.ts';
import type { OutlineReport } from './report.ts';

interface Request {
  readonly outline_depth: 'brief' | 'standard' | 'detailed';
  readonly include_title_options: boolean;
  readonly year: number;
}

const SIZES: Readonly<
  Record<Request['outline_depth'], OutlineSize & { readonly questions: number; readonly levels: number }>
> = {
  brief: { sections: 5, points: 0, questions: 3, levels: 2 },
  standard: { sections: 8, points: 3, questions: 6, levels: 3 },
  detailed: { sections: 12, points: 5, questions: 12, levels: 4 },
};

/** An outline for a page on a studied search. */
export function outlineSearch(study: Study, { outline_depth, include_title_options, year }: Request): OutlineReport {
  const size = SIZES[outline_depth];
  const { format, evidence } = findFormat(study);
  const outline = study.is_sufficient ? planOutline(study, size) : [];
  return {
    search: describeSearch(study),
    format,
    format_evidence: [...evidence],
    title_options: include_title_options ? writeSnippets(study, 'title', year) : null,
    outline: outline.map((section) => ({
      ...section,
      h3: [...section.h3],
      points: [...section.points],
      seen_on: [...section.seen_on],
    })),
    questions: study.questions.slice(0, size.questions).map((each) => ({ ...each, seen_on: [...each.seen_on] })),
    names: study.entities.slice(0, 15).map(({ name, pages, of }) => ({ name, pages, of })),
    schema_recommendations: study.is_sufficient ? adviseSchema(study, format) : [],
    word_count_range: study.patterns.word_count,
    serp_intent: describeIntent(study),
    validation_checklist: study.is_sufficient ? listChecks(study, outline.length) : [],
    pages_compared: listPages(study, size.levels),
    notes: [notePurpose(study), noteExcluded(study)].filter((note) => note !== undefined),
  };
}

/** What a finished draft can be held against: each item from this study. */
function listChecks(study: Study, sections: number): OutlineReport['validation_checklist'] {
  const { patterns, topics, questions } = study;
  const [top] = topics;
  const { word_count: range, with_images, with_tables, dates } = patterns;
  const most = ({ pages, of }: { readonly pages: number; readonly of: number }): boolean => pages * 2 > of;
  return [
    top === undefined
      ? undefined
      : {
          check: `The page treats “${top.topic}”.`,
          why: `${top.coverage} of ${counted(top.of, 'compared page')} ${agree(top.coverage, 'does', 'do')}.`,
        },
    sections === 0
      ? undefined
      : {
          check: `Each of the ${counted(sections, 'section')} says something that its heading promises.`,
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
          check: `The text says all this in about ${range.p25} to ${range.p75} words.`,
          why: 'That is the middle half of the compared pages; it is a range, not a target.',
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
      why: 'Nothing in this outline is a fact to copy.',
    },
  ].filter((check) => check !== undefined);
}
