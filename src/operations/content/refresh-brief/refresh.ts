import { listChecks } from '../../../study/checklist.ts';
import { findFormat } from '../../../study/format.ts';
import type { GapReport } from '../../../study/gap-report.ts';
import { nameSection } from '../../../study/outline.ts';
import type { OwnMention } from '../../../study/own-site.ts';
import { adviseSchema } from '../../../study/schema-advice.ts';
import { writeSnippets } from '../../../study/snippets.ts';
import type { OwnPage, Study } from '../../../study/study.ts';
import type { Serp } from '../../../ports/serp.ts';
import { listResults } from '../../../serp/results.ts';
import { counted } from '../../../kernel/grammar.ts';
import { buildAddressKey } from '../../../text/address.ts';
import { ownership } from '../../../web/url.ts';
import type { CheckedLinks } from './dead-links.ts';
import { findDatedStatements, findYears } from './freshness.ts';
import { EMPHASES, type Goal } from './goals.ts';
import type { RefreshReport } from './report.ts';
import { compareSerps } from './serp-change.ts';

export interface RefreshEvidence {
  readonly gap: GapReport;
  readonly study: Study;
  readonly own: OwnPage;
  readonly own_domains: readonly string[];
  readonly mentions: readonly OwnMention[] | null;
  readonly equity: RefreshReport['link_equity'];
  /** The oldest stored check of the search; undefined where there is only one. */
  readonly first: Serp | undefined;
  readonly links: CheckedLinks;
  readonly goal: Goal;
  readonly current_rank: number | undefined;
  readonly now: Date;
}

const LINK_TASKS_MAX = 5;

/** What to keep, add, update and merge on a page, by the goal of its refresh. */
export function briefRefresh(evidence: RefreshEvidence): RefreshReport {
  const { study, own, mentions, equity, first, goal, current_rank, now } = evidence;
  const { content_brief: brief, ...gap } = evidence.gap;
  const emphasis = EMPHASES[goal];
  const other = findOther(evidence);
  const sections = brief.sections_to_add.slice(0, emphasis.sections);
  return {
    ...gap,
    refresh_goal: goal,
    task_order: [...emphasis.order],
    current_rank: current_rank ?? gap.page.position,
    keep: listKept(gap.unique_topics, gap.covered_topics),
    sections_to_add: sections,
    sections_to_update: listUpdates(gap.thin_topics),
    title_options: writeSnippets(study, 'title', now.getUTCFullYear()),
    h1_guidance: adviseHeading(own, study),
    internal_link_tasks: listLinkTasks(own, mentions),
    schema_recommendations: study.is_sufficient
      ? adviseSchema(study, findFormat(study).format, own.page.schema_types)
      : [],
    freshness_signals: describeFreshness(evidence),
    date_policy:
      'Change the date on the page only when its content changes, and say what changed. A new date on old text misleads readers, and search engines keep their own.',
    changed_serp_since: compareSerps(first, study.serp, own.url),
    link_equity: equity,
    redirect_or_merge: other,
    validation_checklist: study.is_sufficient ? listChecks(study, sections.length) : [],
  };
}

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

const KEPT_MAX = 8;

function listKept(unique: GapReport['unique_topics'], covered: GapReport['covered_topics']): RefreshReport['keep'] {
  return [
    ...unique.map(({ heading }) => ({ heading, why: 'No compared page has it: it is what your page adds.' })),
    ...covered
      .filter(({ priority, own_heading }) => priority === 'high' && own_heading !== null)
      .map(({ own_heading, topic, coverage, of }) => ({
        heading: own_heading ?? topic,
        why: `It covers “${topic}”, which ${coverage} of ${of} compared pages treat.`,
      })),
  ]
    .filter(({ heading }, at, all) => all.findIndex((each) => each.heading === heading) === at)
    .slice(0, KEPT_MAX);
}

function adviseHeading({ page }: OwnPage, { serp, topics }: Study): RefreshReport['h1_guidance'] {
  const current = page.sections.filter(({ level }) => level === 1).map(({ heading }) => heading);
  const [top] = topics;
  if (current.length === 0)
    return { current, advice: `Give the page one main heading that answers “${serp.keyword}”.` };
  if (current.length > 1)
    return { current, advice: 'Keep one main heading, and make the others headings of level two.' };
  const extra = top === undefined ? '' : ` The text right below it can lead to “${nameSection(top)}”.`;
  return {
    current,
    advice: `Keep one main heading that says what “${serp.keyword}” asks for; it need not repeat the title word for word.${extra}`,
  };
}

function listLinkTasks(own: OwnPage, mentions: readonly OwnMention[] | null): RefreshReport['internal_link_tasks'] {
  if (mentions === null) return null;
  return mentions.slice(0, LINK_TASKS_MAX).map(({ url }) => ({
    task: `Check whether ${url} links to ${own.url}, and add a link where its text is about the search.`,
    from: url,
  }));
}

function describeFreshness({ study, own, links, now }: RefreshEvidence): RefreshReport['freshness_signals'] {
  const { page } = own;
  return {
    published_at: page.published_at,
    modified_at: page.modified_at,
    newest_competitor: study.patterns.dates.newest,
    oldest_competitor: study.patterns.dates.oldest,
    years_in_title: findYears(page.title),
    outdated_statements: findDatedStatements(page, study.language, now),
    dead_links: [...links.dead],
    links_checked: links.checked,
  };
}

function findOther({ study, own, own_domains }: RefreshEvidence): RefreshReport['redirect_or_merge'] {
  const isOwn = ownership(own_domains);
  const key = buildAddressKey(own.url);
  const other = listResults(study.serp).find(({ url }) => isOwn(url) === true && buildAddressKey(url) !== key);
  if (other === undefined) return null;
  return {
    url: other.url,
    position: other.rank_group,
    advice:
      'Two of your pages answer this search. Move what is worth keeping to the stronger one and redirect the other, or give each a search of its own.',
  };
}
