import { readDataRows } from '../../kernel/data.ts';
import { AppError } from '../../kernel/errors.ts';
import { isNear } from '../../kernel/similarity.ts';
import type { Location, LocationQuery, Locations } from '../../ports/locations.ts';
import { type Country, countryOfNumber, findCountry, nearestCountries } from '../../text/countries.ts';
import { foldName } from '../../text/names.ts';
import { findRegion } from '../../text/regions.ts';
import type { LocationTable, StoredCriterion } from '../facts/location-table.ts';
import { canonicalNameOf, type Cities, type City } from './cities.ts';
import { listedKeys, otherNames } from './city-names.ts';

/** Google's criteria ids of countries are their ISO 3166-1 number plus this. */
const COUNTRY_BASE = 2000;
const ISO_NUMBER_MAX = 999;
const CANDIDATES_SHOWN = 8;
const NEAREST_SHOWN = 5;
/** How many times as large as every other of its name a city is that is meant by the name alone, and a capital. */
const TIMES_LARGER = { city: 10, capital: 3 } as const;

/** The places that a text may mean. */
interface Candidate {
  readonly location: Location;
  /** At most, where GeoNames has it under that name in another region of its country alone. */
  readonly population: number;
  readonly is_capital: boolean;
  /** The city that it is at GeoNames. */
  readonly city_id: number | undefined;
}

/**
 * Finds places by name or code: countries by themselves, all others in Google's list once it is imported, and before that
 * cities in GeoNames' list. A name that several places have is the one that is many times as large as all others, as Paris is of
 * those called Paris, or else is refused with their names. The location found has the whole name, so that answers say which it is.
 */
export class IndexLocations implements Locations {
  readonly #table: LocationTable;
  readonly #readCities: () => Promise<Cities>;

  constructor(table: LocationTable, readCities: () => Promise<Cities>) {
    this.#table = table;
    this.#readCities = readCities;
  }

  async resolve({ location, location_code, language }: LocationQuery, signal: AbortSignal): Promise<Location | null> {
    if (location_code !== undefined) return this.#withCode(location_code, signal);
    const text = location?.trim() ?? '';
    if (text === '') return null;
    const country = findCountry(text);
    if (country !== undefined) return countryLocation(country);
    const found = await this.#candidates(text, signal);
    const meant = findMeant(found);
    if (meant !== undefined) return meant.location;
    if (found.length > 0) throw ambiguous(text, found, language);
    throw unknown(text, await this.#nearest(text, signal));
  }

  async #withCode(code: number, signal: AbortSignal): Promise<Location> {
    const country = code > COUNTRY_BASE ? countryOfNumber(code - COUNTRY_BASE) : undefined;
    if (country !== undefined && code <= COUNTRY_BASE + ISO_NUMBER_MAX) return countryLocation(country);
    if (code < 0) {
      const city = (await this.#readCities()).withId(-code);
      if (city !== undefined) return cityLocation(city);
    }
    const [criterion] = code > 0 && code <= 2 ** 31 - 1 ? await this.#table.withCode(code, signal) : [];
    if (criterion === undefined) throw unknownCode(code);
    return criterionLocation(criterion, await this.#cityOf(criterion));
  }

  async #candidates(text: string, signal: AbortSignal): Promise<readonly Candidate[]> {
    const exact = await this.#table.called(text, signal);
    if (exact.length > 0) return Promise.all(exact.map((criterion) => this.#candidate(criterion)));
    for (const [name, ...qualifiers] of readingsOf(text)) {
      const found = await this.#named(name, qualifiers, signal);
      if (found.length > 0) return found;
    }
    return [];
  }

  async #named(name: string, qualifiers: readonly string[], signal: AbortSignal): Promise<readonly Candidate[]> {
    const named = (await this.#readCities()).named(name);
    const cities = named.filter((city) => isWithin(canonicalNameOf(city), city.country, qualifiers));
    const criteria = await this.#listed(name, cities, signal);
    const listed = await Promise.all(
      criteria
        .filter(({ canonical_name, country }) => isWithin(canonical_name, country, qualifiers))
        .map((criterion) => this.#candidate(criterion)),
    );
    const largest = listed.reduce((most, { population }) => Math.max(most, population), 0);
    const ids = new Set(listed.map(({ city_id }) => city_id));
    // Google leaves out small places for good, but a list that lacks the largest one is only a part of Google's.
    const others = cities.filter(({ id, population }) => listed.length === 0 || (population > largest && !ids.has(id)));
    return [...listed, ...largestOfEach(others)];
  }

  /** The list has one name of each place: those of this name, and the cities of it under their other names. */
  async #listed(name: string, cities: readonly City[], signal: AbortSignal): Promise<readonly StoredCriterion[]> {
    const key = foldName(name);
    const keys = listedKeys([name, ...cities.flatMap((city) => [city.name, ...otherNames(city.id)])]);
    const found = await this.#table.named(keys, signal);
    const ids = new Set(cities.map(({ id }) => id));
    const isMeant = await Promise.all(
      found.map(async (criterion) => {
        if (foldName(criterion.name) === key) return true;
        const city = await this.#cityOf(criterion);
        return city !== undefined && ids.has(city.id);
      }),
    );
    return found.filter((_, at) => isMeant[at]);
  }

  async #candidate(criterion: StoredCriterion): Promise<Candidate> {
    const city = await this.#cityOf(criterion);
    const location = criterionLocation(criterion, city);
    if (city !== undefined) return candidateOf(location, city);
    if (location.kind !== 'city') return { location, population: 0, is_capital: false, city_id: undefined };
    const namesakes = (await this.#readCities()).named(criterion.name);
    const inCountry = namesakes.filter(({ country }) => country === criterion.country);
    const population = inCountry.reduce((most, each) => Math.max(most, each.population), 0);
    return { location, population, is_capital: false, city_id: undefined };
  }

  /** The city of GeoNames that a criterion is. */
  async #cityOf({ name, canonical_name, country, type }: StoredCriterion): Promise<City | undefined> {
    if (kindOf(type) !== 'city') return undefined;
    const regions = regionKeys(canonical_name, country);
    const cities = (await this.#readCities()).named(name).filter((city) => city.country === country);
    const inRegion = cities.filter(({ region }) => region !== undefined && regions.has(regionKey(country, region)));
    const fitting = inRegion.length > 0 ? inRegion : cities.length === 1 ? cities : [];
    return fitting.toSorted((one, other) => other.population - one.population)[0];
  }

  async #nearest(text: string, signal: AbortSignal): Promise<readonly string[]> {
    const [name = text] = text.split(',');
    const alike = await this.#table.nearest(name, NEAREST_SHOWN, signal);
    const listed = alike.filter((canonical) => isNear(foldName(name), foldName(canonical.split(',', 1)[0] ?? '')));
    const cities = listed.length === 0 ? (await this.#readCities()).nearest(name, NEAREST_SHOWN) : [];
    return [...new Set([...nearestCountries(text, 2), ...listed, ...cities])].slice(0, NEAREST_SHOWN);
  }
}

/**
 * Name and what it lies in, as it may be meant: by its commas, or without any by each of its spaces. Postal codes, which no list
 * of places has, count only where nothing is called by the whole text: `10115 Berlin`, `Austin, TX 78701`.
 */
function readingsOf(text: string): readonly (readonly [string, ...string[]])[] {
  const parts = splitParts(text);
  const plain = splitParts(parts.map((part) => part.replaceAll(POSTAL_CODE, ' ')).join(','));
  return [...cutParts(parts), ...(plain.join() === parts.join() ? [] : cutParts(plain))];
}

const POSTAL_CODE = /(?<!\S)\d{4,6}(?:-\d{3,4})?(?!\S)/g;

function splitParts(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function cutParts([name, ...qualifiers]: readonly string[]): readonly (readonly [string, ...string[]])[] {
  if (name === undefined) return [];
  if (qualifiers.length > 0) return [[name, ...qualifiers]];
  const words = name.split(/\s+/).slice(0, WORDS_MAX);
  const cuts = words.slice(1).map((_, at) => words.length - 1 - at);
  return [[name], ...cuts.map((at): [string, string] => [words.slice(0, at).join(' '), words.slice(at).join(' ')])];
}

const WORDS_MAX = 8;

/** Whether a place lies in all of the regions and countries that were named with it. */
function isWithin(canonicalName: string, country: string, qualifiers: readonly string[]): boolean {
  if (qualifiers.length === 0) return true;
  const parts = regionKeys(canonicalName, country);
  return qualifiers.every(
    (qualifier) => parts.has(regionKey(country, qualifier)) || findCountry(qualifier)?.code === country,
  );
}

/** Of all that a place lies in. */
function regionKeys(canonicalName: string, country: string): ReadonlySet<string> {
  const [, ...parts] = canonicalName.split(',');
  return new Set(parts.map((part) => regionKey(country, part)));
}

/** One key for all names of a region, since Google's list and GeoNames do not call every one of them alike. */
function regionKey(country: string, name: string): string {
  return foldName(findRegion(country, name) ?? name);
}

/**
 * The only candidate, or the city that is clearly larger than every other one. What else has its name is a part of it or lies
 * around it, unless it is a region elsewhere: Washington is a city and a state.
 */
function findMeant(candidates: readonly Candidate[]): Candidate | undefined {
  if (candidates.length === 1) return candidates[0];
  const cities = candidates.filter(({ location }) => location.kind === 'city');
  const [first, second] = cities.toSorted((one, other) => other.population - one.population);
  if (first === undefined) return undefined;
  const times = first.is_capital ? TIMES_LARGER.capital : TIMES_LARGER.city;
  if (second !== undefined && first.population < times * Math.max(second.population, 1)) return undefined;
  const regions = candidates.filter(({ location }) => location.kind === 'region');
  return regions.every(({ location }) => first.location.name.endsWith(`,${location.name}`)) ? first : undefined;
}

/** The largest of several cities that their names do not distinguish. */
function largestOfEach(cities: readonly City[]): Candidate[] {
  const largest = new Map<string, City>();
  for (const city of cities) {
    const name = canonicalNameOf(city);
    if ((largest.get(name)?.population ?? -1) < city.population) largest.set(name, city);
  }
  return [...largest.values()].map((city) => candidateOf(cityLocation(city), city));
}

function candidateOf(location: Location, { id, population, is_capital }: City): Candidate {
  return { location, population, is_capital, city_id: id };
}

function countryLocation({ code, number, name }: Country): Location {
  return { code: COUNTRY_BASE + number, name, country: code, kind: 'country', latitude: null, longitude: null };
}

function cityLocation(city: City): Location {
  const { id, country, latitude, longitude } = city;
  return { code: -id, name: canonicalNameOf(city), country, kind: 'city', latitude, longitude };
}

function criterionLocation({ code, canonical_name, country, type }: StoredCriterion, city: City | undefined): Location {
  const { latitude = null, longitude = null } = city ?? {};
  return { code, name: canonical_name, country, kind: kindOf(type), latitude, longitude };
}

const KINDS: ReadonlyMap<string, Location['kind']> = new Map(
  readDataRows(import.meta.url, './data/location-kinds.tsv').flatMap(([kind = '', ...types]) =>
    types.map((type) => [type, isKind(kind) ? kind : 'other'] as const),
  ),
);

function isKind(text: string): text is Location['kind'] {
  return text === 'country' || text === 'region' || text === 'city';
}

function kindOf(type: string): Location['kind'] {
  return KINDS.get(type) ?? 'other';
}

/** The language that is spoken most in a country, by its two letters; lists of places may leave them out. */
function languageOf(country: string): string | undefined {
  return /^[A-Z]{2}$/.test(country) ? new Intl.Locale('und', { region: country }).maximize().language : undefined;
}

/** Where the language of the request is spoken first, then the largest. */
function ambiguous(text: string, candidates: readonly Candidate[], language: string | null | undefined): AppError {
  const [spoken] = (language ?? '').split('-', 1);
  const isSpoken = ({ location: { country } }: Candidate): boolean => spoken !== '' && languageOf(country) === spoken;
  const ordered = candidates.toSorted(
    (one, other) =>
      Number(isSpoken(other)) - Number(isSpoken(one)) ||
      other.population - one.population ||
      (one.location.name < other.location.name ? -1 : 1),
  );
  const names = ordered
    .slice(0, CANDIDATES_SHOWN)
    .map(({ location: { name, code } }) => (code > 0 ? `${name} (${code})` : name));
  const more = candidates.length > names.length ? ` and ${candidates.length - names.length} more` : '';
  const message = `"${shown(text)}" is the name of several places: ${names.join('; ')}${more}.`;
  return refusal('location', message, 'Send the full name of one of them.');
}

function unknown(text: string, nearest: readonly string[]): AppError {
  const hint = nearest.length === 0 ? '' : ` The nearest names are ${nearest.join('; ')}.`;
  return refusal('location', `"${shown(text)}" is not a known place.${hint}`, IMPORT);
}

function unknownCode(code: number): AppError {
  return refusal('location_code', `${code} is not a known location code.`, IMPORT);
}

const IMPORT =
  'Send a country, or a city with its region or country. For regions and all of Google’s codes, import its list of geotargets: ' +
  '`seamark import locations FILE`.';

function refusal(path: string, message: string, fix: string): AppError {
  return new AppError('invalid_input', message, { fix, issues: [{ path, message }] });
}

function shown(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
