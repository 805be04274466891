/** A time in which a search engine counted differently, so that figures before, within and after it do not compare. */
export interface KnownBreak {
  readonly engine: 'google' | 'bing';
  readonly from: string;
  readonly to: string;
  /** Clicks were counted as ever in all of them. */
  readonly affects: readonly ('impressions' | 'position')[];
  readonly note: string;
}

/** Search Console, search-console 1.5. */
const KNOWN_BREAKS: readonly KnownBreak[] = [
  {
    engine: 'google',
    from: '2025-05-13',
    to: '2026-04-27',
    affects: ['impressions', 'position'],
    note: 'Search Console miscounted impressions, and so positions and click rates, from 2025-05-13 to 2026-04-27.',
  },
  {
    engine: 'google',
    from: '2025-09-10',
    to: '2025-09-20',
    affects: ['impressions', 'position'],
    note: 'Impressions fell and positions improved between 2025-09-10 and 2025-09-20, when Google stopped serving 100 results a page to bots.',
  },
];

/** Known breaks that touch days from one to another, both included. */
export function listBreaks(engine: 'google' | 'bing', from: string, to: string): KnownBreak[] {
  return KNOWN_BREAKS.filter((known) => known.engine === engine && known.from <= to && from <= known.to);
}
