import { labelOf } from '../model/words.ts';
import { decay } from './decay.ts';
import { curveName, periodOf } from './fact-texts.ts';
import { barsOf, sharesOf } from './make.ts';
import { rankTracking } from './rank-tracking.ts';
import { named, report } from './report.ts';
import { rivals } from './rivals.ts';

const LIST = ['limit', 'offset', 'units'] as const;

export const rankings = [
  report('domain.ranked-keywords', {
    place: 'rankings',
    from: { serp: [], links: [] },
    has_export: true,
    title: (input) => `Keywords that ${named(input, 'target')} ranks for`,
    answer: (r, say) =>
      say.strong(
        `${say.count(r.total_count, 'keyword')}, ${say.figure(r.position_distribution?.top10)} in the top 10`,
      ) +
      (r.movements === null
        ? '.'
        : `; ${(r.total_count ?? 0) > r.items.length ? 'of those shown, ' : ''}${r.movements.up} rose and ${r.movements.down} fell.`),
    cards: [
      { field: 'total_count', label: 'Keywords', better: 'higher' },
      { field: 'position_distribution.top3', label: 'Top 3', better: 'higher' },
      { field: 'position_distribution.top10', label: 'Top 10', better: 'higher' },
      { field: 'totals.clicks', label: 'Clicks', better: 'higher' },
      { field: 'totals.impressions', label: 'Impressions', better: 'higher' },
      { field: 'movements.lost', label: 'Lost among those shown', better: 'lower' },
    ],
    charts: [
      {
        title: 'Where the keywords stand',
        draws: ['position_distribution'],
        spec: ({ position_distribution: d }) =>
          d === null
            ? undefined
            : sharesOf({
                top_3: d.top3,
                'positions_4–10': minus(d.top10, d.top3),
                'positions_11–20': minus(d.top20, d.top10),
                'positions_21–50': minus(d.top50, d.top20),
                'positions_51–100': minus(d.top100, d.top50),
              }),
      },
      { title: 'What moved', draws: ['movements'], spec: (r) => barsOf(r.movements ?? {}) },
      { title: 'Opportunities', draws: ['opportunities'], spec: (r) => barsOf(withoutNone(r.opportunities)) },
    ],
    tables: {
      items: {
        title: 'Keywords',
        columns: [
          'keyword › url',
          'rank',
          'rank_change',
          'clicks',
          'impressions',
          'ctr',
          'estimated_traffic',
          'search_volume',
          'opportunity_score',
          'priority',
        ],
      },
    },
    facts: [
      { field: 'window', label: 'Period', isOptional: true, text: ({ window }) => periodOf(window) },
      { field: 'totals.previous_clicks', label: 'Clicks in the period before', isOptional: true },
      { field: 'totals.previous_impressions', label: 'Impressions in the period before', isOptional: true },
      { field: 'totals.withheld_clicks', label: 'Clicks without a named keyword', isOptional: true },
      { field: 'totals.withheld_impressions', label: 'Impressions without a named keyword', isOptional: true },
      { field: 'serps_considered', label: 'Stored result pages read', isOptional: true },
      { field: 'position_distribution.keywords_considered', label: 'Keywords counted by position' },
    ],
    left_out: [
      'window.missing_days',
      ...LIST,
      'sorted',
      'totals',
      'position_distribution',
      'window',
      'by_brand',
      'click_curve',
      'filtered_out',
      'basis',
      'state',
      'coverage',
      'location',
      'language',
    ],
  }),
  report('domain.relevant-pages', {
    place: 'rankings',
    has_export: true,
    from: { serp: [], links: [] },
    title: (input) => `Pages of ${named(input, 'target')} with search traffic`,
    answer: (r, say) => {
      const [first] = r.items.toSorted(
        (one, other) => (other.clicks ?? other.estimated_traffic ?? 0) - (one.clicks ?? one.estimated_traffic ?? 0),
      );
      const declined = r.items.filter((item) => (item.declined ?? 0) > 0).length;
      if (first === undefined) return '';
      const share =
        first.traffic_share === null ? '' : ` brings ${say.figure(first.traffic_share, 'share')} of the visits`;
      return `${say.strong(pathOf(first.url))}${share === '' ? ' leads' : share}; ${declined === 0 ? 'none' : say.count(declined, 'page')} of those shown lost ground.`;
    },
    cards: [
      { field: 'total_count', label: 'Pages' },
      { field: 'totals.clicks', label: 'Clicks', better: 'higher' },
      { field: 'totals.impressions', label: 'Impressions', better: 'higher' },
      { field: 'action_counts.refresh', label: 'To refresh' },
      { field: 'action_counts.recover', label: 'To recover', better: 'lower' },
      { field: 'action_counts.expand', label: 'To expand' },
    ],
    charts: [
      { title: 'What to do', draws: ['action_counts'], spec: (r) => sharesOf(r.action_counts ?? {}) },
      {
        title: 'Pages by visits',
        draws: ['items'],
        spec: (r) => ({
          kind: 'bars',
          items: r.items
            .slice(0, 10)
            .map(({ url, clicks, estimated_traffic }) => ({ name: pathOf(url), value: clicks ?? estimated_traffic })),
        }),
      },
    ],
    tables: {
      items: {
        title: 'Pages',
        columns: [
          'url › title',
          'clicks',
          'impressions',
          'ctr',
          'avg_position',
          'keyword_count',
          'top10',
          'estimated_traffic',
          'declined',
          'action',
        ],
      },
    },
    facts: [
      { field: 'window', label: 'Period', isOptional: true, text: ({ window }) => periodOf(window) },
      { field: 'totals_change', label: 'Clicks against the period before', isOptional: true },
      { field: 'totals.previous_clicks', label: 'Clicks in the period before', isOptional: true },
      { field: 'totals.previous_impressions', label: 'Impressions in the period before', isOptional: true },
      { field: 'totals.withheld_clicks', label: 'Clicks without a named keyword', isOptional: true },
      { field: 'totals.withheld_impressions', label: 'Impressions without a named keyword', isOptional: true },
      { field: 'pages_crawled', label: 'Pages whose status is known' },
      { field: 'serps_considered', label: 'Stored result pages read', isOptional: true },
    ],
    left_out: [
      'window.missing_days',
      ...LIST,
      'sorted',
      'totals',
      'window',
      'basis',
      'state',
      'coverage',
      'location',
      'language',
    ],
  }),
  report('opportunities.find', {
    place: 'rankings',
    has_export: true,
    from: {
      serp: [
        'inspected.result_pages',
        'serp_competitors.keywords',
        'serp_competitors.average_position',
        'serp_competitors.visibility',
      ],
      links: [],
    },
    title: (input) => `Opportunities for ${named(input, 'target')}`,
    answer: (r, say) => {
      const [first] = r.opportunities;
      const sum = (of: 'low' | 'high'): number => r.summary_by_type.reduce((total, each) => total + (each[of] ?? 0), 0);
      const gain =
        sum('high') > 0
          ? ` worth ${say.figure(Math.round(sum('low')))}–${say.figure(Math.round(sum('high')))} clicks a month`
          : '';
      return first === undefined
        ? ''
        : `${say.strong(`${say.count(r.total_count, 'opportunity', 'opportunities')}${gain}`)}; start with “${first.keyword}”.`;
    },
    cards: [
      { field: 'total_count', label: 'Opportunities', better: 'higher' },
      { field: 'inspected.keywords', label: 'Keywords read' },
      { field: 'inspected.pages', label: 'Pages read' },
      { field: 'inspected.result_pages', label: 'Result pages read' },
    ],
    charts: [
      {
        title: 'Clicks a month by kind',
        draws: ['summary_by_type'],
        spec: (r) => ({
          kind: 'bars',
          items: r.summary_by_type
            .filter(({ tasks }) => tasks > 0)
            .map(({ type, clicks_per_month, low, high, tasks }) => ({
              name: labelOf(type.replace('_opportunity', '')),
              value: clicks_per_month,
              low,
              high,
              note: `${tasks} ${tasks === 1 ? 'task' : 'tasks'}`,
            })),
        }),
      },
    ],
    tables: {
      opportunities: {
        title: 'Opportunities',
        columns: [
          'keyword › url',
          'expected_gain.clicks_per_month',
          'recommended_action',
          'type',
          'rank',
          'effort',
          'score',
          'priority',
        ],
        tab: 'Opportunities',
      },
      serp_competitors: {
        title: 'Competitors',
        columns: ['domain', 'keywords', 'average_position', 'ahead', 'visibility'],
        tab: 'Competitors',
      },
      discovered_competitors: {
        title: 'Competitors found',
        columns: ['domain', 'intersections', 'ahead', 'behind', 'average_position', 'traffic', 'gaps'],
        tab: 'Competitors found',
      },
      summary_by_type: {
        title: 'By kind',
        columns: ['type', 'tasks', 'clicks_per_month', 'low', 'high'],
        tab: 'By kind',
      },
    },
    facts: [
      { field: 'window', label: 'Period', isOptional: true, text: ({ window }) => periodOf(window) },
      { field: 'inspected.branded_left_out', label: 'Branded keywords left out' },
      { field: 'inspected.pages_known', label: 'Pages whose status is known' },
      { field: 'serps_considered', label: 'Stored result pages read', isOptional: true },
      { field: 'ctr_curve', label: 'Click rates from', text: ({ ctr_curve: curve }) => curveName(curve) },
    ],
    left_out: [
      'window.missing_days',
      'limit',
      'offset',
      'target',
      'window',
      'inspected',
      'basis',
      'state',
      'coverage',
      'location',
      'language',
      'seed_keywords',
    ],
  }),
  decay,
  ...rivals,
  ...rankTracking,
];

function minus(one: number | null, other: number | null): number {
  return Math.max(0, (one ?? 0) - (other ?? 0));
}

function withoutNone(counts: object | null): object {
  return Object.fromEntries(Object.entries(counts ?? {}).filter(([name]) => name !== 'none'));
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}
