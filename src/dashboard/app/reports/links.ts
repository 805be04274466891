import { peakOf } from './fact-texts.ts';
import { linkLists } from './link-lists.ts';
import { barsOf, lineOf, sharesOf } from './make.ts';
import { named, report } from './report.ts';

export const links = [
  report('backlinks.summary', {
    place: 'links',
    title: (input) => `Backlinks of ${named(input, 'target')}`,
    answer: (r, say) =>
      say.strong(`${say.count(r.backlinks, 'backlink')} from ${say.count(r.referring_domains, 'domain')}`) +
      (r.broken_backlinks === null || r.broken_backlinks === 0
        ? '; none known to point to a dead page.'
        : `; ${say.count(r.broken_backlinks, 'link')} to ${say.count(r.broken_pages, 'dead page')}.`),
    cards: [
      { field: 'referring_domains', better: 'higher' },
      { field: 'backlinks', better: 'higher' },
      { field: 'rank', label: 'Authority', unit: 'of_100', note: 'authority_tier', better: 'higher' },
      { field: 'dofollow_share', label: 'Followed' },
      { field: 'broken_backlinks', label: 'Broken links', better: 'lower' },
      { field: 'spam_score', unit: 'of_100', note: 'risk_level', better: 'lower' },
    ],
    charts: [
      { title: 'Link types', draws: ['link_types'], spec: (r) => sharesOf(byValue(r.link_types)) },
      {
        title: 'Place on the page',
        draws: ['semantic_locations', 'placements'],
        spec: (r) => sharesOf(byValue(r.semantic_locations)),
      },
      { title: 'Attributes', draws: ['link_attributes'], spec: (r) => barsOf(byValue(r.link_attributes)) },
      { title: 'Kinds of sites', draws: ['platform_types'], spec: (r) => sharesOf(byValue(r.platform_types)) },
      { title: 'Languages', draws: ['languages'], spec: (r) => sharesOf(byValue(r.languages)) },
      { title: 'Top-level domains', draws: ['tlds'], spec: (r) => barsOf(byValue(r.tlds)) },
    ],
    tables: {
      top_pages: {
        title: 'Most linked pages',
        columns: ['url', 'backlinks', 'referring_domains', 'status_code'],
        sort: '-backlinks',
        tab: 'Pages',
      },
      top_anchors: {
        title: 'Top anchors',
        columns: ['anchor', 'backlinks', 'share', 'referring_domains'],
        sort: '-backlinks',
        tab: 'Anchors',
      },
      spam_signs: {
        title: 'Signs of spam',
        columns: ['sign › reason', 'backlinks', 'referring_main_domains'],
        tab: 'Signs of spam',
      },
      tool_metrics: { title: 'What other tools say', columns: [], tab: 'Other tools' },
    },
    facts: [
      { field: 'referring_main_domains', label: 'Referring root domains' },
      'referring_pages',
      { field: 'referring_domains_nofollow', label: 'Domains that only link with nofollow' },
      { field: 'broken_pages', label: 'Dead pages with links' },
      { field: 'lost_backlinks', label: 'Lost links' },
    ],
    left_out: ['rank_scale', 'recommended_action_type'],
  }),
  report('backlinks.new-lost-timeseries', {
    place: 'links',
    title: (input) => `Links won and lost by ${named(input, 'target')}`,
    answer: (r, say) => {
      const { new_backlinks: won, lost_backlinks: lost } = r.net_change;
      const began = r.points.find(({ is_baseline }) => is_baseline)?.new_backlinks ?? 0;
      const gained =
        won === 0 && began > 0
          ? 'Links won: unknown'
          : say.strong(`${say.count(won, 'link')} won and ${say.figure(lost)} lost`);
      const apart = began === 0 ? '' : `, not counting ${say.count(began, 'link')} found when the index started`;
      const direction = r.momentum === null ? '' : `; the profile is ${r.momentum}`;
      return `${gained} from ${r.date_from} to ${r.date_to}${apart}${direction}.`;
    },
    cards: [
      { field: 'net_change.referring_domains', label: 'Net referring domains', better: 'higher' },
      { field: 'net_change.backlinks', label: 'Net backlinks', better: 'higher' },
      { field: 'net_change.new_backlinks', label: 'Won', better: 'higher' },
      { field: 'net_change.lost_backlinks', label: 'Lost', better: 'lower' },
      { field: 'loss_rate', unit: 'share', better: 'lower' },
      'momentum',
    ],
    charts: [
      {
        title: 'New and lost backlinks',
        draws: ['points'],
        spec: (r) => ({
          kind: 'gain_loss',
          x: r.points.map(({ period }) => period),
          // What the index began with can be of any age.
          gained: {
            name: 'New',
            values: r.points.map(({ new_backlinks, is_baseline }) => (is_baseline ? null : new_backlinks)),
          },
          lost: { name: 'Lost', values: r.points.map(({ lost_backlinks }) => lost_backlinks) },
          partial: r.points.flatMap(({ is_partial }, at) => (is_partial ? [at] : [])),
        }),
      },
      {
        title: 'Referring domains',
        draws: ['points'],
        spec: (r) =>
          lineOf(r.points, ({ period }) => period, [
            { name: 'Referring domains', of: ({ referring_domains }) => referring_domains },
          ]),
      },
    ],
    tables: {
      points: {
        title: 'By period',
        columns: [
          'period',
          'new_backlinks',
          'lost_backlinks',
          'net_backlinks',
          'new_referring_domains',
          'lost_referring_domains',
          'net_referring_domains',
        ],
        sort: '-period',
      },
      'spam.points': {
        title: 'Domains that score as spam',
        columns: ['period', 'new_referring_domains', 'lost_referring_domains'],
        sort: '-period',
      },
    },
    facts: [
      { field: 'spam.new_referring_domains', label: 'Spammy domains won' },
      { field: 'spam.lost_referring_domains', label: 'Spammy domains lost' },
      { field: 'before.backlinks', label: 'Backlinks at the start', isOptional: true },
      { field: 'after.backlinks', label: 'Backlinks at the end' },
      { field: 'before.referring_domains', label: 'Referring domains at the start', isOptional: true },
      { field: 'after.referring_domains', label: 'Referring domains at the end' },
      { field: 'referring_domains_loss_rate', label: 'Loss rate of referring domains', unit: 'share' },
      { field: 'net_change.new_referring_domains', label: 'Referring domains won' },
      { field: 'net_change.lost_referring_domains', label: 'Referring domains lost' },
      { field: 'net_change.backlinks_share', label: 'Net change of backlinks', unit: 'share' },
      { field: 'net_change.referring_domains_share', label: 'Net change of referring domains', unit: 'share' },
      {
        field: 'strongest_gain',
        label: 'Strongest gain',
        isOptional: true,
        text: ({ strongest_gain: gain }) => peakOf(gain),
      },
      {
        field: 'strongest_loss',
        label: 'Strongest loss',
        isOptional: true,
        text: ({ strongest_loss: loss }) => peakOf(loss),
      },
    ],
    left_out: ['observed_points', 'momentum_basis', 'baseline', 'totals', 'group_range', 'include_subdomains'],
  }),
  ...linkLists,
];

function byValue(
  rows: readonly { readonly value: string; readonly backlinks: number }[] | null,
): Readonly<Record<string, number>> {
  return Object.fromEntries((rows ?? []).map(({ value, backlinks }) => [value, backlinks]));
}
