import type { Location, Locations } from '../ports/locations.ts';
import type { RankTargetDesk, RankTargetStore, WrittenTarget } from '../ports/rank-targets.ts';

/** Takes tracked keywords from callers: places become codes before anything is written. */
export function openTargetDesk(store: RankTargetStore, locations: Locations): RankTargetDesk {
  return {
    list: (workspaceId, filter, page) => store.list(workspaceId, filter, page),
    change: (workspaceId, filter, change) => store.change(workspaceId, filter, change),
    remove: (workspaceId, filter) => store.remove(workspaceId, filter),
    async add({ workspace_id }, projectId, targets, signal) {
      const places = await resolvePlaces(targets, locations, signal);
      const added = targets.map((target) => {
        const { keyword, url, depth, tags, engine, language, device } = target;
        const place = places.get(placeKey(target)) ?? null;
        const where = { location_code: place?.code ?? null, location: place?.name ?? null };
        return {
          keyword,
          url,
          depth,
          tags,
          series: { engine: engine ?? null, ...where, language, device: device ?? null },
        };
      });
      return store.add(workspace_id, projectId, added);
    },
  };
}

/** Each place once: a thousand keywords are mostly searched from one or two. */
async function resolvePlaces(
  targets: readonly WrittenTarget[],
  locations: Locations,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Location | null>> {
  const places = new Map<string, Location | null>();
  for (const target of targets) {
    const key = placeKey(target);
    // oxlint-disable-next-line no-await-in-loop -- Few places are left once each is asked for only once.
    if (!places.has(key)) places.set(key, await locations.resolve(target, signal));
  }
  return places;
}

function placeKey({ location, location_code }: WrittenTarget): string {
  return JSON.stringify([location ?? null, location_code ?? null]);
}
