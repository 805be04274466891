import { onScale } from '../../../kernel/rank.ts';
import type { RankingMarket, SearchCompetitor, SearchCompetitors } from '../../../ports/rankings.ts';
import { roundPosition } from '../../../rankings/changes.ts';
import { describeEvidence } from '../../../rankings/evidence.ts';
import { findPlatformKind, type PlatformKind } from '../../../rankings/platform-kind.ts';
import type { BrandNames } from '../../../text/branded.ts';
import { compareText } from '../../../text/normalize.ts';
import type { Target } from '../../../web/target.ts';
import { isWithin } from '../../../web/url.ts';
import { chooseNext } from './next-action.ts';
import type { CompetitorList, CompetitorRow, SORTS } from './report.ts';
import { measureAhead, measureShare, measureStake, scoreThreat, SERPS_MIN } from './threat.ts';

export interface CompetitorsInput {
  readonly found: SearchCompetitors;
  readonly target: Target;
  readonly market: RankingMarket;
  readonly brand: BrandNames | null;
  /** 0–1000, by domain; what nobody knows is left out. */
  readonly ranks: ReadonlyMap<string, number>;
  readonly limit: number;
  readonly offset: number;
  readonly min_intersections: number;
  readonly sort_by: (typeof SORTS)[number];
}

const PLATFORMS_MAX = 20;

/** Who competes with a site in search, what is at stake, and what to do about each. */
export function listCompetitors(input: CompetitorsInput): CompetitorList {
  const { found, target, market, ranks } = input;
  const { rivals, platforms, own } = splitDomains(input);
  const rows = describeRows(rivals, input).toSorted((one, other) => compareRows(one, other, input.sort_by));
  const isFiltered = input.min_intersections > 0;
  const evidence = describeEvidence(
    { ...found, window: null, totals: null, items: rows },
    market,
    isFiltered,
    rows.length > 0 ? 'answered' : isKnown(found, isFiltered) ? 'no_match' : 'unknown_target',
  );
  const isUnknown = evidence.state === 'unknown_target';
  const left = found.items.length - rivals.length;
  return {
    target: { value: target.value, type: target.type },
    ...evidence,
    is_sufficient: isUnknown ? null : isSufficient(found, found.serps_considered ?? 0),
    target_keywords: isUnknown ? null : found.target_keywords,
    target_traffic: round(found.target_traffic),
    target_authority: onScale(ranks.get(target.value) ?? null, 'one_hundred'),
    items: rows.slice(input.offset, input.offset + input.limit),
    total_count: isUnknown || found.total_count === null ? null : Math.max(rows.length, found.total_count - left),
    limit: input.limit,
    offset: input.offset,
    platforms: platforms.slice(0, PLATFORMS_MAX).map(({ row, kind }) => ({ ...describeFigures(row, found), kind })),
    platform_count: isUnknown ? null : platforms.length,
    own_domains: own,
    threat_counts: isUnknown ? null : countThreats(rows),
    units: UNITS,
  };
}

/** A source that knows the target counts what ranks with it; none at all, behind a filter, may be the filter's doing. */
function isKnown({ items, target_keywords, total_count }: SearchCompetitors, isFiltered: boolean): boolean {
  return items.length > 0 || (target_keywords ?? 0) > 0 || (isFiltered && total_count === 0);
}

interface SplitDomains {
  readonly rivals: readonly SearchCompetitor[];
  readonly platforms: readonly { readonly row: SearchCompetitor; readonly kind: PlatformKind }[];
  readonly own: string[];
}

/** A platform competes with its own kind: for a marketplace others are no platforms. */
function splitDomains({ found, target, brand }: Pick<CompetitorsInput, 'found' | 'target' | 'brand'>): SplitDomains {
  const own = brand?.domains.some((domain) => isWithin(target.host, domain)) === true ? brand.domains : [];
  const isOwn = (host: string): boolean => own.some((domain) => isWithin(host, domain));
  const ownKind = findPlatformKind(target.domain);
  const others = found.items.filter(({ domain }) => domain !== target.domain);
  const kinds = others
    .filter(({ domain }) => !isOwn(domain))
    .map((row) => ({ row, kind: findPlatformKind(row.domain) }));
  const isRival = (kind: PlatformKind | undefined): boolean => kind === undefined || kind === ownKind;
  return {
    rivals: kinds.filter(({ kind }) => isRival(kind)).map(({ row }) => row),
    platforms: kinds
      .flatMap(({ row, kind }) => (kind === undefined || isRival(kind) ? [] : [{ row, kind }]))
      .toSorted(
        (one, other) =>
          other.row.intersections - one.row.intersections || compareText(one.row.domain, other.row.domain),
      ),
    own: others.flatMap(({ domain }) => (isOwn(domain) ? [domain] : [])).sort(compareText),
  };
}

/**
 * Who shares few pages of a sample may do so by chance. Where all keywords are known it is the target that needs enough of
 * them: of many, few shared ones say that there is little rivalry.
 *
 * @param pages stored result pages that count
 */
function isSufficient({ basis, target_keywords }: SearchCompetitors, pages: number): boolean {
  return basis === 'serps' ? pages >= SERPS_MIN : target_keywords === null || target_keywords >= SERPS_MIN;
}

function describeRows(rivals: readonly SearchCompetitor[], input: CompetitorsInput): CompetitorRow[] {
  const largest = Math.max(0, ...rivals.map((row) => measureStake(row)?.value ?? 0));
  return rivals.map((row) => describeRow(row, largest, input));
}

function describeRow(row: SearchCompetitor, largest: number, input: CompetitorsInput): CompetitorRow {
  const { found } = input;
  const isSample = found.basis === 'serps';
  const stake = measureStake(row);
  const ahead = measureAhead(row, isSample);
  const figures = describeFigures(row, found);
  const is_sufficient = isSufficient(found, row.intersections);
  const threat = scoreThreat({
    stake,
    largest,
    overlap: figures.overlap_share?.value ?? null,
    ahead: ahead.ahead_share?.value ?? null,
    is_sufficient,
  });
  const described = {
    ...figures,
    kind: 'search_competitor' as const,
    keywords_where_ahead: row.ahead,
    keywords_where_behind: row.behind,
    ...ahead,
    ...describeTraffic(row),
    clicks_at_stake: stake?.value ?? null,
    stake_unit: stake?.unit ?? null,
    ...describeAuthority(row, input),
    example_keywords: [...row.examples],
    serps_considered: isSample ? row.intersections : null,
    is_sufficient,
    ...threat,
  };
  return { ...described, ...chooseNext(described, found) };
}

function describeTraffic({ shared_traffic, target_shared_traffic }: SearchCompetitor) {
  const hasBoth = shared_traffic !== null && target_shared_traffic !== null;
  return {
    shared_traffic: round(shared_traffic),
    target_shared_traffic: round(target_shared_traffic),
    traffic_gap: round(hasBoth ? shared_traffic - target_shared_traffic : null),
  };
}

function describeAuthority({ domain }: SearchCompetitor, { target, ranks }: CompetitorsInput) {
  const authority = onScale(ranks.get(domain) ?? null, 'one_hundred');
  const own = onScale(ranks.get(target.value) ?? null, 'one_hundred');
  return { authority, authority_gap: authority === null || own === null ? null : authority - own };
}

function describeFigures(row: SearchCompetitor, { basis, target_keywords }: SearchCompetitors) {
  const { domain, intersections, keyword_count, shared_top10, average_position, traffic } = row;
  return {
    domain,
    intersections,
    overlap_share: measureShare(intersections, target_keywords, basis === 'serps'),
    their_overlap_share: measureShare(intersections, keyword_count, false)?.value ?? null,
    shared_top10,
    average_position: roundPosition(average_position),
    competitor_traffic: round(traffic),
  };
}

/** Highest first, unknown last, then by shared keywords and name. */
function compareRows(one: CompetitorRow, other: CompetitorRow, by: CompetitorsInput['sort_by']): number {
  const [here, there] = [figureOf(one, by), figureOf(other, by)];
  const tie =
    (other.clicks_at_stake ?? 0) - (one.clicks_at_stake ?? 0) ||
    other.intersections - one.intersections ||
    compareText(one.domain, other.domain);
  if (here === null || there === null) return Number(here === null) - Number(there === null) || tie;
  return there - here || tie;
}

function figureOf(row: CompetitorRow, by: CompetitorsInput['sort_by']): number | null {
  switch (by) {
    case 'threat':
      return row.threat_level === null ? null : row.threat_score;
    case 'overlap':
      return row.overlap_share?.value ?? null;
    case 'competitor_traffic':
      return row.competitor_traffic;
    case 'traffic_gap':
      return row.traffic_gap;
  }
}

function countThreats(rows: readonly CompetitorRow[]): NonNullable<CompetitorList['threat_counts']> {
  const count = (level: CompetitorRow['threat_level']): number =>
    rows.filter(({ threat_level }) => threat_level === level).length;
  return { high: count('high'), medium: count('medium'), low: count('low'), unknown: count(null) };
}

function round(clicks: number | null): number | null {
  return clicks === null ? null : Math.round(clicks * 10) / 10;
}

const UNITS = {
  competitor_traffic: 'clicks a month',
  shared_traffic: 'clicks a month',
  traffic_gap: 'clicks a month',
  authority: '0-100',
  threat_score: '0-100',
  overlap_share: '0-1',
} as const;
