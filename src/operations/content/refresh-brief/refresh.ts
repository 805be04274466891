import { agree, counted } from '../../../kernel/grammar.ts';
import type { KnownPage } from '../../../ports/links.ts';
import type { Serp } from '../../../ports/serp.ts';
import type { PageClicks } from '../../../rankings/page-clicks.ts';
import { listChecks } from '../../../study/checklist.ts';
import { findFormat } from '../../../study/format.ts';
import type { GapReport } from '../../../study/gap-report.ts';
import { type LinkSource, listLinkTasks } from '../../../study/own-links.ts';
import { adviseSchema } from '../../../study/schema-advice.ts';
import { writeSnippets } from '../../../study/snippets.ts';
import type { Standing } from '../../../study/standing.ts';
import type { FetchedOwnPage } from '../../../study/gap.ts';
import type { Study } from '../../../study/study.ts';
import type { CheckedLinks } from './dead-links.ts';
import { findDatedStatements } from './freshness.ts';
import { EMPHASES, type Goal } from './goals.ts';
import { adviseHeading, judgeTitleYear, listMissing } from './head.ts';
import { listKept } from './keep.ts';
import { judgeMerge } from './merge.ts';
import type { RefreshReport } from './report.ts';
import { compareSerps } from './serp-change.ts';
import { findHeadingYear, findYears, knowsYearWords } from '../../../study/years.ts';

export interface RefreshEvidence {
  readonly gap: GapReport;
  readonly study: Study;
  readonly own: FetchedOwnPage;
  readonly standing: Standing;
  /** Crawled pages of the own site on the subject; null where it was not crawled. */
  readonly sources: readonly LinkSource[] | null;
  readonly equity: RefreshReport['link_equity'];
  readonly clicks: PageClicks | null;
  /** What the index knows of the page and of those that may compete with it. */
  readonly known: readonly KnownPage[];
  /** The oldest stored check of the search; undefined where there is only one. */
  readonly first: Serp | undefined;
  readonly links: CheckedLinks;
  readonly goal: Goal;
  readonly current_rank: number | undefined;
  readonly now: Date;
}

/** What to keep, add, update and merge on a page, by the goal of its refresh. */
export function briefRefresh(evidence: RefreshEvidence): RefreshReport {
  const { study, own, standing, sources, equity, clicks, known, first, goal, current_rank, now } = evidence;
  const { content_brief: brief, ...gap } = evidence.gap;
  const emphasis = EMPHASES[goal];
  const sections = brief.sections_to_add.slice(0, emphasis.sections);
  const rank = current_rank ?? gap.page.position;
  const keep = listKept(evidence.gap, own, study, { clicks, equity });
  const freshness_signals = describeFreshness(evidence);
  return {
    ...gap,
    refresh_goal: goal,
    task_order: [...emphasis.order],
    current_rank: rank,
    best_position: standing.best,
    keep,
    sections_to_add: sections,
    sections_to_update: listUpdates(gap.thin_topics),
    title_options: listTitles(evidence),
    title_year: judgeTitleYear(own, study, now),
    h1_guidance: adviseHeading(own, study, now),
    internal_link_tasks: sources === null ? null : listLinkTasks(sources, own.url),
    schema_recommendations: study.is_sufficient ? adviseSchema(study, findFormat(study).format, own.page) : [],
    freshness_signals,
    date_policy:
      'Change the date on the page only when its content changes, and say what changed. A new date on old text misleads readers, and search engines keep their own.',
    changed_serp_since: compareSerps(first, study.serp, own.url),
    link_equity: equity,
    search_console: describeClicks(clicks),
    redirect_or_merge: judgeMerge({ url: own.url, standing, clicks, known, rank }),
    validation_checklist: [
      ...listRefreshChecks({ keep, freshness_signals }),
      ...(study.is_sufficient ? listChecks(study, sections.length) : []),
    ],
    notes: [...gap.notes, ...listNotes(evidence)],
  };
}

/** What a refresh must not break, and what it has to have mended. */
function listRefreshChecks({
  keep: [first, ...others],
  freshness_signals: { outdated_count: dated, dead_links: dead },
}: Pick<RefreshReport, 'keep' | 'freshness_signals'>): RefreshReport['validation_checklist'] {
  const more = others.length === 0 ? '' : ` and ${counted(others.length, 'other part')} to keep`;
  return [
    {
      check: 'The URL of the page is unchanged, or the old one redirects to the new one.',
      why: 'Links and rankings belong to the URL.',
    },
    first === undefined
      ? undefined
      : { check: `“${first.heading}”${more} ${agree(others.length + 1, 'is', 'are')} still there.`, why: first.why },
    dated === 0
      ? undefined
      : {
          check: 'Every statement that may be out of date is corrected, confirmed or gone.',
          why: `${counted(dated, 'statement')} ${agree(dated, 'was', 'were')} found.`,
        },
    dead.length === 0
      ? undefined
      : {
          check: 'No link in the text leads to an error page.',
          why: `${counted(dead.length, 'link')} did.`,
        },
  ].filter((check) => check !== undefined);
}

/** What is unknown, so that nobody takes it for none. */
function listNotes({ study, sources, equity, clicks, links }: RefreshEvidence): string[] {
  const { language } = study;
  return [
    knowsYearWords(language)
      ? undefined
      : `Words that date a text, such as “recently”, are not known in “${language}”: only years beside a price or a percentage, years in headings, versions and prices were looked for.`,
    sources === null ? 'Your site was not crawled, so the pages that could link here are unknown.' : undefined,
    equity === null && clicks === null
      ? 'Neither links nor Search Console clicks of the page are known, so check what earns them before you remove a section.'
      : clicks === null
        ? 'No Search Console data of the site were imported, so the sections that earn clicks are unknown.'
        : equity === null
          ? 'No source knows links to the page, so the sections that earn them are unknown.'
          : undefined,
    links.checked < links.all
      ? `Links in the text: ${links.checked} of ${links.all} could be checked, and the others are unknown.`
      : undefined,
  ].filter((note) => note !== undefined);
}

/** Those that say more of the search than the title does, and any in place of one that shows a year gone by. */
function listTitles({ study, own: { page }, now }: RefreshEvidence): RefreshReport['title_options'] {
  const options = writeSnippets(study, 'title', { year: now.getUTCFullYear(), own: page });
  const isDated = findHeadingYear(page.title ?? '', study.language, now) !== undefined;
  return isDated || listMissing(page.title ?? '', study.serp.keyword, study.language).length > 0 ? options : [];
}

function describeClicks(clicks: PageClicks | null): RefreshReport['search_console'] {
  if (clicks === null) return null;
  const { days, to, page, search, queries } = clicks;
  return {
    days,
    to,
    clicks: page?.clicks ?? null,
    impressions: page?.impressions ?? null,
    clicks_of_search: search?.clicks ?? null,
    impressions_of_search: search?.impressions ?? null,
    top_queries: queries.slice(0, QUERIES_MAX).map((each) => ({ ...each })),
  };
}

const QUERIES_MAX = 10;

/** A section with several thin topics is extended once. */
function listUpdates(thin: GapReport['thin_topics']): RefreshReport['sections_to_update'] {
  const sections = Map.groupBy(thin, ({ own_heading, topic }) => own_heading ?? topic);
  return [...sections].map(([heading, topics]) => ({
    heading,
    why: topics
      .map(
        ({ topic, own_words, usual_words }) =>
          `It spends ${counted(own_words, 'word')} on “${topic}”; pages with a section for it spend about ${usual_words ?? own_words}.`,
      )
      .join(' '),
    own_quote: topics[0]?.own_quote ?? '',
  }));
}

function describeFreshness({ study, own, links, now }: RefreshEvidence): RefreshReport['freshness_signals'] {
  const { page } = own;
  const { statements, total } = findDatedStatements(page, {
    language: study.language,
    now,
    keyword: study.serp.keyword,
  });
  return {
    published_at: page.published_at,
    modified_at: page.modified_at,
    newest_competitor: study.patterns.dates.newest,
    oldest_competitor: study.patterns.dates.oldest,
    years_in_title: findYears(page.title),
    outdated_statements: [...statements],
    outdated_count: total,
    words_known: knowsYearWords(study.language),
    dead_links: [...links.dead],
    links_in_text: links.all,
    links_checked: links.checked,
  };
}
