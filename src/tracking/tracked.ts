import type { RankTarget, RankTargetSeries } from '../ports/rank-targets.ts';
import type { KeyedOutline, SerpOutline } from '../ports/serp.ts';
import type { Ports } from '../ports/sources.ts';
import { foldPhrase } from '../text/normalize.ts';
import { readTrackedTarget } from './match.ts';
import { type RankPoint, readPoint } from './point.ts';

/** A tracked keyword with the points of its series, oldest first; none where it was never checked. */
export interface TrackedRank {
  readonly target: RankTarget;
  readonly points: readonly RankPoint[];
}

/** Keywords of one statement. */
const KEYWORDS_MAX = 500;

/**
 * The newest points of many tracked keywords, in their order.
 *
 * Keywords of one place, language, device and engine are read together, whichever pages they are tracked for.
 */
export async function readTrackedRanks(
  targets: readonly RankTarget[],
  port: Pick<Ports['serp'], 'recent'>,
  { since, limit }: { readonly since: Date; readonly limit: number },
): Promise<readonly TrackedRank[]> {
  const outlines = new Map<string, readonly SerpOutline[]>();
  for (const { series, keywords, domains } of listQuestions(targets)) {
    const { engine, location_code, language, device } = series;
    // oxlint-disable-next-line no-await-in-loop -- A statement at a time: each of them reads hundreds of keywords.
    const found = await port.recent({
      keywords,
      domains,
      engine: engine ?? undefined,
      location_code,
      language,
      device,
      since,
      limit,
    });
    for (const [keyword, of] of Map.groupBy(found, ({ keyword_key }) => keyword_key)) {
      outlines.set(searchKey(keyword, series), outlinesOfOneEngine(of));
    }
  }
  return targets.map((target) => {
    const tracked = readTrackedTarget(target.url);
    const pages = outlines.get(searchKeyOf(target)) ?? [];
    return { target, points: pages.flatMap((page) => readPoint(page, tracked) ?? []) };
  });
}

/** Equal for targets that one result page serves. */
export function searchKeyOf({ keyword, series }: Pick<RankTarget, 'keyword' | 'series'>): string {
  return searchKey(foldPhrase(keyword), series);
}

function searchKey(keyword: string, series: RankTargetSeries): string {
  return JSON.stringify([keyword, seriesKey(series)]);
}

function seriesKey({ engine, location_code, language, device }: RankTargetSeries): string {
  return JSON.stringify([engine, location_code, language, device]);
}

interface Question {
  readonly series: RankTargetSeries;
  readonly keywords: readonly string[];
  readonly domains: readonly string[];
}

function listQuestions(targets: readonly RankTarget[]): Question[] {
  return [...Map.groupBy(targets, ({ series }) => seriesKey(series)).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const byKeyword = [...Map.groupBy(group, ({ keyword }) => foldPhrase(keyword))];
    return chunksOf(byKeyword, KEYWORDS_MAX).map((chunk) => ({
      series: first.series,
      keywords: chunk.map(([keyword]) => keyword),
      domains: [...new Set(chunk.flatMap(([, of]) => of.map(({ url }) => readTrackedTarget(url).site)))],
    }));
  });
}

function chunksOf<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}

/** Where the target names no engine, the one with most checks: series of two engines are never mixed. */
function outlinesOfOneEngine(found: readonly KeyedOutline[]): readonly SerpOutline[] {
  const engines = [...Map.groupBy(found, ({ outline }) => outline.engine).values()];
  const most = engines.reduce((best, of) => (of.length > best.length ? of : best), []);
  return most.map(({ outline }) => outline);
}
