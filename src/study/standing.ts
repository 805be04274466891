import { z } from 'zod';

import { OWN_ENGINE, type Serp, type SerpOutline } from '../ports/serp.ts';
import type { Ports } from '../ports/sources.ts';
import { listResults } from '../serp/results.ts';
import { buildAddressKey } from '../text/address.ts';
import { compareText } from '../text/normalize.ts';
import { ownership } from '../web/url.ts';

/** Another page of the own site that stands, or stood, on the result pages of a search. */
export const OtherPage = z.object({
  url: z.string(),
  position: z.int().nullable().describe('On this result page; null if it is not on it.'),
  last_position: z.int(),
  last_seen_at: z.string(),
  checks: z.int().describe('Result pages of this search on which it stands.'),
  of: z.int().describe('Result pages that were looked at: this one and earlier checks within 180 days.'),
});
type OtherPage = z.infer<typeof OtherPage>;

export const BestPosition = z.object({ position: z.int(), checked_at: z.string() });

/** Where the pages of the own site stand for a search, on this result page and on stored ones. */
export interface Standing {
  /** Of the page, on this result page; null where it is not on it. */
  readonly position: number | null;
  /** Of the page, on an earlier check; null where none saw it. */
  readonly best: z.infer<typeof BestPosition> | null;
  /**
   * Other pages of the own site; null where nobody knows which sites are the caller's own, and beside a page in the own index: what
   * a search finds there below it says nothing of what a search engine takes for its rival.
   */
  readonly others: readonly OtherPage[] | null;
}

const HISTORY_DAYS = 180;
const CHECKS_MAX = 100;
const DAY_MS = 86_400_000;

/** Earlier checks of the same series as far as the own site stands on them, oldest first. */
export async function readStoredChecks(
  { serp, own_domains, now }: { readonly serp: Serp; readonly own_domains: readonly string[]; readonly now: Date },
  port: Pick<Ports['serp'], 'outlines'>,
): Promise<readonly SerpOutline[]> {
  if (serp.engine === OWN_ENGINE || own_domains.length === 0) return [];
  const checks = await port.outlines({
    keyword: serp.keyword,
    domains: own_domains,
    engine: serp.engine,
    location_code: serp.location?.code ?? null,
    language: serp.language,
    device: serp.device,
    since: new Date(now.getTime() - HISTORY_DAYS * DAY_MS),
    limit: CHECKS_MAX,
  });
  return checks.filter(({ checked_at }) => Date.parse(checked_at) < Date.parse(serp.checked_at));
}

interface Sighting {
  readonly url: string;
  readonly position: number;
  readonly checked_at: string;
}

/** Tells the page from the others of its site, so that those that compete with it are seen even on a day when they are absent. */
export function findStanding(
  serp: Serp,
  checks: readonly SerpOutline[],
  { url, own_domains }: { readonly url: string | undefined; readonly own_domains: readonly string[] },
): Standing {
  const isOwn = ownership(own_domains);
  const results = listResults(serp).map(({ url: found, rank_group }) => ({ url: found, position: rank_group }));
  const now = results.filter((each) => isOwn(each.url) === true);
  const then = checks.flatMap((check) => listSightings(check).filter((each) => isOwn(each.url) === true));
  const own = url === undefined ? undefined : buildAddressKey(url);
  const key = (each: { readonly url: string }): string => buildAddressKey(each.url);
  const seen = [...now.map((each) => ({ ...each, checked_at: serp.checked_at })), ...then];
  const groups = Map.groupBy(
    seen.filter((each) => key(each) !== own),
    key,
  );
  const [best] = then
    .filter((each) => key(each) === own)
    .toSorted(
      (one, other) => one.position - other.position || Date.parse(other.checked_at) - Date.parse(one.checked_at),
    );
  return {
    position: now.find((each) => key(each) === own)?.position ?? null,
    best: best === undefined ? null : { position: best.position, checked_at: best.checked_at },
    others:
      own_domains.length === 0 || (serp.engine === OWN_ENGINE && url !== undefined)
        ? null
        : [...groups.values()]
            .map((sightings) => describeOther(sightings, serp, checks.length + 1))
            .toSorted(
              (one, other) =>
                other.checks - one.checks || one.last_position - other.last_position || compareText(one.url, other.url),
            ),
  };
}

/** A page counts once a check, where it stands highest. */
function listSightings({ entries, checked_at }: SerpOutline): Sighting[] {
  const found = entries.flatMap(({ type, role, rank_group, url }) =>
    type === 'organic' && role === 'item' && url !== null ? [{ url, position: rank_group, checked_at }] : [],
  );
  return [...Map.groupBy(found, ({ url }) => buildAddressKey(url)).values()].flatMap(
    (same) => same.toSorted((one, other) => one.position - other.position)[0] ?? [],
  );
}

function describeOther(sightings: readonly Sighting[], { checked_at: now }: Serp, of: number): OtherPage {
  const [last] = sightings.toSorted((one, other) => Date.parse(other.checked_at) - Date.parse(one.checked_at));
  const times = new Set(sightings.map(({ checked_at }) => checked_at));
  return {
    url: last?.url ?? '',
    position: sightings.find(({ checked_at }) => checked_at === now)?.position ?? null,
    last_position: last?.position ?? 0,
    last_seen_at: last?.checked_at ?? now,
    checks: times.size,
    of,
  };
}
