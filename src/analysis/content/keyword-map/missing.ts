import { compareText } from '../../text/normalize.ts';
import { slugOf } from '../../text/slug.ts';
import { pathWords } from '../supplied/addresses.ts';
import type { AskedKeyword } from './fit.ts';
import type { MapPage } from './pages.ts';
import type { MissingPage } from './report.ts';
import type { Placed } from './risks.ts';
import { siblingGroups } from './siblings.ts';

/** Pages to be made, each with the keywords that it would answer, the most keywords first. */
export function missingPages(lost: readonly Placed[], pages: readonly MapPage[]): MissingPage[] {
  const byKeyword = new Map(lost.map((placed) => [placed.keyword, placed]));
  const taken = new Set(pages.map(({ url }) => pathWords(url).trim().replaceAll(/\s+/g, '-')));
  return siblingGroups(lost.map(({ keyword }) => keyword))
    .map((group) => group.toSorted(byPlainness))
    .sort((one, other) => other.length - one.length || compareText(one[0]?.text ?? '', other[0]?.text ?? ''))
    .flatMap((group) => {
      const [head] = group;
      return head === undefined ? [] : [toMissingPage(head, group, byKeyword, taken)];
    });
}

/** The shortest keyword names the group; the others refine it. */
function byPlainness(one: AskedKeyword, other: AskedKeyword): number {
  return (
    one.reading.terms.length - other.reading.terms.length ||
    one.text.length - other.text.length ||
    compareText(one.text, other.text)
  );
}

function toMissingPage(
  head: AskedKeyword,
  group: readonly AskedKeyword[],
  placed: ReadonlyMap<AskedKeyword, Placed>,
  taken: Set<string>,
): MissingPage {
  const near = placed.get(head)?.best;
  // The surest of the group tells the type; the head alone is often the barest of them.
  const surest =
    group.toSorted(
      (one, other) => other.wanted.confidence - one.wanted.confidence || compareText(one.text, other.text),
    )[0] ?? head;
  return {
    keywords: group.map(({ text }) => text),
    intent: surest.intent.value,
    buyer_stage: surest.intent.buyer_stage.value,
    suggested_page_type: surest.wanted.value,
    suggested_title: titleOf(head),
    suggested_slug: freeSlug(group, taken),
    nearest_page:
      near === undefined ? null : { url: near.page.url, score: near.score, missing_words: [...near.missing] },
    why:
      near === undefined
        ? 'No page has a word of it.'
        : near.missing.length > 0
          ? `The nearest page, ${near.page.url}, lacks ${near.missing.map((word) => `"${word}"`).join(', ')}.`
          : `The nearest page, ${near.page.url}, is a ${near.page.type.value.replaceAll('_', ' ')}, not what the search is after.`,
  };
}

/** The keyword as a title: its first letter large, nothing added that was not asked for. */
function titleOf({ text, reading }: AskedKeyword): string {
  const [first = '', ...rest] = text;
  return first.toLocaleUpperCase(reading.language === 'tr' ? 'tr' : 'en') + rest.join('');
}

function freeSlug(group: readonly AskedKeyword[], taken: Set<string>): string {
  const slugs = group.map(({ text, reading }) => slugOf(text, reading.language)).filter((slug) => slug !== '');
  const base = slugs[0] ?? 'page';
  let slug = slugs.find((each) => !taken.has(each)) ?? base;
  for (let number = 2; taken.has(slug); number += 1) slug = `${base}-${number}`;
  taken.add(slug);
  return slug;
}
