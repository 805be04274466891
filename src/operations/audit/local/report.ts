import { z } from 'zod';

import { Level } from '../../../kernel/level.ts';

const nullable = z.string().nullable();
const DayHours = z.object({ day: z.string(), open: z.array(z.object({ from: z.string(), to: z.string() })) });

const Evidence = z
  .enum(['match', 'partial', 'conflict', 'unknown'])
  .describe('unknown: the request, the website or the listing does not say.');
const Components = z.object({
  name: Evidence,
  phone: Evidence,
  address: Evidence,
  domain: Evidence,
  distance: Evidence,
});

const Candidate = z.object({
  place_id: z.string(),
  source: z.string(),
  name: z.string(),
  address: nullable,
  phone: nullable,
  website: nullable,
  score: z.number().describe('0-1; from 0.7 on it is taken for the business.'),
  components: Components,
  same_brand_other_location: z.boolean(),
});

const Listing = z.object({
  source: z.string(),
  place_id: z.string(),
  name: z.string(),
  address: nullable,
  phone: nullable,
  phone_e164: nullable,
  website: nullable,
  category: nullable,
  categories: z.array(z.string()),
  description: nullable,
  hours: z.array(DayHours).nullable(),
  rating: z.number().nullable(),
  review_count: z.int().nullable(),
  claimed: z.boolean().nullable(),
  photos: z.int().nullable(),
  coordinates: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  attribution: nullable.describe('Show it wherever you show the listing.'),
});

const Site = z.object({
  domain: z.string(),
  status: z.enum(['read', 'failed', 'disallowed']),
  note: nullable,
  pages: z.array(z.string()).describe('Pages of the website that were read.'),
  name: nullable,
  address: nullable,
  phones: z.array(z.string()),
  hours: z.array(DayHours).nullable(),
  structured_data_type: nullable.describe('Such as LocalBusiness or Dentist; null if the pages have no such markup.'),
  locations: z.int().nullable().describe('Businesses with an address that the pages describe in structured data.'),
});

const NAP_FIELDS = ['name', 'address', 'phone', 'website'] as const;
const Consistency = z.object({
  field: z.enum(NAP_FIELDS),
  listing: nullable,
  site: nullable,
  matches: z.boolean().nullable().describe('null if one of them does not show it.'),
  parts: z
    .array(z.object({ part: z.string(), matches: z.boolean().nullable() }))
    .nullable()
    .describe('Parts of the address; null for other fields.'),
});

export const LOCAL_COMPONENTS = ['standing', 'consistency', 'profile', 'reputation', 'landing_page'] as const;
export type LocalComponent = (typeof LOCAL_COMPONENTS)[number];

const Check = z.object({
  id: z.string(),
  component: z.enum(LOCAL_COMPONENTS),
  title: z.string(),
  status: z.enum(['pass', 'fail', 'unknown']).describe('unknown: no source shows it.'),
  severity: Level,
  evidence: nullable,
  fix: nullable.describe('null unless the check failed.'),
  why: nullable.describe('What the failure costs; null unless the check failed.'),
});
export type LocalCheck = z.infer<typeof Check>;

export const LocalReport = z.object({
  business: z.object({
    asked: z.string(),
    name: z.string(),
    name_source: z.enum(['request', 'structured_data', 'website', 'title', 'domain']),
    domain: nullable,
    location: z.string(),
    resolved_location: nullable,
    country: nullable.describe('ISO 3166-1 alpha-2; phone numbers without a country code are read as numbers of it.'),
  }),
  coverage: z
    .enum(['full', 'partial', 'none'])
    .describe(
      'none: no source has a listing under this name. partial: no listing is certain, or only the website was audited.',
    ),
  place_match: z.object({
    status: z
      .enum(['matched', 'uncertain', 'ambiguous', 'not_found', 'not_checked'])
      .describe('not_checked: no source of listings is connected, so only the website was audited.'),
    confidence: z.number().nullable().describe('0-1 of the best candidate; null without one.'),
    threshold: z.number(),
    components: Components.nullable(),
    candidates: z.array(Candidate),
  }),
  business_status: z.enum(['open', 'temporarily_closed', 'closed']).nullable(),
  listing: Listing.nullable(),
  site: Site.nullable(),
  source_of: z.record(z.string(), nullable).describe('For each field of listing, the source that shows it.'),
  reviews: z
    .object({
      count: z.int().nullable(),
      rating: z.number().nullable(),
      newest_at: nullable,
      distribution: z.array(z.int()).nullable().describe('Reviews with one to five stars.'),
    })
    .nullable(),
  nap_consistency: z.array(Consistency),
  hours_consistency: z
    .object({
      matches: z.boolean(),
      days: z.array(z.object({ day: z.string(), listing: z.string(), site: z.string(), matches: z.boolean() })),
    })
    .nullable()
    .describe('null unless both show hours that repeat weekly.'),
  site_consistency: z
    .array(
      z.object({
        field: z.enum(['name', 'address', 'phone', 'hours']),
        values: z.array(
          z.object({ value: z.string(), where: z.enum(['structured_data', 'text']), pages: z.array(z.string()) }),
        ),
        matches: z.boolean().nullable().describe('null if said once only, or if the site describes several branches.'),
      }),
    )
    .nullable()
    .describe('Where pages of the website contradict each other; null if none was read.'),
  duplicates: z
    .array(z.object({ place_id: z.string(), name: z.string(), address: nullable, phone: nullable }))
    .nullable()
    .describe('null if the source shows one listing for each search.'),
  landing_page: z
    .object({
      url: z.string(),
      status: z.enum(['read', 'failed', 'disallowed']),
      title: nullable,
      names_business: z.boolean().nullable(),
      names_town: z.boolean().nullable(),
      has_phone_link: z.boolean().nullable(),
      indexable: z.boolean().nullable(),
    })
    .nullable(),
  service_area: z.object({
    is_service_area_business: z.boolean().nullable().describe('false if a street address is shown; null if unknown.'),
    areas: z.array(z.string()),
  }),
  checks: z.array(Check),
  readiness_score: z.int().nullable().describe('0-100; null unless the listing is certain.'),
  score_components: z.record(z.string(), z.int().nullable()).nullable().describe('They add up to the score.'),
  score_coverage: z.number().nullable().describe('0-1: share of the score whose facts are known.'),
  priority: Level.nullable().describe('How much is left to do; null if less than half of the score is known.'),
  competitors_nearby: z
    .array(
      z.object({
        rank: z.int().nullable(),
        name: z.string(),
        place_id: nullable,
        rating: z.number().nullable(),
        review_count: z.int().nullable(),
        distance_m: z.int().nullable(),
      }),
    )
    .nullable()
    .describe('null if no connected source shows them.'),
  competitors_query: nullable,
  notes: z.array(z.string()).describe('What limits this audit.'),
});
export type LocalReport = z.infer<typeof LocalReport>;
