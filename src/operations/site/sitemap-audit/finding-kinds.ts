/** Everything that an audit can find: how much it matters, what it means, and how it is mended. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;
export type Severity = (typeof SEVERITIES)[number];

interface FindingKind {
  readonly severity: Severity;
  readonly title: string;
  readonly fix: string;
}

export const FINDING_KINDS = {
  sitemap_unreachable: {
    severity: 'critical',
    title: 'Sitemap that does not answer',
    fix: 'Serve the sitemap with status 200 at this address, or take the address out of the index and robots.txt.',
  },
  not_a_sitemap: {
    severity: 'critical',
    title: 'File that is no sitemap',
    fix: 'Serve XML whose root is <urlset> or <sitemapindex>, or plain text with one URL a line; servers often send an error page with status 200 here.',
  },
  broken_xml: {
    severity: 'high',
    title: 'XML that is not well-formed',
    fix: 'Mend the XML at the line that is named; search engines may read nothing behind it.',
  },
  sitemap_blocked: {
    severity: 'high',
    title: 'Sitemap that robots.txt blocks',
    fix: 'Allow the address of the sitemap in robots.txt, or search engines cannot fetch it.',
  },
  too_many_urls: {
    severity: 'high',
    title: 'More than 50,000 entries in one file',
    fix: 'Split the file into several of at most 50,000 URLs each and list them in a sitemap index.',
  },
  too_large: {
    severity: 'high',
    title: 'File over 50 MB uncompressed',
    fix: 'Split the file so that each is at most 52,428,800 bytes before compression.',
  },
  nested_index: {
    severity: 'high',
    title: 'Index within an index',
    fix: 'List the sitemaps of the inner index in the outer one: an index may only hold sitemaps with URLs.',
  },
  empty_sitemap: {
    severity: 'medium',
    title: 'Sitemap without entries',
    fix: 'Fill the sitemap or take it away.',
  },
  missing_important_url: {
    severity: 'high',
    title: 'Important URL that no sitemap lists',
    fix: 'Add the URL to a sitemap, in the spelling of its canonical.',
  },
  important_url_not_seen: {
    severity: 'low',
    title: 'Important URL that is not in the part of the sitemaps that was read',
    fix: 'Raise max_sitemap_children or send the sitemap that should hold the URL; whether it is listed is not known.',
  },
  non_200: {
    severity: 'high',
    title: 'Listed URL that answers with an error',
    fix: 'Take the URL out of the sitemap, or restore the page.',
  },
  redirect: {
    severity: 'medium',
    title: 'Listed URL that redirects',
    fix: 'List the address behind the redirect in its place.',
  },
  noindex: {
    severity: 'high',
    title: 'Listed URL that may not be indexed',
    fix: 'Take the URL out of the sitemap, or remove noindex when the page is meant to be found.',
  },
  canonicalised_elsewhere: {
    severity: 'medium',
    title: 'Listed URL whose canonical is another page',
    fix: 'List the canonical address in its place.',
  },
  canonical_spelling: {
    severity: 'low',
    title: 'Listed URL whose canonical has another spelling',
    fix: 'List the URL exactly as its canonical spells it (scheme, slash at the end).',
  },
  blocked: {
    severity: 'high',
    title: 'Listed URL that robots.txt blocks',
    fix: 'Allow the URL in robots.txt or take it out of the sitemap.',
  },
  invalid_url: {
    severity: 'high',
    title: 'Entry that is no absolute web address',
    fix: 'Write an absolute http or https URL of at most 2,048 characters into <loc>.',
  },
  missing_loc: {
    severity: 'high',
    title: 'Entry without <loc>',
    fix: 'Write the URL into <loc>, in the namespace of the sitemap.',
  },
  other_host: {
    severity: 'medium',
    title: 'URL of another host',
    fix: 'List it in a sitemap of its own host, unless robots.txt of that host names this sitemap.',
  },
  mixed_scheme: {
    severity: 'low',
    title: 'http URL on a site of https',
    fix: 'List the https address.',
  },
  duplicate: {
    severity: 'low',
    title: 'URL that is listed more than once',
    fix: 'Keep one entry.',
  },
  duplicate_spelling: {
    severity: 'low',
    title: 'URL that is listed in two spellings',
    fix: 'Keep the spelling of the canonical: they differ only in the scheme or in the slash at the end.',
  },
  url_fragment: {
    severity: 'low',
    title: 'URL with a fragment or tracking parameter',
    fix: 'List the address without # and without campaign parameters.',
  },
  bad_lastmod: {
    severity: 'low',
    title: 'lastmod that is no date of the protocol',
    fix: 'Write lastmod as YYYY-MM-DD or as YYYY-MM-DDThh:mm:ss+00:00.',
  },
  future_lastmod: {
    severity: 'low',
    title: 'lastmod in the future',
    fix: 'Write the time of the last significant change of the page.',
  },
  same_lastmod: {
    severity: 'low',
    title: 'One lastmod for every URL, to the second',
    fix: 'Write when each page changed; a date that is always that of the build is ignored.',
  },
  bad_value: {
    severity: 'low',
    title: 'changefreq or priority that the protocol does not know',
    fix: 'Leave both out: search engines ignore them.',
  },
  wrong_namespace: {
    severity: 'low',
    title: 'Namespace that is not that of the protocol',
    fix: 'Write xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" on the root element.',
  },
  unescaped_ampersand: {
    severity: 'high',
    title: '& that is not written as &amp;',
    fix: 'Escape every & in a URL as &amp;: an XML reader stops at it.',
  },
  image_extension: {
    severity: 'low',
    title: 'Image entries that search engines do not read',
    fix: 'Give each image an <image:loc>, and one page at most 1,000 images.',
  },
  video_extension: {
    severity: 'medium',
    title: 'Video entry without a required element',
    fix: 'Give each video thumbnail_loc, title, description, and content_loc or player_loc.',
  },
  news_extension: {
    severity: 'medium',
    title: 'News entry without a required element',
    fix: 'Give each news entry publication with name and language, publication_date and title; at most 1,000 in one file.',
  },
  hreflang_extension: {
    severity: 'medium',
    title: 'Language version with an unusable code or address',
    fix: 'Write a language (and region) code such as de or de-AT, or x-default, and an absolute URL.',
  },
  hreflang_no_self: {
    severity: 'medium',
    title: 'Language versions that do not name the page itself',
    fix: 'Add an xhtml:link of the page itself to its own entry.',
  },
  hreflang_no_return: {
    severity: 'medium',
    title: 'Language version that does not link back',
    fix: 'Write the same set of xhtml:link elements into the entry of every version.',
  },
  children_not_read: {
    severity: 'low',
    title: 'Sitemaps of the index that were not read',
    fix: 'Raise max_sitemap_children (10 at most), or send the address of the sitemap that matters.',
  },
  other_host_sitemap: {
    severity: 'medium',
    title: 'Sitemap of another host in the index',
    fix: 'List only sitemaps of the same site, unless robots.txt of the other host names the index.',
  },
  not_in_robots: {
    severity: 'low',
    title: 'Sitemap that robots.txt does not name',
    fix: 'Add a Sitemap: line to robots.txt, unless the sitemap is submitted to the search engines in another way.',
  },
  indexable_not_listed: {
    severity: 'medium',
    title: 'Indexable page that no sitemap lists',
    fix: 'Add the page to a sitemap, or leave it out on purpose.',
  },
  orphan_candidate: {
    severity: 'medium',
    title: 'Listed URL that no page seems to link to',
    fix: 'Link to the page from a related one, or take it down; confirm with a full crawl first.',
  },
  unlinked: {
    severity: 'low',
    title: 'Listed URL that is not among the supplied links',
    fix: 'Check whether a page links to it: the supplied links reach too few of the listed URLs to tell.',
  },
  weakly_linked: {
    severity: 'medium',
    title: 'Important page with at most one internal link',
    fix: 'Link to the page from related pages with words that say what it is about.',
  },
} as const satisfies Record<string, FindingKind>;

export type FindingId = keyof typeof FINDING_KINDS;
export const FINDING_IDS = Object.keys(FINDING_KINDS).filter(isFindingId);

function isFindingId(name: string): name is FindingId {
  return Object.hasOwn(FINDING_KINDS, name);
}
