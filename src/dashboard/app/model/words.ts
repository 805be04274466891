/** Names of fields as people read them. */
const WORDS: Readonly<Record<string, string>> = {
  age_days: 'Age in days',
  ai_overview: 'AI overview',
  'already_ranking.position': 'Your position',
  already_ranking_position: 'Your position',
  arp: 'Average rank in the pack',
  arp_value: 'Average rank in the pack',
  atrp: 'Average rank overall',
  atrp_value: 'Average rank overall',
  avg_position: 'Average position',
  backlink_spam_score: 'Spam score',
  change_percent_year: 'Change on last year',
  checked_at: 'Checked',
  competitor_count: 'Competitors',
  cpc: 'CPC',
  created_at: 'Created',
  cross_posts: 'Cross-posts',
  ctas: 'Calls to action',
  ctr: 'CTR',
  ctr_curve: 'CTR curve',
  decay_percent: 'Decline',
  distance_m: 'Distance in metres',
  dofollow: 'Followed',
  dofollow_backlinks: 'Followed links',
  dofollow_share: 'Followed',
  domain_from: 'Linking domain',
  dont: 'Do not',
  ended_at: 'Ended',
  existing_jsonld: 'Structured data on the page',
  'expected_gain.clicks_per_month': 'Clicks gained a month',
  failed_at: 'Failed',
  faq_candidates: 'FAQ candidates',
  first_checked_at: 'First checked',
  first_seen: 'First seen',
  h1: 'H1',
  h2: 'Section',
  h3: 'Subsections',
  id: 'Check',
  intersections: 'In common',
  is_known: 'Known',
  is_sufficient: 'Enough data',
  jsonld: 'JSON-LD',
  keyword_count: 'Keywords',
  last_checked_at: 'Last checked',
  last_seen: 'Last seen',
  last_seen_at: 'Last seen',
  linked_targets_count: 'Sites linked',
  lost_date: 'Lost',
  mentions_count: 'Mentions',
  modified_at: 'Modified',
  mrr: 'Mean reciprocal rank',
  nap_consistency: 'Name, address, phone',
  of: 'Out of',
  owner_hint: 'Who',
  p25: '25th percentile',
  p75: '75th percentile',
  page_from_title: 'Linking page',
  previous_at: 'Previous check',
  problem_count: 'Problems',
  prompt_count: 'Prompts',
  prompt_ids: 'Prompts',
  published_at: 'Published',
  question: 'Question',
  review_count: 'Reviews',
  semantic_location: 'Place on the page',
  serp: 'Result page',
  serp_features: 'Features of the result page',
  serp_intent: 'Intent of the search',
  sigma: 'Standard deviation',
  'signals.avg_position': 'Average position',
  'signals.clicks': 'Clicks',
  'signals.conflicts': 'Conflicts',
  'signals.status': 'Status',
  'signals.title': 'Title',
  solv: 'Share of local voice',
  started_at: 'Started',
  tld: 'TLD',
  tlds: 'Top-level domains',
  top10: 'Top 10',
  top3: 'Top 3',
  ugc: 'UGC',
  url: 'Page',
  url_count: 'URLs',
  url_from: 'Linking page',
  url_to: 'Linked page',
  with_lastmod: 'With a date',
  word_count: 'Words',
  words_count: 'Words',
};

/** `referring_domains` is «Referring domains». */
export function labelOf(name: string): string {
  const known = WORDS[name];
  if (known !== undefined) return known;
  const text = name
    .replaceAll(/[_.-]+/g, ' ')
    .replaceAll(/\b(?:url|html|cta|faq|seo|serp|ai|id|http)s?\b/gi, (word) =>
      word.endsWith('s') && word.length > 3 ? word.slice(0, -1).toUpperCase() + 's' : word.toUpperCase(),
    )
    .trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Names that are written in a way of their own. */
const PROPER: Readonly<Record<string, string>> = {
  'bing-webmaster': 'Bing Webmaster Tools',
  chatgpt: 'ChatGPT',
  claude: 'Claude',
  copilot: 'Copilot',
  dataforseo: 'DataForSEO',
  'dataforseo-clickstream': 'DataForSEO clickstream',
  duckduckgo: 'DuckDuckGo',
  gemini: 'Gemini',
  'google-places': 'Google Places',
  grok: 'Grok',
  'hacker-news': 'Hacker News',
  'keyword-planner': 'Keyword Planner',
  openai: 'OpenAI',
  openrouter: 'OpenRouter',
  perplexity: 'Perplexity',
  reddit: 'Reddit',
  'search-console': 'Search Console',
  searxng: 'SearXNG',
  serpapi: 'SerpApi',
  serper: 'Serper',
  'stack-exchange': 'Stack Exchange',
  x: 'X',
  xai: 'xAI',
};

/** What a source, an assistant or a platform is called: `hacker-news` and `hacker_news` are “Hacker News”. */
export function properName(code: string): string {
  const name = code.replaceAll('_', '-');
  const words = name.replaceAll('-', ' ');
  return PROPER[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** A text of the interface for whoever fills in a form: `offset` stays, `include_indirect_links` becomes “Include indirect links”. */
export function spoken(text: string): string {
  return text.replaceAll(/(?<![.\w])[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b/g, (name) => `“${labelOf(name)}”`);
}

/** Codes such as `lost_link_reclaim` and `on_page` as words. */
export function wordsOf(code: string): string {
  return /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/.test(code) ? code.replaceAll('_', ' ') : code;
}

/** What is wrong with a field as a sentence: the service writes `must be …` or a whole sentence. */
export function sayFault(label: string, message: string): string {
  const said = /^\p{Ll}/u.test(message) ? `${label} ${message}` : message;
  return /[.!?]$/.test(said) ? said : `${said}.`;
}
