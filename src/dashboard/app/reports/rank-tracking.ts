import { curveName, MATCHES } from './fact-texts.ts';
import { lineOf, sharesOf } from './make.ts';
import { named, quoted, report } from './report.ts';

export const rankTracking = [
  report('rank.track', {
    place: 'rankings',
    title: (input) => `Rank of ${named(input, 'url')} for ${quoted(input)}`,
    answer: (r, say) =>
      (r.position === null
        ? say.strong(`Not among the first ${r.depth_checked} results`)
        : say.strong(`Position ${r.position}`)) +
      (r.device === null ? '' : ` on ${r.device}`) +
      (r.location === null ? '' : ` in ${r.location}`) +
      (r.significant_change === null
        ? r.previous_position === null
          ? '; the first check.'
          : '; any change is within noise.'
        : `; it was ${say.figure(r.previous_position)} before.`),
    cards: [
      { field: 'position', unit: 'position' },
      { field: 'previous_position', label: 'Before', unit: 'position' },
      { field: 'best_position', label: 'Best', unit: 'position' },
      { field: 'rank_absolute', label: 'With all blocks', unit: 'position' },
      { field: 'competitors_above_count', label: 'Above you', better: 'lower' },
      { field: 'ai_overview.status', label: 'AI overview' },
    ],
    tables: {
      competitors_above: {
        title: 'Above you',
        columns: ['domain › url', 'position'],
        sort: 'position',
        tab: 'Above you',
      },
      also_ranking: { title: 'Also ranking', columns: ['url', 'position', 'match_type'], tab: 'Also ranking' },
      features: { title: 'Features', columns: ['type', 'present', 'owned'], tab: 'Features' },
    },
    facts: [
      { field: 'matched_url', label: 'Page that ranks' },
      { field: 'match_type', label: 'Which page that is', text: ({ match_type }) => MATCHES[match_type ?? ''] },
      'checked_at',
      { field: 'source', label: 'Result page from' },
      { field: 'depth_checked', label: 'Results read' },
      { field: 'screens_down', label: 'Screens to scroll', isOptional: true },
      { field: 'checks', label: 'Checks so far' },
      { field: 'noise.sigma', label: 'Usual movement between checks', unit: 'positions' },
    ],
    left_out: [
      'noise.pairs',
      'keyword',
      'url',
      'page',
      'depth_asked',
      'pages_fetched',
      'top_px',
      'noise',
      'change',
      'serp_features',
      'engine',
      'location',
      'location_code',
      'language',
      'device',
      'ended',
      'significant_change',
      'ai_overview',
      'previous_checked_at',
      'best_checked_at',
    ],
  }),
  report('rank.history', {
    place: 'rankings',
    title: (input) => `Rank history for ${quoted(input)}`,
    answer: (r, say) =>
      r.coverage === 'none'
        ? ''
        : say.strong(`${TRENDS[r.trend]}: now ${say.figure(r.current, 'position')}`) +
          `, best ${say.figure(r.best, 'position')}, ${say.count(r.checks, 'check')} in ${say.count(r.days_tracked, 'day')}.`,
    cards: [
      { field: 'current', label: 'Now', unit: 'position' },
      { field: 'best', unit: 'position' },
      { field: 'average', unit: 'position' },
      { field: 'found_share', label: 'Found', unit: 'share', better: 'higher' },
      { field: 'mrr', better: 'higher' },
      'trend',
    ],
    charts: [
      {
        title: 'Position over time',
        draws: ['history'],
        spec: (r) => {
          const line = lineOf(
            r.history.filter(({ is_conclusive }) => is_conclusive),
            ({ checked_at }) => checked_at,
            [{ name: 'Position', of: ({ position }) => position }],
            'position',
          );
          const { current, noise } = r;
          if (line === undefined || current === null || noise === null) return line;
          return {
            ...line,
            band: { low: Math.max(0.5, current - 2 * noise.sigma), high: current + 2 * noise.sigma },
            events: r.source_changes.map(({ checked_at, to }) => ({ at: checked_at, name: `source: ${to}` })),
          };
        },
        note: 'The band is what the position swings by without anything having changed. A gap is a check in which the page was not found.',
      },
    ],
    tables: {
      history: {
        title: 'Checks',
        columns: ['checked_at', 'position', 'matched_url', 'match_type', 'source'],
        sort: '-checked_at',
        tab: 'Checks',
      },
      significant_changes: { title: 'Changes', columns: [], tab: 'Changes' },
      gaps: { title: 'Failed checks', columns: ['failed_at', 'reason', 'source'], tab: 'Failed checks' },
      series: {
        title: 'Series',
        columns: ['engine', 'location', 'device', 'checks', 'first_checked_at', 'last_checked_at'],
        tab: 'Series',
      },
    },
    facts: [
      { field: 'worst', label: 'Worst position', unit: 'position' },
      { field: 'worst_checked_at', label: 'Worst position seen on' },
      'days_checked',
      { field: 'shallow_checks', label: 'Checks too shallow to tell' },
      { field: 'usual_depth', label: 'Results read as a rule' },
      { field: 'trend_detail.slope_per_day', label: 'Change a day, above 0 is worse', unit: 'positions' },
      { field: 'trend_detail.p_value', label: 'p-value of the trend' },
      { field: 'noise.sigma', label: 'Usual movement between checks', unit: 'positions' },
    ],
    left_out: [
      'noise.pairs',
      'trend_detail.points',
      'trend_detail.days',
      'keyword',
      'url',
      'location_code',
      'noise',
      'change',
      'trend_detail',
      'source_changes',
      'coverage',
      'engine',
      'location',
      'language',
      'device',
      'days_tracked',
      'checks',
      'current_checked_at',
      'best_checked_at',
    ],
  }),
  report('rank.overview', {
    place: 'rankings',
    from: { keywords: ['visibility.value'] },
    title: () => 'Tracked keywords',
    answer: (r, say) =>
      say.strong(`${r.counts.top10} of ${say.count(r.keywords, 'keyword')} in the top 10`) +
      (r.movers.up_count + r.movers.down_count === 0
        ? `; nothing moved beyond its noise in ${say.count(r.days, 'day')}.`
        : `; in ${say.count(r.days, 'day')} ${r.movers.up_count} rose and ${r.movers.down_count} fell beyond their noise.`),
    cards: [
      { field: 'visibility.value', label: 'Visibility', unit: 'of_100', better: 'higher' },
      { field: 'counts.top3', label: 'Top 3', better: 'higher' },
      { field: 'counts.top10', label: 'Top 10', better: 'higher' },
      { field: 'average_position', unit: 'position' },
      { field: 'movers.down_count', label: 'Fell', better: 'lower' },
      'keywords',
    ],
    charts: [
      {
        title: 'Visibility over time',
        draws: ['visibility.history'],
        spec: (r) =>
          lineOf(r.visibility?.history ?? [], ({ date }) => date, [{ name: 'Visibility', of: ({ value }) => value }]),
      },
      {
        title: 'Where the keywords stand',
        draws: ['counts'],
        spec: ({ counts }) =>
          sharesOf({
            top_3: counts.top3,
            'positions_4–10': counts.top10 - counts.top3,
            'positions_11–20': counts.top20 - counts.top10,
            not_found: counts.not_found,
          }),
      },
    ],
    tables: {
      items: {
        title: 'Keywords',
        columns: [
          'keyword › url',
          'position',
          'position_before',
          'best_position',
          'significant_change',
          'checked_at',
          'tags',
        ],
        sort: 'position',
        tab: 'Keywords',
      },
      'movers.down': { title: 'Fell', columns: ['keyword › url', 'position', 'position_before'], tab: 'Fell' },
      'movers.up': { title: 'Rose', columns: ['keyword › url', 'position', 'position_before'], tab: 'Rose' },
      by_tag: {
        title: 'By tag',
        columns: ['tag', 'visibility', 'keywords', 'top3', 'top10', 'not_found'],
        tab: 'By tag',
      },
    },
    facts: [
      { field: 'share_of_voice.value', label: 'Share of voice', unit: 'percent' },
      { field: 'share_of_voice.searches', label: 'Result pages behind the share of voice' },
      { field: 'found_share', label: 'Keywords found' },
      { field: 'checked', label: 'Keywords checked in the last 120 days' },
      { field: 'stale', label: 'Keywords no longer checked' },
      { field: 'curve', label: 'Click rates from', text: ({ curve }) => curveName(curve) },
      { field: 'visibility.before', label: 'Visibility at the start', unit: 'of_100' },
      { field: 'visibility.volume_known_share', label: 'Keywords with a known volume', unit: 'share' },
    ],
    left_out: [
      'visibility.keywords',
      'visibility.keywords_before',
      'share_of_voice.searches_stopped',
      'movers.up_count',
      'limit',
      'offset',
      'total_count',
      'days',
      'visibility',
      'share_of_voice',
      'movers',
      'tag',
    ],
  }),
  report('rank.targets.check', {
    place: 'rankings',
    title: () => 'Check of tracked keywords',
    answer: (r, say) =>
      say.strong(`${say.count(r.searches_checked, 'search', 'searches')} checked`) +
      ` for ${say.count(r.keywords, 'keyword')}: ${r.counts.rose} rose, ${r.counts.fell} fell` +
      (r.searches_failed === 0 ? '.' : `; ${r.searches_failed} failed.`),
    cards: [
      'keywords',
      { field: 'counts.rose', label: 'Rose', better: 'higher' },
      { field: 'counts.fell', label: 'Fell', better: 'lower' },
      { field: 'counts.top3', label: 'Top 3', better: 'higher' },
      { field: 'counts.top10', label: 'Top 10', better: 'higher' },
      { field: 'searches_failed', label: 'Searches that failed', better: 'lower' },
    ],
    charts: [
      {
        title: 'Where the keywords stand',
        draws: ['counts'],
        spec: ({ counts }) =>
          sharesOf({
            top_3: counts.top3,
            'positions_4–10': counts.top10 - counts.top3,
            'positions_11–20': counts.top20 - counts.top10,
            not_found: counts.not_found,
          }),
      },
    ],
    tables: {
      items: {
        title: 'Keywords',
        columns: ['keyword › url', 'position', 'previous_position', 'change', 'checked_at', 'tags'],
        sort: 'position',
      },
      failures: { title: 'Failed', columns: [] },
    },
    left_out: ['tag', 'searches', 'searches_checked'],
  }),
];

const TRENDS = {
  improving: 'Rising',
  declining: 'Falling',
  stable: 'Stable',
  volatile: 'Swinging',
  insufficient_data: 'Too few checks for a trend',
} as const;
