import type { Serp } from '../../../ports/serp.ts';
import type { CrawledPage } from '../../../ports/sites.ts';
import { listResults } from '../../../serp/results.ts';
import { terms } from '../../../text/stems.ts';
import { isStopWord } from '../../../text/stop-words.ts';
import { isSamePage, pageAddress } from '../../../web/url.ts';
import { tokenize } from '../../../web/words.ts';

/** The page of a site that a search is about, and why it is that one. */
interface OwnChoice {
  readonly url: string;
  readonly chosen_by: 'ranks' | 'words';
}

const TITLE = 1;
const ADDRESS = 0.8;
const HEADINGS = 0.6;
/** Of the words of the search, weighed by how rare they are among the pages of the site. */
const SHARE_MIN = 0.5;

/**
 * The page of the site that already ranks for the search, or else the one whose title, address and headings have most of
 * its words. Undefined where none has half of them: then the site has no page about it.
 *
 * @param pages the most linked first, which decides between equals
 */
export function chooseOwnPage(pages: readonly CrawledPage[], keyword: string, serp: Serp): OwnChoice | undefined {
  const ranked = listResults(serp).find(({ url }) => pages.some((page) => isSame(page.url, url)));
  if (ranked !== undefined) return { url: ranked.url, chosen_by: 'ranks' };
  const language = serp.language.split('-', 1)[0] ?? '';
  const words = tokenize(keyword).filter((word) => !isStopWord(word, language));
  const asked = [...new Set(terms(words.join(' '), language))];
  const read = pages.map((page) => fieldsOf(page, language));
  const weights = new Map(asked.map((term) => [term, rarity(read, term)]));
  const whole = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  let best: { readonly url: string; readonly score: number } | undefined;
  for (const [at, { url }] of pages.entries()) {
    const score = scoreOf(read[at] ?? [], weights) / Math.max(whole, Number.MIN_VALUE);
    if (score >= SHARE_MIN && score > (best?.score ?? 0)) best = { url, score };
  }
  return best === undefined ? undefined : { url: best.url, chosen_by: 'words' };
}

type Fields = readonly (readonly [weight: number, terms: ReadonlySet<string>])[];

function fieldsOf({ url, title, headings }: CrawledPage, language: string): Fields {
  const path = decoded(URL.parse(url)?.pathname ?? '');
  return [
    [TITLE, new Set(terms(title, language))],
    [ADDRESS, new Set(terms(path.replaceAll(/[-_/.]+/g, ' '), language))],
    [HEADINGS, new Set(terms(headings.join(' '), language))],
  ];
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A word on every page, such as the name of the shop, tells nothing. */
function rarity(read: readonly Fields[], term: string): number {
  const pages = read.filter((fields) => fields.some(([, held]) => held.has(term))).length;
  return Math.log((read.length + 1) / (pages + 0.5));
}

function scoreOf(fields: Fields, weights: ReadonlyMap<string, number>): number {
  let score = 0;
  for (const [term, weight] of weights) {
    const held = fields.find(([, each]) => each.has(term))?.[0] ?? 0;
    score += weight * held;
  }
  return score;
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [pageAddress(one), pageAddress(other)];
  return left !== undefined && right !== undefined && isSamePage(left, right);
}
