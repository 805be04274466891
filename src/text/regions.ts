import { readDataRows } from '../kernel/data.ts';

let names: ReadonlyMap<string, string> | undefined;

/**
 * The name of a country's first-level region by its code at GeoNames: `TX` of `US` is Texas. Codes are what people write in the
 * United States, Switzerland and the parts of the United Kingdom; elsewhere they are mostly numbers.
 */
export function regionName(country: string, code: string): string | undefined {
  names ??= new Map(
    readDataRows(import.meta.url, './data/regions.tsv').map(([of = '', region = '', name = '']) => [
      `${of}.${region}`,
      name,
    ]),
  );
  return names.get(`${country}.${code}`);
}
