import type { OperationContext } from '../contract/operation.ts';
import type { Serp } from '../ports/serp.ts';
import { readSerpIntent, type SerpIntent } from '../serp/intent.ts';
import { findSiteKind, listResults, type Result } from '../serp/results.ts';
import type { ReadPage } from '../text/reading/reading.ts';
import type { Purpose } from '../text/purpose.ts';
import { ownership } from '../web/url.ts';
import { type Analysis, analysePages, listBackgroundTerms } from './analyse.ts';
import { HEADING_DEPTH } from './candidates.ts';
import { choosePages, PAGES_MIN } from './compare.ts';
import type { ComparedPage, ExcludedPage, ReadResult } from './kinds.ts';

/** Pages that are read of one result page: all of the first page. */
const PAGES_MAX = 10;
/** Read at once, on different hosts. */
const PARALLEL = 8;
/** Of the run, when reading ends. */
const READ_PERCENT = 80;

export interface StudyQuestion {
  readonly serp: Serp;
  /** Hosts of the caller's own site, each with its subdomains: never compared with themselves. */
  readonly own_domains: readonly string[];
  /** The page or draft that is held against the pages that rank. */
  readonly own: OwnPage | undefined;
  /** The lowest level of headings that counts; 4 by default. */
  readonly heading_depth?: number;
  /** False leaves the pages that rank unread, so that the result page alone is known. */
  readonly is_read?: boolean;
}

/** A page of the caller's own, or a draft of one. */
export interface OwnPage {
  readonly url: string;
  readonly page: ReadPage;
}

/** A result page together with what the pages on it say. */
export interface Study extends Analysis {
  readonly serp: Serp;
  readonly intent: SerpIntent;
  /** ISO 639-1. */
  readonly language: string;
  readonly compared: readonly ComparedPage[];
  readonly excluded: readonly ExcludedPage[];
  readonly purpose: Purpose | null;
  /** Pages of more than one purpose are compared, since too few are left of any. */
  readonly is_mixed: boolean;
  /** At least three pages could be compared; with fewer, nothing is scored. */
  readonly is_sufficient: boolean;
}

type Context = Pick<OperationContext<'pages'>, 'ports' | 'compute' | 'report' | 'signal' | 'brand'>;

/**
 * Studies a search: reads the pages that rank politely and in parallel, leaves out what cannot be compared, and finds the
 * topics, questions and names that they share.
 *
 * Pages read within a month come from the store. What cannot be read is listed with the reason and fails nothing.
 */
export async function studySearch(
  { serp, own_domains, own, heading_depth = HEADING_DEPTH, is_read = true }: StudyQuestion,
  context: Context,
): Promise<Study> {
  const language = serp.language.split('-', 1)[0] ?? '';
  const isOwned = ownership(own_domains);
  const isOwn = (url: string): boolean => isOwned(url) === true || url === own?.url;
  const results = listResults(serp, PAGES_MAX);
  const read = is_read ? await readResults(results, isOwn, context) : results.map(unread);
  const { compared, excluded, purpose, is_mixed } = choosePages(read, language, isOwn);
  const pages = { serp, language, pages: compared, heading_depth };
  const terms = await context.compute(listBackgroundTerms, pages);
  const background =
    terms.length === 0 ? { documents: 0, counts: {} } : await context.ports.pages.background({ language, terms });
  const brand = await context.brand();
  const own_names = brand === null ? [] : [brand.name, ...brand.aliases];
  const analysis = await context.compute(analysePages, { ...pages, own, own_domains, own_names, background });
  return {
    ...analysis,
    serp,
    intent: readSerpIntent(serp, brand),
    language,
    compared,
    excluded,
    purpose,
    is_mixed,
    is_sufficient: compared.length >= PAGES_MIN,
  };
}

function unread({ rank_group, url, site, title }: Result): ReadResult {
  return { position: rank_group, url, domain: site, title, read: undefined };
}

async function readResults(
  results: readonly Result[],
  isOwn: (url: string) => boolean,
  { ports, report, signal }: Context,
): Promise<ReadResult[]> {
  const waiting = results.filter(({ url, site }) => !isOwn(url) && findSiteKind(site) === undefined);
  const reads = new Map<string, ReadResult['read']>();
  let [next, done] = [0, 0];
  const work = async (): Promise<void> => {
    for (let at = next; at < waiting.length; at = next) {
      next += 1;
      const url = waiting[at]?.url ?? '';
      signal.throwIfAborted();
      // oxlint-disable-next-line no-await-in-loop -- Each of the workers reads one page after the other.
      reads.set(url, await ports.pages.read({ url }));
      done += 1;
      report(
        Math.round((READ_PERCENT * done) / waiting.length),
        'reading',
        `Read ${done} of ${waiting.length} pages that rank.`,
      );
    }
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL, waiting.length) }, work));
  return results.map((result) => ({ ...unread(result), read: reads.get(result.url) }));
}
