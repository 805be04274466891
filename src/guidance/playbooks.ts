import type { Playbook, PlaybookArgument } from './playbook.ts';

const text = (name: string, description: string, required = true): PlaybookArgument => ({
  name,
  description,
  required,
});

/** Calls in the order in which a good consultant makes them: what is cheap and decides first comes first. */
export const PLAYBOOKS: readonly Playbook[] = [
  {
    name: 'site_audit',
    title: 'Audit a site',
    description: 'Finds what holds a site back in search and turns it into a plan of weeks.',
    arguments: [
      text('domain', 'Domain of the site, such as example.com.'),
      text('url', 'Its most important page; the home page when left out.', false),
    ],
    steps: [
      {
        operation: 'site.sitemap-audit',
        input: { sitemap_url: '{sitemap}' },
        why: 'Which pages the site offers to be found, and which of them fail.',
      },
      {
        operation: 'content.technical-qa',
        input: { url: '{url}' },
        why: 'Faults of the most important page; repeat it for one page of each template.',
      },
      {
        operation: 'page.cro-qa',
        input: { url: '{url}' },
        why: 'Whether the page turns visitors into customers once they come.',
      },
      {
        operation: 'backlinks.summary',
        input: { target: '{domain}' },
        why: 'Authority, lost and broken links: what has been earned and is being lost.',
      },
      { operation: 'domain.ranked-keywords', input: { target: '{domain}' }, why: 'What the site is found for today.' },
      {
        operation: 'content.cannibalization',
        input: {},
        from: 'pages: URL, title and queries of the pages above',
        why: 'Pages that stand in each other’s way.',
      },
      {
        operation: 'content.internal-links',
        input: { source_url: '{url}' },
        from: 'target_pages: url and title of the pages above',
        why: 'Authority that the site has and does not pass on.',
      },
      {
        operation: 'content.action-plan',
        input: { target: '{domain}' },
        from: 'items: every fault and chance found, with its effort and impact',
        why: 'A calendar that a team can follow.',
      },
    ],
    deliver:
      'the three faults that cost most with their evidence, then the plan by week with an owner and a measure for each task',
  },
  {
    name: 'content_refresh',
    title: 'Refresh a page',
    description: 'Brings a page that has lost ground up to what searchers find today.',
    arguments: [text('url', 'The page.'), text('keyword', 'The search that it is made for.')],
    steps: [
      { operation: 'extract', input: { url: '{url}' }, why: 'What the page says now.' },
      {
        operation: 'content.technical-qa',
        input: { url: '{url}', keyword: '{keyword}' },
        why: 'Rules out a technical fault before anything is rewritten.',
      },
      {
        operation: 'search',
        input: { query: '{keyword}', limit: 10 },
        why: 'Who is found instead, and with what kind of page.',
      },
      {
        operation: 'analyze.serp',
        input: { keyword: '{keyword}' },
        why: 'What the searcher wants, by what the results have in common.',
      },
      {
        operation: 'content.gap',
        input: { url: '{url}', keyword: '{keyword}' },
        why: 'Subjects that the others cover and the page does not.',
      },
      {
        operation: 'content.refresh-brief',
        input: { url: '{url}', keyword: '{keyword}' },
        why: 'What to keep, add, change and remove, section by section.',
      },
      {
        operation: 'content.title-meta',
        input: { url: '{url}', keyword: '{keyword}' },
        why: 'A title and description that earn the click.',
      },
      {
        operation: 'content.draft-qa',
        input: { keyword: '{keyword}' },
        from: 'draft_markdown: the new draft',
        why: 'Checks the draft before it is published.',
      },
    ],
    deliver:
      'a brief that a writer can follow: what stays, what is added with its source, the new title and description, and how success will be measured',
  },
  {
    name: 'link_campaign',
    title: 'Plan a link campaign',
    description: 'Finds links that can be won back, repaired or earned, and plans the outreach.',
    arguments: [
      text('domain', 'Domain that is to be linked to.'),
      text('competitor', 'A competitor whose links show who could link.', false),
    ],
    steps: [
      {
        operation: 'backlinks.summary',
        input: { target: '{domain}' },
        why: 'Where the profile stands, and whether it has a risk that comes first.',
      },
      {
        operation: 'backlinks.list',
        input: { target: '{domain}', broken_only: true, mode: 'as_is' },
        why: 'Links to pages that fail: the quickest to win, by a redirect.',
      },
      {
        operation: 'backlinks.list',
        input: { target: '{domain}', backlinks_status_type: 'lost', sort_by: 'lost_date' },
        why: 'Links that were there: their authors know the site already.',
      },
      { operation: 'backlinks.competitors', input: { target: '{domain}' }, why: 'Who is linked by the same sites.' },
      {
        operation: 'backlinks.summary',
        input: { target: '{competitor}' },
        why: 'What the competitor has that the site lacks.',
      },
      {
        operation: 'backlinks.list',
        input: { target: '{competitor}', dofollow_only: true, limit: 100 },
        why: 'Sites that link to the competitor are the prospects.',
      },
      {
        operation: 'backlinks.opportunity-finder',
        input: { target: '{domain}', campaign_goal: 'mixed' },
        from: 'prospects: source_domain, source_url, title and rank of the links above',
        why: 'Sorts them into outreach, reclaim, repair and rejects, with scores.',
      },
    ],
    deliver:
      'a list of at most 30 prospects in order, each with its page, the reason to link, the asset to offer and a first sentence for the mail',
  },
  {
    name: 'competitor_teardown',
    title: 'Take a competitor apart',
    description: 'Shows what a competitor is found for, why, and where it can be beaten.',
    arguments: [text('domain', 'Your domain.'), text('competitor', 'Domain of the competitor.')],
    steps: [
      {
        operation: 'domain.traffic-estimate',
        input: { targets: ['{domain}', '{competitor}'] },
        why: 'How far apart the two are.',
      },
      { operation: 'domain.ranked-keywords', input: { target: '{competitor}' }, why: 'What it is found for.' },
      {
        operation: 'domain.relevant-pages',
        input: { target: '{competitor}' },
        why: 'Which of its pages carry the weight.',
      },
      {
        operation: 'domain.intersection',
        input: { target1: '{domain}', target2: '{competitor}' },
        why: 'Searches that both are after.',
      },
      {
        operation: 'backlinks.summary',
        input: { target: '{competitor}' },
        why: 'Whether its links or its content make the difference.',
      },
      {
        operation: 'backlinks.summary',
        input: { target: '{domain}' },
        why: 'The same figures for your site, from the same source.',
      },
      {
        operation: 'search',
        input: { query: '{competitor}', include_domains: ['{competitor}'], limit: 20 },
        why: 'Its pages as the index has read them.',
      },
      {
        operation: 'content.competitor-gap-matrix',
        input: { target: '{domain}' },
        from: 'competitors: domain and pages with url and title; own_pages: yours',
        why: 'Topics that it has and you lack, with scores.',
      },
    ],
    deliver:
      'one page: where it is stronger and why, where it is weak, and the five moves that would gain most, each with the figures behind it',
  },
  {
    name: 'local_visibility',
    title: 'Measure local visibility',
    description: 'Shows how a business with a place is found around it, and what would make it found more.',
    arguments: [
      text('business', 'Name of the business.'),
      text('website', 'Address of its home page.'),
      text('location', 'Town, as a place name.'),
      text('keyword', 'What customers search for, such as bike repair.'),
    ],
    steps: [
      {
        operation: 'audit.local',
        input: { domain: '{business}', location: '{location}' },
        why: 'Its listing, reviews and website against what local search rewards.',
      },
      {
        operation: 'local-visibility.track',
        input: { domain: '{website}', keywords: ['{keyword}'], locations: ['{location}'] },
        why: 'Where it stands on the map, from several points of the town.',
      },
      {
        operation: 'search',
        input: { query: '{keyword} {location}', location: '{location}' },
        why: 'Who is found in the results below the map.',
      },
      {
        operation: 'content.technical-qa',
        input: { url: '{website}', page_type: 'local_business' },
        why: 'Whether the page says who, where and when, also to machines.',
      },
      {
        operation: 'content.schema-plan',
        input: { url: '{website}' },
        why: 'The structured data of a local business.',
      },
      {
        operation: 'backlinks.summary',
        input: { target: '{website}' },
        why: 'Links from the town and the trade are what neighbours lack.',
      },
    ],
    deliver: 'where the business is found and where not, and what to do this week, this month and this quarter',
  },
  {
    name: 'ai_visibility',
    title: 'Measure visibility in AI answers',
    description: 'Builds the prompts that buyers ask assistants, and shows who is named and cited.',
    arguments: [
      text('brand', 'Brand, product or domain.'),
      text('category', 'Market, as a buyer would call it.'),
      text('topic', 'A theme, use or question that matters.'),
      text('competitor', 'A brand to compare with.', false),
    ],
    steps: [
      {
        operation: 'ai-visibility.prompt-set',
        input: { target: '{brand}', category: '{category}', topics: ['{topic}'], competitors: ['{competitor}'] },
        why: 'Prompts that stay the same each week, so that figures can be compared.',
      },
      {
        operation: 'llm-mentions.track',
        input: { brand: '{brand}' },
        from: 'queries: prompts of step 1',
        why: 'Whether assistants name the brand, and whom they name instead.',
      },
      {
        operation: 'ai-overview.extract',
        input: { keyword: '{category} {topic}' },
        why: 'Which pages are cited above the results.',
      },
      {
        operation: 'search',
        input: { query: '{category} {topic}', limit: 10 },
        why: 'Pages that assistants are likely to read.',
      },
      {
        operation: 'extract',
        input: {},
        from: 'url: the pages that are cited',
        why: 'What they say that can be quoted.',
      },
      {
        operation: 'content.brief',
        input: { target: '{brand}' },
        from: 'keyword: the question with the widest gap',
        why: 'The page that would deserve to be cited.',
      },
    ],
    deliver:
      'a table of prompts with who is named and cited, the gaps in order, and the page or mention that would close each',
  },
];
