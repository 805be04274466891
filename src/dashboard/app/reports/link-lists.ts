import { barsOf, sharesOf } from './make.ts';
import { named, report } from './report.ts';

const LIST = ['rank_scale', 'limit', 'offset'] as const;

export const linkLists = [
  report('backlinks.list', {
    place: 'links',
    has_export: true,
    title: (input) => `Links to ${named(input, 'target')}`,
    answer: (r, say) => {
      const { lost_link_reclaim: lost, broken_target_repair: broken } = r.classification_counts;
      if (r.total_count === 0) return say.strong('No link matches.');
      const isGrouped = r.items.some(({ group_count }) => group_count > 1);
      return (
        say.strong(`${say.count(r.total_count, 'link')} ${say.agree(r.total_count, 'matches', 'match')}`) +
        (isGrouped ? ', the strongest of each group' : '') +
        (lost === 0 && broken === 0
          ? '; none of those shown is lost or leads to a broken page.'
          : `; of those shown, look first at ${say.count(lost, 'lost link')} and ${say.count(broken, 'link')} to broken pages.`)
      );
    },
    cards: [
      { field: 'total_count', label: 'Links', better: 'higher' },
      { field: 'classification_counts.lost_link_reclaim', label: 'Lost, worth reclaiming' },
      { field: 'classification_counts.broken_target_repair', label: 'To broken pages', better: 'lower' },
      { field: 'classification_counts.quality_review', label: 'To review', better: 'lower' },
      { field: 'classification_counts.authority_protection', label: 'To protect' },
      { field: 'classification_counts.outreach_reference', label: 'For outreach' },
    ],
    tables: {
      items: {
        title: 'Links',
        columns: [
          'domain_from › page_from_title',
          'rank',
          'anchor › url_to',
          'semantic_location',
          'dofollow',
          'backlink_spam_score',
          'first_seen',
          'lost_date',
          'classification',
        ],
        sort: '-rank',
      },
    },
    left_out: LIST,
  }),
  report('backlinks.anchors', {
    place: 'links',
    has_export: true,
    title: (input) => `Anchors of links to ${named(input, 'target')}`,
    answer: (r, say) =>
      say.strong(`${say.figure(r.profile.share.branded, 'share')} branded`) +
      `, ${say.figure(r.profile.exact_match_share, 'share')} exact match: ` +
      (r.profile.over_optimized === null
        ? 'too few links to judge the mix.'
        : r.profile.over_optimized
          ? say.strong('over-optimized.')
          : 'the mix looks natural.'),
    cards: [
      { field: 'profile.groups', label: 'Anchors' },
      { field: 'profile.share.branded', label: 'Branded', unit: 'share' },
      { field: 'profile.exact_match_share', label: 'Exact match', unit: 'share', better: 'lower' },
      { field: 'profile.over_optimized', label: 'Over-optimized' },
      { field: 'backlinks', better: 'higher' },
    ],
    charts: [{ title: 'Anchor mix', draws: ['profile.share'], spec: (r) => sharesOf(r.profile.share, 'share') }],
    tables: {
      items: {
        title: 'Anchors',
        columns: [
          'anchor › target_url',
          'backlinks',
          'anchor_intent',
          'share',
          'referring_domains',
          'dofollow_share',
          'spam_score',
          'first_seen',
        ],
        sort: '-backlinks',
      },
    },
    facts: [
      { field: 'profile.exact_match_site_share', label: 'Exact match, each site once', unit: 'share' },
      { field: 'profile.covered_share', label: 'Links that these anchors cover', unit: 'share' },
      { field: 'profile.reason', label: 'What the judgement rests on' },
    ],
    left_out: [...LIST, 'profile.backlinks', 'total_count'],
  }),
  report('backlinks.referring-domains', {
    place: 'links',
    has_export: true,
    title: (input) => `Domains that link to ${named(input, 'target')}`,
    answer: (r, say) =>
      say.strong(say.count(r.total_count, 'domain')) +
      (r.action_counts.reclaim + r.action_counts.review + r.action_counts.disavow_review === 0
        ? '; none of those shown is lost or suspicious.'
        : `; of those shown, ${say.figure(r.action_counts.reclaim)} to win back, ` +
          `${say.figure(r.action_counts.review)} to review and ${say.figure(r.action_counts.disavow_review)} to consider disavowing.`),
    cards: [
      { field: 'total_count', label: 'Domains', better: 'higher' },
      { field: 'action_counts.strengthen', label: 'To strengthen' },
      { field: 'action_counts.reclaim', label: 'To win back' },
      { field: 'action_counts.repair', label: 'To repair', better: 'lower' },
      { field: 'action_counts.review', label: 'To review' },
      { field: 'action_counts.disavow_review', label: 'Disavow?', better: 'lower' },
    ],
    charts: [
      { title: 'What to do', draws: ['action_counts'], spec: (r) => sharesOf(r.action_counts) },
      {
        title: 'Domains by authority',
        draws: ['items'],
        spec: (r) => barsOf(byBand(r.items.map(({ domain_rank }) => domain_rank))),
      },
    ],
    tables: {
      items: {
        title: 'Domains',
        columns: [
          'domain › top_anchor',
          'domain_rank',
          'backlinks',
          'referring_pages',
          'dofollow_share',
          'spam_score',
          'first_seen',
          'lost_date',
          'action',
        ],
        sort: '-domain_rank',
      },
      tool_reports: { title: 'What other tools say', columns: [] },
    },
    left_out: [...LIST, 'backlinks'],
  }),
  report('backlinks.domain-pages', {
    place: 'links',
    has_export: true,
    title: (input) => `Pages of ${named(input, 'target')} that earn links`,
    answer: (r, say) =>
      say.strong(
        `${say.count(r.total_count, 'page')} ${say.agree(r.total_count, 'holds', 'hold')} ${say.count(r.backlinks, 'link')}`,
      ) +
      (r.action_counts.redirect === 0
        ? '; none of those shown needs a redirect.'
        : `; ${say.count(r.action_counts.redirect, 'dead page')} of those shown ${say.agree(r.action_counts.redirect, 'needs', 'need')} a redirect.`),
    cards: [
      { field: 'total_count', label: 'Linked pages' },
      { field: 'backlinks', better: 'higher' },
      { field: 'action_counts.redirect', label: 'Need a redirect', better: 'lower' },
      { field: 'action_counts.restore', label: 'To restore', better: 'lower' },
      { field: 'action_counts.improve', label: 'To improve' },
      { field: 'action_counts.protect', label: 'To protect' },
    ],
    tables: {
      items: {
        title: 'Pages',
        columns: [
          'url › title',
          'referring_domains',
          'status_code',
          'backlinks',
          'rank',
          'broken_backlinks',
          'words_count',
          'action',
        ],
        sort: '-referring_domains',
      },
    },
    left_out: [...LIST, 'action_counts.monitor'],
  }),
  report('backlinks.competitors', {
    place: 'links',
    has_export: true,
    title: (input) => `Sites linked like ${named(input, 'target')}`,
    answer: (r, say) => {
      const [first] = r.items.toSorted((one, other) => other.opportunity_score - one.opportunity_score);
      return first === undefined
        ? ''
        : `${say.strong(first.domain)} shares ${say.count(first.intersections, 'linking domain')} with you and has ` +
            `${say.strong(`${first.unique_referring_domains === 0 ? 'none' : first.unique_referring_domains} that you lack`)}.`;
    },
    cards: [
      { field: 'total_count', label: 'Competitors' },
      { field: 'referring_main_domains', label: 'Your referring domains', better: 'higher' },
      { field: 'rank', label: 'Your authority', unit: 'of_100', better: 'higher' },
    ],
    charts: [
      {
        title: 'Overlap and what you lack',
        draws: ['items'],
        spec: (r) => ({
          kind: 'bubble',
          axes: { x: { name: 'Overlap' }, y: { name: 'Domains you lack' }, size: 'Authority' },
          points: r.items.map(({ domain, overlap_score, unique_referring_domains, rank }) => ({
            name: domain,
            x: overlap_score,
            y: unique_referring_domains,
            size: rank,
          })),
        }),
      },
    ],
    tables: {
      items: {
        title: 'Competitors',
        columns: [
          'domain › reason',
          'unique_referring_domains',
          'rank',
          'intersections',
          'overlap_score',
          'opportunity_score',
          'priority',
        ],
        sort: '-opportunity_score',
      },
    },
    left_out: [...LIST, 'candidate_count'],
  }),
  report('backlinks.page-intersection', {
    place: 'links',
    title: (input) => `Pages that link to ${named(input, 'targets')}`,
    answer: (r, say) => {
      if (r.total_count === 0) return say.strong('No page links to these sites and not to yours.');
      const { high } = r.priority_counts;
      return (
        say.strong(
          `${say.count(r.total_count, 'page')} ${say.agree(r.total_count, 'links', 'link')} to these sites and not to yours`,
        ) +
        (high === 0
          ? '; none of those shown is a high priority.'
          : `; of those shown, write to ${say.figure(high)} first.`)
      );
    },
    cards: [
      { field: 'total_count', label: 'Pages' },
      { field: 'priority_counts.high', label: 'Worth writing to first', better: 'higher' },
      { field: 'priority_counts.medium', label: 'Medium' },
      { field: 'priority_counts.low', label: 'Low' },
    ],
    tables: {
      items: {
        title: 'Pages',
        columns: [
          'domain › title',
          'linked_targets_count',
          'domain_rank',
          'rank',
          'quality.in_content',
          'quality.dofollow',
          'spam_score',
          'external_links',
          'first_seen',
          'priority',
        ],
        sort: '-score',
      },
      targets: { title: 'Sites asked about', columns: ['value', 'pages', 'type'] },
    },
    left_out: LIST,
  }),
  report('backlinks.opportunity-finder', {
    place: 'links',
    title: (input) => `Link prospects for ${named(input, 'target')}`,
    answer: (r, say) =>
      (r.counts.by_priority.high === 0
        ? `${say.strong(say.count(r.counts.prospects, 'prospect'))}, none of high priority`
        : say.strong(`${say.figure(r.counts.by_priority.high)} of ${say.count(r.counts.prospects, 'prospect')}`) +
          ` ${say.agree(r.counts.by_priority.high, 'is', 'are')} worth writing to first`) +
      (r.counts.rejected === 0 ? '.' : `; ${say.figure(r.counts.rejected)} left out.`),
    cards: [
      { field: 'counts.opportunities', label: 'Prospects', better: 'higher' },
      { field: 'counts.by_priority.high', label: 'High priority', better: 'higher' },
      { field: 'counts.by_priority.medium', label: 'Medium priority' },
      { field: 'counts.rejected', label: 'Left out' },
    ],
    charts: [
      {
        title: 'Prospects by what to do',
        draws: ['counts.by_action_type'],
        spec: (r) => barsOf(r.counts.by_action_type),
      },
      {
        title: 'Why prospects were left out',
        draws: ['counts.rejected_by_reason'],
        spec: (r) => barsOf(r.counts.rejected_by_reason),
      },
    ],
    tables: {
      opportunities: {
        title: 'Prospects',
        columns: ['prospect.domain', 'score', 'score_coverage', 'pitch_angle', 'action_type', 'effort', 'priority'],
        sort: '-score',
        tab: 'Prospects',
      },
      rejected: { title: 'Left out', columns: ['prospect.domain', 'reason', 'why'], tab: 'Left out' },
      'campaign_plan.waves': {
        title: 'Waves',
        columns: ['task › success_metric', 'prospects', 'action_type', 'effort', 'owner_hint'],
        tab: 'Waves',
      },
      'campaign_plan.assets_in_use': {
        title: 'Pages to offer',
        columns: ['asset › url', 'opportunities'],
        tab: 'Your pages',
      },
    },
    facts: [
      { field: 'counts.prospects', label: 'Sites found' },
      { field: 'campaign_plan.focus', label: 'Focus of the campaign' },
    ],
    left_out: [
      'counts.rows',
      'counts.by_priority.low',
      'counts.by_priority.unknown',
      'max_spam_score',
      'min_priority',
      'rank_scale_read',
    ],
  }),
];

const BANDS: readonly (readonly [string, number])[] = [
  ['80–100', 80],
  ['60–79', 60],
  ['40–59', 40],
  ['20–39', 20],
  ['0–19', 0],
];

function byBand(ranks: readonly (number | null)[]): Readonly<Record<string, number>> {
  const bandOf = (rank: number | null): string =>
    rank === null ? 'Not known' : (BANDS.find(([, from]) => rank >= from)?.[0] ?? 'Not known');
  const counts: Record<string, number> = {};
  for (const rank of ranks) counts[bandOf(rank)] = (counts[bandOf(rank)] ?? 0) + 1;
  return counts;
}
