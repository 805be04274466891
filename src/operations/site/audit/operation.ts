import { z } from 'zod';

import { AUDIT_RULES } from '../../../audit/rule.ts';
import { limit, printable, target } from '../../../contract/fields.ts';
import { defineOperation } from '../../../contract/operation.ts';
import { parseTarget } from '../../../web/target.ts';
import { auditCsv } from './csv.ts';
import { planSiteAudit, summarizeSiteAudit } from './plan.ts';
import { presentAudit } from './present.ts';
import { SiteAudit } from './result.ts';

const Rule = z
  .string()
  .refine((id) => AUDIT_RULES.has(id), 'must be the id of a rule, as `rules` of an answer lists them');

export default defineOperation({
  id: 'site.audit',
  method: 'POST',
  path: '/site/audit',
  group: 'Content and page quality',
  title: 'Audit a whole site',
  description:
    'Audits a site from its last crawl, without fetching anything. ' +
    'Leads with at most ten causes, each with its fix and the points it gains, then every rule with its share of pages. ' +
    'Compares with the crawl before: what is new, fixed, still there or not checked. ' +
    'Send a rule to list its pages. Crawl the site first with crawls.create.',
  runs: 'inline',
  guidance: 'workflow',
  needs: { sites: {} },

  input: z.object({
    site: target().describe(
      'Domain (example.com), subdomain (blog.example.com), or the URL of a folder to audit only that.',
    ),
    crawl_id: printable(80).optional().describe('ID of the crawl to audit. Default: the last that followed links.'),
    compare_with: printable(80)
      .optional()
      .describe('The crawl to compare with. Default: the last one with the same settings.'),
    mute: z
      .array(Rule)
      .max(100)
      .default([])
      .describe(
        'Ids of rules that you have decided to live with: they stay listed, but no longer count towards causes or the score. PATCH /sites/{id} mutes them for good.',
      ),
    rule: Rule.optional().describe('List the findings of this rule in items.'),
    cause: z.string().max(2048).optional().describe('Only findings with this cause, as `causes` names it.'),
    limit: limit({ max: 1000, default: 100 }),
    offset: z.int().min(0).max(5_000_000).default(0).describe('Rows to skip, for paging.'),
    format: z
      .enum(['json', 'csv'])
      .default('json')
      .describe('csv: over REST and in the terminal, returns the findings of the rule, or all rules, as a table.'),
  }),
  result: SiteAudit,
  csv: auditCsv,
  rules: ({ cause, rule }) =>
    cause !== undefined && rule === undefined ? [{ path: 'cause', message: 'needs the rule that it belongs to' }] : [],

  price: { rule: '5 credits', credits: () => 5 },
  example: { site: 'harbour-bikes.example' },

  async run(input, { ports, muting }) {
    const site = parseTarget(input.site, 'site');
    const record = await ports.sites.audit({
      site,
      crawl_id: input.crawl_id,
      compare_with: input.compare_with,
      muted: input.mute,
      muting: await muting(input.site),
      rule: input.rule,
      cause: input.cause,
      limit: input.limit,
      offset: input.offset,
    });
    const audit = presentAudit(site.value, record, input);
    return { result: audit, guidance: planSiteAudit(audit), markdown_summary: summarizeSiteAudit(audit) };
  },
});
