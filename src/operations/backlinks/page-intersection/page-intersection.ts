import { z } from 'zod';

import { agree, counted } from '../../../kernel/grammar.ts';
import { Level, priorityOf } from '../../../kernel/level.ts';
import { onScale, type RankScale } from '../../../kernel/rank.ts';
import { BacklinkView, isDead, showBacklink } from '../../../links/backlink.ts';
import { showSigns, SpamSignsView } from '../../../links/spam-evidence.ts';
import { parseDay } from '../../../links/calendar.ts';
import { countEach, countFields, RankScaleView, TargetView } from '../../../links/fields.ts';
import { type KnownLinks, LinkToYou } from '../../../links/known-links.ts';
import { EXTERNAL_LINKS_MAX, formatRank, rateSpam, roundTenths, scoreRank } from '../../../links/quality.ts';
import type { BacklinkRecord, IntersectingPage, PageIntersectionRecord } from '../../../ports/links.ts';
import { registrableDomain } from '../../../web/url.ts';
import type { Parties } from './targets.ts';

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
/** With fewer words a page is a list of links or a stub. */
const WORDS_MIN = 100;
const PRIORITIES = ['high', 'medium', 'low'] as const;

/** What a link says beside its page, which stands in the row. */
const LinkView = BacklinkView.omit({
  domain_from: true,
  url_from: true,
  domain_to: true,
  tld_from: true,
  image_url: true,
  group_count: true,
  url_to_redirect_target: true,
  page_from_rank: true,
  domain_from_rank: true,
  page_from_title: true,
  page_from_language: true,
  page_from_status_code: true,
  page_from_external_links: true,
  page_from_internal_links: true,
  page_from_word_count: true,
  backlink_spam_score: true,
  placement: true,
  tool_metrics: true,
});

const LinkedTarget = z.object({
  target: z.string(),
  links_count: z.int(),
  links: z.array(LinkView).describe('The strongest ones, three at most.'),
});

const SIGNALS = [
  'followed',
  'in_content',
  'links_to_all_targets',
  'broken_competitor_link',
  'new_link',
  'nofollow_only',
  'boilerplate_only',
  'hidden_only',
  'indirect_only',
  'lost',
  'thin_page',
  'many_outgoing_links',
  'high_spam',
] as const;
const Signal = z.enum(SIGNALS);
type Signal = z.infer<typeof Signal>;

const Quality = z.object({
  dofollow: z.boolean().describe('At least one of the links shown passes authority.'),
  in_content: z
    .boolean()
    .nullable()
    .describe('At least one of the links shown is in the main content; null when the source does not say.'),
  semantic_locations: z.array(z.string()),
  spam_score: z.number().nullable(),
  spam_level: Level.nullable().describe(
    'Low up to 30, medium up to 60, high above; null when the page has not been crawled.',
  ),
  external_links: z.int().nullable(),
  word_count: z.int().nullable(),
  signals: z.array(Signal),
});

const ScoreComponents = z.object({
  page_authority: z.number().describe('0-20, by page_rank; also 0 when unknown.'),
  domain_authority: z.number().describe('0-20, by domain_rank; also 0 when unknown.'),
  coverage: z.number().describe('0-25, by the share of the targets it links to.'),
  followed: z.number().describe('15 when at least one link passes authority.'),
  in_content: z.number().describe('10 when at least one link is in the main content.'),
  freshness: z
    .number()
    .describe('0-10: 10 × e^(-days / 365), where days is the known age of its links; 0 when unknown.'),
  spam: z.number().describe('0 to -25, by spam_score; never more than the other points.'),
});
type ScoreComponents = z.infer<typeof ScoreComponents>;

const IntersectionRow = z.object({
  url: z.string(),
  domain: z.string(),
  title: z.string().nullable(),
  language: z.string().nullable(),
  rank: z.number().nullable().describe('Rank of its strongest link.'),
  page_rank: z.number().nullable(),
  domain_rank: z.number().nullable(),
  spam_score: z.number().nullable(),
  spam_signs: SpamSignsView,
  external_links: z.int().nullable(),
  word_count: z.int().nullable(),
  first_seen: z.string(),
  last_seen: z.string(),
  already_links: LinkToYou.nullable().describe(
    'A live link from another page of the site to exclude_targets; null if your index has not seen one.',
  ),
  linked_targets: z.array(LinkedTarget),
  linked_targets_count: z.int(),
  quality: Quality,
  score: z.number().describe('0-100.'),
  score_components: ScoreComponents,
  priority: Level,
  reason: z.string(),
});
export type IntersectionRow = z.infer<typeof IntersectionRow>;

export const IntersectionReport = z.object({
  targets: z.array(TargetView.extend({ pages: z.int().describe('Rows in this response that link to it.') })),
  exclude_targets: z.array(TargetView),
  intersection_mode: z.enum(['partial', 'all']),
  rank_scale: RankScaleView,
  items: z.array(IntersectionRow),
  total_count: z.int().nullable().describe('Pages that match; null where the source does not say.'),
  limit: z.int(),
  offset: z.int(),
  priority_counts: countFields(PRIORITIES).describe('Of the rows in this response.'),
  notes: z.array(z.string()),
});
export type IntersectionReport = z.infer<typeof IntersectionReport>;

export interface IntersectionQuestion extends Parties {
  readonly rank_scale: RankScale;
  readonly intersection_mode: 'partial' | 'all';
  readonly limit: number;
  readonly offset: number;
  readonly known_links: KnownLinks;
}

export function analyzeIntersection(
  record: PageIntersectionRecord,
  question: IntersectionQuestion,
): IntersectionReport {
  const { targets, rank_scale: scale } = question;
  const items = record.pages.map((page) => {
    const already_links = question.known_links.by_site[readSiteOf(page)] ?? null;
    return { ...judge(page, targets.length, scale), already_links };
  });
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
    offset: question.offset,
    priority_counts: countEach(
      PRIORITIES,
      items.map(({ priority }) => priority),
    ),
    notes: [...question.notes, ...noteLinks(items, question.known_links)],
  };
}

function noteLinks(items: readonly IntersectionRow[], { unknown }: KnownLinks): string[] {
  if (unknown !== null)
    return [`Whether the sites of these pages link to exclude_targets elsewhere is unknown: ${unknown}.`];
  const known = items.filter(({ already_links }) => already_links !== null).length;
  if (known === 0) return [];
  return [
    `${known} of these pages ${agree(known, 'is on a site that already links', 'are on sites that already link')} to exclude_targets from another page (see already_links): you would ask for another link, not for a first one.`,
  ];
}

/** The registrable domain of a page that links. */
export function readSiteOf({ domain }: Pick<IntersectingPage, 'domain'>): string {
  return registrableDomain(domain);
}

function judge(page: IntersectingPage, targetCount: number, scale: RankScale): Omit<IntersectionRow, 'already_links'> {
  const linked = page.linked_targets;
  const links = linked.flatMap((one) => one.links);
  const score_components = scorePage(page, links, targetCount);
  const score = roundTenths(Object.values(score_components).reduce((sum, points) => sum + points, 0));
  return {
    ...page,
    spam_signs: showSigns(page.spam_signs),
    rank: onScale(page.rank, scale),
    page_rank: onScale(page.page_rank, scale),
    domain_rank: onScale(page.domain_rank, scale),
    linked_targets: linked.map((one) => ({
      target: one.target,
      links_count: one.links_count,
      links: one.links.map((link) => LinkView.parse(showBacklink(link, scale))),
    })),
    linked_targets_count: linked.length,
    quality: rateQuality(page, links, targetCount),
    score,
    score_components,
    priority: priorityOf(score),
    reason: describePage(page, links, targetCount, scale),
  };
}

function scorePage(page: IntersectingPage, links: readonly BacklinkRecord[], targetCount: number): ScoreComponents {
  const given = {
    page_authority: roundTenths(WEIGHT.page_authority * scoreRank(page.page_rank)),
    domain_authority: roundTenths(WEIGHT.domain_authority * scoreRank(page.domain_rank)),
    coverage: roundTenths((WEIGHT.coverage * page.linked_targets.length) / Math.max(1, targetCount)),
    followed: links.some(({ dofollow }) => dofollow) ? WEIGHT.followed : 0,
    in_content: links.some(isInContent) ? WEIGHT.in_content : 0,
    freshness: roundTenths(WEIGHT.freshness * measureFreshness(page, links)),
  };
  const most = Object.values(given).reduce((sum, points) => sum + points, 0);
  const spam = Math.min(most, (WEIGHT.spam * (page.spam_score ?? 0)) / 100);
  // No deduction is 0, and not -0.
  return { ...given, spam: spam === 0 ? 0 : -roundTenths(spam) };
}

/** 1 for a link that was set just before it was last seen; what was read but once may be of any age, and gets 0. */
function measureFreshness(page: IntersectingPage, links: readonly BacklinkRecord[]): number {
  const newest = links.reduce((latest, link) => (link.first_seen > latest ? link.first_seen : latest), page.first_seen);
  const from = parseDay(newest.slice(0, 10));
  const to = parseDay(page.last_seen.slice(0, 10));
  if (from === undefined || to === undefined) return 0;
  const days = Math.max(0, to - from);
  return days > 0 || links.some(({ is_new }) => is_new) ? Math.exp(-days / FRESHNESS_DAYS) : 0;
}

function isInContent({ placement }: BacklinkRecord): boolean {
  return placement === 'content';
}

/** Null where no link is known to be there and the place of one is unknown. */
function standsInContent(links: readonly BacklinkRecord[]): boolean | null {
  if (links.some(isInContent)) return true;
  return links.some(({ placement }) => placement === null) ? null : false;
}

const PLACES: ReadonlyMap<boolean | null, string> = new Map([
  [true, ', in the main content'],
  [false, ', outside the main content'],
]);

function rateQuality(
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
    spam_level: rateSpam(spam_score),
    external_links,
    word_count,
    signals: findSignals(page, links, targetCount),
  };
}

/** In the order of the schema: the strengths of the page, then its weaknesses. */
function findSignals(page: IntersectingPage, links: readonly BacklinkRecord[], targetCount: number): Signal[] {
  const isAll = (test: (link: BacklinkRecord) => boolean): boolean => links.length > 0 && links.every(test);
  const checks: readonly (readonly [Signal, boolean])[] = [
    ['followed', links.some(({ dofollow }) => dofollow)],
    ['in_content', links.some(isInContent)],
    ['links_to_all_targets', targetCount > 1 && page.linked_targets.length === targetCount],
    ['broken_competitor_link', links.some(isDead)],
    ['new_link', links.some(({ is_new }) => is_new)],
    ['nofollow_only', isAll(({ dofollow }) => !dofollow)],
    ['boilerplate_only', isAll(({ placement }) => placement === 'boilerplate')],
    ['hidden_only', isAll(({ placement }) => placement === 'hidden')],
    ['indirect_only', isAll(({ is_indirect_link }) => is_indirect_link)],
    ['lost', isAll(({ is_lost }) => is_lost)],
    ['thin_page', page.word_count !== null && page.word_count < WORDS_MIN],
    ['many_outgoing_links', page.external_links !== null && page.external_links > EXTERNAL_LINKS_MAX],
    ['high_spam', rateSpam(page.spam_score) === 'high'],
  ];
  return checks.filter(([, holds]) => holds).map(([signal]) => signal);
}

function describePage(
  page: IntersectingPage,
  links: readonly BacklinkRecord[],
  targetCount: number,
  scale: RankScale,
): string {
  const isLost = links.length > 0 && links.every(({ is_lost }) => is_lost);
  const count = page.linked_targets.length;
  const reached =
    targetCount === 1 || count === 1
      ? (page.linked_targets[0]?.target ?? 'a target')
      : `${count} of ${counted(targetCount, 'target')}`;
  const followed = links.some(({ dofollow }) => dofollow) ? 'followed' : 'not followed';
  const place = PLACES.get(standsInContent(links)) ?? '';
  const authority =
    page.domain_rank === null
      ? 'the rank of its domain is unknown'
      : `its domain has a rank of ${formatRank(page.domain_rank, scale)}`;
  const dead = links.find(isDead);
  const offer = dead === undefined ? '' : ` Its link to ${dead.url_to} is broken: offer your page instead.`;
  return `${isLost ? 'Linked' : 'Links'} to ${reached} (${followed}${place}); ${authority}.${offer}`;
}
