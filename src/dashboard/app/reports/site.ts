import { barsOf, lineOf } from './make.ts';
import { named, report } from './report.ts';

export const site = [
  report('site.audit', {
    place: 'site',
    title: (input) => `Site audit of ${named(input, 'site')}`,
    answer: (r, say) => {
      const [first] = r.causes;
      const changes =
        r.changes === null ? '' : `, ${r.changes.new} new and ${r.changes.fixed} fixed since the last crawl`;
      return (
        say.strong(`Health ${say.figure(r.health_score)} of 100`) +
        changes +
        (first === undefined ? '; nothing is broken.' : `; first: ${first.title}.`)
      );
    },
    cards: [
      { field: 'health_score', label: 'Health', unit: 'of_100', better: 'higher' },
      { field: 'changes.new', label: 'New findings', better: 'lower' },
      { field: 'changes.fixed', label: 'Fixed', better: 'higher' },
      { field: 'changes.still', label: 'Still there', better: 'lower' },
      { field: 'pages.html', label: 'HTML pages' },
      { field: 'pages.dead', label: 'Dead pages', better: 'lower' },
    ],
    charts: [
      {
        title: 'Health by crawl',
        draws: ['history'],
        spec: (r) =>
          lineOf(r.history, ({ started_at }) => started_at.slice(0, 10), [
            { name: 'Health', of: ({ health_score }) => health_score },
          ]),
      },
      {
        title: 'Score by part',
        draws: ['areas'],
        spec: (r) => {
          const bars = barsOf(r.areas ?? {});
          return bars === undefined ? undefined : { ...bars, max: 100 };
        },
      },
    ],
    tables: {
      causes: {
        title: 'What to fix first',
        columns: ['title › fix', 'severity', 'pages', 'score_gain', 'effort'],
        tab: 'What to fix first',
      },
      rules: {
        title: 'All rules',
        columns: ['title › fix', 'status', 'severity', 'failing', 'share', 'score_gain', 'area'],
        sort: '-failing',
        tab: 'All rules',
      },
      items: { title: 'Findings', columns: ['url', 'detail', 'item'], tab: 'Findings' },
      muted: { title: 'Muted', columns: ['title', 'pages', 'rule', 'url', 'findings'], tab: 'Muted' },
      history: {
        title: 'Earlier audits',
        columns: ['started_at', 'health_score', 'pages_read'],
        sort: '-started_at',
        tab: 'Earlier audits',
      },
    },
    facts: [
      { field: 'changes.gone', label: 'Findings gone with their page', isOptional: true },
      { field: 'changes.not_checked', label: 'Findings not checked again', isOptional: true },
      { field: 'pages.indexable', label: 'Indexable pages' },
      { field: 'pages.noindex', label: 'Pages with noindex' },
      { field: 'pages.redirects', label: 'Redirects' },
      { field: 'pages.errors', label: 'Server errors' },
      { field: 'pages.refused', label: 'Refused to the crawler' },
      { field: 'pages.failed', label: 'Did not respond' },
      { field: 'pages.blocked', label: 'Blocked by robots.txt' },
      { field: 'pages.not_reached', label: 'Linked, but not read' },
      { field: 'crawl.pages_read', label: 'Addresses read' },
      { field: 'crawl.pages_known', label: 'Addresses known' },
      { field: 'crawl.started_at', label: 'Crawl started' },
    ],
    left_out: ['limit', 'offset', 'total_count', 'crawl', 'changes', 'not_compared_because'],
  }),
  report('site.changes', {
    place: 'site',
    title: (input) => `Changes on ${named(input, 'site')}`,
    answer: (r, say) =>
      r.counts === null
        ? ''
        : say.strong(`${say.count(r.total_count, 'change')} on ${say.count(r.pages_compared, 'page')}`) +
          changesOf(r.counts),
    cards: [
      { field: 'counts.dead', label: 'Died', better: 'lower' },
      { field: 'counts.noindexed', label: 'Set to noindex', better: 'lower' },
      { field: 'counts.blocked', label: 'Blocked by robots.txt', better: 'lower' },
      { field: 'counts.redirected', label: 'New redirects' },
      { field: 'counts.new', label: 'New pages' },
      { field: 'pages_compared', label: 'Pages compared' },
    ],
    charts: [{ title: 'What changed', draws: ['counts'], spec: (r) => barsOf(r.counts ?? {}) }],
    tables: { items: { title: 'Changes', columns: ['url', 'change', 'before', 'after'] } },
    facts: [
      {
        field: 'links',
        label: 'Links from other sites since then',
        isOptional: true,
        text: ({ links }) => (links === null ? null : `${links.new_backlinks} won, ${links.lost_backlinks} lost`),
      },
    ],
    left_out: ['limit', 'offset', 'total_count', 'site', 'crawl.id', 'compared_with.id'],
  }),
  report('site.sitemap-audit', {
    place: 'site',
    from: {
      sites: [
        'coverage.crawl_urls.listed_share',
        'orphan_candidate_count',
        'orphan_candidates.clicks',
        'orphan_candidates.impressions',
        'orphan_candidates.inbound_internal_links',
      ],
    },
    title: (input) => `Sitemaps of ${named(input, 'site', 'sitemap_url')}`,
    answer: (r, say) => {
      const severe = r.severity_counts.critical + r.severity_counts.high;
      const [first] = r.findings;
      return (
        say.strong(`${say.count(r.coverage.unique_urls, 'address', 'addresses')} listed`) +
        (severe === 0 || first === undefined
          ? '; no severe problem.'
          : `; ${say.count(severe, 'severe problem')}, first: ${first.title}.`)
      );
    },
    cards: [
      { field: 'coverage.unique_urls', label: 'Addresses listed' },
      { field: 'severity_counts.critical', label: 'Critical', better: 'lower' },
      { field: 'severity_counts.high', label: 'High', better: 'lower' },
      { field: 'coverage.crawl_urls.listed_share', label: 'Crawled pages listed', unit: 'share', better: 'higher' },
      { field: 'severity_counts.medium', label: 'Medium', better: 'lower' },
      { field: 'orphan_candidate_count', label: 'Orphan candidates', better: 'lower' },
    ],
    tables: {
      findings: { title: 'Findings', columns: ['title › fix', 'severity', 'count'], tab: 'Findings' },
      sitemaps: {
        title: 'Sitemaps',
        columns: ['url', 'url_count', 'type', 'bytes', 'with_lastmod', 'problem_count'],
        tab: 'Sitemaps',
      },
      orphan_candidates: {
        title: 'Orphan candidates',
        columns: ['url › reason', 'clicks', 'impressions', 'inbound_internal_links'],
        tab: 'Orphans',
      },
      internal_link_gaps: { title: 'Few internal links', columns: [], tab: 'Internal links' },
    },
    views: [{ view: 'checklist', of: 'checklist', title: 'Checklist' }],
    facts: [
      { field: 'coverage.crawl_urls.total', label: 'Pages crawled' },
      { field: 'coverage.crawl_urls.indexable', label: 'Indexable pages' },
      { field: 'coverage.crawl_urls.indexable_listed', label: 'Indexable pages in a sitemap' },
      { field: 'coverage.crawl_urls.listed_not_crawled', label: 'Listed, but not crawled' },
      { field: 'coverage.internal_links.listed_urls_not_linked', label: 'Listed, but not linked', isOptional: true },
      { field: 'coverage.important_urls.missing', label: 'Important pages not listed', isOptional: true },
      { field: 'coverage.sitemaps_read', label: 'Sitemaps read' },
      { field: 'coverage.sitemaps_not_read', label: 'Sitemaps not read' },
      { field: 'coverage.urls_listed', label: 'Entries in all sitemaps' },
    ],
    left_out: [
      'coverage.important_urls.total',
      'coverage.important_urls.listed',
      'coverage.important_urls.unknown',
      'coverage.crawl_urls.listed',
      'coverage.internal_links.total',
      'coverage.internal_links.listed_urls_linked',
      'severity_counts.low',
      'coverage',
    ],
  }),
  report('content.internal-links', {
    place: 'page',
    from: { sites: ['site_links.score', 'site_links.target_links_now'] },
    title: (input) => `Internal links for ${named(input, 'source_url', 'site')}`,
    answer: (r, say) => {
      const places = r.suggestions.length + (r.site_links?.length ?? 0);
      return places === 0
        ? ''
        : `${say.strong(`${say.count(places, 'natural place')} for links`)} in texts that are there already.`;
    },
    cards: [
      { field: 'source.word_count', label: 'Words', unit: 'words' },
      { field: 'source.sentences', label: 'Sentences' },
    ],
    tables: {
      suggestions: {
        title: 'Links to add',
        columns: ['anchor_text › sentence', 'relevance', 'target_title › target_url', 'section', 'priority'],
        sort: '-relevance',
      },
      already_linked: { title: 'Linked already', columns: [] },
      'crawlability.generic_anchors': { title: 'Anchors that say nothing', columns: [] },
      'crawlability.uncrawlable_links': { title: 'Links that crawlers cannot follow', columns: [] },
      site_links: {
        title: 'Links between your pages',
        columns: [
          'source_title › source_url',
          'score',
          'anchor_text › sentence',
          'target_title › target_url',
          'target_links_now',
        ],
        sort: '-score',
      },
    },
    facts: [
      { field: 'crawlability.content_links', label: 'Links in the content' },
      { field: 'crawlability.internal_links', label: 'Internal links' },
      { field: 'crawlability.nofollow_internal_links', label: 'Internal links with nofollow' },
    ],
  }),
];

const CHANGES: readonly (readonly [kind: string, words: string])[] = [
  ['dead', 'died'],
  ['noindexed', 'set to noindex'],
  ['blocked', 'blocked by robots.txt'],
  ['redirected', 'redirected'],
  ['back', 'back'],
  ['new', 'new'],
];

/** Those that happened, the worst first. */
function changesOf(counts: Readonly<Record<string, number>>): string {
  const said = CHANGES.flatMap(([kind, words]) => ((counts[kind] ?? 0) > 0 ? [`${counts[kind] ?? 0} ${words}`] : []));
  return said.length === 0 ? '.' : `: ${said.join(', ')}.`;
}
