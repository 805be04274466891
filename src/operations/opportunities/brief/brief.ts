import type { PageClicks } from '../../../rankings/page-clicks.ts';
import { listChecks } from '../../../study/checklist.ts';
import { findFormat } from '../../../study/format.ts';
import { explainSection, findSubtopics, namePoints, nameSection } from '../../../study/outline.ts';
import { type LinkSource, listLinkTasks } from '../../../study/own-links.ts';
import { describeIntent, describeSearch, listHeadings, listPages } from '../../../study/report-parts.ts';
import { adviseSchema } from '../../../study/schema-advice.ts';
import type { FetchedOwnPage } from '../../../study/gap.ts';
import type { Study } from '../../../study/study.ts';
import type { Topic } from '../../../study/topics.ts';
import { noteExcluded, notePurpose } from '../../../study/wording.ts';
import { chooseMetric } from './metric.ts';
import { describeOverview } from './overview.ts';
import type { OpportunityBrief } from './report.ts';
import type { Standing } from '../../../study/standing.ts';
import { chooseEmphasis, noteMisfit, type OpportunityType, TOP } from './types.ts';

export interface OpportunityEvidence {
  readonly study: Study;
  /** The page that should rank; undefined for a new one. */
  readonly own: FetchedOwnPage | undefined;
  readonly own_domains: readonly string[];
  readonly standing: Standing;
  /** Crawled pages of the own site on the subject; null where it was not crawled. */
  readonly sources: readonly LinkSource[] | null;
  /** What the caller's console counted; null where it does not know the page, or there is none yet. */
  readonly clicks: PageClicks | null;
  readonly request: {
    readonly opportunity_type?: OpportunityType | undefined;
    readonly current_rank?: number | undefined;
    readonly include_competitor_outlines: boolean;
  };
}

const HEADING_DEPTH = 3;

/** A plan for one opportunity: what was seen, and what follows from it for this kind of opportunity at this position. */
export function briefOpportunity(evidence: OpportunityEvidence): OpportunityBrief {
  const { study, own, own_domains, standing, sources, request } = evidence;
  const { dates, word_count } = study.patterns;
  const position = request.current_rank ?? standing.position;
  return {
    search: describeSearch(study),
    opportunity_type: request.opportunity_type ?? null,
    current_rank: position,
    confidence: rateConfidence(study),
    brief: describeBrief(evidence, position),
    internal_links_from: sources === null ? null : sources.map((each) => ({ ...each })),
    cannibalising_pages: standing.others === null ? null : standing.others.map((each) => ({ ...each })),
    length_guidance: word_count,
    freshness: {
      own: own === undefined ? null : (own.page.modified_at ?? own.page.published_at),
      dated: dates.dated.pages,
      of: dates.dated.of,
      newest: dates.newest,
      oldest: dates.oldest,
    },
    ai_overview_targets: describeOverview(study.serp, study.questions, own_domains),
    what_not_to_do: listWarnings(evidence, position),
    competitor_outlines: request.include_competitor_outlines ? listPages(study, HEADING_DEPTH) : [],
    notes: listNotes(evidence, position),
  };
}

function rateConfidence({ is_sufficient, is_mixed, compared }: Study): OpportunityBrief['confidence'] {
  if (!is_sufficient) return 'low';
  return compared.length >= 5 && !is_mixed ? 'high' : 'medium';
}

function listNotes({ study, own, standing, sources, request }: OpportunityEvidence, position: number | null): string[] {
  const { current_rank: sent, include_competitor_outlines: isRead, opportunity_type: type } = request;
  const isOther = sent !== undefined && standing.position !== null && sent !== standing.position;
  return [
    isRead
      ? undefined
      : 'The pages that rank were not read, so topics and sections are unknown. Set include_competitor_outlines to read them.',
    noteMisfit(type, position, study.intent.main),
    isOther
      ? `You sent position ${sent}, and this result page shows your page at ${standing.position}. The plan uses the position that you sent.`
      : undefined,
    noteSite(standing, sources),
    own !== undefined && study.serp.ai_overview.status === 'unavailable'
      ? 'The source of this result page does not show AI Overviews, so what they cite is unknown.'
      : undefined,
    notePurpose(study),
    isRead ? noteExcluded(study) : undefined,
  ].filter((note) => note !== undefined);
}

function noteSite({ others }: Standing, sources: readonly LinkSource[] | null): string | undefined {
  if (others === null)
    return 'It is unknown which site is yours, so pages that compete or could link are unknown. Send target or page_url.';
  return sources === null ? 'Your site was not crawled, so the pages that could link here are unknown.' : undefined;
}

type Brief = OpportunityBrief['brief'];

const ENTITIES_MAX = 15;

function describeBrief(evidence: OpportunityEvidence, position: number | null): Brief {
  const { study, own, own_domains, standing, sources, clicks, request } = evidence;
  const type = request.opportunity_type;
  const emphasis = chooseEmphasis(type, position);
  const missing = listMissing(study);
  const sections = listSections(missing, emphasis.sections);
  const schema = study.is_sufficient ? adviseSchema(study, findFormat(study).format, own?.page) : [];
  const isUnread = study.compared.length === 0;
  return {
    serp_intent: describeIntent(study),
    current_page: own === undefined ? null : describePage(evidence, own, missing),
    sections_to_add: sections,
    questions: study.questions.slice(0, emphasis.questions).map((question, at) => ({
      ...question,
      seen_on: [...question.seen_on],
      answered: study.own === undefined ? null : study.own.answers[at] !== null,
    })),
    entities: study.entities.slice(0, ENTITIES_MAX).map(({ name, pages, of }, at) => ({
      name,
      pages,
      of,
      on_page: study.own?.names[at] ?? null,
    })),
    schema_recommendations: schema,
    internal_link_tasks: sources === null ? null : listLinkTasks(sources, own?.url),
    validation_checklist: study.is_sufficient || isUnread ? listChecks(study, sections.length) : [],
    success_metric: chooseMetric({ type, serp: study.serp, own_domains, standing, clicks, position }),
  };
}

/** What the page lacks; all topics for a new page. */
function listMissing({ is_sufficient, topics, own }: Study): Topic[] {
  if (!is_sufficient) return [];
  return topics.filter((_, at) => own === undefined || own.topics[at]?.status === 'missing');
}

function describePage(
  { study, standing }: OpportunityEvidence,
  { url, page, block }: FetchedOwnPage,
  missing: readonly Topic[],
): NonNullable<Brief['current_page']> {
  return {
    url,
    title: page.title,
    word_count: page.word_count,
    best_position: standing.best,
    search_block: block,
    coverage_score: study.is_sufficient ? (study.own?.score ?? null) : null,
    headings: listHeadings(page.sections, HEADING_DEPTH),
    gaps: study.is_sufficient ? missing.map(({ topic }) => topic) : null,
  };
}

const SIGHTS_MAX = 3;

function listSections(missing: readonly Topic[], most: number): Brief['sections_to_add'] {
  return findSubtopics(missing)
    .filter(({ topic }) => topic.in_headings > 0)
    .slice(0, most)
    .map(({ topic, points }) => ({
      heading: nameSection(topic),
      why: explainSection(topic),
      points: namePoints({ topic, points }),
      seen_on: topic.seen_on.map(({ url }) => url),
      evidence_urls: topic.seen_on.filter(({ is_in_heading }) => is_in_heading).map(({ url }) => url),
      evidence: topic.seen_on.slice(0, SIGHTS_MAX).map(({ url, heading, quote }) => ({ url, heading, quote })),
    }));
}

function listWarnings({ study, own, request }: OpportunityEvidence, position: number | null): string[] {
  const type = request.opportunity_type;
  const isTop = position !== null && position <= TOP;
  return [
    own !== undefined && (isTop || type === 'quick_win')
      ? 'Do not rewrite the page: it ranks, and only small changes can be told apart.'
      : undefined,
    ...(own === undefined ? [] : warnOfLosses(study)),
    'Do not copy figures or sentences from the ranking pages, and state none that you cannot prove.',
    'Do not repeat the keyword in every heading: a topic counts once.',
    study.patterns.word_count === null
      ? undefined
      : 'Do not write to a word count: the range shows what is usual, not what ranks.',
    type === 'featured_snippet_opportunity'
      ? 'Do not write answers longer than some 50 words for the snippet.'
      : undefined,
  ].filter((warning) => warning !== undefined);
}

/** What a page has to lose. */
function warnOfLosses({ is_sufficient, own }: Study): string[] {
  const unique = is_sufficient ? (own?.unique ?? []) : [];
  const named = unique.slice(0, 2).map(({ heading }) => `“${heading}”`);
  return [
    ...(named.length === 0 ? [] : [`Do not remove ${named.join(' or ')}: no compared page has it.`]),
    'Do not change the URL of the page: its links and history belong to it.',
    'Do not change the date of the page without changing its content.',
  ];
}
