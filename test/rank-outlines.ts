import type { SerpEntry, SerpOutline } from '../src/ports/serp.ts';
import { readTrackedTarget } from '../src/tracking/match.ts';
import { type RankPoint, readPoint } from '../src/tracking/point.ts';

/** Result pages as far as one site stands on them, with plain values for all that a test does not care about. */

export const TRACKED = 'https://shop.example/shoes';
const DAY_MS = 86_400_000;
const FIRST = Date.parse('2026-01-01T06:00:00Z');

/** The time of a check on the n-th day, from 0. */
export function dayAt(day: number): string {
  return new Date(FIRST + day * DAY_MS).toISOString();
}

export function entry(url: string, position: number, draft: Partial<SerpEntry> = {}): SerpEntry {
  return {
    type: 'organic',
    role: 'item',
    rank_absolute: position,
    rank_group: position,
    page: Math.ceil(position / 10),
    url,
    top_px: null,
    ...draft,
  };
}

export function outline(
  checked_at: string,
  entries: readonly SerpEntry[],
  draft: Partial<SerpOutline> = {},
): SerpOutline {
  return {
    engine: 'google',
    source: 'dataforseo',
    location_code: 2840,
    language: 'en',
    device: 'desktop',
    checked_at,
    depth_asked: 30,
    pages_fetched: 3,
    organic_seen: 30,
    ended: 'depth_reached',
    sees: ['organic', 'ai_overview', 'featured_snippet'],
    overview: 'absent',
    shown: ['organic'],
    linked: ['organic'],
    entries,
    ...draft,
  };
}

/** One check a day in which the tracked page stands so; null: not found. */
export function outlinesOf(positions: readonly (number | null)[], draft: Partial<SerpOutline> = {}): SerpOutline[] {
  return positions.map((position, day) =>
    outline(dayAt(day), position === null ? [] : [entry(TRACKED, position)], draft),
  );
}

export function pointsOf(outlines: readonly SerpOutline[], url = TRACKED): RankPoint[] {
  return outlines.flatMap((each) => readPoint(each, readTrackedTarget(url)) ?? []);
}
