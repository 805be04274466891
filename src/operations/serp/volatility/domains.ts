import { z } from 'zod';

import { parseTarget } from '../../../web/target.ts';
import { isWithin } from '../../../web/url.ts';
import { compareText } from '../../../text/normalize.ts';
import type { Row, Snapshot } from './snapshot.ts';

export const TargetVisibility = z.object({
  domain: z.string(),
  status: z
    .enum(['entered', 'lost', 'improved', 'declined', 'stable', 'absent', 'unknown'])
    .describe(
      'From the first to the last snapshot. absent: in none. unknown: one of the two is too shallow to tell whether it still ranks, or already did.',
    ),
  first_position: z.int().nullable().describe('null: not within the depth of the snapshot.'),
  last_position: z.int().nullable(),
  change: z.int().nullable().describe('Positions gained from the first to the last snapshot; null unless in both.'),
  best_position: z.int().nullable(),
  worst_position: z.int().nullable(),
  average_position: z.number().nullable().describe('Over the snapshots that contain it.'),
  seen_in: z.int(),
  snapshots: z.int(),
  visibility: z.number().describe('0-1: mean of 1.0 for position 1 down to 0.1 for 10, 0.05 for 11-20, else 0.'),
  positions: z.array(
    z.object({ checked_at: z.string(), position: z.int().nullable(), url: z.string().nullable(), depth: z.int() }),
  ),
});
export type TargetVisibility = z.infer<typeof TargetVisibility>;

export const TopDomain = z.object({
  domain: z.string(),
  seen_in: z.int().describe('Snapshots that contain it.'),
  share: z.number().describe('Share of the snapshots.'),
  best_position: z.int(),
  average_position: z.number().describe('Mean of its best position in each snapshot that contains it.'),
  pages: z.int().describe('Distinct pages over all snapshots.'),
});
type TopDomain = z.infer<typeof TopDomain>;

/** Where a domain, with its subdomains, ranks in each snapshot: at its best page, however many it has there. */
export function trackTarget(target: string, snapshots: readonly Snapshot[], positionsMin: number): TargetVisibility {
  const best = snapshots.map(({ rows }) => rows.find(({ host }) => isWithin(host, target)));
  const seen = best.filter((row) => row !== undefined).map(({ position }) => position);
  const first = best[0]?.position ?? null;
  const last = best.at(-1)?.position ?? null;
  const change = first === null || last === null ? null : first - last;
  const visibility = seen.reduce((sum, position) => sum + scorePosition(position), 0) / Math.max(1, snapshots.length);
  return {
    domain: target,
    status: classifyCourse({ first, last, change, seen, depths: snapshots.map(({ depth }) => depth) }, positionsMin),
    first_position: first,
    last_position: last,
    change,
    best_position: seen.length === 0 ? null : Math.min(...seen),
    worst_position: seen.length === 0 ? null : Math.max(...seen),
    average_position: seen.length === 0 ? null : roundToTenths(mean(seen)),
    seen_in: seen.length,
    snapshots: snapshots.length,
    visibility: Math.round(visibility * 1000) / 1000,
    positions: snapshots.map(({ checked_at, depth }, at) => ({
      checked_at,
      position: best[at]?.position ?? null,
      url: best[at]?.url ?? null,
      depth,
    })),
  };
}

/** Snapshots that reached as deep as the target ranks and did not have it. */
export function countMissed({ positions, first_position, last_position }: TargetVisibility): number {
  if (first_position === null || last_position === null) return 0;
  const deepest = Math.max(first_position, last_position);
  return positions.filter(({ position, depth }) => position === null && depth >= deepest).length;
}

interface Course {
  readonly first: number | null;
  readonly last: number | null;
  readonly change: number | null;
  /** Its positions in the checks that found it. */
  readonly seen: readonly number[];
  readonly depths: readonly number[];
}

/** Down to this position every place lost costs about half of the clicks, so each one counts. */
const STEEP_TO = 3;

function classifyCourse(course: Course, positionsMin: number): TargetVisibility['status'] {
  const { first, last, change } = course;
  if (first === null || last === null || change === null) return classifyAbsence(course);
  const least = Math.min(first, last) <= STEEP_TO ? 1 : positionsMin;
  if (change >= least) return 'improved';
  return change <= -least ? 'declined' : 'stable';
}

/** A list that ends above the place where the target was does not tell that it is gone. */
function classifyAbsence({ last, seen, depths }: Course): TargetVisibility['status'] {
  const [from, to] = [seen[0], seen.at(-1)];
  if (from === undefined || to === undefined) return 'absent';
  if (last === null) return (depths.at(-1) ?? 0) < to ? 'unknown' : 'lost';
  return (depths[0] ?? 0) < from ? 'unknown' : 'entered';
}

/** Visibility points for a position, as a large provider of ranking data publishes them. */
function scorePosition(position: number): number {
  if (position <= 10) return (11 - position) / 10;
  return position <= 20 ? 0.05 : 0;
}

const TOP_DOMAINS_MAX = 20;

/** The domains in the results, by how steadily and how high they rank. */
export function rankDomains(snapshots: readonly Snapshot[]): TopDomain[] {
  const found = new Map<string, { positions: number[]; pages: Set<string> }>();
  for (const { rows } of snapshots) {
    for (const [domain, own] of groupByDomain(rows)) {
      const entry = found.get(domain) ?? { positions: [], pages: new Set() };
      entry.positions.push(own[0]?.position ?? 0);
      for (const { key } of own) entry.pages.add(key);
      found.set(domain, entry);
    }
  }
  return [...found]
    .map(([domain, { positions, pages }]) => ({
      domain,
      seen_in: positions.length,
      share: Math.round((positions.length / snapshots.length) * 1000) / 1000,
      best_position: Math.min(...positions),
      average_position: roundToTenths(mean(positions)),
      pages: pages.size,
    }))
    .sort(
      (one, other) =>
        other.seen_in - one.seen_in ||
        one.average_position - other.average_position ||
        compareText(one.domain, other.domain),
    )
    .slice(0, TOP_DOMAINS_MAX);
}

function groupByDomain(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    if (row.domain === '') continue;
    const group = groups.get(row.domain);
    if (group === undefined) groups.set(row.domain, [row]);
    else group.push(row);
  }
  return groups;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function roundToTenths(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The hosts of target domains, each once. */
export function readHosts(targets: readonly string[]): string[] {
  return [...new Set(targets.map((target) => parseTarget(target, 'target_domains').host.replace(/^www\./, '')))];
}
