import { z } from 'zod';

import { fetchHtml } from '../contract/page-input.ts';
import type { OperationContext } from '../contract/operation.ts';
import { AppError } from '../kernel/errors.ts';
import { definePageTask, type Task } from '../kernel/task.ts';
import { buildAddressKey } from '../text/address.ts';
import { cleanText } from '../text/normalize.ts';
import { readWords } from '../text/reading/words.ts';
import { findSentences } from '../text/sentences.ts';
import { containment } from '../text/similarity.ts';
import { type TermVector, weighTerms } from '../text/weights.ts';
import { listContentLinks } from '../web/main-content/content-links.ts';
import type { Page } from '../web/page/page.ts';
import { readPage } from '../web/page/read.ts';
import { type OwnMention, type OwnSearch, searchOwnSite } from './own-site.ts';

export const LINK_STATES = ['text', 'navigation', 'none'] as const;
/** Whether a page links to another: in its text, only around it (menus, footer, sidebar), or not at all. */
type LinkState = (typeof LINK_STATES)[number];

/** A page of the own site on the subject, and whether it links to the page that should rank. */
export interface LinkSource extends OwnMention {
  /** Null where there is no page to link to yet, or where this one cannot be read. */
  readonly links_to_page: LinkState | null;
  /** A sentence of its text about the search, word for word: a place for the link. Null where it has none. */
  readonly sentence: string | null;
}

interface LinkQuestion {
  readonly html: string;
  readonly url: string;
  readonly to: string;
  readonly keyword: string;
  /** ISO 639-1. */
  readonly language: string;
}

/** Share of the weight of a search that a sentence has to hold to be about it. */
const ABOUT = 0.6;
const SENTENCE_MAX = 220;

/** How a page links to another, and where it could. Hidden links do not count. */
const findLink: Task<LinkQuestion, Pick<LinkSource, 'links_to_page' | 'sentence'>> = definePageTask(
  import.meta.url,
  'findLink',
  ({ html, url, to, keyword, language }) => {
    const page = readPage({ html }, url);
    return {
      links_to_page: findState(html, page, { url, to }),
      sentence: findSentence(page, keyword, language),
    };
  },
);

function findState(html: string, page: Page, { url, to }: Pick<LinkQuestion, 'url' | 'to'>): LinkState {
  const key = buildAddressKey(to);
  const leads = (link: { readonly url: string | undefined }): boolean =>
    link.url !== undefined && buildAddressKey(link.url) === key;
  if (listContentLinks(html, url).some(leads)) return 'text';
  return page.links.some((link) => !link.hidden && leads(link)) ? 'navigation' : 'none';
}

/** The sentence that says most of the search; what links somewhere already has no room. */
function findSentence({ blocks }: Page, keyword: string, language: string): string | null {
  const wanted = weighWords(keyword, language);
  let best = { text: '', share: 0 };
  for (const { kind, region, text, linked_characters } of blocks) {
    if (region !== 'content' || linked_characters > 0 || (kind !== 'paragraph' && kind !== 'list_item')) continue;
    for (const { start, end } of findSentences(text)) {
      const sentence = text.slice(start, end);
      const share = containment(wanted, weighWords(sentence, language));
      if (share > best.share && sentence.length <= SENTENCE_MAX) best = { text: sentence, share };
    }
  }
  return best.share >= ABOUT ? cleanText(best.text, SENTENCE_MAX) : null;
}

function weighWords(text: string, language: string): TermVector {
  const terms = readWords(text, language).map(({ term }) => term);
  return weighTerms(
    terms.filter((term) => term !== ''),
    language,
  );
}

/** Pages of the own site that are read for their links. */
const SOURCES_MAX = 5;
/** A page that is gone since it was crawled can link nowhere. */
const GONE: ReadonlySet<number> = new Set([404, 410]);
const FIX = 'Send the URL of an HTML page that is public.';

/**
 * Crawled pages of the own site that are about a search, each read as it is now: how it links to the page that should rank, or
 * where it could. A page that does not exist yet has no links, so nothing is read for it. Null where the site was never crawled.
 */
export async function findLinkSources(
  asked: OwnSearch,
  context: Pick<OperationContext<'fetch' | 'serp'>, 'ports' | 'compute' | 'signal'>,
): Promise<LinkSource[] | null> {
  const mentions = await searchOwnSite(asked, context);
  const { own_url: to, serp } = asked;
  if (mentions === null) return null;
  const [language = ''] = serp.language.split('-', 1);
  const sources = await Promise.all(
    mentions.slice(0, SOURCES_MAX).map(async (mention): Promise<LinkSource | undefined> => {
      const unread = { ...mention, links_to_page: null, sentence: null };
      if (to === undefined) return unread;
      try {
        const { text, status, final_url } = await fetchHtml(mention.url, context.ports.fetch, FIX);
        if (GONE.has(status)) return undefined;
        if (status >= 400) return unread;
        const question = { html: text, url: final_url, to, keyword: serp.keyword, language };
        return { ...mention, ...(await context.compute(findLink, question)) };
      } catch (thrown) {
        if (context.signal.aborted || !(thrown instanceof AppError)) throw thrown;
        return unread;
      }
    }),
  );
  return sources.filter((source) => source !== undefined);
}

/** What to do about each of them; pages that link in their text already need nothing. */
export function listLinkTasks(sources: readonly LinkSource[], to: string | undefined): LinkTask[] {
  return sources
    .filter(({ links_to_page: state }) => state !== 'text')
    .map((source) => ({ task: describeTask(source, to), from: source.url, sentence: source.sentence }));
}

export const LinkTask = z.object({
  task: z.string(),
  from: z.string(),
  sentence: z
    .string()
    .nullable()
    .describe('Sentence of that page about the search, word for word: a place for the link. Null if it has none.'),
});
type LinkTask = z.infer<typeof LinkTask>;

function describeTask({ url, links_to_page: state }: LinkSource, to: string | undefined): string {
  if (to === undefined) return `Link from ${url} to the new page once it is published.`;
  if (state === null) return `Check whether ${url} links to ${to}; it could not be read.`;
  const now = state === 'none' ? 'it has none' : 'it has one in its navigation only';
  return `Add a link to ${to} in the text of ${url}: ${now}.`;
}
