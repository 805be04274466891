import {
  type AskedField,
  brandOf,
  daysAgo,
  listOf,
  marketOf,
  pageInput,
  type Question,
  rivalsOf,
  site,
  target,
  withKeyword,
  withKeywords,
} from './questions.ts';
import { hostOf, type PageId } from './subject.ts';

export interface Tab {
  readonly id: string;
  readonly title: string;
  readonly asks: readonly Question[];
  readonly fields: readonly AskedField[];
  /** What the tab is for, where its questions need more than the site. */
  readonly lead?: string;
}

interface Shown {
  readonly title: string;
  readonly input: Question['input'];
}

function tab(
  id: string,
  title: string,
  asks: Readonly<Record<string, Shown | Question['input']>>,
  { fields = [], lead }: { readonly fields?: readonly AskedField[]; readonly lead?: string } = {},
): Tab {
  const questions = Object.entries(asks).map(([operation, asked]) =>
    typeof asked === 'function' ? { operation, title, input: asked } : { operation, ...asked },
  );
  return { id, title, asks: questions, fields, ...(lead === undefined ? {} : { lead }) };
}

const KEYWORD = { fields: ['keyword'] } as const;
const KEYWORD_AND_PAGE = { fields: ['keyword', 'url'] } as const;
const RIVALS = {
  fields: ['other'],
  lead: 'Compare with the competitors in the settings of the site, or name others.',
} as const;

const LINKS: readonly Tab[] = [
  tab('', 'Overview', {
    'backlinks.summary': { title: 'Profile', input: target },
    'backlinks.new-lost-timeseries': {
      title: 'Links won and lost',
      input: (subject) => ({ target: subject.target, group_range: 'week', date_from: daysAgo(26 * 7) }),
    },
  }),
  tab('list', 'Links', { 'backlinks.list': target }),
  tab('domains', 'Domains', { 'backlinks.referring-domains': target }),
  tab('anchors', 'Anchors', { 'backlinks.anchors': target }),
  tab('pages', 'Pages', { 'backlinks.domain-pages': target }),
  tab('changes', 'New and lost', { 'backlinks.new-lost-timeseries': target }),
  tab('competitors', 'Competitors', { 'backlinks.competitors': target }),
  tab(
    'gap',
    'Gap',
    {
      'backlinks.page-intersection': (subject, given) =>
        rivalsOf(subject, given).length === 0
          ? undefined
          : { targets: rivalsOf(subject, given).slice(0, 20), exclude_targets: [hostOf(subject)] },
    },
    RIVALS,
  ),
  tab('outreach', 'Outreach', {}),
];

const KEYWORDS: readonly Tab[] = [
  tab(
    '',
    'Ideas',
    { 'keyword-ideas.suggest': withKeyword((subject) => ({ target: hostOf(subject) })) },
    { ...KEYWORD, lead: 'What people search for around a seed, and where this site does not rank yet.' },
  ),
  tab(
    'metrics',
    'Metrics',
    {
      'keyword-metrics.overview': withKeywords((subject) => ({ target: hostOf(subject), ...marketOf(subject) })),
    },
    { fields: ['keywords'], lead: 'Volume, price, difficulty and opportunity of up to 1,000 keywords.' },
  ),
  tab(
    'clusters',
    'Clusters',
    { 'keyword-cluster.build': withKeywords() },
    { fields: ['keywords'], lead: 'Which keywords one page can serve together.' },
  ),
  tab(
    'map',
    'Map',
    { 'content.keyword-map': withKeywords((subject) => ({ site: subject.target })) },
    { fields: ['keywords'], lead: 'Which crawled page should target which keyword, and which pages are missing.' },
  ),
  tab(
    'serp',
    'SERP',
    {
      'analyze.serp': { title: 'The result page', input: withKeyword() },
      search: {
        title: 'Results',
        input: (_, { keyword }) => (keyword === undefined ? undefined : { query: keyword }),
      },
    },
    { ...KEYWORD, lead: 'Who ranks for a keyword, how hard it is, and how many clicks are left.' },
  ),
];

const RANKINGS: readonly Tab[] = [
  tab('', 'Tracked', {}),
  tab('search-console', 'Search Console', {
    'domain.relevant-pages': { title: 'Pages', input: target },
    'domain.ranked-keywords': { title: 'Keywords', input: target },
  }),
  tab('keywords', 'All keywords', { 'domain.ranked-keywords': target }),
  tab('pages', 'Pages', { 'domain.relevant-pages': target }),
  tab('competitors', 'Competitors', { 'domain.competitors': target }),
  tab(
    'compare',
    'Compare',
    {
      'domain.traffic-estimate': {
        title: 'Search traffic',
        input: (subject, given) =>
          rivalsOf(subject, given).length === 0
            ? undefined
            : { targets: [hostOf(subject), ...rivalsOf(subject, given)].slice(0, 25) },
      },
      'domain.intersection': {
        title: 'Shared keywords',
        input: (subject, given) => {
          const [rival] = rivalsOf(subject, given);
          return rival === undefined ? undefined : { target1: hostOf(subject), target2: rival };
        },
      },
      'pages.intersection': {
        title: 'Keywords of their pages',
        input: (subject, given) => {
          const [rival] = rivalsOf(subject, given);
          return rival === undefined ? undefined : { pages: [`https://${hostOf(subject)}/*`, `https://${rival}/*`] };
        },
      },
    },
    RIVALS,
  ),
  tab('opportunities', 'Opportunities', { 'opportunities.find': target }),
  tab(
    'decay',
    'Decay',
    {
      'content-decay.detect': (_, { url, keyword }) =>
        url === undefined || keyword === undefined ? undefined : { url, keyword },
    },
    { ...KEYWORD_AND_PAGE, lead: 'Whether a page loses clicks or positions, since when, and the likely cause.' },
  ),
  tab('volatility', 'Volatility', {}),
];

const AI: readonly Tab[] = [
  tab(
    '',
    'Mentions',
    {
      'llm-mentions.track': (subject, { query = '' }) =>
        listOf(query).length === 0
          ? undefined
          : {
              brand: brandOf(subject),
              queries: listOf(query),
              assistants: ['chatgpt', 'perplexity'],
              runs: 3,
              domain: hostOf(subject),
              ...(subject.kind === 'site' && subject.site.competitors.length > 0
                ? { competitors: subject.site.competitors }
                : {}),
            },
    },
    { fields: ['query'], lead: 'How often assistants name the brand, next to whom, and which sources they cite.' },
  ),
  tab(
    'prompts',
    'Prompts',
    {
      'ai-visibility.prompt-set': (subject, { query = '', other }) =>
        other === undefined || listOf(query).length === 0
          ? undefined
          : { target: hostOf(subject), category: other, topics: listOf(query) },
    },
    { fields: ['other', 'query'], lead: 'Which questions to watch, by need and by stage of the decision.' },
  ),
  tab(
    'overviews',
    'AI overviews',
    { 'ai-overview.extract': withKeyword((subject) => ({ target_domain: hostOf(subject) })) },
    { ...KEYWORD, lead: 'Whether a search shows an AI overview, whom it cites, and which passages could be cited.' },
  ),
];

const LOCAL: readonly Tab[] = [
  tab(
    '',
    'Visibility',
    {
      'local-visibility.track': (subject, { keywords = '', place = '' }) =>
        listOf(keywords).length === 0 || place === ''
          ? undefined
          : {
              domain: hostOf(subject),
              keywords: listOf(keywords),
              locations: place.split('\n').flatMap((line) => line.trim() || []),
            },
    },
    { fields: ['keywords', 'place'], lead: 'Where the business stands in local packs, by keyword and place.' },
  ),
  tab(
    'listing',
    'Listing',
    {
      'audit.local': (subject, { place }) =>
        place === undefined ? undefined : { domain: hostOf(subject), location: place },
    },
    { fields: ['place'], lead: 'Whether the listing of the business agrees with the site.' },
  ),
  tab(
    'all',
    'All locations',
    {
      'audit.local.batch': (subject, { place = '' }) => {
        const places = place.split('\n').flatMap((line) => line.trim() || []);
        return places.length === 0
          ? undefined
          : { items: places.map((location) => ({ domain: hostOf(subject), location })) };
      },
    },
    { fields: ['place'], lead: 'Every location of the business, one address a line.' },
  ),
];

const CONTENT: readonly Tab[] = [
  tab(
    'gap',
    'Gap',
    { 'content.gap': withKeyword((_, { url }) => (url === undefined ? undefined : { url })) },
    { ...KEYWORD_AND_PAGE, lead: 'What the ranking pages cover and a page of yours does not.' },
  ),
  tab(
    '',
    'Brief',
    { 'content.brief': withKeyword((subject) => ({ target: hostOf(subject) })) },
    { ...KEYWORD, lead: 'A brief for a writer, each line with the pages it comes from.' },
  ),
  tab(
    'outline',
    'Outline',
    { 'content.serp-outline': withKeyword((subject) => ({ target: hostOf(subject) })) },
    { ...KEYWORD, lead: 'Sections, questions and length, as the ranking pages have them.' },
  ),
  tab(
    'refresh',
    'Refresh',
    { 'content.refresh-brief': withKeyword((_, { url }) => (url === undefined ? undefined : { url })) },
    { ...KEYWORD_AND_PAGE, lead: 'What to keep, add and update on a page that lost ground.' },
  ),
  tab(
    'draft',
    'Draft check',
    {
      'content.draft-qa': withKeyword((subject, { text }) =>
        text === undefined ? undefined : { draft_markdown: text, target: hostOf(subject) },
      ),
    },
    { fields: ['keyword', 'text'], lead: 'Whether a draft is ready, and what to edit first.' },
  ),
  tab('cannibalization', 'Cannibalization', { 'content.cannibalization': site }),
  tab(
    'topics',
    'Topics',
    {
      'content.competitor-gap-matrix': (subject, given) =>
        rivalsOf(subject, given).length === 0
          ? undefined
          : { site: subject.target, competitors: rivalsOf(subject, given).map((domain) => ({ domain })) },
    },
    RIVALS,
  ),
  tab('templates', 'Templates', {}),
  tab(
    'discussions',
    'Discussions',
    { 'social.listen': (_, { query }) => (query === undefined ? undefined : { query }) },
    { fields: ['query'], lead: 'What people ask, like and object to in forums.' },
  ),
];

/** Of a subject without crawls of its own, the whole audit is one report. */
const AUDIT: readonly Tab[] = [
  tab('', 'Issues', { 'site.audit': site }),
  tab('pages', 'Pages', {}),
  tab('changes', 'Changes', { 'site.changes': site }),
  tab('duplicates', 'Duplicates', {}),
  tab('structure', 'Structure', { 'content.internal-links': site }),
  tab('sitemaps', 'Sitemaps', { 'site.sitemap-audit': site }),
  tab('robots', 'Robots', {}),
];

/** A page of an address: what one press asks about it. */
export const PAGE_CHECKS: readonly Tab[] = [
  tab('technical', 'Technical', { 'content.technical-qa': (_, given) => pageInput(given, 'markdown') }),
  tab('title', 'Title and snippet', {
    'content.title-meta': (_, given) => {
      const input = pageInput(given, 'page_markdown');
      return input === undefined || given.keyword === undefined ? undefined : { ...input, keyword: given.keyword };
    },
  }),
  tab('schema', 'Schema', { 'content.schema-plan': (_, given) => pageInput(given, 'page_markdown') }),
  tab('conversion', 'Conversion', { 'page.cro-qa': (_, given) => pageInput(given, 'markdown') }),
  tab('internal-links', 'Internal links', {
    'content.internal-links': (subject, given) => {
      const input = pageInput(given, 'source_markdown');
      if (input === undefined) return undefined;
      const { url, ...rest } = input;
      return { ...rest, ...(url === undefined ? {} : { source_url: url }), site: subject.target };
    },
  }),
  tab('text', 'Text', { extract: (_, { url }) => (url === undefined ? undefined : { url }) }),
];

export const TABS: Readonly<Partial<Record<PageId, readonly Tab[]>>> = {
  audit: AUDIT,
  links: LINKS,
  keywords: KEYWORDS,
  rankings: RANKINGS,
  ai: AI,
  local: LOCAL,
  content: CONTENT,
  page: PAGE_CHECKS,
};
