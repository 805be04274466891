import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { day, openTestIndex, type TestIndex } from '../../../test/index-engine.ts';
import { AppError } from '../../kernel/errors.ts';
import type { LocationCriterion } from '../../ports/imports.ts';
import type { Location } from '../../ports/locations.ts';

let index: TestIndex;
const { signal } = new AbortController();

beforeAll(async () => {
  index = await openTestIndex();
});
beforeEach(() => index.clear());
afterAll(() => index.close());

async function resolve(location: string | undefined, location_code?: number): Promise<Location | null> {
  return index.locations.resolve({ location, location_code }, signal);
}

async function refusal(location: string | undefined, location_code?: number, language?: string): Promise<AppError> {
  const thrown = await index.locations.resolve({ location, location_code, language }, signal).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (thrown instanceof AppError) return thrown;
  throw new Error('The place was not refused.');
}

function criterion(code: number, canonical_name: string, type: string, country: string): LocationCriterion {
  const [name = ''] = canonical_name.split(',');
  return { code, name, canonical_name, parent_code: null, country, type, is_active: true };
}

describe('without any imported list', () => {
  it.each([
    ['US', 2840],
    ['USA', 2840],
    ['United States', 2840],
    ['Deutschland', 2276],
    ['united kingdom', 2826],
  ])('%s is a country by its code', async (text, code) => {
    expect((await resolve(text))?.code).toBe(code);
  });

  it('nothing is nowhere in particular, and a code wins over a name', async () => {
    expect(await resolve(undefined)).toBeNull();
    expect(await resolve('  ')).toBeNull();
    expect((await resolve('Germany', 2250))?.name).toBe('France');
    expect(await resolve('US')).toEqual({
      code: 2840,
      name: 'United States',
      country: 'US',
      kind: 'country',
      latitude: null,
      longitude: null,
    });
  });

  it.each([
    ['Austin, Texas', 'Austin,Texas,United States'],
    ['austin,tx', 'Austin,Texas,United States'],
    ['Austin, TX, USA', 'Austin,Texas,United States'],
    ['Austin Texas', 'Austin,Texas,United States'],
    ['London,United Kingdom', 'London,England,United Kingdom'],
    ['London UK', 'London,England,United Kingdom'],
    ['Munich, Germany', 'Munich,Bavaria,Germany'],
    ['München, Bayern', 'Munich,Bavaria,Germany'],
    ['Springfield, Illinois', 'Springfield,Illinois,United States'],
    ['Sao Paulo, Brasil', 'São Paulo,São Paulo,Brazil'],
  ])('%s is a city of GeoNames with its coordinates', async (text, name) => {
    const found = await resolve(text);
    expect(found).toMatchObject({ name, kind: 'city' });
    expect(found?.latitude).toBeTypeOf('number');
    // It is named by its own code from then on.
    expect(found?.code).toBeLessThan(0);
    expect(await resolve(undefined, found?.code)).toEqual(found);
  });

  it('a name that several places have is refused with their names', async () => {
    const error = await refusal('Springfield');
    expect(error.code).toBe('invalid_input');
    expect(error.message).toContain('"Springfield" is the name of several places: Springfield,');
    expect(error.message).toContain('Springfield,Illinois,United States');
    expect(error.issues.map(({ path }) => path)).toEqual(['location']);
    expect((await refusal('Paris, US')).message).toContain('Paris,Texas,United States; Paris,Tennessee,United States');
  });

  it.each([
    ['Paris', 'Paris,Île-de-France,France'],
    ['London', 'London,England,United Kingdom'],
    ['Athens', 'Athens,Attica,Greece'],
    ['Santiago', 'Santiago,Santiago Metropolitan,Chile'],
    ['Austin', 'Austin,Texas,United States'],
    ['Paris, Texas', 'Paris,Texas,United States'],
  ])(
    '%s is the city that is ten times as large as any other of that name, three times for a capital',
    async (text, name) => {
      expect((await resolve(text))?.name).toBe(name);
    },
  );

  it.each([
    ['Valencia', 'Valencia,Carabobo,Venezuela; Valencia,Valencia,Spain'],
    ['Birmingham', 'Birmingham,England,United Kingdom; Birmingham,Alabama,United States'],
    ['Córdoba', 'Córdoba,Cordoba,Argentina; Córdoba,Andalusia,Spain'],
    // Capitals that are not much larger, or not the largest.
    ['Saint-Denis', 'Saint-Denis,Reunion,Réunion; Saint-Denis,Île-de-France,France'],
    ['San José', 'San Jose,California,United States'],
  ])('%s is not guessed, since others of that name are as likely', async (text, candidates) => {
    expect((await refusal(text)).message).toContain(`is the name of several places: ${candidates}`);
  });

  it.each([
    ['Köln', 'Köln,North Rhine-Westphalia,Germany'],
    ['Koeln', 'Köln,North Rhine-Westphalia,Germany'],
    ['Cologne', 'Köln,North Rhine-Westphalia,Germany'],
    ['Genf', 'Genève,Geneva,Switzerland'],
    ['Sevilla, Andalucía', 'Sevilla,Andalusia,Spain'],
    ['Frankfurt', 'Frankfurt am Main,Hesse,Germany'],
    ['Zürich', 'Zürich,Zurich,Switzerland'],
    ['London, ON', 'London,Ontario,Canada'],
    ['Newcastle, NSW', 'Newcastle,New South Wales,Australia'],
    ['Frankfurt a. M.', 'Frankfurt am Main,Hesse,Germany'],
    ['Frankfurt/Oder', 'Frankfurt (Oder),Brandenburg,Germany'],
    ['Halle an der Saale', 'Halle (Saale),Saxony-Anhalt,Germany'],
    ['St. Gallen', 'Sankt Gallen,Saint Gallen,Switzerland'],
    ['St. Louis', 'St. Louis,Missouri,United States'],
    ['New York', 'New York City,New York,United States'],
    ['10115 Berlin', 'Berlin,Berlin,Germany'],
    ['Austin, TX 78701', 'Austin,Texas,United States'],
    ['Washington, DC', 'Washington, D.C.,District of Columbia,United States'],
  ])('%s is found by the name that people write', async (text, name) => {
    expect((await resolve(text))?.name).toBe(name);
  });

  it('shows places where the language of the request is spoken first, and of those the largest', async () => {
    const shown = async (name: string, language: string): Promise<string> =>
      (await refusal(name, undefined, language)).message.split(': ')[1]?.split('; ').slice(0, 3).join('; ') ?? '';
    expect(await shown('Birmingham', 'en')).toBe(
      'Birmingham,England,United Kingdom; Birmingham,Alabama,United States; Birmingham,Michigan,United States.',
    );
    expect(await shown('Barcelona', 'en')).toBe(
      'Barcelona,Catalonia,Spain; Barcelona,Anzoátegui,Venezuela; Barcelona,Caraga,Philippines',
    );
    expect(await shown('Halle', 'nl')).toBe(
      'Halle,Flanders,Belgium; Halle (Saale),Saxony-Anhalt,Germany; Halle,North Rhine-Westphalia,Germany',
    );
    expect(await shown('Valencia', 'es')).toBe(
      'Valencia,Carabobo,Venezuela; Valencia,Valencia,Spain; Valencia,Córdoba,Colombia',
    );
  });

  it('offers no name that nobody could have meant', async () => {
    expect((await refusal('Bavaria')).message).toBe('"Bavaria" is not a known place.');
    expect((await refusal('Belrin')).message).toContain('The nearest names are Berlin');
  });

  it('an unknown name is refused with the nearest ones, an unknown code with what to do', async () => {
    expect((await refusal('Germny')).message).toContain('The nearest names are Germany');
    expect((await refusal('Bostn, Massachusetts')).message).toContain('Boston');
    expect((await refusal('Qzxqzx')).message).toBe('"Qzxqzx" is not a known place.');
    for (const code of [0, 2001, 1_026_201, -1, 1e12]) {
      expect((await refusal(undefined, code)).issues.map(({ path }) => path)).toEqual(['location_code']);
    }
  });
});

describe('with Google’s list', () => {
  beforeEach(async () => {
    await index.locationList.write(
      [
        criterion(1_026_201, 'Austin,Texas,United States', 'City', 'US'),
        criterion(1_018_000, 'Austin,Minnesota,United States', 'City', 'US'),
        criterion(21_176, 'Texas,United States', 'State', 'US'),
        criterion(1_003_854, 'Berlin,Berlin,Germany', 'City', 'DE'),
        criterion(20_226, 'Berlin,Germany', 'State', 'DE'),
        criterion(1_004_074, 'Cologne,North Rhine-Westphalia,Germany', 'City', 'DE'),
        criterion(1_003_290, 'St. Gallen,St. Gallen,Switzerland', 'City', 'CH'),
        criterion(1_016_623, 'Springfield,Illinois,United States', 'City', 'US'),
        criterion(1_020_704, 'Springfield,Missouri,United States', 'City', 'US'),
        criterion(1_014_895, 'Washington,District of Columbia,United States', 'City', 'US'),
        criterion(21_180, 'Washington,United States', 'State', 'US'),
        criterion(1_024_573, 'Paris,Texas,United States', 'City', 'US'),
        criterion(1_006_886, 'London,England,United Kingdom', 'City', 'GB'),
        criterion(9_041_106, 'London,London,England,United Kingdom', 'Neighborhood', 'GB'),
        { ...criterion(5, 'Gone,Texas,United States', 'City', 'US'), is_active: false },
      ],
      day(1),
    );
  });

  it.each([
    ['Austin,Texas,United States', 1_026_201],
    ['Austin, Texas', 1_026_201],
    ['austin tx', 1_026_201],
    ['Texas', 21_176],
    ['Berlin,Germany', 20_226],
    ['berlin, berlin, germany', 1_003_854],
    ['London, UK', 1_006_886],
    ['London', 1_006_886],
    ['Germany', 2276],
    ['Austin', 1_026_201],
    // The state of that name is the city itself.
    ['Berlin', 1_003_854],
    // The list has one name of each, which is not the one that GeoNames has.
    ['Köln', 1_004_074],
    ['Cologne', 1_004_074],
    ['Sankt Gallen', 1_003_290],
    ['Paris, Texas', 1_024_573],
    // A list that is only a part of Google's does not turn Paris into the one that it has.
    ['Paris', -2_988_507],
  ])('%s is place %d', async (text, code) => {
    expect((await resolve(text))?.code).toBe(code);
  });

  it('cities have the coordinates that GeoNames knows, and codes lead back to them', async () => {
    const austin = await resolve('Austin, Texas');
    expect(austin).toMatchObject({ kind: 'city', country: 'US', latitude: 30.26715, longitude: -97.74306 });
    expect(await resolve(undefined, 1_026_201)).toEqual(austin);
    expect(await resolve('Texas')).toMatchObject({ kind: 'region', latitude: null });
  });

  it('places that are not on it are still found in GeoNames, and those that Google took off it are not', async () => {
    expect((await resolve('Boston, Massachusetts'))?.code).toBe(-4_930_956);
    expect((await refusal('Springfield')).message).toBe(
      '"Springfield" is the name of several places: Springfield,Missouri,United States (1020704); Springfield,Illinois,United States (1016623).',
    );
    expect((await refusal('Washington')).message).toBe(
      '"Washington" is the name of several places: Washington,District of Columbia,United States (1014895); Washington,United States (21180).',
    );
    expect((await refusal('Gone, Texas')).issues).toHaveLength(1);
    expect((await refusal('Berlinn')).message).toContain('Berlin,Berlin,Germany');
  });
});
