import { figureText } from '../model/values.ts';
import { causesOf, periodOf, spanOf } from './fact-texts.ts';
import { lineOf } from './make.ts';
import { named, report } from './report.ts';

/** Whether a page loses, since when, and why. */
export const decay = report('content-decay.detect', {
  place: 'rankings',
  from: { serp: [], links: [] },
  title: (input) => `Is ${named(input, 'url')} losing?`,
  answer: ({ decay_audit: r }, say) => {
    if (r.status === 'insufficient_data') return '';
    if (r.within_noise === true) return say.strong('Stable') + ': what changed is within the usual swing.';
    const [cause] = r.likely_causes;
    return (
      say.strong(
        r.status === 'decaying'
          ? `Losing: down ${say.figure(r.decay_percent, 'percent')}`
          : r.status === 'improving'
            ? `Growing: up ${say.figure(Math.abs(r.decay_percent ?? 0), 'percent')}`
            : 'Stable',
      ) +
      (r.first_decline_at === null ? '' : ` since ${r.first_decline_at}`) +
      (cause === undefined ? '.' : `, likely because of ${CAUSES[cause.cause] ?? cause.cause}.`)
    );
  },
  cards: [
    { field: 'decay_audit.status', label: 'State' },
    { field: 'decay_audit.decay_percent', label: 'Lost', unit: 'percent', better: 'lower' },
    { field: 'decay_audit.confidence', label: 'Confidence', unit: 'share' },
    { field: 'decay_audit.slope_per_day', label: 'Slope a day', better: 'higher' },
    { field: 'decay_audit.traffic_at_risk.clicks_per_month', label: 'Clicks at risk a month', better: 'lower' },
    {
      field: 'decay_audit.year_over_year.change_percent',
      label: 'Against last year',
      unit: 'percent',
      better: 'higher',
    },
  ],
  charts: [
    {
      title: 'Clicks',
      draws: ['decay_audit.points'],
      spec: ({ decay_audit: { points, first_decline_at } }) => {
        const line = lineOf(points, ({ from }) => from, [
          { name: 'Clicks', of: ({ clicks }) => clicks },
          { name: 'A year before', of: ({ last_year_clicks }) => last_year_clicks, isBefore: true },
        ]);
        const at = first_decline_at === null ? undefined : line?.x.findLast((from) => from <= first_decline_at);
        return line === undefined || at === undefined ? line : { ...line, events: [{ at, name: 'decline begins' }] };
      },
    },
    {
      title: 'Average position',
      draws: ['decay_audit.points'],
      spec: ({ decay_audit: { points } }) =>
        lineOf(points, ({ from }) => from, [{ name: 'Position', of: ({ position }) => position }], 'position'),
    },
  ],
  tables: {
    'decay_audit.likely_causes': {
      title: 'Likely causes',
      columns: ['cause › evidence', 'figure', 'unit', 'before', 'after', 'lost_clicks', 'share'],
      tab: 'Causes',
    },
    'decay_audit.points': {
      title: 'Periods',
      columns: ['from', 'clicks', 'impressions', 'position', 'last_year_clicks'],
      sort: '-from',
      tab: 'Periods',
    },
    'decay_audit.known_breaks': { title: 'Known breaks in the data', columns: ['from', 'to', 'note'], tab: 'Breaks' },
  },
  facts: [
    {
      field: 'decay_audit.traffic_at_risk',
      label: 'Clicks at risk, range',
      text: ({ decay_audit: audit }) =>
        spanOf(audit.traffic_at_risk?.low, audit.traffic_at_risk?.high, 'clicks_a_month'),
    },
    {
      field: 'decay_audit.year_over_year',
      label: 'Clicks against last year',
      text: ({ decay_audit: { year_over_year: year } }) =>
        year === null
          ? null
          : `${figureText(year.clicks, 'count')} against ${figureText(year.last_year_clicks, 'count')}`,
    },
    { field: 'decay_audit.scopes.keyword.decay_percent', label: 'Lost by the keyword', unit: 'percent' },
    { field: 'decay_audit.scopes.page.decay_percent', label: 'Lost by the page', unit: 'percent' },
    {
      field: 'decay_audit.season_adjusted',
      label: 'Lost, without seasonality',
      text: ({ decay_audit: { season_adjusted: lost } }) =>
        lost === null
          ? null
          : `${figureText(lost.percent, 'percent')}, ${spanOf(lost.low, lost.high, 'percent') ?? ''}`,
    },
    {
      field: 'decay_audit.worst_interval',
      label: 'Steepest fall',
      text: ({ decay_audit: { worst_interval: worst } }) =>
        worst === null
          ? null
          : `${periodOf(worst) ?? ''}: ${figureText(worst.before, 'count')} → ${figureText(worst.after, 'count')} (${figureText(worst.change_percent, 'percent')})`,
    },
    {
      field: 'decay_audit.seasonal_expectation',
      label: 'Expected from the season alone',
      text: ({ decay_audit: { seasonal_expectation: season } }) =>
        season === null
          ? null
          : `${figureText(season.expected, 'count')} clicks, seen ${figureText(season.observed, 'count')}`,
    },
    {
      field: 'decay_audit.causes_considered',
      label: 'Causes looked at',
      text: ({ decay_audit: { causes_considered: causes } }) => causesOf(causes),
    },
    { field: 'decay_audit.page.title', label: 'Title of the page' },
    { field: 'decay_audit.page.status_code', label: 'HTTP status of the page' },
    { field: 'decay_audit.page.words_count', label: 'Length of the page', unit: 'words' },
    { field: 'decay_audit.page.referring_domains', label: 'Domains that link to the page' },
    { field: 'decay_audit.page.age_days', label: 'Age of the page', unit: 'days' },
    {
      field: 'decay_audit.rank_history',
      label: 'Position on stored result pages',
      isOptional: true,
      text: ({ decay_audit: { rank_history: ranks } }) =>
        ranks === null || (ranks.before === null && ranks.after === null)
          ? null
          : `${ranks.before ?? 'unknown'} → ${ranks.after ?? 'unknown'}, ${ranks.checks === 1 ? '1 check' : `${ranks.checks} checks`}`,
    },
  ],
  left_out: [
    'decay_audit.recovery_steps',
    'decay_audit.threshold',
    'decay_audit.slopes',
    'decay_audit.scopes.keyword.clicks',
    'decay_audit.scopes.keyword.previous_clicks',
    'decay_audit.scopes.page.clicks',
    'decay_audit.scopes.page.previous_clicks',
    'decay_audit',
    'coverage',
    'state',
  ],
});

const CAUSES: Readonly<Record<string, string>> = {
  technical: 'a fault of the page',
  rank: 'lower positions',
  demand: 'fewer searches',
  clicks_lost_above: 'clicks lost to what stands above',
  cannibalised: 'another page of yours',
  competitor: 'a competitor',
  stale: 'old content',
};
