import { counted } from '../../../kernel/grammar.ts';
import type { ComparedPage } from '../../../study/kinds.ts';
import type { PageCoverage } from '../../../study/analyse.ts';
import { rangeOf } from '../../../study/patterns.ts';
import type { Study } from '../../../study/study.ts';
import type { BriefReport } from './report.ts';

type Competitor = BriefReport['competitors_to_beat'][number];

const NAMED_MAX = 3;
const YEAR_MS = 365 * 86_400_000;

/** The best-ranking pages, with what they do well and what they leave open. */
export function listCompetitors(study: Study, most: number): Competitor[] {
  if (!study.is_sufficient) return [];
  return study.compared.slice(0, most).map((page, at) => {
    const coverage = study.pages[at];
    return {
      url: page.url,
      position: page.position,
      coverage: coverage?.score ?? null,
      strengths: listStrengths(page, coverage, study),
      weaknesses: listWeaknesses(page, coverage, study),
    };
  });
}

function listStrengths({ page }: ComparedPage, coverage: PageCoverage | undefined, study: Study): string[] {
  return [...listCovered(coverage, study), ...listMakeUp(page)];
}

function listCovered(coverage: PageCoverage | undefined, { topics, questions, pages }: Study): string[] {
  if (coverage === undefined || topics.length === 0) return [];
  const best = rangeOf(pages.flatMap(({ score }) => score ?? []))?.p75 ?? 100;
  const answered = coverage.answers.filter(Boolean).length;
  return [
    (coverage.score ?? 0) >= best
      ? `Covers ${topics.length - coverage.missing.length} of the ${counted(topics.length, 'shared topic')}`
      : undefined,
    questions.length > 1 && answered * 2 >= questions.length
      ? `Answers ${answered} of ${questions.length} questions`
      : undefined,
  ].filter((strength) => strength !== undefined);
}

function listMakeUp({ tables, videos, images, author }: ComparedPage['page']): string[] {
  return [
    tables > 0 ? `Has ${counted(tables, 'table')}` : undefined,
    videos > 0 ? `Has ${counted(videos, 'video')}` : undefined,
    images >= 5 ? `Has ${counted(images, 'picture')} in its text` : undefined,
    author === null ? undefined : `Names its author, ${author}`,
  ].filter((strength) => strength !== undefined);
}

function listWeaknesses({ page }: ComparedPage, coverage: PageCoverage | undefined, { topics, serp }: Study): string[] {
  const missing = topics.filter(({ id }) => coverage?.missing.includes(id) === true);
  const date = page.modified_at ?? page.published_at;
  const age = date === null ? undefined : (Date.parse(serp.checked_at) - Date.parse(date)) / YEAR_MS;
  return [
    missing.length === 0 ? undefined : `Does not mention ${listNames(missing.map(({ topic }) => topic))}`,
    age !== undefined && age >= 2 ? `Was last changed ${counted(Math.floor(age), 'year')} before the check` : undefined,
    date === null ? 'Shows no date' : undefined,
    page.author === null ? 'Names no author' : undefined,
    page.images === 0 ? 'Has no pictures in its text' : undefined,
  ].filter((weakness) => weakness !== undefined);
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, NAMED_MAX).map((name) => `“${name}”`);
  return names.length > NAMED_MAX ? `${shown.join(', ')} and ${names.length - NAMED_MAX} more` : shown.join(', ');
}
