import type { Serp } from '../ports/serp.ts';
import { listResults } from '../serp/results.ts';
import { compareText } from '../text/normalize.ts';
import type { JudgedType } from '../text/page-types.ts';
import { registrableDomain } from '../web/url.ts';
import type { ComparedPage } from './kinds.ts';

export interface NumberRange {
  readonly p25: number;
  readonly median: number;
  readonly p75: number;
}

/** How many of the compared pages have something. */
interface PageShare {
  readonly pages: number;
  readonly of: number;
}

/** What the compared pages have in common in their make-up. */
export interface Patterns {
  readonly word_count: NumberRange | null;
  /** Headings of level two. */
  readonly sections: NumberRange | null;
  readonly types: readonly { readonly type: JudgedType; readonly pages: number }[];
  readonly schema_types: readonly { readonly type: string; readonly pages: number }[];
  readonly with_tables: PageShare;
  readonly with_lists: PageShare;
  readonly with_images: PageShare;
  readonly with_videos: PageShare;
  readonly with_author: PageShare;
  readonly titles: {
    readonly with_year: PageShare;
    readonly with_number: PageShare;
    readonly as_question: PageShare;
  };
  /** The later of publication and change, as the pages state it. */
  readonly dates: { readonly dated: PageShare; readonly newest: string | null; readonly oldest: string | null };
  /** Sites that at least two of the pages link to in their text, or that the AI Overview cites. */
  readonly cited_sites: readonly {
    readonly domain: string;
    readonly pages: number;
    readonly in_ai_overview: boolean;
  }[];
}

export function findPatterns(serp: Serp, pages: readonly ComparedPage[]): Patterns {
  const of = pages.length;
  const share = (has: (page: ComparedPage) => boolean): PageShare => ({ pages: pages.filter(has).length, of });
  const titles = listResults(serp).map(({ title }) => title ?? '');
  const titleShare = (pattern: RegExp): PageShare => ({
    pages: titles.filter((title) => pattern.test(title)).length,
    of: titles.length,
  });
  const dates = pages.flatMap(({ page }) => page.modified_at ?? page.published_at ?? []).toSorted(compareText);
  return {
    word_count: rangeOf(pages.map(({ page }) => page.word_count)),
    sections: rangeOf(pages.map(({ page }) => page.sections.filter(({ level }) => level === 2).length)),
    types: countEach(pages.flatMap(({ page }) => page.type ?? [])).map(([type, count]) => ({ type, pages: count })),
    schema_types: countEach(pages.flatMap(({ page }) => [...new Set(page.schema_types)])).map(([type, count]) => ({
      type,
      pages: count,
    })),
    with_tables: share(({ page }) => page.tables > 0),
    with_lists: share(({ page }) => page.lists > 0),
    with_images: share(({ page }) => page.images > 0),
    with_videos: share(({ page }) => page.videos > 0),
    with_author: share(({ page }) => page.author !== null),
    titles: {
      with_year: titleShare(/\b20\d\d\b/),
      with_number: titleShare(/(?<![\p{L}\p{N}.,])(?!20\d\d(?!\d))\d{1,3}(?![\p{L}\p{N}.,%])/u),
      as_question: titleShare(/[?？]/),
    },
    dates: { dated: { pages: dates.length, of }, newest: dates.at(-1) ?? null, oldest: dates[0] ?? null },
    cited_sites: listCited(serp, pages),
  };
}

function listCited({ ai_overview }: Serp, pages: readonly ComparedPage[]): Patterns['cited_sites'] {
  const shown = new Set(
    ai_overview.status === 'present' ? ai_overview.references.map(({ url, domain }) => siteOf(url) || domain) : [],
  );
  const counts = new Map(
    countEach(
      pages.flatMap(({ page, domain }) => [
        ...new Set(page.external_links.map(({ url }) => siteOf(url)).filter((site) => site !== '' && site !== domain)),
      ]),
    ),
  );
  return [...new Set([...counts.keys(), ...shown])]
    .map((domain) => ({ domain, pages: counts.get(domain) ?? 0, in_ai_overview: shown.has(domain) }))
    .filter((each) => each.pages >= 2 || each.in_ai_overview)
    .toSorted((one, other) => other.pages - one.pages || compareText(one.domain, other.domain))
    .slice(0, 15);
}

function siteOf(url: string): string {
  return registrableDomain(URL.parse(url)?.hostname ?? '');
}

function countEach<Value extends string>(values: readonly Value[]): [Value, number][] {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted((one, other) => other[1] - one[1] || compareText(one[0], other[0]));
}

/** The middle half of some figures; null of fewer than three. */
export function rangeOf(values: readonly number[]): NumberRange | null {
  if (values.length < 3) return null;
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number): number => {
    const place = share * (sorted.length - 1);
    const [low, high] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
    return Math.round(low + (high - low) * (place % 1));
  };
  return { p25: at(0.25), median: at(0.5), p75: at(0.75) };
}
