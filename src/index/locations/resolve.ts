import { readDataRows } from '../../kernel/data.ts';
import { AppError } from '../../kernel/errors.ts';
import { isNear } from '../../kernel/similarity.ts';
import type { Location, LocationQuery, Locations } from '../../ports/locations.ts';
import { type Country, countryOfNumber, findCountry, nearestCountries } from '../../text/countries.ts';
import { foldName } from '../../text/names.ts';
import { regionName } from '../../text/regions.ts';
import type { LocationTable, StoredCriterion } from '../facts/location-table.ts';
import { canonicalNameOf, type Cities, type City } from './cities.ts';

/** Google's criteria ids of countries are their ISO 3166-1 number plus this. */
const COUNTRY_BASE = 2000;
const ISO_NUMBER_MAX = 999;
const CANDIDATES_SHOWN = 8;
const NEAREST_SHOWN = 5;

/** The places that a text may mean. */
interface Candidate {
  readonly location: Location;
  /** If GeoNames knows it. */
  readonly population: number;
}

/**
 * Finds places by name or code: countries by themselves, all others in Google's list once it is imported, and before that
 * cities in GeoNames' list. A name that several places have is refused with their names; nothing is guessed.
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
    const only = onlyOne(found);
    if (only !== undefined) return only.location;
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
    return this.#located(criterion);
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
    const criteria = (await this.#table.named(name, signal)).filter(({ canonical_name, country }) =>
      isWithin(canonical_name, country, qualifiers),
    );
    if (criteria.length > 0) return Promise.all(criteria.map((criterion) => this.#candidate(criterion)));
    const cities = (await this.#readCities()).named(name);
    return largestOfEach(cities.filter((city) => isWithin(canonicalNameOf(city), city.country, qualifiers)));
  }

  async #candidate(criterion: StoredCriterion): Promise<Candidate> {
    const city = await this.#cityOf(criterion);
    return { location: criterionLocation(criterion, city), population: city?.population ?? 0 };
  }

  async #located(criterion: StoredCriterion): Promise<Location> {
    return criterionLocation(criterion, await this.#cityOf(criterion));
  }

  /** The city of GeoNames that a criterion is. */
  async #cityOf({ name, canonical_name, country, type }: StoredCriterion): Promise<City | undefined> {
    if (kindOf(type) !== 'city') return undefined;
    const regions = new Set(canonical_name.split(',').slice(1).map(foldName));
    const cities = (await this.#readCities()).named(name).filter((city) => city.country === country);
    const inRegion = cities.filter(({ region }) => region !== undefined && regions.has(foldName(region)));
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

/** Name and what it lies in, as it may be meant: by its commas, or without any by each of its spaces. */
function readingsOf(text: string): readonly (readonly [string, ...string[]])[] {
  const [name = '', ...qualifiers] = text.split(',').map((part) => part.trim());
  if (qualifiers.length > 0) return [[name, ...qualifiers.filter((part) => part !== '')]];
  const words = name.split(/\s+/).slice(0, WORDS_MAX);
  const cuts = words.slice(1).map((_, at) => words.length - 1 - at);
  return [[name], ...cuts.map((at): [string, string] => [words.slice(0, at).join(' '), words.slice(at).join(' ')])];
}

const WORDS_MAX = 8;

/** Whether a place lies in all of the regions and countries that were named with it. */
function isWithin(canonicalName: string, country: string, qualifiers: readonly string[]): boolean {
  const parts = new Set(canonicalName.split(',').slice(1).map(foldName));
  return qualifiers.every((qualifier) => {
    if (parts.has(foldName(qualifier)) || findCountry(qualifier)?.code === country) return true;
    const region = regionName(country, qualifier.trim().toUpperCase());
    return region !== undefined && parts.has(foldName(region));
  });
}

/** The only candidate, or the only city among them: what else has its name is a part of it or lies around it. */
function onlyOne(candidates: readonly Candidate[]): Candidate | undefined {
  if (candidates.length === 1) return candidates[0];
  const cities = candidates.filter(({ location }) => location.kind === 'city');
  const hasRegion = candidates.some(({ location }) => location.kind === 'region');
  return cities.length === 1 && !hasRegion ? cities[0] : undefined;
}

/** The largest of several cities that their names do not distinguish. */
function largestOfEach(cities: readonly City[]): Candidate[] {
  const largest = new Map<string, City>();
  for (const city of cities) {
    const name = canonicalNameOf(city);
    if ((largest.get(name)?.population ?? -1) < city.population) largest.set(name, city);
  }
  return [...largest.values()].map((city) => ({ location: cityLocation(city), population: city.population }));
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
