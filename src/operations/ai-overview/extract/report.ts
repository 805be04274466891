import { z } from 'zod';

const READINGS = ['read', 'not_read', 'disallowed', 'failed'] as const;

const Reference = z.object({
  url: z.string(),
  domain: z.string(),
  title: z.string().nullable(),
  position: z.int().describe('Position among the references; a page cited twice counts once.'),
  organic_rank: z.int().nullable().describe('Position in the organic results; null if it is not among them.'),
  own: z
    .boolean()
    .nullable()
    .describe(
      'Whether it is on target_domain or, by default, on a domain of your brand, subdomains included; null without either.',
    ),
});

const Candidate = z.object({
  url: z.string(),
  domain: z.string(),
  title: z.string().nullable(),
  position: z.int().nullable().describe('Organic position; null for pages that are cited without ranking.'),
  cited: z.boolean().nullable().describe('null if no AI Overview was seen.'),
  own: z.boolean().nullable(),
  reading: z
    .enum(READINGS)
    .describe('not_read: beyond the sample. disallowed: robots.txt. failed: the page could not be read.'),
  reading_note: z.string().nullable(),
  extractable_passage: z
    .string()
    .nullable()
    .describe('Sentences on the page that answer the query; null if none do or the page was not read.'),
  passage_heading: z.string().nullable(),
  paraphrase_match: z
    .object({ words: z.int(), text: z.string() })
    .nullable()
    .describe('Longest run of words that the page and the AI Overview share; null if shorter than four words.'),
  reasons: z.array(z.string()),
});

const Share = {
  value: z.number().describe('0-1.'),
  low: z.number().describe('95% interval.'),
  high: z.number(),
};

export const OverviewReport = z.object({
  keyword: z.string(),
  engine: z.string(),
  location: z.string().nullable(),
  location_code: z.int().nullable(),
  language: z.string(),
  device: z.enum(['desktop', 'mobile']).nullable(),
  checked_at: z.string().nullable(),
  ai_overview_detected: z.boolean().nullable().describe('In this check; null if the source cannot see AI Overviews.'),
  overview_status: z
    .enum(['present', 'absent', 'async_not_loaded', 'unavailable'])
    .describe('async_not_loaded: the page has one, but its text was not fetched.'),
  overview: z
    .object({
      markdown: z.string(),
      blocks: z.array(z.object({ kind: z.string(), text: z.string() })),
      word_count: z.int(),
    })
    .nullable(),
  references: z.array(Reference).nullable(),
  organic_overlap: z
    .object({ ...Share, ranking: z.int(), n: z.int().describe('References.') })
    .nullable()
    .describe('Share of the references that rank among the organic results of this check.'),
  present_in: z
    .object({
      checks: z.int().describe('Checks that showed an AI Overview.'),
      of: z.int().describe('Checks of this series whose source could see one, including this one.'),
      low: Share.low,
      high: Share.high,
    })
    .nullable(),
  previously: z
    .object({ status: z.enum(['present', 'absent', 'async_not_loaded']), checked_at: z.string() })
    .nullable()
    .describe('The previous check.'),
  organic_results: z.int().nullable().describe('Null before your own index has read a page.'),
  candidates: z.array(Candidate),
  target_coverage: z
    .object({
      name: z.string().describe('target_domain, or the name of your project’s brand.'),
      domain: z.string().describe('The first of domains.'),
      domains: z.array(z.string()),
      cited: z.boolean().nullable(),
      cited_urls: z.array(z.string()).nullable(),
      ranking_position: z.int().nullable().describe('Best organic position; null if not among the results checked.'),
      ranking_url: z.string().nullable(),
      depth_checked: z.int(),
      matching_candidates: z.array(z.string()),
      missing_elements: z.array(z.string()),
    })
    .nullable()
    .describe('null without target_domain if your project has no brand with domains.'),
  notes: z.array(z.string()).describe('What limits this check.'),
});
export type OverviewReport = z.infer<typeof OverviewReport>;
