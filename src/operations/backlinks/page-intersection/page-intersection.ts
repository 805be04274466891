import { type Level, priorityOf } from '../../../kernel/level.ts';
import { counted } from '../../../kernel/grammar.ts';
import { onScale, type RankScale } from '../../../kernel/rank.ts';
import type { BacklinkRecord, IntersectingPage, PageIntersectionRecord } from '../../../ports/links.ts';
import { dayNumber } from '../new-lost-timeseries/calendar.ts';
import type { IntersectionReport, IntersectionRow, Link, ScoreComponents, Signal } from './report.ts';
import type { Parties } from './targets.ts';

export { intersectionPlan, intersectionSummary } from './plan.ts';
export { IntersectionReport } from './report.ts';
export { conflictsOf, partiesOf } from './targets.ts';

/**
 * What a page that links to competitors is worth to whom it does not link to.
 *
 * The usual link-gap score is 0.35 rank + 0.25 share of the targets + 0.15 followed + 0.10 relevance + 0.10 freshness -
 * 0.25 spam. A request names no topics, so the points of relevance go to a place in the text, where an editor chose
 * the link; the 5 points that the usual score leaves over go to rank, which is shared by page and domain. Points of
 * what is unknown are not given. Pinned by page-intersection.test.ts.
 */
const WEIGHT = {
  page_authority: 20,
  domain_authority: 20,
  coverage: 25,
  followed: 15,
  in_content: 10,
  freshness: 10,
  spam: 25,
} as const;
const FRESHNESS_DAYS = 365;
const BOILERPLATE: ReadonlySet<string> = new Set(['navigation', 'header', 'footer', 'sidebar']);

/** Bands of the published spam score: low to 30, medium to 60, high above. */
const SPAM_HIGH = 61;
const SPAM_MEDIUM = 31;
/** With fewer words a page is a list of links or a stub. */
const WORDS_MIN = 100;
/** With more outgoing links it is a directory, where a link counts little. */
const EXTERNAL_LINKS_MAX = 1000;

export interface IntersectionQuestion extends Parties {
  readonly rank_scale: RankScale;
  readonly intersection_mode: 'partial' | 'all';
  readonly limit: number;
}

export function analyzeIntersection(
  record: PageIntersectionRecord,
  question: IntersectionQuestion,
): IntersectionReport {
  const { targets, rank_scale: scale } = question;
  const items = record.pages.map((page) => rowOf(page, targets.length, scale));
  const counts: Record<Level, number> = { high: 0, medium: 0, low: 0 };
  for (const { priority } of items) counts[priority] += 1;
  return {
    targets: targets.map(({ value, type }) => ({
      value,
      type,
      pages: items.filter((item) => item.linked_targets.some(({ target }) => target === value)).length,
    })),
    exclude_targets: question.exclude_targets.map(({ value, type }) => ({ value, type })),
    intersection_mode: question.intersection_mode,
    rank_scale: scale,
    items,
    total_count: record.total_count,
    limit: question.limit,
    offset: 0,
    priority_counts: counts,
    notes: [...question.notes],
  };
}

function rowOf(page: IntersectingPage, targetCount: number, scale: RankScale): IntersectionRow {
  const { linked_targets: linked, rank, page_rank, domain_rank, ...facts } = page;
  const { url, domain, title, language, spam_score, external_links, word_count, first_seen, last_seen } = facts;
  const links = linked.flatMap((one) => one.links);
  const score_components = componentsOf(page, links, targetCount);
  const score = tenths(Object.values(score_components).reduce((sum, points) => sum + points, 0));
  return {
    url,
    domain,
    title,
    language,
    rank: onScale(rank, scale),
    page_rank: onScale(page_rank, scale),
    domain_rank: onScale(domain_rank, scale),
    spam_score,
    external_links,
    word_count,
    first_seen,
    last_seen,
    linked_targets: linked.map((one) => ({
      target: one.target,
      links_count: one.links_count,
      links: one.links.map((link) => linkOf(link, scale)),
    })),
    linked_targets_count: linked.length,
    quality: qualityOf(page, links, targetCount),
    score,
    score_components,
    priority: priorityOf(score),
    reason: reasonOf(page, links, targetCount, scale),
  };
}

/** What a link says beside its page, which stands in the row. */
function linkOf(link: BacklinkRecord, scale: RankScale): Link {
  return {
    url_to: link.url_to,
    item_type: link.item_type,
    anchor: link.anchor,
    alt: link.alt,
    text_pre: link.text_pre,
    text_post: link.text_post,
    semantic_location: link.semantic_location,
    attributes: [...link.attributes],
    dofollow: link.dofollow,
    links_count: link.links_count,
    rank: onScale(link.rank, scale),
    first_seen: link.first_seen,
    last_seen: link.last_seen,
    lost_date: link.lost_date,
    is_new: link.is_new,
    is_lost: link.is_lost,
    is_broken: link.is_broken,
    url_to_status_code: link.url_to_status_code,
    is_indirect_link: link.is_indirect_link,
  };
}

function componentsOf(page: IntersectingPage, links: readonly BacklinkRecord[], targetCount: number): ScoreComponents {
  const share = (rank: number | null): number => (onScale(rank, 'one_hundred') ?? 0) / 100;
  const given = {
    page_authority: tenths(WEIGHT.page_authority * share(page.page_rank)),
    domain_authority: tenths(WEIGHT.domain_authority * share(page.domain_rank)),
    coverage: tenths((WEIGHT.coverage * page.linked_targets.length) / Math.max(1, targetCount)),
    followed: links.some(({ dofollow }) => dofollow) ? WEIGHT.followed : 0,
    in_content: links.some(isInContent) ? WEIGHT.in_content : 0,
    freshness: tenths(WEIGHT.freshness * freshnessOf(page, links)),
  };
  const most = Object.values(given).reduce((sum, points) => sum + points, 0);
  const spam = Math.min(most, (WEIGHT.spam * (page.spam_score ?? 0)) / 100);
  // No deduction is 0, and not -0.
  return { ...given, spam: spam === 0 ? 0 : -tenths(spam) };
}

/** 1 for a link that was set just before it was last seen; what was read but once may be of any age, and gets 0. */
function freshnessOf(page: IntersectingPage, links: readonly BacklinkRecord[]): number {
  const newest = links.reduce((latest, link) => (link.first_seen > latest ? link.first_seen : latest), page.first_seen);
  const from = dayNumber(newest.slice(0, 10));
  const to = dayNumber(page.last_seen.slice(0, 10));
  if (from === undefined || to === undefined) return 0;
  const days = Math.max(0, to - from);
  return days > 0 || links.some(({ is_new }) => is_new) ? Math.exp(-days / FRESHNESS_DAYS) : 0;
}

function isInContent({ semantic_location }: BacklinkRecord): boolean {
  return semantic_location === 'content';
}

/** Null where none is known to stand there, and of one nobody knows. */
function standsInContent(links: readonly BacklinkRecord[]): boolean | null {
  if (links.some(isInContent)) return true;
  return links.some((link) => link.semantic_location === null) ? null : false;
}

const PLACES: ReadonlyMap<boolean | null, string> = new Map([
  [true, ' and in its text'],
  [false, ' and outside its text'],
]);

function qualityOf(
  page: IntersectingPage,
  links: readonly BacklinkRecord[],
  targetCount: number,
): IntersectionRow['quality'] {
  const { spam_score, external_links, word_count } = page;
  return {
    dofollow: links.some(({ dofollow }) => dofollow),
    in_content: standsInContent(links),
    semantic_locations: [...new Set(links.flatMap((link) => link.semantic_location ?? []))].toSorted(),
    spam_score,
    spam_level: spamLevel(spam_score),
    external_links,
    word_count,
    signals: signalsOf(page, links, targetCount),
  };
}

function spamLevel(spam: number | null): Level | null {
  if (spam === null) return null;
  return spam >= SPAM_HIGH ? 'high' : spam >= SPAM_MEDIUM ? 'medium' : 'low';
}

/** In the order of the contract: what speaks for the page, then what speaks against it. */
function signalsOf(page: IntersectingPage, links: readonly BacklinkRecord[], targetCount: number): Signal[] {
  const isAll = (test: (link: BacklinkRecord) => boolean): boolean => links.length > 0 && links.every(test);
  const checks: readonly (readonly [Signal, boolean])[] = [
    ['followed', links.some(({ dofollow }) => dofollow)],
    ['in_content', links.some(isInContent)],
    ['links_to_all_targets', targetCount > 1 && page.linked_targets.length === targetCount],
    ['broken_competitor_link', links.some((link) => link.is_broken === true && !link.is_lost)],
    ['new_link', links.some(({ is_new }) => is_new)],
    ['nofollow_only', isAll(({ dofollow }) => !dofollow)],
    [
      'boilerplate_only',
      isAll(({ semantic_location }) => semantic_location !== null && BOILERPLATE.has(semantic_location)),
    ],
    ['indirect_only', isAll(({ is_indirect_link }) => is_indirect_link)],
    ['lost', isAll(({ is_lost }) => is_lost)],
    ['thin_page', page.word_count !== null && page.word_count < WORDS_MIN],
    ['many_outgoing_links', page.external_links !== null && page.external_links > EXTERNAL_LINKS_MAX],
    ['high_spam', spamLevel(page.spam_score) === 'high'],
  ];
  return checks.filter(([, holds]) => holds).map(([signal]) => signal);
}

function reasonOf(
  page: IntersectingPage,
  links: readonly BacklinkRecord[],
  targetCount: number,
  scale: RankScale,
): string {
  const isLost = links.length > 0 && links.every(({ is_lost }) => is_lost);
  const verb = isLost ? 'Linked' : 'Links';
  const count = page.linked_targets.length;
  const reached =
    targetCount === 1 || count === 1
      ? (page.linked_targets[0]?.target ?? 'a target')
      : `${count} of ${counted(targetCount, 'target')}`;
  const followed = links.some(({ dofollow }) => dofollow) ? 'followed' : 'not followed';
  const place = PLACES.get(standsInContent(links)) ?? '';
  const rank = onScale(page.domain_rank, scale);
  const authority =
    rank === null
      ? 'the rank of its domain is not known'
      : `its domain has rank ${rank.toLocaleString('en-US')} of ${scale === 'one_thousand' ? '1,000' : '100'}`;
  const broken = links.find((link) => link.is_broken === true && !link.is_lost);
  const offer =
    broken === undefined ? '' : ` Its link to ${broken.url_to} leads to a page that fails: offer yours instead.`;
  return `${verb} to ${reached}, ${followed}${place}; ${authority}.${offer}`;
}

function tenths(points: number): number {
  return Math.round(points * 10) / 10;
}
