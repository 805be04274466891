import type { AssistantAccess, AssistantQuery } from '../../ports/assistants.ts';
import type { Location } from '../../ports/locations.ts';

/** What a source of answers can be asked for. */
export interface AssistantReach {
  readonly assistants: readonly string[];
  readonly access: AssistantAccess;
  readonly places: 'cities' | 'none';
}

/** What of a question a source cannot honour; undefined where it is not that assistant, or not in that way. */
export function lackingOf(query: AssistantQuery, reach: AssistantReach): readonly string[] | undefined {
  if (!reach.assistants.includes(query.assistant)) return undefined;
  if (query.access !== undefined && query.access !== reach.access) return undefined;
  if (query.location === null) return [];
  if (reach.places === 'none') return ['searches from a chosen location'];
  return query.location.kind === 'other' ? ['places other than countries, regions and cities'] : [];
}

export interface UserLocation {
  readonly country: string;
  readonly region?: string;
  readonly city?: string;
}

/** A place as the search tools of assistants take it. Canonical names begin with the smallest part. */
export function userLocation({ kind, name, country }: Location): UserLocation {
  const [first = '', second = ''] = name.split(',').map((part) => part.trim());
  if (kind === 'region') return { country, region: first };
  if (kind !== 'city') return { country };
  const hasRegion = name.split(',').length > 2;
  return { country, ...(hasRegion ? { region: second } : {}), city: first };
}

/** The place that a source honours of the one that was asked for. */
export function honouredPlace({ location }: AssistantQuery): Location | null {
  return location?.kind === 'other' ? null : location;
}
