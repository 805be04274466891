import type { CrawledPage } from '../../../ports/sites.ts';
import { isSamePage, pageAddress, type PageAddress } from '../../../web/url.ts';
import { tokenize } from '../../../web/words.ts';
import type { TargetPage } from './report.ts';

export const TARGETS_MAX = 50;

interface Source {
  readonly text: string;
  readonly url: string | undefined;
}

export function closestPages(pages: readonly CrawledPage[], source: Source): TargetPage[] {
  return closestAmong(pages)(source, TARGETS_MAX);
}

/** Finds pages whose titles have most of their telling words in a text: rare words of the site's titles tell most. */
export function closestAmong(pages: readonly CrawledPage[]): (source: Source, most: number) => TargetPage[] {
  const titles = pages.map(({ title }) => new Set(tokenize(title)));
  const counts = new Map<string, number>();
  for (const title of titles) for (const word of title) counts.set(word, (counts.get(word) ?? 0) + 1);
  const addresses = pages.map(({ url }) => pageAddress(url));
  return (source, most) => {
    const own = source.url === undefined ? undefined : pageAddress(source.url);
    const words = new Set(tokenize(source.text));
    const scoreOf = (title: ReadonlySet<string>): number => {
      let score = 0;
      for (const word of title) if (words.has(word)) score += Math.log(pages.length / (counts.get(word) ?? 1));
      return score / Math.sqrt(Math.max(1, title.size));
    };
    return (
      pages
        .map((page, at) => ({ page, at, score: scoreOf(titles[at] ?? new Set()) }))
        .filter(({ page, at }) => page.title !== '' && !isOwn(addresses[at], own))
        .toSorted((one, other) => other.score - one.score)
        .slice(0, most)
        // A heading names the subject without the name of the site.
        .map(({ page: { url, title, description, headings } }) => ({
          url,
          title,
          description,
          keywords: headings.slice(0, 1),
        }))
    );
  };
}

function isOwn(page: PageAddress | undefined, own: PageAddress | undefined): boolean {
  return own !== undefined && page !== undefined && isSamePage(own, page);
}
