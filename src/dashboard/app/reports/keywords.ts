import { named, quoted, report } from './report.ts';

export const keywords = [
  report('keyword-ideas.suggest', {
    place: 'keywords',
    title: (input) => `Ideas for ${quoted(input)}`,
    cards: [
      { field: 'total_count', label: 'Ideas' },
      { field: 'seed.search_volume', label: 'Searches for the seed' },
      { field: 'unknown_volume_excluded', label: 'Left out, volume not known' },
    ],
    tables: {
      items: {
        title: 'Ideas',
        columns: ['keyword', 'search_volume', 'keyword_difficulty', 'cpc', 'intent', 'idea_type', 'opportunity_score'],
      },
    },
    left_out: ['limit', 'offset'],
  }),
  report('keyword-metrics.overview', {
    place: 'keywords',
    title: (input) => `Metrics of ${named(input, 'keywords')}`,
    cards: [
      { field: 'totals.search_volume', label: 'Searches a month' },
      { field: 'totals.keywords', label: 'Keywords' },
      { field: 'totals.found', label: 'Known' },
      { field: 'totals.with_difficulty', label: 'With difficulty' },
    ],
    tables: {
      items: {
        title: 'Keywords',
        columns: [
          'keyword',
          'search_volume',
          'keyword_difficulty',
          'cpc',
          'competition',
          'intent',
          'opportunity_score',
        ],
      },
    },
    left_out: ['limit', 'offset', 'units'],
  }),
  report('keyword-cluster.build', {
    place: 'keywords',
    title: (input) => `Groups of ${named(input, 'keywords')}`,
    cards: [],
    tables: {
      'cluster_plan.clusters': {
        title: 'Groups',
        columns: ['name › suggested_slug', 'keywords', 'intent', 'recommended_page_type', 'cohesion'],
      },
      'cluster_plan.unclustered': { title: 'On their own', columns: ['keyword', 'why', 'intent'] },
    },
  }),
  report('content.keyword-map', {
    place: 'keywords',
    title: (input) => `Keyword map of ${named(input, 'target', 'site', 'keywords')}`,
    cards: [
      { field: 'counts.strong', label: 'Fit well', better: 'higher' },
      { field: 'counts.weak', label: 'Fit badly', better: 'lower' },
      { field: 'counts.missing', label: 'Without a page', better: 'lower' },
      { field: 'counts.missing_pages', label: 'Pages to write' },
    ],
    tables: {
      mappings: {
        title: 'Keywords and their pages',
        columns: ['keyword', 'primary_url › why', 'match', 'score', 'intent'],
      },
      missing_pages: {
        title: 'Pages to write',
        columns: ['suggested_title › suggested_slug', 'keywords', 'worth', 'suggested_page_type'],
      },
      weak_matches: { title: 'Weak matches', columns: ['keyword', 'primary_url', 'missing_words', 'advice'] },
      page_load: { title: 'Keywords by page', columns: ['url › title', 'keyword_count', 'primary_keyword', 'load'] },
    },
  }),
  report('analyze.serp', {
    place: 'keywords',
    title: (input) => `The result page for ${quoted(input)}`,
    cards: [
      { field: 'serp_opportunity.score', label: 'Opportunity', unit: 'of_100' },
      { field: 'serp_opportunity.intent.main', label: 'Intent' },
    ],
  }),
  report('serp.volatility', {
    place: 'rankings',
    title: (input) => `Movement for ${quoted(input)}`,
    cards: [
      { field: 'volatility_score', unit: 'of_100', note: 'interpretation' },
      { field: 'counts.new_entries', label: 'New' },
      { field: 'counts.dropouts', label: 'Gone' },
      { field: 'counts.winners', label: 'Winners' },
      { field: 'counts.losers', label: 'Losers' },
    ],
    tables: {
      intervals: {
        title: 'Intervals',
        columns: ['from', 'to', 'volatility_score', 'interpretation', 'new_entries', 'dropouts'],
        over: { x: 'to', y: ['volatility_score'] },
      },
      top_domains: { title: 'Domains', columns: ['domain', 'share', 'best_position', 'average_position'] },
    },
  }),
];
