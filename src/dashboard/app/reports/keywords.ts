import { monthName, spanOf } from './fact-texts.ts';
import { barsOf, lineOf, sharesOf } from './make.ts';
import { named, quoted, report } from './report.ts';

const METRICS = [
  'search_volume',
  'trend.direction',
  'keyword_difficulty',
  'cpc',
  'intent',
  'opportunity_score',
] as const;

const KNOWN_ELSEWHERE = {
  title: 'Volumes known for other markets',
  columns: ['location.name', 'language', 'keywords'],
  tab: 'Other markets',
} as const;

export const keywords = [
  report('keyword-ideas.suggest', {
    place: 'keywords',
    has_export: true,
    from: { serp: ['items.already_ranking.position'], links: [], rankings: [] },
    title: (input) => `Ideas for ${quoted(input)}`,
    answer: (r, say) => {
      const open = r.items.filter(
        ({ opportunity_score: score, already_ranking }) => (score ?? 0) > 67 && already_ranking?.position == null,
      ).length;
      const ideas = say.strong(say.count(r.total_count, 'idea'));
      if (open === 0) return `${ideas}; none of those shown scores above 67 and is new to you.`;
      return `${ideas}; of those shown, ${say.strong(String(open))} ${say.agree(open, 'scores', 'score')} above 67 and ${say.agree(open, 'is', 'are')} new to you.`;
    },
    cards: [
      { field: 'total_count', label: 'Ideas' },
      { field: 'seed.search_volume', label: 'Searches for the seed' },
      { field: 'seed.keyword_difficulty', label: 'Difficulty of the seed', unit: 'of_100' },
      { field: 'unknown_volume_excluded', label: 'Left out, volume not known' },
    ],
    charts: [
      { title: 'Kinds of ideas', draws: ['idea_types'], spec: (r) => barsOf(r.idea_types ?? {}) },
      {
        title: 'Searches by month for the seed',
        draws: ['seed.monthly_searches'],
        spec: (r) =>
          lineOf(r.seed.monthly_searches, ({ month }) => month, [{ name: 'Searches', of: ({ searches }) => searches }]),
      },
    ],
    tables: {
      items: {
        title: 'Ideas',
        columns: ['keyword', 'opportunity_score', ...METRICS.slice(0, 5), 'idea_type', 'already_ranking.position'],
        sort: '-opportunity_score',
      },
      groups: { title: 'Groups', columns: [] },
      known_elsewhere: KNOWN_ELSEWHERE,
    },
    left_out: [
      'seed.volume_high',
      'seed.volume_evidence',
      'seed.bing_impressions',
      'seed.trend.low',
      'seed.trend.high',
      'seed.trend.n',
      'seed.seasonality.peak_index',
      'seed.seasonality.years',
      'seed.intent_confidence',
      'seed.score_components',
      'seed.score_coverage',
      'seed.already_ranking.results_read',
      'limit',
      'offset',
      'dropped',
      'seed',
      'result_pages',
      'location',
      'by_brand',
    ],
    facts: [
      {
        field: 'seed.volume_low',
        label: 'Volume of the seed, range',
        text: ({ seed }) => spanOf(seed.volume_low, seed.volume_high, 'searches_a_month'),
      },
      { field: 'seed.cpc', label: 'Cost per click of the seed', unit: 'usd' },
      { field: 'seed.intent', label: 'Intent of the seed' },
      { field: 'seed.trend.direction', label: 'Trend of the seed' },
      { field: 'seed.trend.change_percent_year', label: 'Change of the seed in a year', unit: 'percent' },
      {
        field: 'seed.seasonality.peak_month',
        label: 'Peak month of the seed',
        isOptional: true,
        text: ({ seed }) => monthName(seed.seasonality?.peak_month),
      },
      { field: 'seed.opportunity_score', label: 'Opportunity of the seed', unit: 'of_100' },
      { field: 'seed.competition', label: 'Competition among advertisers', unit: 'share' },
      { field: 'seed.already_ranking.position', label: 'Your position for the seed', unit: 'position' },
    ],
  }),
  report('keyword-metrics.overview', {
    place: 'keywords',
    from: { serp: [], links: [], rankings: [] },
    title: (input) => `Metrics of ${named(input, 'keywords')}`,
    answer: (r, say) =>
      say.strong(`${say.count(r.totals.found, 'keyword')} of ${say.figure(r.totals.distinct)} known`) +
      `; together ${say.strong(say.count(r.totals.search_volume, 'search', 'searches'))} a month.`,
    cards: [
      { field: 'totals.search_volume', label: 'Searches a month', better: 'higher' },
      { field: 'totals.found', label: 'Known' },
      { field: 'totals.keywords', label: 'Keywords asked' },
      { field: 'totals.with_volume', label: 'With volume' },
      { field: 'totals.with_difficulty', label: 'With difficulty' },
      { field: 'totals.priorities.high', label: 'High priority', better: 'higher' },
    ],
    charts: [
      {
        title: 'Searches by month',
        draws: ['items'],
        spec: (r) => {
          const months = new Map<string, number>();
          for (const { month, searches } of r.items.flatMap(({ monthly_searches }) => monthly_searches)) {
            if (searches !== null) months.set(month, (months.get(month) ?? 0) + searches);
          }
          const x = [...months.keys()].toSorted();
          return x.length < 2
            ? undefined
            : { kind: 'stack', x, parts: [{ name: 'Searches', values: x.map((month) => months.get(month) ?? null) }] };
        },
      },
      {
        title: 'Intent',
        draws: ['items'],
        spec: (r) => sharesOf(countBy(r.items.map(({ intent }) => intent ?? 'not_known'))),
      },
    ],
    tables: {
      items: {
        title: 'Keywords',
        columns: ['keyword', 'search_volume', ...METRICS.slice(1), 'priority'],
      },
      known_elsewhere: KNOWN_ELSEWHERE,
    },
    facts: [
      {
        field: 'totals.by_brand',
        label: 'With your brand',
        isOptional: true,
        text: ({ totals: { by_brand: by } }) =>
          by === null ? null : `${by.branded} of ${by.branded + by.unbranded} keywords`,
      },
      {
        field: 'totals.volume_low',
        label: 'Volume of all, range',
        text: ({ totals }) => spanOf(totals.volume_low, totals.volume_high, 'searches_a_month'),
      },
    ],
    left_out: [
      'totals.volume_high',
      'totals.distinct',
      'totals.volume_bases',
      'totals.priorities.medium',
      'totals.priorities.low',
      'totals.priorities.unknown',
      'limit',
      'offset',
      'units',
      'totals',
      'total_count',
      'result_pages',
      'location',
      'filtered_out',
    ],
  }),
  report('keyword-cluster.build', {
    place: 'keywords',
    from: { embeddings: [] },
    title: (input) => `Groups of ${named(input, 'keywords')}`,
    answer: ({ cluster_plan: plan }, say) =>
      say.strong(`${say.count(plan.clusters.length, 'page')} would serve ${say.count(plan.keyword_count, 'keyword')}`) +
      (plan.unclustered.length === 0
        ? '.'
        : `; ${say.figure(plan.unclustered.length)} ${say.agree(plan.unclustered.length, 'fits', 'fit')} no group.`),
    cards: [
      { field: 'cluster_plan.keyword_count', label: 'Keywords' },
      { field: 'cluster_plan.method.name', label: 'Grouped by' },
      { field: 'cluster_plan.method.keywords_with_serp', label: 'With a result page' },
      { field: 'cluster_plan.method.compared_pairs', label: 'Pairs compared' },
    ],
    charts: [
      {
        title: 'Groups by keywords',
        draws: ['cluster_plan.clusters'],
        spec: ({ cluster_plan: { clusters } }) => ({
          kind: 'treemap',
          measure: 'Keywords',
          items: clusters.map(({ name, keywords: members, intent, head_keyword }) => ({
            name,
            value: members.length,
            group: intent === null ? 'Not known' : intent.charAt(0).toUpperCase() + intent.slice(1),
            note: `${members.length} ${members.length === 1 ? 'keyword' : 'keywords'}, first “${head_keyword}”`,
          })),
        }),
      },
    ],
    tables: {
      'cluster_plan.clusters': {
        title: 'Groups',
        columns: ['name › suggested_slug', 'keywords', 'intent', 'recommended_page_type', 'cohesion'],
        tab: 'Groups',
      },
      'cluster_plan.unclustered': {
        title: 'On their own',
        columns: ['keyword › why', 'intent', 'recommended_page_type'],
        tab: 'On their own',
      },
      'cluster_plan.duplicates': { title: 'Set aside', columns: [], tab: 'Set aside' },
    },
    left_out: ['cluster_plan.method.series', 'cluster_plan.method', 'cluster_plan.languages'],
    facts: [{ field: 'cluster_plan.method.pairs_by_serp', label: 'Pairs decided by result pages' }],
  }),
  report('content.keyword-map', {
    place: 'keywords',
    from: { serp: [] },
    title: (input) => `Keyword map of ${named(input, 'target', 'site', 'keywords')}`,
    answer: (r, say) =>
      say.strong(`${say.count(r.counts.strong, 'keyword')} ${say.agree(r.counts.strong, 'fits', 'fit')} well`) +
      (r.counts.missing === 0
        ? '; every keyword has a page.'
        : `; ${say.count(r.counts.missing, 'keyword')} ${say.agree(r.counts.missing, 'has', 'have')} no page, ` +
          `and ${say.count(r.counts.missing_pages, 'page')} would serve ${say.agree(r.counts.missing, 'it', 'them')}.`),
    cards: [
      { field: 'counts.strong', label: 'Fit well', better: 'higher' },
      { field: 'counts.weak', label: 'Fit badly', better: 'lower' },
      { field: 'counts.missing', label: 'Without a page', better: 'lower' },
      { field: 'counts.missing_pages', label: 'Pages to write' },
    ],
    charts: [
      {
        title: 'Keywords by page',
        draws: ['page_load'],
        spec: (r) => ({
          kind: 'bars',
          items: r.page_load
            .filter(({ keyword_count }) => keyword_count > 0)
            .map(({ url, title, keyword_count }) => ({ name: title ?? url, value: keyword_count })),
        }),
      },
    ],
    views: [{ view: 'checklist', of: 'checklist', title: 'Checklist' }],
    tables: {
      mappings: {
        title: 'Keywords and their pages',
        columns: ['keyword › why', 'match', 'primary_url', 'score', 'intent'],
        sort: '-score',
        tab: 'Map',
      },
      cannibalization_risks: { title: 'Pages that compete', columns: [], tab: 'Risks' },
      weak_matches: {
        title: 'Weak matches',
        columns: ['keyword › advice', 'primary_url', 'missing_words'],
        tab: 'Weak',
      },
      missing_pages: {
        title: 'Pages to write',
        columns: ['suggested_title › suggested_slug', 'worth', 'keywords', 'suggested_page_type'],
        tab: 'Missing pages',
      },
      page_load: {
        title: 'Keywords by page',
        columns: ['url › title', 'keyword_count', 'primary_keyword', 'load'],
        tab: 'Load',
      },
    },
    facts: [
      { field: 'counts.keywords', label: 'Keywords sent' },
      { field: 'counts.pages', label: 'Pages compared' },
      { field: 'counts.medium', label: 'Fit fairly well' },
      { field: 'counts.duplicates', label: 'Duplicate keywords' },
      { field: 'counts.left_out', label: 'Keywords left out' },
    ],
  }),
];

function countBy(names: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
