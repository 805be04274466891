import { lineOf, sharesOf } from './make.ts';
import { quoted, report } from './report.ts';

export const resultPages = [
  report('analyze.serp', {
    place: 'keywords',
    from: { links: ['serp_opportunity.difficulty.value', 'serp_opportunity.organic.rank'] },
    title: (input) => `The result page for ${quoted(input)}`,
    answer: ({ serp_opportunity: r }, say) =>
      say.strong(r.intent.main === null ? 'The intent is not known' : `${capital(r.intent.main)} search`) +
      (r.click_share_left === null
        ? '; how many clicks are left for organic results is not known.'
        : `; ${say.strong(`${say.figure(r.click_share_left.value, 'share')} of clicks`)} are left for organic results ` +
          `(${say.figure(r.click_share_left.low, 'share')}–${say.figure(r.click_share_left.high, 'share')}).`),
    cards: [
      { field: 'serp_opportunity.click_share_left', label: 'Clicks left', unit: 'share', better: 'higher' },
      { field: 'serp_opportunity.score', label: 'Opportunity', unit: 'of_100', better: 'higher' },
      { field: 'serp_opportunity.difficulty.value', label: 'Difficulty', unit: 'of_100', better: 'lower' },
      { field: 'serp_opportunity.intent.main', label: 'Intent' },
      { field: 'serp_opportunity.ai_overview.status', label: 'AI overview' },
      { field: 'serp_opportunity.own_standing.position', label: 'Your position', unit: 'position' },
    ],
    charts: [
      {
        title: 'What searchers want',
        draws: ['serp_opportunity.intent.shares'],
        spec: ({ serp_opportunity: { intent } }) =>
          sharesOf(Object.fromEntries(intent.shares.map((each) => [each.intent, each.share])), 'share'),
      },
    ],
    views: [{ view: 'result_page', of: 'serp_opportunity', title: 'The page from top to bottom' }],
    tables: {
      'serp_opportunity.organic': {
        title: 'Organic results',
        columns: ['title › url', 'position', 'page_type', 'rank', 'cited', 'published_at'],
        sort: 'position',
        tab: 'Results',
      },
      'serp_opportunity.weak_spots': {
        title: 'Weak results',
        columns: ['url', 'position', 'reasons'],
        tab: 'Weak results',
      },
      'serp_opportunity.features': {
        title: 'Features',
        columns: ['name › how', 'status', 'owner', 'winnable'],
        tab: 'Features',
      },
      'serp_opportunity.people_also_ask': {
        title: 'People also ask',
        columns: ['question › answer', 'url'],
        tab: 'Questions',
      },
      'serp_opportunity.similar_keywords': {
        title: 'Similar searches',
        columns: ['keyword', 'overlap', 'shared', 'checked_at'],
        sort: '-overlap',
        tab: 'Similar',
      },
    },
    facts: [
      { field: 'serp_opportunity.related_searches', label: 'Related searches', isOptional: true },
      {
        field: 'serp_opportunity.difficulty.domain_rank_median',
        label: 'Typical authority of ranking domains',
        unit: 'of_100',
      },
      { field: 'serp_opportunity.serps_compared', label: 'Result pages of related searches' },
    ],
    left_out: ['serp_opportunity'],
  }),
  report('serp.volatility', {
    place: 'rankings',
    title: (input) => `Movement for ${quoted(input)}`,
    answer: (r, say) =>
      say.strong(capital(r.interpretation ?? 'not known')) +
      `: ${say.count(r.counts.new_entries, 'new page')}, ${say.figure(r.counts.dropouts)} gone${r.first_checked_at === null ? '' : ` since ${r.first_checked_at}`}.`,
    cards: [
      { field: 'volatility_score', unit: 'of_100', note: 'interpretation' },
      { field: 'counts.new_entries', label: 'New' },
      { field: 'counts.dropouts', label: 'Gone' },
      { field: 'counts.winners', label: 'Winners' },
      { field: 'counts.losers', label: 'Losers' },
      { field: 'first_place.changed', label: 'First place changed' },
    ],
    charts: [
      {
        title: 'Positions',
        draws: ['target_visibility'],
        spec: (r) => {
          const x = [
            ...new Set(r.target_visibility.flatMap(({ positions }) => positions.map((each) => each.checked_at))),
          ].toSorted();
          if (x.length < 2) return undefined;
          return {
            kind: 'line',
            unit: 'position',
            x,
            series: r.target_visibility.map(({ domain, positions }) => ({
              name: domain,
              values: x.map((at) => positions.find(({ checked_at }) => checked_at === at)?.position ?? null),
            })),
          };
        },
      },
      {
        title: 'Movement by interval',
        draws: ['intervals'],
        spec: (r) =>
          lineOf(r.intervals, ({ to }) => to, [{ name: 'Volatility', of: ({ volatility_score }) => volatility_score }]),
      },
    ],
    tables: {
      top_domains: {
        title: 'Domains',
        columns: ['domain', 'share', 'best_position', 'average_position', 'seen_in', 'pages'],
        tab: 'Domains',
      },
      winners: { title: 'Winners', columns: [], tab: 'Winners' },
      losers: { title: 'Losers', columns: [], tab: 'Losers' },
      new_entries: { title: 'New', columns: ['url', 'position', 'domain'], tab: 'New' },
      dropouts: { title: 'Gone', columns: ['url', 'position', 'domain'], tab: 'Gone' },
      intervals: {
        title: 'Intervals',
        columns: ['from', 'to', 'volatility_score', 'interpretation', 'new_entries', 'dropouts'],
        tab: 'Intervals',
      },
      target_visibility: {
        title: 'Your visibility',
        columns: ['domain', 'status', 'first_position', 'last_position', 'change', 'visibility'],
        tab: 'Your sites',
      },
      feature_changes: {
        title: 'Features',
        columns: ['feature', 'change', 'previous_at', 'checked_at'],
        tab: 'Features',
      },
    },
    facts: [
      { field: 'first_place.before.domain', label: 'First at the start' },
      { field: 'first_place.after.domain', label: 'First at the end' },
      { field: 'snapshots_compared', label: 'Result pages compared' },
      'first_checked_at',
      'last_checked_at',
    ],
    left_out: [
      'first_place.before.position',
      'first_place.after.position',
      'score_components',
      'components',
      'counts.feature_changes',
      'positions_min',
      'first_place',
      'keyword',
      'location',
      'device',
      'sensitivity',
    ],
  }),
];

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
