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
    expect((await refusal('London')).message).toContain('London,England,United Kingdom; London,Ontario,Canada');
  });

  it('shows places where the language of the request is spoken first, and of those the largest', async () => {
    const shown = async (name: string, language: string): Promise<string> =>
      (await refusal(name, undefined, language)).message.split(': ')[1]?.split('; ').slice(0, 3).join('; ') ?? '';
    expect(await shown('Madrid', 'es')).toBe('Madrid,Madrid,Spain; Madrid,Cundinamarca,Colombia; Madrid,Colima,Mexico');
    expect(await shown('Madrid', 'en')).toBe(
      'Madrid,Iowa,United States; Madrid,Madrid,Spain; Madrid,Cundinamarca,Colombia',
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
    expect((await refusal('Austin')).message).toBe(
      '"Austin" is the name of several places: Austin,Texas,United States (1026201); Austin,Minnesota,United States (1018000).',
    );
    expect((await refusal('Gone, Texas')).issues).toHaveLength(1);
    expect((await refusal('Berlim')).message).toContain('Berlin,Berlin,Germany');
  });
});
