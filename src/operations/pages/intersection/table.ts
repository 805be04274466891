import { counted } from '../../../kernel/grammar.ts';
import { inline, strong } from '../../../kernel/markdown.ts';
import type { PageIntersection, PageKeyword } from './report.ts';

/** Addresses are too long for a heading. */
export function nameColumn(at: number): string {
  return `Page ${at + 1}`;
}

/** `https://a.example/ at 3, https://b.example/ at 7`, with what is counted where somebody counts. */
export function formatPlaces({ pages }: PageKeyword): string {
  return pages
    .filter(({ rank }) => rank !== null)
    .map(({ page, url, rank, clicks }) => {
      const counts = clicks === null ? '' : ` (${counted(clicks, 'click')})`;
      return `${inline(url ?? page, 80)} at ${rank ?? '–'}${counts}`;
    })
    .join(', ');
}

/** What the columns are, and how many keywords there are on which side. */
export function listFacts(report: PageIntersection): (string | undefined)[] {
  const { items, total_count, counts, pages, exclude_pages } = report;
  return [
    `${strong(counted(total_count ?? items.length, 'keyword'))}, ${items.length} shown`,
    ...pages.map((page, at) => `${nameColumn(at)}: ${describePage(page)}`),
    exclude_pages.length === 0
      ? undefined
      : `Left out: what ${exclude_pages.map(({ page }) => inline(page, 80)).join(' or ')} ranks for`,
    counts === null || pages.length < 2
      ? undefined
      : `Ranking in all pages: ${strong(counts.ranking_in_all)}; the first page is missing for ${counts.first_page_missing}`,
  ];
}

function describePage({ page, compared_as, via, is_known }: PageIntersection['pages'][number]): string {
  const moved = via.length === 0 ? '' : `, compared as ${inline(compared_as, 80)} (${via.join(', ')})`;
  return `${inline(page, 80)}${moved}${is_known ? '' : ', which the source does not know'}`;
}
