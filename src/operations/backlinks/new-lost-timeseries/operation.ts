import { z } from 'zod';

import { target } from '../../../contract/fields.ts';
import { refuseIf } from '../../../contract/input-check.ts';
import { defineOperation } from '../../../contract/operation.ts';
import type { InputIssue } from '../../../kernel/errors.ts';
import { GROUPS } from '../../../links/calendar.ts';
import { includeIndirectLinks } from '../../../links/fields.ts';
import { SPAM_HIGH } from '../../../links/quality.ts';
import { parseTarget } from '../../../web/target.ts';
import { analyzeTimeseries, TimeseriesReport } from './new-lost-timeseries.ts';
import { planTimeseries, summarizeTimeseries } from './plan.ts';
import { checkRange, EARLIEST_DAY, POINTS_MAX, resolveRange } from './range.ts';

const ID = 'backlinks.new-lost-timeseries';

export default defineOperation({
  id: ID,
  method: 'POST',
  path: '/backlinks/new-lost-timeseries',
  group: 'Backlinks',
  title: 'Track new and lost backlinks',
  description:
    'Counts new and lost backlinks and referring domains over time. ' +
    'Has a point for every day, week, month or year, without gaps. ' +
    'Adds the totals at the end of each period, loss rate, strongest periods and momentum. Periods without crawl data are null, not 0.',
  runs: 'inline',
  guidance: 'workflow',
  needs: { links: {} },

  input: z.object({
    target: target().describe(
      'Domain or subdomain without protocol; a leading www. is ignored. Single pages are not supported.',
    ),
    date_from: z
      .string()
      .trim()
      .optional()
      .describe(
        `First day, yyyy-mm-dd, not before ${EARLIEST_DAY}. Default: 30 days, 26 weeks, 12 months or 10 years up to date_to.`,
      ),
    date_to: z
      .string()
      .trim()
      .optional()
      .describe('Last day, yyyy-mm-dd (UTC). Defaults to today; later dates count as today.'),
    group_range: z
      .enum(GROUPS)
      .default('month')
      .describe(`Length of a period; weeks start on Monday. A response has at most ${POINTS_MAX} periods.`),
    include_indirect_links: includeIndirectLinks(),
    include_subdomains: z.boolean().default(true).describe('Include links to subdomains of the target.'),
  }),
  result: TimeseriesReport,

  price: { rule: '5 credits', credits: () => 5 },
  example: { target: 'harbour-bikes.example', date_from: '2026-02-01', date_to: '2026-03-31', group_range: 'week' },

  rules: (input) => [...checkTarget(input.target), ...checkRange(input)],

  async run(input, { ports, now }) {
    const range = resolveRange(input, now.toISOString().slice(0, 10));
    if (!('date_from' in range)) {
      refuseIf(ID, range);
      throw new Error('A range that is refused names no issue.');
    }
    const parsed = parseTarget(input.target.trim().replace(WWW, ''));
    const { group_range, include_subdomains, include_indirect_links } = input;
    const record = await ports.links.timeseries({
      target: parsed,
      include_subdomains,
      include_indirect_links,
      ...range,
      group: group_range,
      spam_score_min: SPAM_HIGH,
    });
    const report = analyzeTimeseries(record, { target: parsed, include_subdomains, group_range, ...range });
    return {
      result: report,
      guidance: planTimeseries(report),
      markdown_summary: summarizeTimeseries(report),
    };
  },
});

/** The interface takes domains without it; `www.com` is a domain of its own. */
const WWW = /^www\.(?=[^.]+\.)/i;

function checkTarget(written: string): InputIssue[] {
  const parsed = parseTarget(written);
  if (parsed.type !== 'page') return [];
  return [
    {
      path: 'target',
      message: `must be a domain or subdomain without protocol and path; send ${parsed.host.replace(WWW, '')}`,
    },
  ];
}
