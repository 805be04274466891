/** Terms used in answers, served as the resource `seamark://glossary`. The analyses compute by these definitions. */
const TERMS: readonly (readonly [term: string, meaning: string])[] = [
  [
    'agent_workflow',
    'The plan that comes with an answer: what to do first and why, with evidence, next_calls and guardrails. It uses that answer alone.',
  ],
  [
    'agent_support',
    'What the evidence is good for, how to cite it, and what it cannot show. It replaces agent_workflow where the answer is raw material.',
  ],
  ['anchor', 'The visible text of a link.'],
  [
    'authority (rank)',
    'How strong a page or domain is compared with the others in the index: 0-100, or 0-1000 with rank_scale one_thousand. It is relative; compare like with like.',
  ],
  [
    'backlink',
    'A link from a page on another domain. live: present when its page was last crawled; lost: missing from a newer crawl of the page, or the page itself is gone.',
  ],
  ['broken backlink', 'A link whose target page returns a 4xx or 5xx status.'],
  [
    'cannibalization',
    'Two or more pages of one site that target the same query and split the traffic that one page could earn.',
  ],
  ['confidence', 'From 0 to 1, how well the facts support a plan; confidence_reasons say why.'],
  [
    'credits',
    'The unit of price. A call reserves its price and is charged when it succeeds; failed calls are free. dry_run returns the price in advance.',
  ],
  ['dofollow', 'A link without rel nofollow, ugc or sponsored, so that it passes authority.'],
  [
    'engine',
    'Who ranked the results. seamark-index is Seamark’s own index of crawled pages, not a public search engine.',
  ],
  [
    'job',
    'A call that runs in the background. It has an id, a status (queued, running, completed, failed, cancelled) and, when completed, the full answer in result.',
  ],
  [
    'keyword difficulty',
    'From 0 to 100, how hard it is to rank on the first page of results; an estimate unless meta.sources says measured.',
  ],
  [
    'meta.sources',
    'Where the figures come from, how old they are (observed_at), and whether they are full, partial or a sample, measured or estimated.',
  ],
  ['null', 'Unknown. It never means zero: do not report it as none.'],
  [
    'referring domain',
    'A domain with at least one page that links to the target. Hosts and registrable domains are counted separately.',
  ],
  ['SERP', 'A search results page for one query, location, language and device at one point in time.'],
  [
    'spam score',
    'From 0 to 100, how much a page or the sites around it look like a link farm; higher is worse. A reason to look closer, not to act.',
  ],
  [
    'target',
    'What you ask about: a domain (example.com), a subdomain (blog.example.com) or a single page (an absolute URL).',
  ],
];

export const GLOSSARY = ['# Glossary', ...TERMS.map(([term, meaning]) => `**${term}**: ${meaning}`)].join('\n\n');
