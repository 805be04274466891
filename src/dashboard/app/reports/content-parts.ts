import { barsOf, sharesOf } from './make.ts';

export const COMPARED = {
  title: 'Pages compared',
  columns: ['title › url', 'position', 'word_count', 'published_at', 'status › note'],
  sort: 'position',
  tab: 'Pages compared',
} as const;
export const TOPICS = ['topic › example_headings', 'coverage', 'of', 'importance', 'priority'] as const;

interface Shares {
  readonly shares: readonly { readonly intent: string; readonly share: number }[];
}

export function intentShares({ shares }: Shares): ReturnType<typeof sharesOf> {
  return sharesOf(Object.fromEntries(shares.map(({ intent, share }) => [intent, share])), 'share');
}

interface Compared {
  readonly pages_compared: readonly { readonly domain: string; readonly word_count: number | null }[];
}

/** How long the pages are that rank. */
export function lengths({ pages_compared: pages }: Compared): ReturnType<typeof barsOf> {
  return barsOf(
    Object.fromEntries(pages.flatMap(({ domain, word_count }) => (word_count === null ? [] : [[domain, word_count]]))),
  );
}

/** Figures that rest on the pages which a page was compared with. */
export const OF_COMPARED_PAGES = [
  'word_count_range.median',
  'missing_topics.coverage',
  'thin_topics.usual_words',
  'covered_topics.coverage',
  'pages_compared.word_count',
] as const;
