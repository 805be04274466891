import { z } from 'zod';

import type { FindPlaceQuery, Listing, LocalPack, LocalPackQuery } from '../../ports/places.ts';
import type { Observation, ObservationInbox, Recalled, RecallScope, Store } from '../../ports/store.ts';
import { foldPhrase } from '../../text/normalize.ts';
import type { IndexDatabase } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import type { TableRows } from '../write/table-rows.ts';
import { codeOf, keywordKey, languageKey, seriesOf } from './keys.ts';
import { keptProvenance } from './provenance.ts';
import { PlaceObservation } from './records.ts';
import { factRows, type Kept, SMALL_MAX } from './rows.ts';
import { isSince, selectFacts } from './select.ts';

/** Rows of an answer about listings: the answer, and each listing that it shows. */
export function placeRows(series: string, observation: PlaceObservation, kept: Kept): TableRows[] {
  const { method, depth, listings } = observation;
  const check = { series, method, depth: Math.min(depth, SMALL_MAX), answer: JSON.stringify(observation) };
  const places = listings.map(({ rank: _rank, ...listing }) => ({
    place_id: listing.place_id,
    name_key: foldPhrase(listing.name, 300),
    listing: JSON.stringify(listing),
  }));
  return [factRows('place_checks', [check], kept), factRows('places', places, kept)];
}

interface PlaceAnswer extends PlaceObservation {
  readonly source: string;
  readonly observed_at: Date;
}

const AnswerRow = z.object({ source: z.string(), observed_ms: z.int(), answer: z.string() });

/** Reads answers about listings: what waits in the inbox first, then the newest that was asked for at least so many. */
class PlaceAnswers {
  readonly #database: IndexDatabase;
  readonly #inbox: ObservationInbox;

  constructor(database: IndexDatabase, inbox: ObservationInbox) {
    this.#database = database;
    this.#inbox = inbox;
  }

  async newest(series: string, depth: number, scope: RecallScope): Promise<PlaceAnswer | undefined> {
    const waiting = await this.#inbox.find('place', [series], scope.since);
    for (const { body, source, observed_at } of waiting) {
      const answer = PlaceObservation.parse(body);
      if (answer.depth >= depth) return { ...answer, source, observed_at };
    }
    const statement = selectFacts('place_checks', scope, {
      columns: sql`source, toUnixTimestamp64Milli(observed_at) AS observed_ms, answer`,
      where: sql`series = ${series} AND depth >= ${depth} AND ${isSince(scope.since)}`,
      end: sql`ORDER BY observed_at DESC, source LIMIT 1`,
    });
    const [row] = await this.#database.rows(AnswerRow, statement, scope.signal);
    if (row === undefined) return undefined;
    const answer = PlaceObservation.parse(JSON.parse(row.answer));
    return { ...answer, source: row.source, observed_at: new Date(row.observed_ms) };
  }
}

/** Listings that were found for a business of this name at this place before. */
export class FindPlaceStore implements Store<FindPlaceQuery, readonly Listing[]> {
  readonly #answers: PlaceAnswers;
  readonly #clock: () => Date;

  constructor(database: IndexDatabase, inbox: ObservationInbox, clock: () => Date) {
    this.#answers = new PlaceAnswers(database, inbox);
    this.#clock = clock;
  }

  async recall(query: FindPlaceQuery, scope: RecallScope): Promise<Recalled<readonly Listing[]> | undefined> {
    const answer = await this.#answers.newest(findSeries(query), query.limit, scope);
    if (answer === undefined) return undefined;
    const value = answer.listings.slice(0, query.limit).map(({ rank: _rank, ...listing }) => listing);
    return { value, sources: [keptProvenance(answer.source, answer.observed_at)] };
  }

  observe(query: FindPlaceQuery, listings: readonly Listing[]): readonly Observation[] {
    if (listings.length === 0) return [];
    const body: PlaceObservation = {
      method: 'find',
      depth: query.limit,
      surface: null,
      listings: listings.map((listing) => writable(listing, null)),
    };
    return [{ kind: 'place', series: findSeries(query), observed_at: this.#clock(), body }];
  }
}

/** Packs that a map search showed for a keyword at a point before. */
export class LocalPackStore implements Store<LocalPackQuery, LocalPack> {
  readonly #answers: PlaceAnswers;

  constructor(database: IndexDatabase, inbox: ObservationInbox) {
    this.#answers = new PlaceAnswers(database, inbox);
  }

  async recall(query: LocalPackQuery, scope: RecallScope): Promise<Recalled<LocalPack> | undefined> {
    const answer = await this.#answers.newest(packSeries(query), query.depth, scope);
    if (answer === undefined || answer.surface === null) return undefined;
    const listings = answer.listings.map((listing, at) => ({ ...listing, rank: listing.rank ?? at + 1 }));
    const { surface, observed_at } = answer;
    const value = { keyword: query.keyword, checked_at: observed_at.toISOString(), surface, listings };
    return { value, sources: [keptProvenance(answer.source, answer.observed_at)] };
  }

  observe(query: LocalPackQuery, { checked_at, surface, listings }: LocalPack): readonly Observation[] {
    const ranked = listings.map(({ rank, ...listing }) => writable(listing, rank));
    const body: PlaceObservation = { method: 'pack', depth: query.depth, surface, listings: ranked };
    return [{ kind: 'place', series: packSeries(query), observed_at: new Date(checked_at), body }];
  }
}

function writable(listing: Listing, rank: number | null): PlaceObservation['listings'][number] {
  return {
    ...listing,
    rank,
    categories: [...listing.categories],
    hours: listing.hours && listing.hours.map(({ day, open }) => ({ day, open: [...open] })),
    rating_distribution: listing.rating_distribution && [...listing.rating_distribution],
    nearby: [...listing.nearby],
  };
}

function findSeries({ name, near, location, language }: FindPlaceQuery): string {
  return seriesOf('find', foldPhrase(name), foldPhrase(near), codeOf(location), languageKey(language));
}

/** Five decimals are about a metre. */
function packSeries({ keyword, latitude, longitude, language, device, surface }: LocalPackQuery): string {
  return seriesOf(
    'pack',
    keywordKey(keyword),
    latitude.toFixed(5),
    longitude.toFixed(5),
    languageKey(language),
    device,
    surface ?? '',
  );
}
