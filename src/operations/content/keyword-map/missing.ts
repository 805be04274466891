import { compareText } from '../../../text/normalize.ts';
import { makeSlug } from '../../../text/slug.ts';
import { readPathWords } from '../../../text/address.ts';
import type { AskedKeyword } from './asked.ts';
import { nameOnePage } from '../../../text/page-types.ts';
import type { Fit } from './fit.ts';
import type { MapPage } from './pages.ts';
import type { MissingPage } from './report.ts';
import type { Placed } from './risks.ts';
import { siblingGroups } from './siblings.ts';
import { INTENT_ENOUGH } from './match.ts';
import { languagesOf, type SiteLanguages, worthOf } from './worth.ts';

/** Pages to be made, each with the keywords that it would answer, the one that is worth most first. */
export function missingPages(lost: readonly Placed[], pages: readonly MapPage[]): MissingPage[] {
  const byKeyword = new Map(lost.map((placed) => [placed.keyword, placed]));
  const languages = languagesOf(pages);
  const taken = new Set(pages.map(({ url }) => readPathWords(url).trim().replaceAll(/\s+/g, '-')));
  return siblingGroups(lost.map(({ keyword }) => keyword))
    .map((group) => group.toSorted(byPlainness))
    .sort((one, other) => other.length - one.length || compareText(one[0]?.text ?? '', other[0]?.text ?? ''))
    .flatMap((group) => {
      const [head] = group;
      return head === undefined ? [] : [toMissingPage(head, group, { placed: byKeyword, taken, languages })];
    })
    .sort((one, other) => other.worth - one.worth || compareText(one.keywords[0] ?? '', other.keywords[0] ?? ''));
}

interface Setting {
  readonly placed: ReadonlyMap<AskedKeyword, Placed>;
  readonly taken: Set<string>;
  readonly languages: SiteLanguages;
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
  { placed, taken, languages }: Setting,
): MissingPage {
  const near = placed.get(head)?.best;
  // The surest of the group tells the type; the head alone is often the barest of them.
  const surest =
    group.toSorted(
      (one, other) => other.wanted.confidence - one.wanted.confidence || compareText(one.text, other.text),
    )[0] ?? head;
  const { worth, components, language } = worthOf(group, surest.intent.value, placed.get(head), languages);
  return {
    keywords: group.map(({ text }) => text),
    intent: surest.intent.value,
    buyer_stage: surest.intent.buyer_stage.value,
    suggested_page_type: surest.wanted.value,
    language: head.reading.language,
    worth,
    worth_components: components,
    suggested_title: titleOf(head),
    suggested_slug: freeSlug(group, taken),
    nearest_page:
      near === undefined ? null : { url: near.page.url, score: near.score, missing_words: [...near.missing] },
    why:
      whyMissing(near) +
      (language === 'none' ? ' The site has no page in its language: decide for the language first.' : ''),
  };
}

function whyMissing(near: Fit | undefined): string {
  if (near === undefined) return 'No page has a word of it.';
  if (near.opposed !== undefined) return `The nearest page, ${near.page.url}, is for "${near.opposed.word}" instead.`;
  if (near.missing.length > 0)
    return `The nearest page, ${near.page.url}, lacks ${near.missing.map((word) => `"${word}"`).join(', ')}.`;
  if (near.intent_fit >= INTENT_ENOUGH) return `The nearest page, ${near.page.url}, has too little of it.`;
  return `The nearest page, ${near.page.url}, is ${nameOnePage(near.page.type.value)}, not what the search is after.`;
}

/** The keyword as a title: its first letter large, nothing added that was not asked for. */
function titleOf({ text, reading }: AskedKeyword): string {
  const [first = '', ...rest] = text;
  return first.toLocaleUpperCase(reading.language === 'tr' ? 'tr' : 'en') + rest.join('');
}

function freeSlug(group: readonly AskedKeyword[], taken: Set<string>): string {
  const slugs = group.map(({ text, reading }) => makeSlug(text, reading.language)).filter((slug) => slug !== '');
  const base = slugs[0] ?? 'page';
  let slug = slugs.find((each) => !taken.has(each)) ?? base;
  for (let number = 2; taken.has(slug); number += 1) slug = `${base}-${number}`;
  taken.add(slug);
  return slug;
}
