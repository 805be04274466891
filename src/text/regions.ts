import { readDataRows } from '../kernel/data.ts';
import { foldName } from './names.ts';

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

let folded: ReadonlyMap<string, string> | undefined;

/**
 * The name of a country's first-level region by its code or by one of its names, however that is cased: `tx` and `texas` are
 * Texas, and `Bayern` is Bavaria.
 */
export function findRegion(country: string, text: string): string | undefined {
  const known = regionName(country, text.trim().replaceAll('.', '').toUpperCase());
  if (known !== undefined) return known;
  folded ??= new Map(
    readDataRows(import.meta.url, './data/regions.tsv').flatMap(([of = '', , name = '', ...others]) =>
      [...others, name].map((each) => [`${of}.${foldName(each)}`, name] as const),
    ),
  );
  return folded.get(`${country}.${foldName(text)}`);
}
