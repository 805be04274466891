import { sentSpellings } from '../keywords/ask.ts';
import { combineVolumes } from '../keywords/volume.ts';
import { AppError } from '../kernel/errors.ts';
import type { KeywordFact } from '../ports/keywords.ts';
import type { Location, LocationQuery } from '../ports/locations.ts';
import type { RankTarget } from '../ports/rank-targets.ts';
import type { Ports } from '../ports/sources.ts';
import { foldPhrase } from '../text/normalize.ts';

/** How much each tracked keyword counts in figures over a set. */
export interface KeywordWeights {
  readonly basis: 'volume' | 'equal';
  /** Share of the keywords whose search volume is known, 0–1; null for no keywords. */
  readonly known_share: number | null;
  /** By id of the tracked keyword. */
  readonly byId: ReadonlyMap<string, number>;
}

const EQUAL_WEIGHTS: KeywordWeights = { basis: 'equal', known_share: null, byId: new Map() };

/** With fewer volumes, the keywords whose volume happens to be known would speak for all the others. */
const KNOWN_SHARE_MIN = 0.5;

/**
 * Weighs keywords by searches a month, and by 1 where that is unknown (rank-tracking 7); all of them equally where the volumes
 * of fewer than half are known.
 *
 * @param volumes by id of the tracked keyword
 */
export function weighKeywords(ids: readonly string[], volumes: ReadonlyMap<string, number>): KeywordWeights {
  if (ids.length === 0) return EQUAL_WEIGHTS;
  const known_share = ids.filter((id) => volumes.has(id)).length / ids.length;
  if (known_share < KNOWN_SHARE_MIN) return { basis: 'equal', known_share, byId: new Map() };
  return { basis: 'volume', known_share, byId: new Map(ids.map((id) => [id, Math.max(1, volumes.get(id) ?? 1)])) };
}

/** Keywords of one statement. */
const KEYWORDS_MAX = 500;

interface VolumeContext {
  readonly ports: { readonly keywords: Pick<Ports['keywords'], 'known'> };
  readonly locate: (query: LocationQuery) => Promise<Location | null>;
}

/**
 * Searches a month that are on record for tracked keywords, by id; no source is asked. A city counts with the volumes of its
 * country: sources seldom have its own, and what matters is how keywords compare.
 */
export async function readTrackedVolumes(
  targets: readonly RankTarget[],
  context: VolumeContext,
): Promise<ReadonlyMap<string, number>> {
  const markets = Map.groupBy(targets, ({ series }) => JSON.stringify([series.location_code, series.language]));
  const volumes = new Map<string, number>();
  for (const market of markets.values()) {
    // oxlint-disable-next-line no-await-in-loop -- A market at a time: each of them reads thousands of keywords.
    for (const [id, volume] of await readMarket(market, context)) volumes.set(id, volume);
  }
  return volumes;
}

/** Of targets in one place and language. */
async function readMarket(
  targets: readonly RankTarget[],
  { ports, locate }: VolumeContext,
): Promise<readonly (readonly [string, number])[]> {
  const [first] = targets;
  const location_code = first && (await findCountryCode(first.series.location_code, locate));
  if (first === undefined || location_code === undefined) return [];
  const { language } = first.series;
  const keywords = [...sentSpellings(targets.map(({ keyword }) => keyword)).values()];
  const facts: KeywordFact[] = [];
  for (let at = 0; at < keywords.length; at += KEYWORDS_MAX) {
    const part = keywords.slice(at, at + KEYWORDS_MAX);
    // oxlint-disable-next-line no-await-in-loop -- A statement at a time: each of them reads hundreds of keywords.
    facts.push(...(await ports.keywords.known({ keywords: part, location_code, language })));
  }
  const byKeyword = Map.groupBy(facts, ({ keyword }) => foldPhrase(keyword));
  return targets.flatMap(({ id, keyword }): (readonly [string, number])[] => {
    const volume = combineVolumes(byKeyword.get(foldPhrase(keyword)) ?? [], undefined)?.value;
    return volume == null ? [] : [[id, volume]];
  });
}

/** Undefined for a place that no list of places has any more. */
async function findCountryCode(
  code: number | null,
  locate: VolumeContext['locate'],
): Promise<number | null | undefined> {
  if (code === null) return null;
  try {
    const place = await locate({ location_code: code });
    if (place === null || place.kind === 'country') return code;
    return (await locate({ location: place.country }))?.code;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'invalid_input') return undefined;
    throw thrown;
  }
}
