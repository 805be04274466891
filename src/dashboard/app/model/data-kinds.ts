/** A kind of data as people in the field think of it, in the order in which they look for it. */
export interface DataKind {
  readonly capability: string;
  readonly title: string;
  readonly use: string;
  /** Whether tables of other tools can be imported in place of a source. */
  readonly isImported?: boolean;
  /** What the own index covers, where that is only part of it. */
  readonly own?: string;
}

export const DATA_KINDS: readonly DataKind[] = [
  {
    capability: 'links',
    title: 'Backlinks',
    use: 'Links, referring domains and anchors, of your sites and of competitors.',
    isImported: true,
    own: 'The pages you crawled and the links you imported',
  },
  {
    capability: 'keywords',
    title: 'Keyword data',
    use: 'Search volume, cost per click, difficulty and keyword ideas.',
    isImported: true,
    own: 'Ideas from crawled pages, and the keywords you imported',
  },
  {
    capability: 'rankings',
    title: 'Rankings and clicks',
    use: 'What a domain ranks for, and the clicks and impressions of your own sites.',
    isImported: true,
    own: 'The keywords you track and the exports you imported',
  },
  {
    capability: 'serp',
    title: 'Search results',
    use: 'Live result pages, for rank tracking and SERP analysis.',
    own: 'Searches the pages you crawled, not the web',
  },
  { capability: 'assistants', title: 'AI answers', use: 'Which brands AI assistants mention, recommend and cite.' },
  { capability: 'places', title: 'Business listings', use: 'Names, addresses, hours and local packs.' },
  { capability: 'discussions', title: 'Discussions', use: 'What people say about a brand or a topic in forums.' },
  {
    capability: 'sites',
    title: 'Site crawls',
    use: 'Every page of your sites, for audits, changes and internal links.',
  },
  { capability: 'fetch', title: 'Single pages', use: 'Reads a page live when you check it.' },
  { capability: 'pages', title: 'Ranking pages', use: 'Reads the pages that rank, for briefs, outlines and gaps.' },
  { capability: 'browser', title: 'JavaScript rendering', use: 'Renders pages with JavaScript, as visitors see them.' },
  {
    capability: 'embeddings',
    title: 'Semantic matching',
    use: 'Groups keywords and matches pages by meaning rather than by words.',
  },
];
