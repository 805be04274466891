import { COUNTED_DAYS, type RankingMarket, type TrafficFigures } from '../../../ports/rankings.ts';
import { compareClicks } from '../../../rankings/changes.ts';
import { describePlace, describeWindow } from '../../../rankings/evidence.ts';
import { scaleToMonth } from '../../../rankings/gain.ts';
import { weighShares } from '../../../rankings/score.ts';
import { compareText } from '../../../text/normalize.ts';
import {
  BANDS,
  type Channel,
  CHANNELS,
  type FOOTPRINTS,
  type SORTS,
  type TargetTraffic,
  type TrafficEstimate,
} from './report.ts';
import type { AskedTarget, AskedTargets } from './targets.ts';

export interface TrafficInput {
  readonly asked: AskedTargets;
  readonly channels: readonly Channel[];
  readonly market: RankingMarket;
  readonly figures: readonly TrafficFigures[];
  /** 0–1000, by value of the target; what nobody knows is left out. */
  readonly ranks: ReadonlyMap<string, number>;
  readonly sort_by: (typeof SORTS)[number];
}

type Measure = NonNullable<TargetTraffic['measure']>;

/** Search traffic of several targets, compared only where it is of one measure. */
export function compareTraffic(input: TrafficInput): TrafficEstimate {
  const { asked, market, figures } = input;
  const known = new Map(asked.distinct.map((each) => [each.sent, findFigures(each, figures)]));
  const compared_by = chooseMeasure([...known.values()]);
  const rows = asked.distinct.map((each) =>
    describeTarget(each, known.get(each.sent) ?? NOTHING, { ...input, compared_by }),
  );
  const leader = findLeader(rows, compared_by);
  const items = rows
    .map((row) => ({ ...row, relative_share: measureShare(row, rows), ...scoreTarget(row, leader) }))
    .toSorted((one, other) => compareRows(one, other, input.sort_by));
  const found = items.filter((row) => row.found).length;
  return {
    coverage: found === 0 ? 'none' : found === items.length ? 'full' : 'partial',
    location: describePlace(market.location),
    language: market.language,
    measured_location: isEverywhere(market, items) ? null : describePlace(market.location),
    compared_by,
    leader,
    items,
    total_count: items.length,
    limit: TARGETS_MAX,
    offset: 0,
    duplicates: [...asked.duplicates],
    found,
    units: UNITS,
  };
}

function isEverywhere({ is_any_place }: RankingMarket, rows: readonly TargetTraffic[]): boolean {
  return is_any_place || rows.some(({ window }) => window?.ignores_country === true);
}

export const TARGETS_MAX = 100;

interface KnownFigures {
  readonly measured: TrafficFigures | undefined;
  readonly estimated: TrafficFigures | undefined;
  /** On stored result pages, which tell keywords and no traffic. */
  readonly seen: TrafficFigures | undefined;
}

const NOTHING: KnownFigures = { measured: undefined, estimated: undefined, seen: undefined };

/** A console whose window has no organic figure says nothing of the traffic. */
function findFigures({ target }: AskedTarget, figures: readonly TrafficFigures[]): KnownFigures {
  const own = figures.filter((each) => each.target === target.value);
  return {
    measured: own.find(({ basis, traffic }) => basis === 'console' && traffic.organic !== null),
    estimated: own.find(({ basis, traffic }) => basis === 'provider' && hasAny(traffic)),
    seen: own.find(({ basis }) => basis === 'serps'),
  };
}

function hasAny(traffic: TrafficFigures['traffic']): boolean {
  return Object.values(traffic).some((clicks) => clicks !== null);
}

/** The measure that most targets have; of equally many the counted one, which is right. */
function chooseMeasure(known: readonly KnownFigures[]): Measure | null {
  const measured = known.filter((each) => each.measured !== undefined).length;
  const estimated = known.filter((each) => each.estimated !== undefined).length;
  if (measured === 0 && estimated === 0) return null;
  return measured >= estimated ? 'measured' : 'estimated';
}

type Unscored = Omit<
  TargetTraffic,
  'relative_share' | 'opportunity_score' | 'score_components' | 'score_coverage' | 'priority'
>;

interface RowContext extends Pick<TrafficInput, 'channels' | 'ranks'> {
  readonly compared_by: Measure | null;
}

function describeTarget(asked: AskedTarget, known: KnownFigures, context: RowContext): Unscored {
  const { channels, ranks } = context;
  const chosen = chooseFigures(known, context.compared_by);
  const traffic = readChannels(chosen, channels);
  const measure = chosen === undefined ? null : measureOf(chosen);
  const counts = readCounts(chosen ?? known.seen, channels);
  const rank = ranks.get(asked.target.value) ?? null;
  return {
    target: asked.sent,
    type: asked.target.type,
    found: chosen !== undefined,
    state: chosen === undefined ? stateOf(counts) : 'answered',
    measure,
    window: describeWindow(chosen?.window ?? null),
    ...describeOrganic(chosen),
    paid_traffic: traffic.paid,
    featured_snippet_traffic: traffic.featured_snippet,
    local_pack_traffic: traffic.local_pack,
    total_traffic: addUp(traffic, channels),
    ...compareMeasures(known),
    keywords_considered: counts,
    channel_mix: mixChannels(traffic, channels),
    footprint_type: classifyFootprint(traffic, channels),
    traffic_band: chosen === undefined ? bandOf(rank) : null,
    band_rank: chosen === undefined ? rank : null,
    contained_in: asked.contained_in,
  };
}

/** Who is on a stored result page is known, though nobody counts the clicks there. */
function stateOf(counts: TargetTraffic['keywords_considered']): TargetTraffic['state'] {
  return Object.values(counts).some((count) => (count ?? 0) > 0) ? 'not_covered' : 'unknown_target';
}

function chooseFigures({ measured, estimated }: KnownFigures, measure: Measure | null): TrafficFigures | undefined {
  return measure === 'estimated' ? (estimated ?? measured) : (measured ?? estimated);
}

function measureOf({ basis }: TrafficFigures): Measure {
  return basis === 'console' ? 'measured' : 'estimated';
}

/**
 * Vendors' estimates differ from what sites count by factors of two to five (operations-notes 2). Three is the middle of
 * these, and no more than that is known of the error for a single site.
 */
const ESTIMATE_FACTOR = 3;

function describeOrganic(
  figures: TrafficFigures | undefined,
): Pick<TargetTraffic, 'organic_traffic' | 'organic_low' | 'organic_high' | 'previous_organic' | 'organic_change'> {
  const organic = figures?.traffic.organic ?? null;
  const previous_organic = figures?.previous_organic ?? null;
  if (figures === undefined || organic === null)
    return { organic_traffic: null, organic_low: null, organic_high: null, previous_organic, organic_change: null };
  const isCounted = measureOf(figures) === 'measured';
  return {
    organic_traffic: organic,
    organic_low: isCounted ? organic : round(organic / ESTIMATE_FACTOR),
    organic_high: isCounted ? organic : round(organic * ESTIMATE_FACTOR),
    previous_organic,
    organic_change: isCounted ? compareClicks(previous_organic, organic) : null,
  };
}

type Channels = Readonly<Record<Channel, number | null>>;

function readChannels(figures: TrafficFigures | undefined, channels: readonly Channel[]): Channels {
  const read = (channel: Channel): number | null =>
    channels.includes(channel) ? (figures?.traffic[channel] ?? null) : null;
  return {
    organic: read('organic'),
    paid: read('paid'),
    featured_snippet: read('featured_snippet'),
    local_pack: read('local_pack'),
  };
}

function readCounts(
  figures: TrafficFigures | undefined,
  channels: readonly Channel[],
): TargetTraffic['keywords_considered'] {
  const read = (channel: Channel): number | null =>
    channels.includes(channel) ? (figures?.keyword_count[channel] ?? null) : null;
  return {
    organic: read('organic'),
    paid: read('paid'),
    featured_snippet: read('featured_snippet'),
    local_pack: read('local_pack'),
  };
}

/** Null as soon as one of them is not known: a sum of what happens to be known looks like all of it. */
function addUp(traffic: Channels, channels: readonly Channel[]): number | null {
  const parts = channels.map((channel) => traffic[channel]);
  return parts.reduce<number | null>((sum, part) => (sum === null || part === null ? null : sum + part), 0);
}

function compareMeasures({
  measured,
  estimated,
}: KnownFigures): Pick<TargetTraffic, 'measured_clicks' | 'estimate_ratio'> {
  const clicks = measured?.traffic.organic ?? null;
  const estimate = estimated?.traffic.organic ?? null;
  const isComparable = clicks !== null && clicks > 0 && estimate !== null;
  const ratio = isComparable ? estimate / scaleToMonth(clicks, COUNTED_DAYS) : null;
  return { measured_clicks: clicks, estimate_ratio: ratio === null ? null : Math.round(ratio * 100) / 100 };
}

function mixChannels(traffic: Channels, channels: readonly Channel[]): TargetTraffic['channel_mix'] {
  const total = addUp(traffic, channels);
  if (total === null || total === 0) return null;
  const part = (clicks: number | null): number | null => (clicks === null ? null : roundShare(clicks / total));
  return {
    organic: part(traffic.organic),
    paid: part(traffic.paid),
    featured_snippet: part(traffic.featured_snippet),
    local_pack: part(traffic.local_pack),
  };
}

/** Below so many clicks the mix is chance. */
const MINIMAL_CLICKS = 100;
const LED_SHARE = 0.6;
const LED: Readonly<Record<Channel, (typeof FOOTPRINTS)[number]>> = {
  organic: 'organic_led',
  paid: 'paid_led',
  featured_snippet: 'snippet_led',
  local_pack: 'local_led',
};

/** One channel alone has no footprint: it would always lead. */
function classifyFootprint(traffic: Channels, channels: readonly Channel[]): (typeof FOOTPRINTS)[number] {
  const total = addUp(traffic, channels);
  if (total === null || channels.length < 2) return 'unknown';
  if (total < MINIMAL_CLICKS) return 'minimal';
  const leading = CHANNELS.find((channel) => (traffic[channel] ?? 0) / total >= LED_SHARE);
  return leading === undefined ? 'balanced' : LED[leading];
}

/**
 * Ranks of the first 1,000, 10,000, 100,000 and 1,000,000 domains by links, on the scale of 0 to 1000 of formulas 4.4,
 * by how many domains there are.
 */
const BANDS_FROM: readonly number[] = [629, 505, 381, 258, 0];

function bandOf(rank: number | null): TargetTraffic['traffic_band'] {
  return rank === null ? null : (BANDS[BANDS_FROM.findIndex((from) => rank >= from)] ?? null);
}

/** Parts of other targets are left out: their traffic counts there. */
function listComparable(rows: readonly Unscored[], measure: Measure | null): Unscored[] {
  return rows.filter(
    (row) => measure !== null && row.measure === measure && row.contained_in === null && row.organic_traffic !== null,
  );
}

const COMPARED_MIN = 2;

function findLeader(rows: readonly Unscored[], measure: Measure | null): TrafficEstimate['leader'] {
  const compared = listComparable(rows, measure);
  const [first] = compared.toSorted(
    (one, other) => (other.organic_traffic ?? 0) - (one.organic_traffic ?? 0) || compareText(one.target, other.target),
  );
  if (compared.length < COMPARED_MIN || first?.organic_traffic == null || measure === null) return null;
  return { target: first.target, organic_traffic: first.organic_traffic, measure };
}

function measureShare(row: Unscored, rows: readonly Unscored[]): number | null {
  const compared = listComparable(rows, row.measure);
  const sum = compared.reduce((total, { organic_traffic }) => total + (organic_traffic ?? 0), 0);
  if (!compared.includes(row) || compared.length < COMPARED_MIN || sum === 0) return null;
  return roundShare((row.organic_traffic ?? 0) / sum);
}

/** Our own weights, pinned by the tests: what others show to be possible counts most. */
const WEIGHTS = { gap_to_leader: 0.5, paid_dependence: 0.25, decline: 0.25 } as const;

/**
 * How much organic traffic a target has to win: 100 × (0.50 gap to the leader + 0.25 share of ads + 0.25 decline),
 * unknown parts left out. A counted decline within its noise is none.
 */
function scoreTarget(row: Unscored, leader: TrafficEstimate['leader']) {
  return weighShares(WEIGHTS, {
    gap_to_leader: measureGap(row, leader),
    paid_dependence: row.channel_mix?.paid ?? null,
    decline: measureDecline(row),
  });
}

function measureGap({ organic_traffic, measure }: Unscored, leader: TrafficEstimate['leader']): number | null {
  if (leader === null || organic_traffic === null || measure !== leader.measure) return null;
  return leader.organic_traffic === 0 ? null : Math.max(0, 1 - organic_traffic / leader.organic_traffic);
}

function measureDecline({ organic_traffic, previous_organic, organic_change }: Unscored): number | null {
  if (organic_traffic === null || previous_organic === null || previous_organic === 0) return null;
  if (organic_change?.within_noise === true) return 0;
  return Math.max(0, 1 - organic_traffic / previous_organic);
}

/** Highest first, unknown last, then by target. */
function compareRows(one: TargetTraffic, other: TargetTraffic, by: TrafficInput['sort_by']): number {
  const byName = compareText(one.target, other.target);
  if (by === 'target') return byName;
  const [here, there] = [figureOf(one, by), figureOf(other, by)];
  if (here === null || there === null) return Number(here === null) - Number(there === null) || byName;
  return there - here || byName;
}

function figureOf(row: TargetTraffic, by: Exclude<TrafficInput['sort_by'], 'target'>): number | null {
  switch (by) {
    case 'organic_traffic':
      return row.organic_traffic;
    case 'total_traffic':
      return row.total_traffic;
    case 'paid_traffic':
      return row.paid_traffic;
    case 'opportunity':
      return row.priority === null ? null : row.opportunity_score;
  }
}

function round(clicks: number): number {
  return Math.round(clicks * 10) / 10;
}

function roundShare(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}

const UNITS = {
  organic_traffic: `clicks a month if estimated, clicks in ${COUNTED_DAYS} days if measured`,
  measured_clicks: `clicks in ${COUNTED_DAYS} days`,
  paid_traffic: 'clicks a month',
  featured_snippet_traffic: 'clicks a month',
  local_pack_traffic: 'clicks a month',
  total_traffic: `clicks a month if estimated, clicks in ${COUNTED_DAYS} days if measured`,
  relative_share: '0-1',
  opportunity_score: '0-100',
} as const;
