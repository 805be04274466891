import { makeSupport, type SupportDraft } from '../../../guidance/support.ts';
import type { PlannedCall } from '../../../guidance/plan.ts';
import { formatRows, formatSummary } from '../../../guidance/summary.ts';
import { counted } from '../../../kernel/grammar.ts';
import { inline } from '../../../kernel/markdown.ts';
import { OWN_ENGINE } from '../../../ports/serp.ts';
import { nameEngine } from '../../../serp/engine-name.ts';
import { UNREAD_INDEX } from '../../../serp/results.ts';
import { parseQuery } from '../../../text/search-query.ts';
import type { SearchResults } from './results.ts';

/** Results that are cited, and rows of the summary. */
const CITED_MAX = 10;
/** Sites of one crawl that is proposed. */
const CRAWLED_MAX = 10;

/** How the results may be used and cited. */
export function planSearch(query: string, page: SearchResults, include_domains: readonly string[] = []): SupportDraft {
  const { results, engine, notes } = page;
  const own = engine === OWN_ENGINE;
  return makeSupport({
    summary: `${describeResults(query, page)}${describeCorrection(page)}`,
    usable_for: own
      ? ['Finding pages on crawled sites about a topic', 'Choosing pages to read or audit']
      : ['Seeing who ranks for a query', 'Choosing pages to read or audit'],
    citations: results
      .slice(0, CITED_MAX)
      .map(({ position, url, title, description }) => ({ id: `r${position}`, url, title, quote: description })),
    limits: own
      ? [
          'Only crawled pages are searched: this is not the ranking of a public search engine.',
          'Location does not affect results from your own index; language only affects their order.',
          'Quotation marks find exact phrases. -word, site:, intitle:, OR, after: and before: work as in web search.',
          ...notes,
        ]
      : ['Rankings vary by location, device and day.', ...notes],
    next_calls:
      page.results.length > 0 ? planCalls(page) : own && page.offset === 0 ? planCrawl(query, include_domains) : [],
  });
}

function describeResults(query: string, { results, engine, total_count, offset, notes }: SearchResults): string {
  if (results.length > 0)
    return `${counted(total_count ?? results.length, 'result')} for “${query}” in ${nameEngine(engine)}; this answer has ${results.length}.`;
  if (isUnread({ engine, total_count })) return `${UNREAD_INDEX}, so nothing is known about “${query}”.`;
  if (offset > 0) return describePastEnd(query, { offset, engine });
  const [reason] = notes;
  return `Nothing matches “${query}” in ${nameEngine(engine)}.${reason === undefined ? '' : ` ${reason}`}`;
}

/** Totals of engines count far more than they show. */
function describePastEnd(query: string, { offset, engine }: Pick<SearchResults, 'offset' | 'engine'>): string {
  return `Offset ${offset} is past the last result for “${query}” in ${nameEngine(engine)}.`;
}

/** Of an answer without results: an index with pages counts them. */
function isUnread({ engine, total_count }: Pick<SearchResults, 'engine' | 'total_count'>): boolean {
  return engine === OWN_ENGINE && total_count === null;
}

function describeCorrection({ corrected_query, engine }: SearchResults): string {
  if (corrected_query === null) return '';
  if (engine !== OWN_ENGINE) return ` ${nameEngine(engine)} searched for “${corrected_query}” instead.`;
  return ` Some words are on no page as spelled, so “${corrected_query}” was searched instead. Put a word in quotation marks to keep its spelling.`;
}

function planCalls({ results: [top] }: SearchResults): PlannedCall[] {
  if (top === undefined) return [];
  return [
    { operation: 'extract', body: { url: top.url }, reason: 'Reads the first result in full.' },
    {
      operation: 'backlinks.summary',
      body: { target: top.domain },
      reason: 'Shows how strong the domain of the first result is.',
    },
  ];
}

/** The crawl of the sites that were searched and of which no page was found. */
function planCrawl(query: string, include_domains: readonly string[]): PlannedCall[] {
  const hosts = new Set([...include_domains, ...parseQuery(query).sites.map(({ host }) => host)]);
  if (hosts.size === 0) return [];
  const urls = [...hosts].slice(0, CRAWLED_MAX).map((host) => `https://${host}/`);
  return [{ operation: 'crawls.create', body: { urls }, reason: 'Reads the sites, so that their pages can be found.' }];
}

export function summarizeSearch(query: string, page: SearchResults): string {
  const { results, engine, total_count, corrected_query, notes } = page;
  const heading = `Results for “${inline(query)}”`;
  const [first] = results;
  if (first === undefined) {
    if (isUnread(page))
      return formatSummary({
        heading,
        intro: `Not known: your index has not read any page yet.`,
        facts: [],
        next: 'Crawl the sites you want to search.',
      });
    if (page.offset > 0)
      return formatSummary({
        heading,
        intro: inline(describePastEnd(query, page)),
        facts: [],
        next: 'Go back to an earlier page of the list.',
      });
    const reason = notes[0] ?? 'Crawl the sites you want to search, or try other words.';
    return formatSummary({
      heading,
      intro: `Nothing matches in ${nameEngine(engine)}. ${inline(reason)}`,
      facts: [],
      next: '',
    });
  }
  const domainCount = new Set(results.map(({ domain }) => domain)).size;
  return formatSummary({
    heading,
    facts: [
      ...(corrected_query === null ? [] : [`Searched for: “${inline(corrected_query)}”, the nearest spelling`]),
      `Engine: ${nameEngine(engine)}`,
      `Matches: ${total_count?.toLocaleString('en-US') ?? 'unknown'}; shown here: ${counted(results.length, 'result')} from ${counted(domainCount, 'domain')}`,
      `First: ${inline(first.title)} (${first.domain})`,
      ...notes.map((note) => inline(note)),
    ],
    table: formatRows(results, CITED_MAX, [
      ['#', ({ position }) => position],
      ['Title', ({ title, url }) => inline(title || url, 60)],
      ['Page', ({ url }) => inline(url, 80)],
    ]),
    next: 'Read the first result with extract.',
  });
}
