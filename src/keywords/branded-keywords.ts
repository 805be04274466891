import { z } from 'zod';

export const BrandCounts = z
  .object({ branded: z.int(), unbranded: z.int() })
  .nullable()
  .describe('Keywords with and without your brand; null if the project has none.');
type BrandCounts = z.infer<typeof BrandCounts>;

interface BrandedRow {
  readonly is_brand: boolean | null;
}

export function countBranded(rows: readonly BrandedRow[], hasBrand: boolean): BrandCounts {
  if (!hasBrand) return null;
  const branded = rows.filter(({ is_brand }) => is_brand === true).length;
  return { branded, unbranded: rows.length - branded };
}

/** The rows worth planning for: those in which people do not already ask for the brand. */
export function withoutBranded<Row extends BrandedRow>(rows: readonly Row[]): Row[] {
  return rows.filter(({ is_brand }) => is_brand !== true);
}
