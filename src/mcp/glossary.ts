/** Words of the answers, as the resource `seamark://glossary`. Definitions are those that the analyses compute by. */
const TERMS: readonly (readonly [term: string, meaning: string])[] = [
  [
    'agent_workflow',
    'The plan that comes with an answer: what to do first and why, with evidence, next_calls and guardrails. It is made from that answer alone.',
  ],
  [
    'agent_support',
    'What evidence is good for, how to cite it, and what it cannot show. It comes instead of agent_workflow where the answer is raw material.',
  ],
  ['anchor', 'The text of a link as its page shows it.'],
  [
    'authority (rank)',
    'How strong a page or domain is among those that the index knows: 0-100, or 0-1000 with rank_scale one_thousand. It is relative; compare like with like.',
  ],
  [
    'backlink',
    'A link from a page of another domain. live: there when its page was last read; lost: gone from a newer reading of the page, or the page is gone.',
  ],
  ['broken backlink', 'A link whose target page answers 4xx or 5xx.'],
  [
    'cannibalization',
    'Two or more pages of one site that are after the same search and so divide what one could earn.',
  ],
  ['confidence', 'From 0 to 1, how far the facts behind a plan carry it; confidence_reasons say why.'],
  [
    'credits',
    'The unit of price. A call reserves its price and is charged when it succeeds; what fails costs nothing. dry_run tells the price beforehand.',
  ],
  ['dofollow', 'A link without rel nofollow, ugc or sponsored: one that passes authority.'],
  ['engine', 'Who ranked the results. seamark-index is the own index of crawled pages and no public search engine.'],
  [
    'job',
    'A call that runs behind the scenes. It has an id, a state (queued, running, completed, failed, cancelled) and, when completed, the whole answer in result.',
  ],
  [
    'keyword difficulty',
    'From 0 to 100, how hard it is to reach the first results; an estimate unless meta.sources says measured.',
  ],
  [
    'meta.sources',
    'Where the figures come from, how old they are (observed_at), and whether they are full, partial or a sample, measured or estimated.',
  ],
  ['null', 'Not known. It is never zero: do not report it as none.'],
  [
    'referring domain',
    'A domain with at least one page that links to the target. Hosts and registrable domains are counted apart.',
  ],
  ['SERP', 'A page of search results for one query, place, language and device at one time.'],
  [
    'spam score',
    'From 0 to 100, the share of known signs of spam that pages carry; higher is worse. A reason to look, not to act.',
  ],
  [
    'target',
    'What a question is about: a domain (example.com), a subdomain (blog.example.com) or one page (an absolute URL).',
  ],
];

export const GLOSSARY = ['# Glossary', ...TERMS.map(([term, meaning]) => `**${term}**: ${meaning}`)].join('\n\n');
