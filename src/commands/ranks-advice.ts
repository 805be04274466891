/**
 * How to have ranks that compare across the web, and what that takes: a million domains are the first 30 MB or so of a
 * release, the whole of which has some 120 million domains in 2.5 GB.
 */
export const RANKS_COMMAND =
  'seamark import ranks https://data.commoncrawl.org/projects/hyperlinkgraph/cc-main-2026-apr-may-jun/domain/cc-main-2026-apr-may-jun-domain-ranks.txt.gz --limit 1000000';

export const RANKS_ADVICE = `For ranks across the web, import those that Common Crawl publishes (free; the first million domains are about 30 MB and take about a minute): ${RANKS_COMMAND}`;
