import { agree, counted } from '../../../kernel/grammar.ts';
import { findClaims, type Claim } from '../../../study/claims.ts';
import { type Criterion, IMPORTANT_FROM, listCriteria } from '../../../study/criteria.ts';
import { findFormat } from '../../../study/format.ts';
import {
  describeIntent,
  describeSearch,
  describeTopic,
  listPages,
  type TopicRow,
} from '../../../study/report-parts.ts';
import { adviseSchema } from '../../../study/schema-advice.ts';
import type { OwnPage, Study } from '../../../study/study.ts';
import { noteExcluded, notePurpose } from '../../../study/wording.ts';
import { findBlockers } from './blockers.ts';
import { lineFinder } from './lines.ts';
import { measureReading } from './readability.ts';
import type { DraftReport } from './report.ts';
import { scoreDraft } from './score.ts';
import { findSnippetIssues } from './snippet-issues.ts';
import { findWornPhrases } from './style.ts';
import { listTasks } from './tasks.ts';
import { findWeakSections } from './weak-sections.ts';

export interface DraftEvidence {
  readonly study: Study;
  readonly draft: OwnPage;
  /** The draft as it was sent; undefined of a page. */
  readonly markdown: string | undefined;
  readonly is_strict: boolean;
  readonly now: Date;
}

/** Holds a draft against what ranks. Nothing that depends on the ranking pages is judged where too few could be compared. */
export function checkDraft({ study, draft, markdown, is_strict, now }: DraftEvidence): DraftReport {
  const { page } = draft;
  const { serp, language, is_sufficient } = study;
  const lineOf = lineFinder(markdown);
  const own = is_sufficient ? study.own : undefined;
  const missing = study.topics.filter((_, at) => own?.topics[at]?.status === 'missing').map(describeTopic);
  const questions = study.questions
    .filter((_, at) => own !== undefined && own.answers[at] === null)
    .map((each) => ({ ...each, seen_on: [...each.seen_on] }));
  const claims = findClaims(page);
  const reading = measureReading(page, lineOf);
  const issues = findSnippetIssues(page, serp.keyword, { language, now });
  const weak = findWeakSections(study, page, { is_strict, lineOf });
  const sections = page.sections.filter(({ level }) => level > 1).length;
  const blockers = findBlockers(study, page, lineOf);
  const score = scoreDraft({ study, claims, reading, issues, weak: weak.length, sections, blockers, is_strict });
  const gaps = claims.filter(({ has_source, kind }) => !has_source && (is_strict || kind !== 'comparison'));
  const report = {
    search: describeSearch(study),
    draft: {
      url: draft.url === '' ? null : draft.url,
      title: page.title,
      description: page.description,
      language: page.language === '' ? null : page.language,
      word_count: page.word_count,
      sections,
    },
    ...score,
    blockers,
    criteria: is_sufficient ? measureCriteria(study, draft) : [],
    coverage_score: own?.score ?? null,
    missing_serp_expectations: listExpectations(missing, questions),
    missing_topics: missing,
    questions_unanswered: questions,
    weak_sections: weak,
    claims: { found: claims.length, with_source: claims.filter(({ has_source }) => has_source).length },
    proof_gaps: gaps.map((claim) => ({
      claim: claim.sentence,
      kind: claim.kind,
      line: lineOf(claim.sentence),
      why: WHY[claim.kind],
    })),
    title_meta_issues: issues,
    style_hints: findWornPhrases(page, language, lineOf),
    schema_recommendations: is_sufficient ? adviseSchema(study, findFormat(study).format, page) : [],
    readability: reading.readability,
    serp_intent: describeIntent(study),
    pages_compared: listPages(study, 3),
    not_checked: ['Whether the text was copied from elsewhere.', 'Whether the facts are right.'],
    notes: [notePurpose(study), noteExcluded(study)].filter((note) => note !== undefined),
  };
  return { ...report, editor_tasks: listTasks(report) };
}

const WHY: Readonly<Record<Claim['kind'], string>> = {
  figure: 'It states a figure without saying where it comes from.',
  superlative: 'It claims to be the best without proof.',
  comparison: 'It compares without saying on what it rests.',
  study: 'It appeals to studies or experts without naming one.',
};

function listExpectations(
  topics: readonly TopicRow[],
  questions: DraftReport['questions_unanswered'],
): DraftReport['missing_serp_expectations'] {
  return [
    ...topics.map(({ topic, priority, coverage, of, seen_on }) => ({
      kind: 'topic' as const,
      expectation: topic,
      priority,
      why: `${coverage} of ${counted(of, 'compared page')} ${agree(coverage, 'covers', 'cover')} it.`,
      seen_on: seen_on.map(({ url }) => url),
    })),
    ...questions.map(({ question, seen_in, seen_on }) => ({
      kind: 'question' as const,
      expectation: question,
      priority: seen_in === 'headings' ? ('low' as const) : ('medium' as const),
      why:
        seen_in === 'headings'
          ? `${counted(seen_on.length, 'compared page')} ask it in a heading.`
          : 'The result page shows it under “People also ask”.',
      seen_on,
    })),
  ];
}

type Measure = (study: Study, draft: OwnPage) => number;

const MEASURES: Readonly<Record<Criterion['id'], Measure>> = {
  important_topics: ({ topics, own }) =>
    topics.filter(({ importance }, at) => importance >= IMPORTANT_FROM && own?.topics[at]?.status !== 'missing').length,
  coverage: ({ own }) => own?.score ?? 0,
  questions: ({ own }) => own?.answers.filter((answer) => answer !== null).length ?? 0,
  length: (_, { page }) => page.word_count,
  sections: (_, { page }) => page.sections.filter(({ level }) => level > 1).length,
  language: ({ language }, { page }) => (page.language === '' || page.language === language ? 1 : 0),
};

/** The criteria of a brief on this search, measured on a draft. */
function measureCriteria(study: Study, draft: OwnPage): DraftReport['criteria'] {
  return listCriteria(study).map((criterion) => {
    const measured = MEASURES[criterion.id](study, draft);
    return { ...criterion, measured, met: measured >= criterion.at_least };
  });
}
