import { named, report } from './report.ts';

export const links = [
  report('backlinks.summary', {
    place: 'links',
    title: (input) => `Backlinks of ${named(input, 'target')}`,
    cards: [
      { field: 'rank', label: 'Authority', unit: 'rank', note: 'authority_tier', better: 'higher' },
      { field: 'referring_domains', better: 'higher' },
      { field: 'backlinks', better: 'higher' },
      { field: 'dofollow_share', label: 'Followed' },
      { field: 'broken_backlinks', label: 'Broken links', better: 'lower' },
      { field: 'spam_score', unit: 'of_100', note: 'risk_level', better: 'lower' },
    ],
    tables: {
      top_pages: {
        title: 'Most linked pages',
        columns: ['url', 'backlinks', 'referring_domains', 'status_code'],
      },
      top_anchors: { title: 'Top anchors', columns: ['anchor', 'backlinks', 'referring_domains', 'share'] },
    },
    left_out: ['rank_scale'],
  }),
  report('backlinks.list', {
    place: 'links',
    title: (input) => `Links to ${named(input, 'target')}`,
    cards: [
      { field: 'total_count', label: 'Links' },
      { field: 'classification_counts.lost_link_reclaim', label: 'Lost, worth reclaiming' },
      { field: 'classification_counts.broken_target_repair', label: 'To broken pages', better: 'lower' },
      { field: 'classification_counts.quality_review', label: 'To review' },
    ],
    tables: {
      items: {
        title: 'Links',
        columns: [
          'domain_from › url_from',
          'anchor › url_to',
          'rank',
          'semantic_location',
          'dofollow',
          'backlink_spam_score',
          'first_seen',
          'lost_date',
        ],
      },
    },
    left_out: ['rank_scale', 'limit', 'offset'],
  }),
  report('backlinks.anchors', {
    place: 'links',
    title: (input) => `Anchors of links to ${named(input, 'target')}`,
    cards: [
      { field: 'profile.groups', label: 'Anchors' },
      { field: 'profile.share.branded', label: 'Branded', unit: 'share' },
      { field: 'profile.exact_match_share', label: 'Exact match', unit: 'share', better: 'lower' },
      { field: 'profile.over_optimized', label: 'Over-optimized' },
      { field: 'backlinks', better: 'higher' },
    ],
    tables: {
      items: {
        title: 'Anchors',
        columns: [
          'anchor › target_url',
          'anchor_intent',
          'share',
          'backlinks',
          'referring_domains',
          'dofollow_share',
          'spam_score',
        ],
      },
    },
    left_out: ['rank_scale', 'limit', 'offset'],
  }),
  report('backlinks.referring-domains', {
    place: 'links',
    title: (input) => `Domains that link to ${named(input, 'target')}`,
    cards: [
      { field: 'total_count', label: 'Domains', better: 'higher' },
      { field: 'action_counts.strengthen', label: 'To strengthen' },
      { field: 'action_counts.reclaim', label: 'To win back' },
      { field: 'action_counts.review', label: 'To review' },
      { field: 'backlinks', better: 'higher' },
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
          'action',
        ],
      },
    },
    left_out: ['rank_scale', 'limit', 'offset'],
  }),
  report('backlinks.domain-pages', {
    place: 'links',
    title: (input) => `Pages of ${named(input, 'target')} that earn links`,
    cards: [
      { field: 'total_count', label: 'Linked pages' },
      { field: 'backlinks', better: 'higher' },
      { field: 'action_counts.redirect', label: 'Need a redirect', better: 'lower' },
      { field: 'action_counts.restore', label: 'To restore', better: 'lower' },
      { field: 'action_counts.protect', label: 'To protect' },
    ],
    tables: {
      items: {
        title: 'Pages',
        columns: ['url › title', 'status_code', 'referring_domains', 'backlinks', 'rank', 'broken_backlinks', 'action'],
      },
    },
    left_out: ['rank_scale', 'limit', 'offset'],
  }),
  report('backlinks.competitors', {
    place: 'links',
    title: (input) => `Sites linked like ${named(input, 'target')}`,
    cards: [
      { field: 'total_count', label: 'Competitors' },
      { field: 'referring_main_domains', label: 'Your referring domains', better: 'higher' },
      { field: 'rank', label: 'Authority', unit: 'rank', better: 'higher' },
    ],
    tables: {
      items: {
        title: 'Competitors',
        columns: ['domain', 'rank', 'intersections', 'overlap_score', 'unique_referring_domains', 'opportunity_score'],
      },
    },
    left_out: ['rank_scale', 'limit', 'offset'],
  }),
  report('backlinks.new-lost-timeseries', {
    place: 'links',
    title: (input) => `Links won and lost by ${named(input, 'target')}`,
    cards: [
      { field: 'net_change.referring_domains', label: 'Net referring domains', better: 'higher' },
      { field: 'net_change.backlinks', label: 'Net backlinks', better: 'higher' },
      { field: 'totals.new_backlinks', label: 'Won', better: 'higher' },
      { field: 'totals.lost_backlinks', label: 'Lost', better: 'lower' },
      { field: 'loss_rate', unit: 'share', better: 'lower' },
      'momentum',
    ],
    tables: {
      points: {
        title: 'Links won and lost',
        columns: [
          'period',
          'new_backlinks',
          'lost_backlinks',
          'net_backlinks',
          'new_referring_domains',
          'lost_referring_domains',
        ],
        over: { x: 'period', y: ['new_backlinks', 'lost_backlinks'] },
      },
    },
  }),
  report('backlinks.page-intersection', {
    place: 'links',
    title: (input) => `Pages that link to ${named(input, 'targets')}`,
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
          'domain › url',
          'linked_targets_count',
          'domain_rank',
          'rank',
          'spam_score',
          'external_links',
          'priority',
        ],
      },
    },
    left_out: ['rank_scale', 'limit', 'offset'],
  }),
  report('backlinks.opportunity-finder', {
    place: 'links',
    title: (input) => `Link prospects for ${named(input, 'target')}`,
    cards: [
      { field: 'counts.opportunities', label: 'Prospects', better: 'higher' },
      { field: 'counts.by_priority.high', label: 'High priority', better: 'higher' },
      { field: 'counts.rejected', label: 'Left out' },
    ],
    tables: {
      opportunities: {
        title: 'Prospects',
        columns: ['prospect', 'action_type', 'pitch_angle', 'score', 'effort', 'priority'],
      },
      'campaign_plan.waves': { title: 'Waves', columns: ['order', 'action_type', 'task', 'prospects', 'effort'] },
      rejected: { title: 'Left out', columns: ['prospect', 'reason', 'why'] },
    },
  }),
];
