import { z } from 'zod';

const nullable = z.string().nullable();

export const Share = z.object({
  value: z.number().describe('0-1.'),
  low: z.number().describe('95% interval (Wilson).'),
  high: z.number(),
  hits: z.int(),
  n: z.int(),
});

export const Metrics = z.object({
  cells: z.int().describe('Searches that were answered with local results.'),
  visibility_share: Share.nullable().describe('Share of those in which the business is shown; null without any.'),
  share_found: z.number().nullable().describe('The same share, as the weight of average_rank.'),
  average_rank: z.number().nullable().describe('Mean position (ARP) over the searches in which the business is shown.'),
  arp: z.number().nullable().describe('Same as average_rank.'),
  atrp: z
    .object({ value: z.number(), not_found_rank: z.int() })
    .nullable()
    .describe('Mean position over all of the searches; those without the business count as not_found_rank.'),
  solv: Share.nullable().describe('Share of local voice: searches in which the business is among the first three.'),
});
export type Metrics = z.infer<typeof Metrics>;

const PackListing = z.object({
  rank: z.int(),
  name: nullable,
  place_id: nullable,
  domain: nullable,
  address: nullable,
  rating: z.number().nullable(),
  reviews: z.int().nullable(),
  match: z
    .enum(['own', 'same_brand_other_location', 'possible', 'other'])
    .describe('possible: the name fits, but nothing else shows that it is the business.'),
});
export type PackListing = z.infer<typeof PackListing>;

const CellChange = z.object({
  from: z.int().nullable(),
  to: z.int().nullable(),
  from_checked_at: z.string(),
  kind: z
    .enum(['same', 'moved', 'entered', 'left', 'unknown'])
    .describe('entered, left: the listings read. unknown: one of the checks cannot tell.'),
  within_noise: z.boolean().describe('The checks differ by no more than positions usually vary.'),
});

const Cell = z.object({
  keyword: z.string(),
  location: z.string(),
  location_index: z.int(),
  surface: z.enum(['pack', 'finder', 'maps']).describe('Where the listings were read. Ranks differ between them.'),
  engine: z.string(),
  source: nullable,
  searched_from: z.enum(['coordinates', 'place']),
  checked_at: z.string(),
  pack_present: z.boolean().nullable().describe('false: the search shows no local results.'),
  in_pack: z
    .boolean()
    .nullable()
    .describe('Among the listings read; null without local results, or if a listing may be the business.'),
  position: z.int().nullable(),
  matched_by: z.enum(['place_id', 'domain', 'name_and_phone', 'name_and_address']).nullable(),
  match_confidence: z.number().nullable().describe('0-1.'),
  pack: z.array(PackListing),
  same_brand_other_location: z.array(
    z.object({ rank: z.int(), name: nullable, address: nullable, place_id: nullable }),
  ),
  organic_position: z.int().nullable().describe('null if not among the results read, or if none were read.'),
  organic_url: nullable,
  organic_depth: z.int().nullable().describe('Organic results read; null if none were.'),
  change: CellChange.nullable().describe('Against the newest kept check of this search before; null if none is kept.'),
});
export type Cell = z.infer<typeof Cell>;

const Gap = z.object({
  keyword: z.string(),
  location: z.string(),
  reason: z.string().describe('Code of the error.'),
  message: z.string(),
});

const Comparison = z.object({
  cells: z.int().describe('Searches that showed local results in both checks; only these are compared.'),
  checked_from: z.string().describe('The earlier checks were made from then'),
  checked_to: z.string().describe('to then.'),
  visibility_share_before: Share.nullable(),
  visibility_share_now: Share.nullable(),
  average_rank_before: z.number().nullable(),
  average_rank_now: z.number().nullable(),
  solv_before: Share.nullable(),
  solv_now: Share.nullable(),
  entered: z.int().describe('Searches that show the business now and did not before.'),
  left: z.int(),
  moved: z.int().describe('Searches that show it at another position.'),
  cells_beyond_noise: z.int().describe('Searches whose change is more than noise.'),
  within_noise: z.boolean().describe('The intervals of both shares overlap: no gain and no loss.'),
});

export const VisibilityReport = z.object({
  domain: z.string(),
  business: z.object({
    names: z.array(z.string()),
    phones: z.array(z.string()),
    address: nullable,
    place_id: nullable,
    known_from: z.array(z.enum(['request', 'brand', 'website'])),
  }),
  match_rule: z.string(),
  language: z.string(),
  device: z.enum(['desktop', 'mobile']).nullable().describe('null leaves it to the source.'),
  locations: z.array(
    z.object({
      asked: z.string(),
      name: z.string(),
      location_code: z.int(),
      coordinates: z
        .object({ latitude: z.number(), longitude: z.number() })
        .nullable()
        .describe('From imported geotargets and GeoNames; null if none are known for the place.'),
    }),
  ),
  coverage: z.enum(['full', 'partial']).describe('partial: some searches failed; see gaps.'),
  surface: z.enum(['pack', 'finder', 'maps']).describe('The surface that all shares and averages are about.'),
  matrix: z.array(Cell).describe('Keywords in the order of the request, each with its locations.'),
  ...Metrics.shape,
  pack_present: Share.nullable().describe('Share of the answered searches that show local results.'),
  same_brand_other_location: z.int().describe('Searches that show another location of the brand.'),
  by_keyword: z.array(Metrics.extend({ keyword: z.string() })),
  by_location: z.array(Metrics.extend({ location: z.string() })),
  competitors: z.array(
    z.object({
      name: z.string(),
      domain: nullable,
      cells: z.int(),
      share: Share,
      average_rank: z.number(),
      solv: Share,
    }),
  ),
  comparison: Comparison.nullable().describe('With the newest kept checks before; null if none are kept.'),
  gaps: z.array(Gap),
  notes: z.array(z.string()),
});
export type VisibilityReport = z.infer<typeof VisibilityReport>;
