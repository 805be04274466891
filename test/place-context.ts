import type { RunContext } from '../src/contract/operation.ts';
import { AppError } from '../src/kernel/errors.ts';
import type { Location } from '../src/ports/locations.ts';
import type { FindPlaceQuery, Listing, LocalPack, LocalPackQuery } from '../src/ports/places.ts';
import type { Brand } from '../src/ports/projects.ts';
import type { Serp, SerpHistoryQuery, SerpQuery } from '../src/ports/serp.ts';
import { contextWithPages, type TestPage } from './page-context.ts';

export interface TestPlaces {
  /** Listings that a search for a business finds. */
  readonly listings?: readonly Listing[] | ((query: FindPlaceQuery) => readonly Listing[]);
  /** Listings of the map; undefined is a service without a source of them. */
  readonly pack?: (query: LocalPackQuery) => LocalPack;
  /** Result pages; undefined is a service without a source of them. */
  readonly serp?: (query: SerpQuery) => Serp;
  /** Kept result pages of a search, oldest first. */
  readonly history?: (query: SerpHistoryQuery) => readonly Serp[];
  readonly pages?: Readonly<Record<string, TestPage>>;
  /** Places by the text that names them; any other is refused. */
  readonly locations?: Readonly<Record<string, Location>>;
  readonly brand?: Brand;
}

/** A context whose listings, result pages, pages and places are what a test says. */
export function contextWithPlaces({
  listings = [],
  pack,
  serp,
  history = () => [],
  pages = {},
  locations = {},
  brand,
}: TestPlaces): RunContext {
  const base = contextWithPages(pages);
  const missing = (what: string): never => {
    throw new AppError('source_not_configured', `No source for ${what} is connected.`, {
      fix: `Connect one of ${what}.`,
    });
  };
  const ports = {
    ...base.ports,
    places: {
      find: async (query: FindPlaceQuery) => (typeof listings === 'function' ? listings(query) : listings),
      pack: async (query: LocalPackQuery) => (pack === undefined ? missing('listings on the map') : pack(query)),
    },
    serp: {
      check: async (query: SerpQuery) => (serp === undefined ? missing('search result pages') : serp(query)),
      history: async (query: SerpHistoryQuery) => history(query),
    },
  };
  return Object.assign(Object.create(null), base, {
    ports,
    brand: () => Promise.resolve(brand ?? null),
    locate: async ({ location, location_code }: { location?: string; location_code?: number }) => {
      const place =
        location_code === undefined
          ? locations[location ?? '']
          : Object.values(locations).find(({ code }) => code === location_code);
      if (place !== undefined) return place;
      const path = location_code === undefined ? 'location' : 'location_code';
      const message = `"${location ?? location_code}" is not a known place.`;
      throw new AppError('invalid_input', message, { issues: [{ path, message }] });
    },
  });
}
