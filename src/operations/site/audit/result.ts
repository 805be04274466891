import { z } from 'zod';

const Area = z.enum(['indexing', 'links', 'content', 'international', 'technical']);
const Severity = z
  .enum(['critical', 'high', 'medium', 'low', 'notice'])
  .describe('A notice is worth knowing and costs no points.');
const points = (what: string) => z.number().nullable().describe(what);

const Crawl = z.object({
  id: z.string(),
  started_at: z.string(),
  ended_at: z.string().nullable().describe('null while the crawl runs: the audit is preliminary.'),
  pages_known: z.int().describe('Addresses of the site that robots.txt allows.'),
  pages_read: z.int().describe('Addresses that answered, dead ones and redirects included.'),
  is_complete: z.boolean().describe('Whether the crawl reached the whole site.'),
  incomplete_because: z.array(z.string()),
});

const Pages = z.object({
  html: z.int(),
  indexable: z.int().describe('HTML pages without noindex that are their own canonical and open to Googlebot.'),
  noindex: z.int(),
  redirects: z.int(),
  dead: z.int(),
  errors: z.int().describe('Server errors.'),
  refused: z.int().describe('401, 403, 429 or a challenge: about the crawler, not about the page.'),
  failed: z.int().describe('No answer.'),
  blocked: z.int().describe('By robots.txt.'),
  not_reached: z.int().describe('Linked, but not read by this crawl.'),
});

const Cause = z.object({
  rule: z.string(),
  cause: z
    .string()
    .nullable()
    .describe('The dead target, template or page behind all of these findings; null when there is no single one.'),
  severity: Severity,
  title: z.string(),
  why: z.string(),
  fix: z.string(),
  effort: z.enum(['one_place', 'few', 'many']).describe('How many places have to be changed.'),
  findings: z.int(),
  pages: z.int(),
  score_gain: points('Points that the score gains when this is fixed.'),
  examples: z.array(z.string()).describe('Up to three addresses.'),
});

const Rule = z.object({
  id: z.string(),
  area: Area,
  severity: Severity,
  status: z
    .enum(['failing', 'passed', 'not_applicable', 'not_checked', 'muted'])
    .describe(
      'not_checked: the crawl did not see what the rule needs, or not enough of it to say that nothing fails; note says why.',
    ),
  title: z.string(),
  why: z.string(),
  fix: z.string(),
  failing: z.int().describe('Pages that fail.'),
  applicable: z.int().describe('Pages that could fail.'),
  share: z.number().describe('0–1, weighted by internal PageRank.'),
  score_gain: points('Points that the score gains when the rule passes everywhere.'),
  note: z.string().nullable(),
  changes: z
    .object({ new: z.int(), fixed: z.int(), still: z.int() })
    .nullable()
    .describe('Findings against the earlier crawl; null where the rule cannot be compared.'),
});

const Finding = z.object({
  rule: z.string(),
  url: z.string(),
  item: z.string().nullable().describe('What on the page: the target of a link, a language, a sitemap.'),
  cause: z.string().nullable(),
  detail: z.string().nullable(),
});

const Changes = z.object({
  compared_with: z.string().describe('Id of the earlier crawl.'),
  new: z.int(),
  fixed: z.int().describe('Read again, and no longer failing.'),
  still: z.int(),
  gone: z.int().describe('The page itself is gone.'),
  not_checked: z.int().describe('Not read this time, so their state is unknown.'),
});

export const SiteAudit = z.object({
  site: z.string(),
  crawl: Crawl.nullable().describe('null where the site has not been crawled.'),
  health_score: points('0–100; null where too little was read to judge the site.'),
  score_of: z.string().describe('What the score is of, or why there is none.'),
  areas: z
    .object({
      indexing: z.int(),
      links: z.int(),
      content: z.int(),
      international: z.int(),
      technical: z.int(),
    })
    .nullable()
    .describe('The same score for each area alone.'),
  pages: Pages.nullable(),
  causes: z
    .array(Cause)
    .describe(
      'Up to ten causes, biggest gain first: fix these before you look at individual pages. With rule, only the causes of that rule.',
    ),
  rules: z.array(Rule).describe('Failing rules first, by points; with rule, that one alone.'),
  muted: z
    .array(
      z.object({ rule: z.string(), url: z.string().nullable(), title: z.string(), findings: z.int(), pages: z.int() }),
    )
    .describe('What the site mutes, with the findings that are left out of causes and score; null is every address.'),
  items: z.array(Finding).describe('Findings of the rule that was asked for; empty without one.'),
  total_count: z.int().nullable().describe('Findings of that rule; null without one.'),
  limit: z.int(),
  offset: z.int(),
  changes: Changes.nullable(),
  not_compared_because: z
    .string()
    .nullable()
    .describe('Why there is no comparison; next to changes, what the comparison leaves out.'),
  history: z.array(
    z.object({
      crawl_id: z.string(),
      started_at: z.string(),
      health_score: z.number().nullable(),
      pages_read: z.int(),
      has_same_rules: z
        .boolean()
        .describe('false: an earlier version of the rules made this score, so part of the difference is theirs.'),
    }),
  ),
});
export type SiteAudit = z.infer<typeof SiteAudit>;
