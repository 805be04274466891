import { z } from 'zod';

import type { KnownAddresses } from '../../../ports/crawls.ts';
import { parseRobots } from '../../../web/robots/robots.ts';

/** What a crawl with these patterns, or under this robots.txt, would read of the addresses that are known. */
export interface Draft {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Undefined where only patterns are tried. */
  readonly robots_txt: string | undefined;
  /** Whom robots.txt is read for. */
  readonly agent: string;
}

const Counted = z.object({ count: z.int(), examples: z.array(z.string()).describe('At most five.') });

const TriedPattern = Counted.extend({
  pattern: z.string(),
  kind: z.enum(['include', 'exclude']),
}).describe('Known URLs that match this pattern, whatever the others say.');

export const CrawlPreview = z.object({
  known: z.int().describe('URLs of the site in the index.'),
  tested: z.int().describe('URLs that were tested: the most linked ones if the index knows more.'),
  read: Counted.describe('URLs that the patterns let through.'),
  left_out: Counted.describe('URLs that an exclude pattern matches, or no include pattern.'),
  patterns: z.array(TriedPattern),
  robots: z
    .object({
      closed: Counted.describe('URLs that your draft blocks.'),
      newly_closed: Counted.describe('URLs that your draft would block and that are open now.').nullable(),
      newly_open: Counted.describe('URLs that your draft would open and that are blocked now.').nullable(),
      compared_with: z
        .string()
        .nullable()
        .describe('When the current robots.txt was last read; null if it has not been read.'),
    })
    .nullable()
    .describe('null without robots_txt.'),
});
export type CrawlPreview = z.infer<typeof CrawlPreview>;

const EXAMPLES_MAX = 5;

/** @param admits whether patterns let an address through; asked of all patterns together and of each one alone */
export function previewCrawl(
  { urls, total, robots }: KnownAddresses,
  { include, exclude, robots_txt, agent }: Draft,
  admits: (patterns: Pick<Draft, 'include' | 'exclude'>) => (url: string) => boolean,
): CrawlPreview {
  const isRead = admits({ include, exclude });
  const tryPattern = (kind: 'include' | 'exclude') => (pattern: string) => ({
    pattern,
    kind,
    ...countOf(urls.filter(admits({ include: [pattern], exclude: [] }))),
  });
  return {
    known: total,
    tested: urls.length,
    read: countOf(urls.filter(isRead)),
    left_out: countOf(urls.filter((url) => !isRead(url))),
    patterns: [...include.map(tryPattern('include')), ...exclude.map(tryPattern('exclude'))],
    robots: robots_txt === undefined ? null : compareRobots(urls, { robots_txt, agent }, robots),
  };
}

function compareRobots(
  urls: readonly string[],
  { robots_txt, agent }: { readonly robots_txt: string; readonly agent: string },
  current: KnownAddresses['robots'],
): CrawlPreview['robots'] {
  const draft = parseRobots(robots_txt);
  const closed = urls.filter((url) => !draft.match(agent, url).allowed);
  if (current === undefined) {
    return { closed: countOf(closed), newly_closed: null, newly_open: null, compared_with: null };
  }
  const now = parseRobots(current.text);
  const closedNow = new Set(urls.filter((url) => !now.match(agent, url).allowed));
  const closedThen = new Set(closed);
  return {
    closed: countOf(closed),
    newly_closed: countOf(closed.filter((url) => !closedNow.has(url))),
    newly_open: countOf([...closedNow].filter((url) => !closedThen.has(url))),
    compared_with: current.observed_at.toISOString(),
  };
}

function countOf(urls: readonly string[]): z.infer<typeof Counted> {
  return { count: urls.length, examples: urls.slice(0, EXAMPLES_MAX) };
}
