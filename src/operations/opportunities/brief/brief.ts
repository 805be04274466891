import { counted } from '../../../kernel/grammar.ts';
import { listChecks } from '../../../study/checklist.ts';
import { findFormat } from '../../../study/format.ts';
import { findSubtopics, nameSection } from '../../../study/outline.ts';
import type { OwnMention } from '../../../study/own-site.ts';
import { describeIntent, describeSearch, listHeadings, listPages } from '../../../study/report-parts.ts';
import { adviseSchema } from '../../../study/schema-advice.ts';
import type { OwnPage, Study } from '../../../study/study.ts';
import { noteExcluded, notePurpose } from '../../../study/wording.ts';
import type { Topic } from '../../../study/topics.ts';
import { listResults } from '../../../serp/results.ts';
import { ownership } from '../../../web/url.ts';
import type { OpportunityBrief } from './report.ts';
import { EMPHASES, type OpportunityType, PLAIN } from './types.ts';

export interface OpportunityEvidence {
  readonly study: Study;
  /** The page that should rank; undefined for a new one. */
  readonly own: OwnPage | undefined;
  readonly own_domains: readonly string[];
  /** Crawled pages of the own site on the subject; null where it was not crawled. */
  readonly mentions: readonly OwnMention[] | null;
  readonly request: {
    readonly opportunity_type?: OpportunityType | undefined;
    readonly current_rank?: number | undefined;
    readonly include_competitor_outlines: boolean;
  };
}

const HEADING_DEPTH = 3;
const LINKS_MAX = 5;

/** A plan for one opportunity: what was seen, and what follows from it for this kind of opportunity. */
export function briefOpportunity(evidence: OpportunityEvidence): OpportunityBrief {
  const { study, own, mentions, request } = evidence;
  const { opportunity_type: type, include_competitor_outlines: is_read } = request;
  const ranked = listOwnResults(evidence);
  const { dates, word_count } = study.patterns;
  return {
    search: describeSearch(study),
    opportunity_type: type ?? null,
    confidence: rateConfidence(study),
    brief: describeBrief(
      evidence,
      request.current_rank ?? ranked.find(({ url }) => url === own?.url)?.position ?? null,
    ),
    internal_links_from: mentions === null ? null : mentions.slice(0, LINKS_MAX).map((each) => ({ ...each })),
    cannibalising_pages: ranked.filter(({ url }) => url !== own?.url),
    length_guidance: word_count,
    freshness: { dated: dates.dated.pages, of: dates.dated.of, newest: dates.newest, oldest: dates.oldest },
    ai_overview_targets: describeOverview(study),
    what_not_to_do: listWarnings(study, own, type),
    competitor_outlines: is_read ? listPages(study, HEADING_DEPTH) : [],
    notes: [
      is_read
        ? undefined
        : 'The pages that rank were not read, so topics and sections are unknown: set include_competitor_outlines to read them.',
      mentions === null ? 'Your site was not crawled, so pages that could link here are unknown.' : undefined,
      notePurpose(study),
      is_read ? noteExcluded(study) : undefined,
    ].filter((note) => note !== undefined),
  };
}

function rateConfidence({ is_sufficient, is_mixed, compared }: Study): OpportunityBrief['confidence'] {
  if (!is_sufficient) return 'low';
  return compared.length >= 5 && !is_mixed ? 'high' : 'medium';
}

type Brief = OpportunityBrief['brief'];

function describeBrief({ study, own, mentions, request }: OpportunityEvidence, position: number | null): Brief {
  const { opportunity_type: type } = request;
  const emphasis = type === undefined ? PLAIN : EMPHASES[type];
  const missing = listMissing(study);
  const sections = listSections(missing, emphasis.sections);
  const schema = study.is_sufficient ? adviseSchema(study, findFormat(study).format, own?.page.schema_types) : [];
  return {
    serp_intent: describeIntent(study),
    current_page: own === undefined ? null : describePage(study, own, { missing, position }),
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
    internal_link_tasks: listLinkTasks(own, mentions),
    validation_checklist: study.is_sufficient ? listChecks(study, sections.length) : [],
    success_metric: {
      metric: emphasis.metric,
      where: emphasis.where,
      from: position === null ? null : `position ${position}`,
      to: aimFor(type, position),
      weeks: { first_sign: emphasis.weeks[0], judge_after: emphasis.weeks[1] },
    },
  };
}

const ENTITIES_MAX = 15;

/** What the page lacks; all topics for a new page. */
function listMissing({ is_sufficient, topics, own }: Study): Topic[] {
  if (!is_sufficient) return [];
  return topics.filter((_, at) => own === undefined || own.topics[at]?.status === 'missing');
}

function describePage(
  study: Study,
  { url, page }: OwnPage,
  { missing, position }: { readonly missing: readonly Topic[]; readonly position: number | null },
): NonNullable<Brief['current_page']> {
  return {
    url,
    title: page.title,
    word_count: page.word_count,
    position,
    coverage_score: study.is_sufficient ? (study.own?.score ?? null) : null,
    headings: listHeadings(page.sections, HEADING_DEPTH),
    gaps: missing.map(({ topic }) => topic),
  };
}

function listOwnResults({ study, own_domains }: OpportunityEvidence): { url: string; position: number }[] {
  const isOwn = ownership(own_domains);
  return listResults(study.serp)
    .filter(({ url }) => isOwn(url) === true)
    .map(({ url, rank_group }) => ({ url, position: rank_group }));
}

const SIGHTS_MAX = 3;

function listSections(missing: readonly Topic[], most: number): OpportunityBrief['brief']['sections_to_add'] {
  return findSubtopics(missing)
    .filter(({ topic }) => topic.in_headings > 0)
    .slice(0, most)
    .map(({ topic, points }) => ({
      heading: nameSection(topic),
      why: `${topic.coverage} of ${counted(topic.of, 'compared page')} treat it, ${topic.in_headings} under a heading of its own.`,
      points: points.map((point) => point.topic),
      seen_on: topic.seen_on.map(({ url }) => url),
      evidence: topic.seen_on.slice(0, SIGHTS_MAX).map(({ url, heading, quote }) => ({ url, heading, quote })),
    }));
}

function listLinkTasks(
  own: OwnPage | undefined,
  mentions: readonly OwnMention[] | null,
): OpportunityBrief['brief']['internal_link_tasks'] {
  const to = own === undefined ? 'the new page' : own.url;
  return (mentions ?? []).slice(0, LINKS_MAX).map(({ url }) => ({
    task: `Check whether ${url} links to ${to}, and add a link where its text is about the search.`,
    from: url,
  }));
}

const FIRST_PAGE = 10;

function aimFor(type: OpportunityType | undefined, position: number | null): string {
  if (type === 'ai_overview_opportunity') return 'cited in two of three checks';
  if (type === 'featured_snippet_opportunity') return 'the snippet is yours in two of three checks';
  if (type === 'commercial_intent_opportunity') return 'more conversions than in the same weeks before';
  if (type === 'content_refresh') return 'more clicks than in the same weeks before';
  if (position === null) return 'on the first page of results';
  if (position > FIRST_PAGE) return 'on the first page of results';
  return position > 3 ? 'in the top three' : 'held where it is';
}

function describeOverview({ serp, questions }: Study): OpportunityBrief['ai_overview_targets'] {
  const { status, references } = serp.ai_overview;
  if (status === 'unavailable') return null;
  return {
    status,
    cited: status === 'present' ? references.map(({ url }) => url) : [],
    questions: questions.filter(({ seen_in }) => seen_in !== 'headings').map(({ question }) => question),
  };
}

function listWarnings(study: Study, own: OwnPage | undefined, type: OpportunityType | undefined): string[] {
  return [
    own === undefined ? undefined : 'Do not change the URL of the page: its links and history belong to it.',
    study.own !== undefined && study.own.unique.length > 0
      ? `Do not remove ${study.own.unique
          .slice(0, 2)
          .map(({ heading }) => `“${heading}”`)
          .join(' or ')}: no compared page has it.`
      : undefined,
    'Do not change the date of the page without changing its content.',
    'Do not repeat the search in every heading: a topic counts once.',
    type === 'featured_snippet_opportunity'
      ? 'Do not write answers longer than some 50 words for the snippet.'
      : undefined,
    type === 'quick_win' ? 'Do not rewrite the page: it ranks, and small changes can be judged.' : undefined,
    'Do not copy figures or sentences from the ranking pages.',
  ].filter((warning) => warning !== undefined);
}
