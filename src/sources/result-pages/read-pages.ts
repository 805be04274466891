import type { Answered } from '../../ports/define-source.ts';
import type { Serp, SerpQuestion } from '../../ports/serp.ts';
import { SourceFailure } from '../../ports/source-failure.ts';
import { composeSerp, type SerpFacts, type SerpOrigin } from './compose-serp.ts';
import type { ItemDraft } from './items.ts';
import { isWithin } from '../../web/url.ts';
import { hostOf } from './urls.ts';

/** One page as a vendor answered it. */
export interface ResultPage {
  readonly drafts: readonly ItemDraft[];
  /** Whether the vendor says that there is a further page; undefined where it says nothing about it. */
  readonly more: boolean | undefined;
  /** The vendor's answer cannot be of a page without results, such as a count of them. */
  readonly has_results: boolean;
  readonly facts: SerpFacts;
  readonly usd: number;
}

export interface PageReading extends SerpOrigin {
  /** The vendor's name in failures. */
  readonly title: string;
  /** Pages that reach the depth of the question, as far as the source goes. */
  readonly pages_asked: number;
  /** The source cannot go as deep as requested. */
  readonly is_shallow: boolean;
  readonly signal: AbortSignal;
  /** @param page from 1 */
  readonly read: (page: number) => Promise<ResultPage>;
}

/**
 * Reads page after page until the depth, an end, or a match.
 *
 * A page counts as ten results however many it holds, as the engines and their vendors count: `depth` 30 is three pages. A page
 * that fails after others is not worth losing those for; the record says that it is incomplete, and its reader decides.
 *
 * @throws SourceFailure of the first page, or `broken` when it shows no organic result of those that it says exist
 */
export async function readResultPages(reading: PageReading): Promise<Answered<Serp>> {
  const pages: ResultPage[] = [];
  let ended: Serp['ended'] | undefined;
  let note: string | undefined;
  let usd = 0;
  while (ended === undefined) {
    try {
      const page = await reading.read(pages.length + 1);
      ended = endAt(page, pages, reading);
      usd += page.usd;
      if (!isRepeated(page, pages)) pages.push(page);
    } catch (thrown) {
      if (!(thrown instanceof SourceFailure)) throw thrown;
      if (pages.length === 0 || reading.signal.aborted) throw withCharge(thrown, usd);
      ended = 'incomplete';
      note = `Page ${pages.length + 1} could not be read. ${thrown.message}`;
    }
  }
  const [first] = pages;
  if (first === undefined) throw new Error('A reading ends with a page or a failure.');
  return composeSerp(reading, {
    drafts: pages.flatMap(({ drafts }) => drafts),
    facts: { ...first.facts, ...mergeQuestions(pages) },
    pages_fetched: pages.length,
    ended,
    usd,
    note,
  });
}

/** Undefined when the next page is to be read. */
function endAt(page: ResultPage, before: readonly ResultPage[], reading: PageReading): Serp['ended'] | undefined {
  const organic = organicUrls(page);
  if (organic.length === 0) {
    if (before.length === 0 && page.has_results) throw brokenPage(reading, page.usd);
    return before.length > 0 && page.more === true ? 'incomplete' : 'no_more_results';
  }
  if (page.more === false) return 'no_more_results';
  if (isRepeated(page, before)) return 'incomplete';
  if (before.length + 1 >= reading.pages_asked) return reading.is_shallow ? 'incomplete' : 'depth_reached';
  return isMatch(organic, reading.query.stop_at) ? 'stopped_on_match' : undefined;
}

/** Some engines answer every page with the first one. */
function isRepeated(page: ResultPage, before: readonly ResultPage[]): boolean {
  const known = new Set(before.flatMap(organicUrls));
  return before.length > 0 && organicUrls(page).every((url) => known.has(url));
}

/** A page on which a vendor found nothing although the engine did: its parser broke, which is no empty result. */
export function brokenPage({ title }: Pick<PageReading, 'title'>, usd: number): SourceFailure {
  return new SourceFailure('broken', `${title} reports results, but its answer contains none of them.`, {
    usd,
  });
}

function organicUrls({ drafts }: ResultPage): (string | null)[] {
  return drafts.filter(({ type }) => type === 'organic').map(({ url }) => url);
}

export function isMatch(urls: readonly (string | null)[], stop_at: string | undefined): boolean {
  if (stop_at === undefined) return false;
  return urls.some((url) => isWithin(hostOf(url) ?? '', stop_at));
}

function mergeQuestions(pages: readonly ResultPage[]): Pick<SerpFacts, 'people_also_ask' | 'related_searches'> {
  const asked = pages.map(({ facts }) => facts.people_also_ask);
  const related = pages.map(({ facts }) => facts.related_searches);
  return {
    people_also_ask: asked.includes(null) ? null : uniqueQuestions(asked.flatMap((questions) => questions ?? [])),
    related_searches: related.includes(null) ? null : [...new Set(related.flatMap((searches) => searches ?? []))],
  };
}

export function uniqueQuestions(questions: readonly SerpQuestion[]): SerpQuestion[] {
  return [...new Map(questions.map((asked) => [asked.question, asked])).values()];
}

/** The same failure with what was charged for the pages before it. */
function withCharge(failure: SourceFailure, usd: number): SourceFailure {
  if (usd === 0) return failure;
  const { kind, message, fix, retry_after_s } = failure;
  return new SourceFailure(kind, message, { fix, retry_after_s, usd: usd + (failure.usd ?? 0), cause: failure.cause });
}
