import { expect, it } from 'vitest';

import { readAll, type ReadReport } from '../../../test/reading.ts';
import type { LocationCriterion } from '../../ports/imports.ts';
import { readLocations } from './read-locations.ts';

async function read(text: string): Promise<ReadReport & { readonly places: readonly LocationCriterion[] }> {
  const places: LocationCriterion[] = [];
  const writer = {
    write: (written: readonly LocationCriterion[]): Promise<void> => {
      places.push(...written);
      return Promise.resolve();
    },
  };
  return { ...(await readAll(readLocations(writer), Buffer.from(text))), places };
}

it('Google’s list is read whole, and rows without an id are told', async () => {
  const report = await read(
    'Criteria ID,Name,Canonical Name,Parent ID,Country Code,Target Type,Status\n' +
      '1026201,"Austin","Austin,Texas,United States","21176",US,"City",Active\n' +
      '2840,"United States","United States","",US,"Country",Active\n' +
      '9,Old,"Old,Germany",2276,DE,City,Removed\n' +
      'x,Bad,"Bad,Germany",2276,DE,City,Active\n',
  );
  expect(report.places).toEqual([
    {
      code: 1_026_201,
      name: 'Austin',
      canonical_name: 'Austin,Texas,United States',
      parent_code: 21_176,
      country: 'US',
      type: 'City',
      is_active: true,
    },
    {
      code: 2840,
      name: 'United States',
      canonical_name: 'United States',
      parent_code: null,
      country: 'US',
      type: 'Country',
      is_active: true,
    },
    {
      code: 9,
      name: 'Old',
      canonical_name: 'Old,Germany',
      parent_code: 2276,
      country: 'DE',
      type: 'City',
      is_active: false,
    },
  ]);
  expect(report.problems).toEqual(['place: line 5: "x" is not the id of a place']);
  await expect(read('Keyword,Volume\na,1\n')).rejects.toThrow('is not Google’s list of places');
});
