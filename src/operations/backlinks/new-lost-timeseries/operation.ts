import { z } from 'zod';

import {
  analyzeTimeseries,
  EARLIEST_DAY,
  GROUPS,
  POINTS_MAX,
  rangeIssues,
  rangeOf,
  timeseriesPlan,
  TimeseriesReport,
  timeseriesSummary,
} from './new-lost-timeseries.ts';
import { observedElsewhere } from './plan.ts';
import { target } from '../../../contract/fields.ts';
import { refuseIf } from '../../../contract/input-check.ts';
import { defineOperation } from '../../../contract/operation.ts';
import type { PlannedCall } from '../../../contract/workflow.ts';
import type { InputIssue } from '../../../kernel/errors.ts';
import { parseTarget } from '../../../web/target.ts';

const ID = 'backlinks.new-lost-timeseries';

export default defineOperation({
  id: ID,
  method: 'POST',
  path: '/backlinks/new-lost-timeseries',
  group: 'Backlinks',
  title: 'Track new and lost backlinks',
  description:
    'New and lost backlinks and referring domains by day, week, month or year, without gaps, with what stood at the end of ' +
    'each period, loss rate, strongest periods and momentum. Periods in which nothing was observed are null, not 0.',
  runs: 'inline',
  guidance: 'workflow',
  needs: ['links'],

  input: z.object({
    target: target().describe('Domain or subdomain without protocol; a leading www. is left out. Not one page.'),
    date_from: z
      .string()
      .trim()
      .optional()
      .describe(
        `First day, yyyy-mm-dd, not before ${EARLIEST_DAY}. Left out: 30 days, 26 weeks, 12 months or 10 years up to date_to.`,
      ),
    date_to: z
      .string()
      .trim()
      .optional()
      .describe('Last day, yyyy-mm-dd (UTC); today when left out or later than that.'),
    group_range: z
      .enum(GROUPS)
      .default('month')
      .describe(`Length of a period; weeks begin on Monday. One answer holds at most ${POINTS_MAX} periods.`),
    include_subdomains: z.boolean().default(true).describe('Count links to subdomains of the target too.'),
  }),
  result: TimeseriesReport,

  price: { rule: '5 credits', credits: () => 5 },
  example: { target: 'harbour-bikes.example', date_from: '2026-02-01', date_to: '2026-03-31', group_range: 'week' },

  rules: (input) => [...targetIssues(input.target), ...rangeIssues(input)],

  async run(input, { ports, now }) {
    const range = rangeOf(input, now.toISOString().slice(0, 10));
    if (!('date_from' in range)) {
      refuseIf(ID, range);
      throw new Error('A range that is refused names no issue.');
    }
    const parsed = parseTarget(input.target.trim().replace(WWW, ''));
    const { group_range, include_subdomains } = input;
    const record = await ports.links.timeseries({
      target: parsed,
      include_subdomains,
      ...range,
      group: group_range,
    });
    const report = analyzeTimeseries(record, { target: parsed, include_subdomains, group_range, ...range });
    return {
      result: report,
      guidance: { ...timeseriesPlan(report), next_calls: nextCalls(report) },
      markdown_summary: timeseriesSummary(report),
    };
  },
});

/** What the interface wants left out; `www.com` is a domain of its own. */
const WWW = /^www\.(?=[^.]+\.)/i;

function targetIssues(written: string): InputIssue[] {
  const parsed = parseTarget(written);
  if (parsed.type !== 'page') return [];
  return [
    {
      path: 'target',
      message: `must be a domain or subdomain without protocol and path; send ${parsed.host.replace(WWW, '')}`,
    },
  ];
}

function nextCalls(report: TimeseriesReport): PlannedCall[] {
  const { value } = report.target;
  const { totals } = report;
  const elsewhere = observedElsewhere(report);
  if (elsewhere !== undefined) return elsewhereCalls(report, elsewhere);
  if (report.observed_points === 0) return [];
  const calls: PlannedCall[] = [];
  if ((totals.lost_backlinks ?? 0) > 0)
    calls.push({
      operation: 'backlinks.list',
      body: { target: value, backlinks_status_type: 'lost', sort_by: 'lost_date', mode: 'as_is' },
      reason: 'Lists the lost links, newest first.',
    });
  if ((totals.lost_referring_domains ?? 0) > 0)
    calls.push({
      operation: 'backlinks.referring-domains',
      body: { target: value, backlinks_status_type: 'lost', sort_by: 'lost_date' },
      reason: 'Lists the domains that lost links, newest loss first.',
    });
  if ((totals.new_backlinks ?? 0) > 0)
    calls.push({
      operation: 'backlinks.list',
      body: { target: value, sort_by: 'first_seen', mode: 'as_is' },
      reason: 'Lists the links that stand, newest first.',
    });
  calls.push(...closerCalls(report));
  if (calls.length === 0)
    calls.push({
      operation: 'backlinks.summary',
      body: { target: value, include_subdomains: report.include_subdomains, backlinks_status_type: 'all' },
      reason: 'Shows what links to the target at all, whenever it came.',
    });
  return calls;
}

/** The strongest loss, or else the strongest gain, by days. */
function closerCalls(report: TimeseriesReport): PlannedCall[] {
  const { include_subdomains, group_range: group, points } = report;
  const strongest = report.strongest_loss ?? report.strongest_gain;
  if (strongest === null || group === 'day') return [];
  const at = points.findIndex(({ period }) => period === strongest.period);
  const next = points[at + 1]?.period;
  const date_from = strongest.period < report.date_from ? report.date_from : strongest.period;
  return [
    {
      operation: ID,
      body: {
        target: report.target.value,
        include_subdomains,
        date_from,
        // The first day of the next period is one day too many and needs no calendar.
        date_to: next ?? report.date_to,
        group_range: 'day',
      },
      reason: `Shows on which days of that ${group} it happened.`,
    },
  ];
}

function elsewhereCalls(report: TimeseriesReport, observed: { from: string; to: string }): PlannedCall[] {
  if (observed.to < EARLIEST_DAY) return [];
  const date_from = observed.from < EARLIEST_DAY ? EARLIEST_DAY : observed.from;
  return [
    {
      operation: ID,
      body: {
        target: report.target.value,
        include_subdomains: report.include_subdomains,
        date_from,
        date_to: observed.to,
        group_range: 'month',
      },
      reason: 'The days on which the index did fetch pages.',
    },
  ];
}
