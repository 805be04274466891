import { listChecks } from '../../../study/checklist.ts';
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
    title_options: include_title_options ? writeSnippets(study, 'title', { year }) : null,
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
