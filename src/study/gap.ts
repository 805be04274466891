import { counted } from '../kernel/grammar.ts';
import type { TopicStatus } from './coverage.ts';
import { explainSection, findSubtopics, namePoints, nameSection } from './outline.ts';
import { describeIntent, describeSearch, describeTopic, listHeadings, listPages } from './report-parts.ts';
import type { SearchBlock } from '../web/facts/search-block.ts';
import type { OwnPage, Study } from './study.ts';
import type { Topic } from './topics.ts';
import { noteExcluded } from './wording.ts';
import type { GapReport } from './gap-report.ts';

export interface FetchedOwnPage extends OwnPage {
  readonly block: SearchBlock | null;
}

type Covered = GapReport['covered_topics'][number];

/** How a page stands beside those that rank. Nothing is scored, and no topic is missing, where too few could be compared. */
export function compareWithStudy(study: Study, own: FetchedOwnPage, headingDepth: number): GapReport {
  const coverage = study.is_sufficient ? study.own : undefined;
  const topics = study.topics.map((topic, at) => ({ topic, own: coverage?.topics[at] }));
  const withStatus = (status: TopicStatus): Covered[] =>
    topics.flatMap((each) => {
      const sighting = each.own?.sighting;
      if (each.own?.status !== status || sighting === undefined) return [];
      return [
        {
          ...describeTopic(each.topic),
          own_heading: sighting.heading,
          own_words: sighting.words,
          usual_words: each.own.usual_words,
          own_quote: sighting.quote,
        },
      ];
    });
  const missing = topics.filter((each) => each.own?.status === 'missing').map(({ topic }) => topic);
  const thin = withStatus('thin');
  const questions = study.questions.map((question, at) => ({
    row: { ...question, seen_on: [...question.seen_on] },
    answer: coverage?.answers[at] ?? null,
  }));
  const unanswered =
    coverage === undefined ? [] : questions.filter(({ answer }) => answer === null).map(({ row }) => row);
  const unique = (coverage?.unique ?? []).map(({ heading, words }) => ({ heading, words }));
  return {
    search: describeSearch(study),
    page: describePage(study, own, headingDepth),
    coverage_score: coverage?.score ?? null,
    missing_topics: missing.map(describeTopic),
    thin_topics: thin,
    covered_topics: withStatus('covered'),
    unique_topics: unique,
    questions_unanswered: unanswered,
    questions_answered: questions.flatMap(({ row, answer }) => (answer === null ? [] : [{ ...row, answer }])),
    names_missing: study.entities.flatMap(({ name, pages, of }, at) =>
      coverage?.names[at] === false ? [{ name, pages, of }] : [],
    ),
    word_count_range: study.patterns.word_count,
    serp_intent: describeIntent(study),
    content_brief: {
      sections_to_add: listSections(missing),
      to_mention: missing.filter(({ in_headings }) => in_headings === 0).map(({ topic }) => topic),
      sections_to_extend: thin.map(({ topic, own_heading, own_words, usual_words }) => ({
        heading: own_heading ?? topic,
        why: `Your page spends ${counted(own_words, 'word')} on “${topic}”; pages with a section for it spend about ${usual_words ?? own_words}.`,
      })),
      questions: unanswered.map(({ question }) => question),
      keep: unique.map(({ heading }) => heading),
    },
    pages_compared: listPages(study, headingDepth),
    notes: [noteLanguage(study, own), noteExcluded(study)].filter((note) => note !== undefined),
  };
}

function describePage(
  { excluded }: Study,
  { url, page, block }: FetchedOwnPage,
  headingDepth: number,
): GapReport['page'] {
  return {
    url,
    title: page.title,
    language: page.language === '' ? null : page.language,
    word_count: page.word_count,
    position: excluded.find((each) => each.reason === 'own_page' && each.url === url)?.position ?? null,
    search_block: block,
    headings: listHeadings(page.sections, headingDepth),
  };
}

const SECTIONS_MAX = 10;

/** A section for each missing topic with a heading on some page; topics that stand in its passages are its points. */
function listSections(missing: readonly Topic[]): GapReport['content_brief']['sections_to_add'] {
  return findSubtopics(missing)
    .filter(({ topic }) => topic.in_headings > 0)
    .slice(0, SECTIONS_MAX)
    .map(({ topic, points }) => ({
      heading: nameSection(topic),
      why: explainSection(topic),
      points: namePoints({ topic, points }),
      seen_on: topic.seen_on.map(({ url }) => url),
    }));
}

function noteLanguage({ language }: Study, { page }: OwnPage): string | undefined {
  if (page.language === '' || page.language === language) return undefined;
  return `Your page is in “${page.language}” and the search in “${language}”, so few topics can match.`;
}
