import { splitSeries } from '../../../keywords/series.ts';
import { median } from '../../../keywords/months.ts';
import type { Serp, SerpItem } from '../../../ports/serp.ts';
import { fitTheilSen, testMannKendall } from '../../../rankings/series-trend.ts';
import { measureNoise } from '../../../tracking/noise.ts';
import { isSameAddress } from '../../../web/url.ts';
import type { Status } from './judge.ts';
import { percentFall } from './judge.ts';

/** Where the page stood on one stored result page. */
interface RankPoint {
  readonly checked_at: string;
  readonly at_ms: number;
  /** Null: not among the results that were read. */
  readonly position: number | null;
  /** For the arithmetic: one below the last result that was read where it was not among them. */
  readonly value: number;
}

export interface RankReading {
  readonly engine: string;
  readonly device: string | null;
  readonly points: readonly RankPoint[];
  readonly status: Status;
  readonly reason: string | null;
  /** Median of the first and of the last third; null below four checks. */
  readonly before: number | null;
  readonly after: number | null;
  /** Percent by which the position number rose: positive is worse. */
  readonly decay_percent: number | null;
  /** Positions a day; positive is worse. */
  readonly slope_per_day: number | null;
  readonly p_value: number | null;
  readonly within_noise: boolean | null;
  /** The place is worse by more than its noise. */
  readonly isWorse: boolean;
  readonly first_decline_at: string | null;
  readonly overtaken_by: readonly string[];
  readonly features_added: readonly string[];
  readonly other_urls: readonly string[];
}

const POINTS_MIN = 4;
const DAY_MS = 86_400_000;

/**
 * Reads a page's places from stored checks of one engine, place, language and device: the one that was checked most.
 *
 * The medians of the first and last third tell the change (formulas 4.9). It counts where it is more than twice the noise of
 * the series and every place of the last third is worse than the median of the first, or the steady fall
 * is significant (Mann–Kendall).
 *
 * @param urls addresses of the page: also those that it moved from
 */
export function readRanks(serps: readonly Serp[], urls: readonly string[], threshold: number): RankReading | null {
  const [series] = splitSeries(serps, ({ engine, location, language, device }) => ({
    engine,
    location_code: location?.code ?? null,
    language,
    device,
  }));
  if (series === undefined) return null;
  const checks = series.items.toSorted((one, other) => (one.checked_at < other.checked_at ? -1 : 1));
  const points = checks.map((serp) => readPoint(serp, urls));
  if (points.every(({ position }) => position === null)) return null;
  return {
    engine: series.series.engine,
    device: series.series.device,
    points,
    ...judgeRanks(checks, points, urls, threshold),
  };
}

function readPoint(serp: Serp, urls: readonly string[]): RankPoint {
  const own = listOrganic(serp).find(({ url }) => isOneOf(url, urls));
  const position = own?.rank_group ?? null;
  const { checked_at, organic_seen } = serp;
  return { checked_at, at_ms: Date.parse(checked_at), position, value: position ?? organic_seen + 1 };
}

function listOrganic({ items }: Serp): SerpItem[] {
  return items.filter(({ type }) => type === 'organic').toSorted((one, other) => one.rank_group - other.rank_group);
}

function isOneOf(url: string | null, urls: readonly string[]): boolean {
  return url !== null && urls.some((own) => isSameAddress(url, own));
}

type Judged = Omit<RankReading, 'engine' | 'device' | 'points'>;

function judgeRanks(
  checks: readonly Serp[],
  points: readonly RankPoint[],
  urls: readonly string[],
  threshold: number,
): Judged {
  const third = Math.max(1, Math.floor(points.length / 3));
  const [first, last] = [points.slice(0, third), points.slice(-third)];
  if (points.length < POINTS_MIN)
    return { ...UNJUDGED, reason: `${points.length} of at least ${POINTS_MIN} checks are stored.` };
  const values = points.map(({ value }) => value);
  const [before, after] = [median(first.map(({ value }) => value)), median(last.map(({ value }) => value))];
  const p_value = testMannKendall(values);
  const { sigma: noise } = measureNoise(points, median(values));
  const change = after - before;
  const isSure = Math.abs(change) > 2 * noise && (isPersistent(last, before, change) || (p_value ?? 1) < P_MAX);
  const decay_percent = -percentFall(before, after);
  const isWorse = isSure && change > 0;
  const isDecaying = isWorse && decay_percent >= threshold;
  return {
    status: isDecaying ? 'decaying' : isSure && decay_percent <= -threshold ? 'improving' : 'stable',
    reason: null,
    before,
    after,
    decay_percent: Math.round(decay_percent * 10) / 10,
    slope_per_day: fitTheilSen(points.map(({ at_ms, value }) => ({ at: at_ms / DAY_MS, value }))),
    p_value,
    within_noise: !isSure,
    isWorse,
    first_decline_at: isWorse ? findDrop(points, before, noise) : null,
    overtaken_by: isWorse ? listOvertakers(checks, third, urls) : [],
    features_added: listAdded(checks, third),
    other_urls: [],
  };
}

const UNJUDGED: Judged = {
  status: 'insufficient_data',
  reason: null,
  before: null,
  after: null,
  decay_percent: null,
  slope_per_day: null,
  p_value: null,
  within_noise: null,
  isWorse: false,
  first_decline_at: null,
  overtaken_by: [],
  features_added: [],
  other_urls: [],
};

const P_MAX = 0.05;
const LAST_MIN = 2;

function isPersistent(last: readonly RankPoint[], before: number, change: number): boolean {
  return last.length >= LAST_MIN && last.every(({ value }) => Math.sign(value - before) === Math.sign(change));
}

function findDrop(points: readonly RankPoint[], before: number, noise: number): string | null {
  const at = points.findLastIndex(({ value }) => value - before <= 2 * noise);
  return points[at + 1]?.checked_at.slice(0, 10) ?? null;
}

/** Domains above the page in most of the last checks and in none of the first. */
function listOvertakers(checks: readonly Serp[], third: number, urls: readonly string[]): string[] {
  const above = (serp: Serp): string[] => {
    const organic = listOrganic(serp);
    const own = organic.findIndex(({ url }) => isOneOf(url, urls));
    return organic.slice(0, own === -1 ? organic.length : own).flatMap(({ domain }) => domain ?? []);
  };
  const then = new Set(checks.slice(0, third).flatMap(above));
  const now = checks.slice(-third).map((serp) => new Set(above(serp)));
  const names = [...new Set(now.flatMap((each) => [...each]))].filter((domain) => !then.has(domain));
  return names.filter((domain) => now.filter((each) => each.has(domain)).length * 2 > now.length).sort();
}

/** Features above the results that most of the last checks have and none of the first that could see them. */
function listAdded(checks: readonly Serp[], third: number): string[] {
  const shown = (serp: Serp): string[] => [
    ...new Set([
      ...serp.items.map(({ type }) => type).filter((type) => type !== 'organic' && type !== 'other'),
      ...(serp.ai_overview.status === 'present' || serp.ai_overview.status === 'async_not_loaded'
        ? ['ai_overview']
        : []),
    ]),
  ];
  const first = checks.slice(0, third);
  const last = checks.slice(-third).map((serp) => new Set(shown(serp)));
  const before = new Set(first.flatMap(shown));
  const blind = (type: string): boolean => first.every((serp) => !serp.sees.some((each) => each === type));
  return [...new Set(last.flatMap((each) => [...each]))]
    .filter((type) => !before.has(type) && !blind(type))
    .filter((type) => last.filter((each) => each.has(type)).length * 2 > last.length)
    .sort()
    .map((type) => (type === 'ai_overview' ? 'AI Overview' : type.replaceAll('_', ' ')));
}
