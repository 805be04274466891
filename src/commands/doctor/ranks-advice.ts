/** How to have ranks that compare across the web. A million lines of such a file are some 35 MB, and are imported in ten seconds. */
export const RANKS_COMMAND =
  'seamark import ranks https://data.commoncrawl.org/projects/hyperlinkgraph/cc-main-2026-apr-may-jun/domain/cc-main-2026-apr-may-jun-domain-ranks.txt.gz --limit 1000000';

export const RANKS_ADVICE = `For ranks across the web, import those that Common Crawl publishes (free; the first million domains are some 35 MB): ${RANKS_COMMAND}`;
