import type { Playbook, PlaybookArgument } from './playbook.ts';

const text = (name: string, description: string, required = true): PlaybookArgument => ({
  name,
  description,
  required,
});

/** Calls in the order a good consultant makes them: cheap and decisive ones first. */
export const PLAYBOOKS: readonly Playbook[] = [
  {
    name: 'site_audit',
    title: 'Audit a site',
    description: 'Finds what holds a site back in search and turns it into a week-by-week plan.',
    arguments: [
      text('domain', 'Domain of the site, such as example.com.'),
      text('url', 'Its most important page. Defaults to the home page.', false),
    ],
    steps: [
      {
        operation: 'site.sitemap-audit',
        input: { sitemap_url: '{sitemap}' },
        why: 'Shows which pages the site submits to search engines and which of them fail.',
      },
      {
        operation: 'content.technical-qa',
        input: { url: '{url}' },
        why: 'Finds technical problems on the most important page. Repeat it for one page per template.',
      },
      {
        operation: 'page.cro-qa',
        input: { url: '{url}' },
        why: 'Shows whether the page converts the visitors it gets.',
      },
      {
        operation: 'backlinks.summary',
        input: { target: '{domain}' },
        why: 'Shows authority, lost links and broken links: what the site has earned and what it is losing.',
      },
      {
        operation: 'domain.ranked-keywords',
        input: { target: '{domain}' },
        why: 'Shows what the site ranks for today.',
      },
      {
        operation: 'content.cannibalization',
        input: {},
        from: 'pages: URL, title and queries of the pages above',
        why: 'Finds pages that compete with each other.',
      },
      {
        operation: 'content.internal-links',
        input: { source_url: '{url}' },
        from: 'target_pages: url and title of the pages above',
        why: 'Finds authority that the site has but does not pass on.',
      },
      {
        operation: 'content.action-plan',
        input: { target: '{domain}' },
        from: 'items: every problem and opportunity found, with its effort and impact',
        why: 'Builds a calendar that the team can follow.',
      },
    ],
    deliver:
      'the three most costly problems with their evidence, then a week-by-week plan with an owner and a success metric for each task',
  },
  {
    name: 'content_refresh',
    title: 'Refresh a page',
    description: 'Brings a page that has lost rankings up to the standard of today’s results.',
    arguments: [text('url', 'The page.'), text('keyword', 'The keyword the page targets.')],
    steps: [
      { operation: 'extract', input: { url: '{url}' }, why: 'Shows what the page says now.' },
      {
        operation: 'content.technical-qa',
        input: { url: '{url}', keyword: '{keyword}' },
        why: 'Rules out a technical fault before anything is rewritten.',
      },
      {
        operation: 'search',
        input: { query: '{keyword}', limit: 10 },
        why: 'Shows who ranks instead, and with what kind of page.',
      },
      {
        operation: 'analyze.serp',
        input: { keyword: '{keyword}' },
        why: 'Reads the search intent from what the results have in common.',
      },
      {
        operation: 'content.gap',
        input: { url: '{url}', keyword: '{keyword}' },
        why: 'Finds topics that competing pages cover and this page does not.',
      },
      {
        operation: 'content.refresh-brief',
        input: { url: '{url}', keyword: '{keyword}' },
        why: 'Says what to keep, add, change and remove, section by section.',
      },
      {
        operation: 'content.title-meta',
        input: { url: '{url}', keyword: '{keyword}' },
        why: 'Writes a title and description that earn the click.',
      },
      {
        operation: 'content.draft-qa',
        input: { keyword: '{keyword}' },
        from: 'draft_markdown: the new draft',
        why: 'Checks the draft before it is published.',
      },
    ],
    deliver:
      'a brief that a writer can follow: what stays, what to add and from which source, the new title and description, and how to measure success',
  },
  {
    name: 'link_campaign',
    title: 'Plan a link campaign',
    description: 'Finds links to reclaim, fix or earn, and plans the outreach.',
    arguments: [
      text('domain', 'Domain that needs the links.'),
      text('competitor', 'A competitor whose backlinks show who else might link.', false),
    ],
    steps: [
      {
        operation: 'backlinks.summary',
        input: { target: '{domain}' },
        why: 'Shows how strong the link profile is and whether a risk needs attention first.',
      },
      {
        operation: 'backlinks.list',
        input: { target: '{domain}', broken_only: true, mode: 'as_is' },
        why: 'Finds links to broken pages. A redirect recovers them fastest.',
      },
      {
        operation: 'backlinks.list',
        input: { target: '{domain}', backlinks_status_type: 'lost', sort_by: 'lost_date' },
        why: 'Finds lost links: their authors already know the site.',
      },
      {
        operation: 'backlinks.competitors',
        input: { target: '{domain}' },
        why: 'Finds sites that earn links from the same domains.',
      },
      {
        operation: 'backlinks.summary',
        input: { target: '{competitor}' },
        why: 'Shows what the competitor has that the site lacks.',
      },
      {
        operation: 'backlinks.list',
        input: { target: '{competitor}', dofollow_only: true, limit: 100 },
        why: 'Collects prospects: the sites that link to the competitor.',
      },
      {
        operation: 'backlinks.opportunity-finder',
        input: { target: '{domain}', campaign_goal: 'mixed' },
        from: 'prospects: source_domain, source_url, title and rank of the links above',
        why: 'Scores the prospects and sorts them into outreach, reclaim, repair and reject.',
      },
    ],
    deliver:
      'a ranked list of up to 30 prospects, each with its page, the reason to link, the asset to offer and an opening line for the email',
  },
  {
    name: 'competitor_teardown',
    title: 'Break down a competitor',
    description: 'Shows what a competitor ranks for, why, and where you can beat it.',
    arguments: [text('domain', 'Your domain.'), text('competitor', 'Domain of the competitor.')],
    steps: [
      {
        operation: 'domain.traffic-estimate',
        input: { targets: ['{domain}', '{competitor}'] },
        why: 'Shows the traffic gap between the two sites.',
      },
      { operation: 'domain.ranked-keywords', input: { target: '{competitor}' }, why: 'Shows what it ranks for.' },
      {
        operation: 'domain.relevant-pages',
        input: { target: '{competitor}' },
        why: 'Shows which of its pages bring the most traffic.',
      },
      {
        operation: 'domain.intersection',
        input: { target1: '{domain}', target2: '{competitor}' },
        why: 'Finds keywords that both sites rank for.',
      },
      {
        operation: 'backlinks.summary',
        input: { target: '{competitor}' },
        why: 'Shows whether links or content make the difference.',
      },
      {
        operation: 'backlinks.summary',
        input: { target: '{domain}' },
        why: 'Gets the same figures for your site from the same source.',
      },
      {
        operation: 'search',
        input: { query: '{competitor}', include_domains: ['{competitor}'], limit: 20 },
        why: 'Finds its pages in the index.',
      },
      {
        operation: 'content.competitor-gap-matrix',
        input: { target: '{domain}' },
        from: 'competitors: domain and pages with url and title; own_pages: yours',
        why: 'Scores the topics that it covers and you do not.',
      },
    ],
    deliver:
      'a one-page summary: where the competitor is stronger and why, where it is weak, and the five moves with the most to gain, each with the figures behind it',
  },
  {
    name: 'local_visibility',
    title: 'Measure local visibility',
    description: 'Shows how visible a business is in its area and how to improve that.',
    arguments: [
      text('business', 'Name of the business.'),
      text('website', 'URL of its home page.'),
      text('location', 'Its town, as a place name.'),
      text('keyword', 'What customers search for, such as bike repair.'),
    ],
    steps: [
      {
        operation: 'audit.local',
        input: { domain: '{business}', location: '{location}' },
        why: 'Checks its listing, reviews and website against local ranking factors.',
      },
      {
        operation: 'local-visibility.track',
        input: { domain: '{website}', keywords: ['{keyword}'], locations: ['{location}'] },
        why: 'Shows where it ranks on the map from several points in town.',
      },
      {
        operation: 'search',
        input: { query: '{keyword} {location}', location: '{location}' },
        why: 'Shows who ranks in the results below the map.',
      },
      {
        operation: 'content.technical-qa',
        input: { url: '{website}', page_type: 'local_business' },
        why: 'Checks that the page states name, address and opening hours for people and search engines.',
      },
      {
        operation: 'content.schema-plan',
        input: { url: '{website}' },
        why: 'Plans the structured data for a local business.',
      },
      {
        operation: 'backlinks.summary',
        input: { target: '{website}' },
        why: 'Shows whether the site has links from local and industry sites.',
      },
    ],
    deliver: 'where the business ranks and where it does not, and what to do this week, this month and this quarter',
  },
  {
    name: 'ai_visibility',
    title: 'Measure visibility in AI answers',
    description: 'Builds the prompts that buyers ask AI assistants and shows which brands are mentioned and cited.',
    arguments: [
      text('brand', 'Brand, product or domain.'),
      text('category', 'Product category, in a buyer’s words.'),
      text('topic', 'A topic, use case or question that matters.'),
      text('competitor', 'A brand to compare against.', false),
    ],
    steps: [
      {
        operation: 'ai-visibility.prompt-set',
        input: { target: '{brand}', category: '{category}', topics: ['{topic}'], competitors: ['{competitor}'] },
        why: 'Builds prompts that stay the same each week, so that results are comparable.',
      },
      {
        operation: 'llm-mentions.track',
        input: { brand: '{brand}' },
        from: 'queries: prompts of step 1',
        why: 'Shows whether assistants mention the brand, and which brands they mention instead.',
      },
      {
        operation: 'ai-overview.extract',
        input: { keyword: '{category} {topic}' },
        why: 'Finds the pages cited in AI Overviews.',
      },
      {
        operation: 'search',
        input: { query: '{category} {topic}', limit: 10 },
        why: 'Finds pages that assistants are likely to read.',
      },
      {
        operation: 'extract',
        input: {},
        from: 'url: the cited pages',
        why: 'Shows what these pages say that assistants can quote.',
      },
      {
        operation: 'content.brief',
        input: { target: '{brand}' },
        from: 'keyword: the question with the widest gap',
        why: 'Plans a page that deserves to be cited.',
      },
    ],
    deliver:
      'a table of prompts showing who is mentioned and cited, the gaps by priority, and the page or mention that would close each one',
  },
];
