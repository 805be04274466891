import { OWN_ENGINE, type Serp } from '../../../ports/serp.ts';
import type { Ports } from '../../../ports/sources.ts';
import { listResults } from '../../../serp/results.ts';
import { buildAddressKey } from '../../../text/address.ts';
import type { RefreshReport } from './report.ts';

const HISTORY_MAX = 400;

/** The oldest stored check of the same series; undefined where this one is the only one. */
export async function readFirstSerp(serp: Serp, port: Pick<Ports['serp'], 'history'>): Promise<Serp | undefined> {
  if (serp.engine === OWN_ENGINE) return undefined;
  const [first] = await port.history({
    keyword: serp.keyword,
    engine: serp.engine,
    location_code: serp.location?.code ?? null,
    language: serp.language,
    device: serp.device,
    since: undefined,
    limit: HISTORY_MAX,
  });
  return first === undefined || Date.parse(first.checked_at) >= Date.parse(serp.checked_at) ? undefined : first;
}

/** Who came to the results and who left them, as far as both checks were read; and where the page stood. */
export function compareSerps(first: Serp | undefined, serp: Serp, url: string): RefreshReport['changed_serp_since'] {
  if (first === undefined) return null;
  const depth = Math.min(listResults(first).length, listResults(serp).length);
  const [then, now] = [listPlaces(first, depth), listPlaces(serp, depth)];
  const own = (places: ReadonlyMap<string, Place>): number | null => places.get(buildAddressKey(url))?.position ?? null;
  const without = (one: ReadonlyMap<string, Place>, other: ReadonlyMap<string, Place>): Place[] =>
    [...one].filter(([key]) => !other.has(key)).map(([, place]) => place);
  return {
    since: first.checked_at,
    compared: depth,
    came: without(now, then),
    left: without(then, now),
    own_then: own(then),
    own_now: own(now),
  };
}

interface Place {
  readonly url: string;
  readonly position: number;
}

function listPlaces(serp: Serp, depth: number): Map<string, Place> {
  return new Map(
    listResults(serp, depth).map(
      ({ url, rank_group }) => [buildAddressKey(url), { url, position: rank_group }] as const,
    ),
  );
}
