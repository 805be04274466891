import type { PageFacts } from './page-facts.ts';

/** What speaks for a type, and how much. */
export type Sign = readonly [points: number, why: string] | undefined;

/**
 * Kinds of page that their address names and their text bears out.
 *
 * An address alone is a word of whoever built the site; each kind also has to look like what it is called.
 */

const COLLECTION_PATH =
  /\/(?:collections?|categor(?:y|ies)|cat|catalogs?|browse|directory|c|tags?)\/(?!.*\/(?:p|products?|dp|item)\/)[^/]/i;
/** Shops file single products below their catalogue. */
const CATALOGUE_PRODUCT = /\/catalogs?\/product\//i;
/** A page with fewer pages to choose from is hardly a collection. */
const COLLECTED_MIN = 12;

/** Pages that are there to lead to others of a kind: categories of shops, topics of magazines, directories. */
export function collectionSigns(facts: PageFacts): Sign[] {
  const path = pathOf(facts);
  if (!COLLECTION_PATH.test(path) || CATALOGUE_PRODUCT.test(path)) return [];
  if (facts.published !== undefined || linkedPages(facts) < COLLECTED_MIN) return [];
  return [[4, 'the address of a collection, with links to its pages']];
}

function linkedPages({ page }: PageFacts): number {
  const found = new Set<string>();
  for (const { url, region, hidden } of page.links) {
    if (region !== 'content' || hidden || url === undefined) continue;
    found.add(url.split('#', 1)[0] ?? '');
    if (found.size >= COLLECTED_MIN) break;
  }
  return found.size;
}

const THREAD =
  /\/t\/[^/]+\/\d+|\/threads?\/[^/]|\/thread-\d|\/topics?\/\d|\bviewtopic\b|\bshowthread\b|\bshowtopic[-=]|[?&;]topic=\d/i;
const FORUM =
  /^https?:\/\/(?:forums?|community|discuss(?:ions?)?|bbs|boards?|talk)\.|\/(?:forums?|community|boards?|bbs)\/|\b(?:viewtopic|showthread|showtopic)\b/i;
const POSTED_WORDS_MIN = 20;

/** A thread of a forum, by two words of its address; one with an accepted answer says itself that it is questions. */
export function threadSigns({ page, existing }: PageFacts): Sign[] {
  if (existing.data.items.some(({ types }) => types.includes('QAPage'))) return [];
  const url = (page.url ?? '').slice(0, 2000);
  const holds = THREAD.test(url) && FORUM.test(url) && page.word_count >= POSTED_WORDS_MIN;
  return holds ? [[4, 'the address of a thread in a forum']] : [];
}

const DOCS_HOST = /^(?:docs?|developers?|devdocs|wiki|learn|legacy)\./i;
const DOCS_PATH = /\/(?:docs?|documentation|manual|reference|wiki|tutorials?|guides?)(?:\/|$)/i;
const DOCS_WORDS_MIN = 200;
const CODE_BLOCKS_MIN = 2;

/** Documentation that explains with code. */
export function documentationSigns(facts: PageFacts): Sign[] {
  const host = URL.parse(facts.page.url ?? '')?.hostname ?? '';
  const { page } = facts;
  if (!DOCS_HOST.test(host) && !DOCS_PATH.test(pathOf(facts))) return [];
  const code = page.blocks.filter(({ kind, region }) => kind === 'code' && region === 'content').length;
  if (code < CODE_BLOCKS_MIN || page.word_count < DOCS_WORDS_MIN) return [];
  return [[5, 'documentation with code, at the address of documentation']];
}

const SERVICE_PATH = /\/(?:[a-z]{2,20}-)?services\/[^/.]{3}/i;
const SERVICE_WORDS_MIN = 150;

/** A page about one service; a page that lists them all stands at `/services/` itself. */
export function serviceSigns(facts: PageFacts): Sign[] {
  const path = pathOf(facts);
  const { page } = facts;
  if (!SERVICE_PATH.test(path) || DOCS_PATH.test(path) || facts.published !== undefined) return [];
  const heading = page.headings.find(({ level, hidden }) => level === 1 && !hidden);
  if (heading === undefined || page.word_count < SERVICE_WORDS_MIN) return [];
  return [[3, 'the address of a service, with its heading and text']];
}

/** Only the page's own address: the one that it names as canonical may be that of another page. */
function pathOf({ page }: PageFacts): string {
  return (URL.parse(page.url ?? '')?.pathname ?? '').slice(0, 2000);
}
