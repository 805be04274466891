import { named, quoted, report } from './report.ts';

export const rankings = [
  report('domain.ranked-keywords', {
    place: 'rankings',
    title: (input) => `Keywords that ${named(input, 'target')} ranks for`,
    cards: [
      { field: 'total_count', label: 'Keywords', better: 'higher' },
      { field: 'totals.clicks', label: 'Clicks', better: 'higher' },
      { field: 'totals.impressions', label: 'Impressions', better: 'higher' },
      { field: 'position_distribution.top3', label: 'Top 3', better: 'higher' },
      { field: 'position_distribution.top10', label: 'Top 10', better: 'higher' },
    ],
    tables: {
      items: {
        title: 'Keywords',
        columns: ['keyword', 'rank', 'search_volume', 'keyword_difficulty', 'intent', 'opportunity_score', 'priority'],
      },
    },
    left_out: ['limit', 'offset', 'units'],
  }),
  report('domain.relevant-pages', {
    place: 'rankings',
    title: (input) => `Pages of ${named(input, 'target')} with search traffic`,
    cards: [
      { field: 'total_count', label: 'Pages' },
      { field: 'totals.clicks', label: 'Clicks', better: 'higher' },
      { field: 'totals.impressions', label: 'Impressions', better: 'higher' },
      { field: 'action_counts.refresh', label: 'To refresh' },
      { field: 'action_counts.expand', label: 'To expand' },
    ],
    tables: {
      items: {
        title: 'Pages',
        columns: ['url › title', 'clicks', 'impressions', 'ctr', 'avg_position', 'keyword_count', 'referring_domains'],
      },
    },
    left_out: ['limit', 'offset', 'units'],
  }),
  report('domain.competitors', {
    place: 'rankings',
    title: (input) => `Search competitors of ${named(input, 'target')}`,
    cards: [
      { field: 'total_count', label: 'Competitors' },
      { field: 'target_keywords', label: 'Your keywords', better: 'higher' },
      { field: 'target_traffic', label: 'Your traffic', better: 'higher' },
      { field: 'target_authority', label: 'Your authority', better: 'higher' },
    ],
    left_out: ['limit', 'offset', 'units'],
  }),
  report('domain.intersection', {
    place: 'rankings',
    title: (input) => `${named(input, 'target1')} beside ${named(input, 'target2')}`,
    cards: [
      { field: 'total_count', label: 'Keywords' },
      { field: 'counts.shared_deficit', label: 'They are ahead', better: 'lower' },
      { field: 'counts.current_advantage', label: 'You are ahead', better: 'higher' },
      { field: 'counts.target1_exclusive', label: 'Only the first ranks', better: 'higher' },
      { field: 'counts.parity', label: 'Even' },
    ],
    left_out: ['limit', 'offset', 'units'],
  }),
  report('pages.intersection', {
    place: 'rankings',
    title: (input) => `Keywords of ${named(input, 'pages')}`,
    cards: [{ field: 'total_count', label: 'Keywords' }],
    left_out: ['limit', 'offset', 'units'],
  }),
  report('domain.traffic-estimate', {
    place: 'rankings',
    title: (input) => `Search traffic of ${named(input, 'targets')}`,
    cards: [{ field: 'found', label: 'Known' }],
    tables: {
      items: {
        title: 'Sites',
        columns: [
          'target',
          'organic_traffic',
          'paid_traffic',
          'total_traffic',
          'relative_share',
          'traffic_band',
          'measure',
        ],
      },
    },
    left_out: ['limit', 'offset', 'units'],
  }),
  report('opportunities.find', {
    place: 'rankings',
    title: (input) => `Opportunities for ${named(input, 'target')}`,
    cards: [
      { field: 'total_count', label: 'Opportunities', better: 'higher' },
      { field: 'inspected.keywords', label: 'Keywords read' },
      { field: 'inspected.pages', label: 'Pages read' },
    ],
    tables: {
      opportunities: {
        title: 'Opportunities',
        columns: ['keyword › url', 'type', 'rank', 'expected_gain', 'effort', 'score', 'priority'],
      },
      summary_by_type: { title: 'By type', columns: ['type', 'tasks', 'clicks_per_month'] },
    },
    left_out: ['limit', 'target'],
  }),
  report('opportunities.brief', {
    place: 'content',
    title: (input) => `Brief of the opportunity ${quoted(input)}`,
    cards: [
      { field: 'current_rank', unit: 'position' },
      { field: 'confidence', unit: 'share' },
    ],
  }),
  report('content-decay.detect', {
    place: 'rankings',
    title: (input) => `Is ${named(input, 'url')} losing?`,
    cards: [
      { field: 'decay_audit.decay_percent', label: 'Change in percent', note: 'decay_audit.status' },
      { field: 'decay_audit.confidence', label: 'Confidence', unit: 'share' },
      { field: 'decay_audit.slope_per_day', label: 'Slope a day' },
    ],
  }),
  report('rank.track', {
    place: 'rankings',
    title: (input) => `Rank of ${named(input, 'url')} for ${quoted(input)}`,
    cards: [
      { field: 'position', unit: 'position' },
      { field: 'best_position', unit: 'position' },
      { field: 'rank_absolute', unit: 'position' },
      { field: 'ai_overview.status', label: 'AI overview' },
    ],
    tables: {
      competitors_above: { title: 'Above you', columns: [] },
      also_ranking: { title: 'Also ranking', columns: ['url', 'position', 'match_type'] },
    },
  }),
  report('rank.history', {
    place: 'rankings',
    title: (input) => `Rank history for ${quoted(input)}`,
    cards: [
      { field: 'current', unit: 'position' },
      { field: 'best', unit: 'position' },
      { field: 'average', unit: 'position' },
      { field: 'found_share.value', label: 'Found', unit: 'share', better: 'higher' },
      { field: 'mrr', better: 'higher' },
      'trend',
    ],
    tables: { history: { title: 'Checks', columns: ['checked_at', 'position', 'matched_url', 'source'] } },
  }),
  report('rank.overview', {
    place: 'rankings',
    title: () => 'Tracked keywords',
    cards: [
      'keywords',
      { field: 'visibility.value', label: 'Visibility', unit: 'share', better: 'higher' },
      { field: 'counts.top3', label: 'Top 3', better: 'higher' },
      { field: 'counts.top10', label: 'Top 10', better: 'higher' },
      { field: 'average_position', unit: 'position' },
      { field: 'movers.down_count', label: 'Fell', better: 'lower' },
    ],
    tables: {
      items: {
        title: 'Keywords',
        columns: ['keyword › url', 'position', 'position_before', 'best_position', 'checked_at'],
      },
    },
    left_out: ['limit', 'offset'],
  }),
  report('rank.targets.check', {
    place: 'rankings',
    title: () => 'Check of tracked keywords',
    cards: [
      'keywords',
      { field: 'counts.rose', label: 'Rose', better: 'higher' },
      { field: 'counts.fell', label: 'Fell', better: 'lower' },
      { field: 'counts.top10', label: 'Top 10', better: 'higher' },
      { field: 'searches_failed', label: 'Searches that failed', better: 'lower' },
    ],
    tables: {
      items: { title: 'Keywords', columns: ['keyword › url', 'position', 'previous_position', 'change', 'checked_at'] },
    },
  }),
];
