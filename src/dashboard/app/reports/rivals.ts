import { curveName } from './fact-texts.ts';
import { sharesOf } from './make.ts';
import { named, report } from './report.ts';

const LIST = ['limit', 'offset', 'units'] as const;

export const rivals = [
  report('domain.competitors', {
    place: 'rankings',
    from: { links: ['target_authority'] },
    title: (input) => `Search competitors of ${named(input, 'target')}`,
    answer: (r, say) => {
      const [first] = r.items;
      return first === undefined
        ? ''
        : `${say.strong(first.domain)} meets you on ${say.strong(say.count(first.intersections, 'keyword'))}` +
            (first.traffic_gap === null
              ? first.keywords_where_ahead === null
                ? '.'
                : ` and is ahead on ${first.keywords_where_ahead}.`
              : ` and gets ${say.figure(Math.abs(first.traffic_gap))} ${first.traffic_gap > 0 ? 'more' : 'fewer'} visits.`);
    },
    cards: [
      { field: 'total_count', label: 'Competitors' },
      { field: 'threat_counts.high', label: 'High threat', better: 'lower' },
      { field: 'target_keywords', label: 'Your keywords', better: 'higher' },
      { field: 'target_traffic', label: 'Your traffic', unit: 'estimate', better: 'higher' },
      { field: 'target_authority', label: 'Your authority', unit: 'of_100', better: 'higher' },
    ],
    charts: [
      {
        title: 'Overlap and position',
        draws: ['items'],
        spec: (r) => {
          const hasTraffic = r.items.some(({ competitor_traffic }) => competitor_traffic !== null);
          return {
            kind: 'bubble',
            axes: {
              x: { name: 'Keywords that you share', unit: 'share' },
              y: hasTraffic ? { name: 'Their visits a month' } : { name: 'Keywords on which they are ahead' },
              size: 'Shared keywords',
            },
            points: r.items.map((item) => ({
              name: item.domain,
              x: item.overlap_share?.value ?? null,
              y: hasTraffic ? item.competitor_traffic : item.keywords_where_ahead,
              size: item.intersections,
            })),
          };
        },
      },
    ],
    tables: {
      items: {
        title: 'Competitors',
        columns: [
          'domain › reason',
          'intersections',
          'overlap_share',
          'average_position',
          'ahead_share',
          'competitor_traffic',
          'traffic_gap',
          'threat_level',
          'next_action',
        ],
      },
      platforms: { title: 'Platforms', columns: [] },
    },
    facts: [
      { field: 'serps_considered', label: 'Stored result pages read', isOptional: true },
      { field: 'threat_counts.medium', label: 'Competitors of medium threat' },
      { field: 'threat_counts.low', label: 'Competitors of low threat' },
      { field: 'threat_counts.unknown', label: 'Competitors of unknown threat' },
      'is_sufficient',
    ],
    left_out: [
      ...LIST,
      'threat_counts',
      'platform_count',
      'window',
      'basis',
      'state',
      'coverage',
      'location',
      'language',
    ],
  }),
  report('domain.intersection', {
    place: 'rankings',
    from: { serp: [] },
    title: (input) => `${named(input, 'target1')} beside ${named(input, 'target2')}`,
    answer: (r, say) =>
      `${r.target1} leads on ${say.strong(say.figure(r.counts.current_advantage))} and trails on ` +
      `${say.strong(say.figure(r.counts.shared_deficit))} of ${say.count(r.total_count, 'keyword')}.`,
    cards: [
      { field: 'total_count', label: 'Keywords' },
      { field: 'counts.shared_deficit', label: 'They are ahead', better: 'lower' },
      { field: 'counts.current_advantage', label: 'You are ahead', better: 'higher' },
      { field: 'counts.target1_exclusive', label: 'Only the first ranks', better: 'higher' },
      { field: 'counts.parity', label: 'Even' },
    ],
    charts: [
      {
        title: 'Who is ahead',
        draws: ['counts'],
        spec: ({ counts }) =>
          sharesOf({
            you_are_ahead: counts.current_advantage,
            they_are_ahead: counts.shared_deficit,
            only_the_first_ranks: counts.target1_exclusive,
            even: counts.parity,
          }),
      },
      {
        title: 'The widest gaps',
        draws: ['items'],
        spec: (r) => {
          const behind = r.items.filter(({ rank_gap }) => (rank_gap ?? 0) > 0);
          return behind.length === 0
            ? undefined
            : {
                kind: 'bars',
                items: behind
                  .toSorted((one, other) => (other.rank_gap ?? 0) - (one.rank_gap ?? 0))
                  .slice(0, 8)
                  .map(({ keyword, rank_gap, target1_rank, target2_rank }) => ({
                    name: keyword,
                    value: rank_gap,
                    note: `${target1_rank ?? 'none'} against ${target2_rank ?? 'none'}`,
                  })),
              };
        },
      },
    ],
    tables: {
      items: {
        title: 'Keywords',
        columns: [
          'keyword › reason',
          'rank_gap',
          'target1_rank',
          'target2_rank',
          'traffic_gap',
          'search_volume',
          'classification',
          'opportunity_score',
          'priority',
        ],
        sort: '-opportunity_score',
      },
    },
    facts: [
      { field: 'serps_considered', label: 'Stored result pages read', isOptional: true },
      { field: 'counted_rows', label: 'Keywords counted', isOptional: true },
      { field: 'counts_complete', label: 'All keywords are counted', isOptional: true },
      { field: 'meaning', label: 'What is compared' },
    ],
    left_out: [
      ...LIST,
      'filtered_out',
      'click_curve',
      'window',
      'basis',
      'state',
      'coverage',
      'location',
      'language',
      'target1',
      'target2',
      'intersections',
    ],
  }),
  report('pages.intersection', {
    place: 'rankings',
    from: { serp: [], links: ['pages.status_code'] },
    title: (input) => `Keywords of ${named(input, 'pages')}`,
    answer: (r, say) =>
      say.strong(
        r.counts === null
          ? say.count(r.total_count, 'keyword')
          : `${say.figure(r.counts.ranking_in_all)} of ${say.count(r.total_count, 'keyword')} in common`,
      ) +
      (r.counts === null
        ? '.'
        : `; ${r.pages[0]?.page ?? 'the first page'} does not rank for ${say.figure(r.counts.first_page_missing)} of them.`),
    cards: [
      { field: 'total_count', label: 'Keywords' },
      { field: 'counts.ranking_in_all', label: 'All rank' },
      { field: 'counts.ranking_in_some', label: 'Some rank' },
      { field: 'counts.first_page_missing', label: 'Without your page', better: 'lower' },
    ],
    tables: {
      items: {
        title: 'Keywords',
        columns: [
          'keyword › reason',
          'first_page_rank',
          'best_page',
          'rank_spread',
          'traffic_gap',
          'search_volume',
          'intent',
          'opportunity_score',
          'priority',
        ],
        tab: 'Keywords',
      },
      pages: {
        title: 'Pages compared',
        columns: ['page › title', 'compared_as', 'status_code', 'is_known'],
        tab: 'Pages',
      },
      exclude_pages: {
        title: 'Pages left out',
        columns: ['page › title', 'compared_as', 'status_code'],
        tab: 'Left out',
      },
    },
    facts: [
      { field: 'serps_considered', label: 'Stored result pages read', isOptional: true },
      { field: 'click_curve', label: 'Click rates from', text: ({ click_curve: curve }) => curveName(curve ?? '') },
    ],
    left_out: [
      ...LIST,
      'filtered_out',
      'counts',
      'window',
      'basis',
      'state',
      'coverage',
      'location',
      'language',
      'is_one_site',
      'intersection_mode',
      'item_types',
      'clickstream_volumes',
    ],
  }),
  report('domain.traffic-estimate', {
    place: 'rankings',
    from: { links: ['items.traffic_band'] },
    title: (input) => `Search traffic of ${named(input, 'targets')}`,
    answer: (r, say) =>
      r.leader === null
        ? ''
        : `${say.strong(r.leader.target)} leads with ${say.strong(
            `${say.figure(r.leader.organic_traffic, r.leader.measure === 'estimated' ? 'estimate' : 'count')} visits`,
          )} ${r.leader.measure === 'measured' ? 'in 28 days, counted' : 'a month'}.`,
    cards: [
      { field: 'leader.organic_traffic', label: 'Visits of the leader', note: 'leader.target' },
      { field: 'leader.measure', label: 'How it is known' },
      { field: 'found', label: 'Sites known' },
    ],
    charts: [
      {
        title: 'Visits from search',
        draws: ['items'],
        spec: (r) => ({
          kind: 'bars',
          items: r.items.map(({ target, organic_traffic, organic_low, organic_high, measure }) => ({
            name: target,
            value: organic_traffic,
            low: organic_low,
            high: organic_high,
            ...(measure === null ? {} : { note: measure }),
          })),
        }),
      },
    ],
    tables: {
      items: {
        title: 'Sites',
        columns: [
          'target',
          'total_traffic',
          'organic_traffic',
          'measure',
          'organic_change',
          'paid_traffic',
          'relative_share',
          'traffic_band',
          'footprint_type',
        ],
        sort: '-total_traffic',
      },
    },
    left_out: [
      ...LIST,
      'total_count',
      'coverage',
      'location',
      'language',
      'measured_location',
      'compared_by',
      'leader',
    ],
  }),
];
