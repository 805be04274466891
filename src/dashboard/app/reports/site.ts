import { named, report } from './report.ts';

export const site = [
  report('site.audit', {
    place: 'site',
    title: (input) => `Site audit of ${named(input, 'site')}`,
    cards: [
      { field: 'health_score', label: 'Health', unit: 'of_100', better: 'higher' },
      { field: 'changes.new', label: 'New findings', better: 'lower' },
      { field: 'changes.fixed', label: 'Fixed', better: 'higher' },
      { field: 'changes.still', label: 'Still there', better: 'lower' },
      { field: 'pages.html', label: 'HTML pages' },
      { field: 'pages.dead', label: 'Dead pages', better: 'lower' },
    ],
    tables: {
      causes: { title: 'What to fix first', columns: ['severity', 'title › fix', 'pages', 'score_gain', 'effort'] },
      rules: { title: 'All rules', columns: ['status', 'severity', 'title › fix', 'failing', 'share', 'score_gain'] },
      muted: { title: 'Muted', columns: ['title', 'rule', 'url', 'pages', 'findings'] },
      items: { title: 'Findings', columns: ['url', 'item', 'detail'] },
      history: {
        title: 'Earlier audits',
        columns: ['started_at', 'health_score', 'pages_read'],
        over: { x: 'started_at', y: ['health_score'] },
      },
    },
    left_out: ['limit', 'offset', 'total_count'],
  }),
  report('site.changes', {
    place: 'site',
    title: (input) => `Changes on ${named(input, 'site')}`,
    cards: [
      { field: 'counts.dead', label: 'Died', better: 'lower' },
      { field: 'counts.noindexed', label: 'Set to noindex' },
      { field: 'counts.redirected', label: 'New redirects' },
      { field: 'counts.title_changed', label: 'New titles' },
      { field: 'counts.new', label: 'New pages' },
      { field: 'pages_compared', label: 'Pages compared' },
    ],
    tables: { items: { title: 'Changes', columns: ['change', 'url', 'before', 'after'] } },
    left_out: ['limit', 'offset'],
  }),
  report('site.sitemap-audit', {
    place: 'site',
    title: (input) => `Sitemaps of ${named(input, 'sitemap_url')}`,
    cards: [
      { field: 'coverage.unique_urls', label: 'Addresses listed' },
      { field: 'severity_counts.critical', label: 'Critical', better: 'lower' },
      { field: 'severity_counts.high', label: 'High', better: 'lower' },
      { field: 'orphan_candidate_count', label: 'Orphan candidates', better: 'lower' },
    ],
    tables: {
      findings: { title: 'Findings', columns: [] },
      sitemaps: { title: 'Sitemaps', columns: ['url', 'type', 'url_count', 'bytes', 'with_lastmod', 'problem_count'] },
    },
  }),
  report('content.internal-links', {
    place: 'page',
    title: (input) => `Internal links for ${named(input, 'source_url', 'site')}`,
    cards: [
      { field: 'source.word_count', label: 'Words', unit: 'words' },
      { field: 'source.sentences', label: 'Sentences' },
    ],
    tables: {
      suggestions: {
        title: 'Links to add',
        columns: ['anchor_text › sentence', 'target_title › target_url', 'section', 'relevance', 'priority'],
      },
      site_links: {
        title: 'Links between your pages',
        columns: [
          'source_title › source_url',
          'anchor_text › sentence',
          'target_title › target_url',
          'target_links_now',
          'score',
        ],
      },
    },
  }),
];
