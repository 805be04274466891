import type { AssistantCitation, AssistantPage } from '../../ports/assistants.ts';
import { registrableDomain, URL_LENGTH_MAX } from '../../web/url.ts';
import { domainOf, readResultUrl } from '../result-pages/urls.ts';
import { readText } from '../result-pages/texts.ts';

/** More pages than any assistant shows for one answer. */
const PAGES_MAX = 300;
const TITLE_CHARACTERS_MAX = 300;
/** Assistants mark the links that they show: `utm_source=openai`. */
const CAMPAIGN_PARAMETER = /^utm_/i;
const HOST = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]{0,61}[\p{L}\p{N}]$/u;

/** The address of a page without tracking parameters; null for what is no page of the web. */
function readPageUrl(written: string | null | undefined): string | null {
  const read = readResultUrl(written);
  if (read === null || read.length > URL_LENGTH_MAX) return null;
  const url = new URL(read);
  const parts = url.search.slice(1).split('&');
  const kept = parts.filter((part) => !CAMPAIGN_PARAMETER.test(part));
  if (kept.length === parts.length) return read;
  url.search = kept.join('&');
  return url.href;
}

/** A page that an assistant names; undefined for what is none. */
export function readPage(
  written: string | null | undefined,
  title: string | null | undefined,
): AssistantPage | undefined {
  const url = readPageUrl(written);
  const domain = domainOf(url);
  return url === null || domain === null ? undefined : { url, domain, title: readTitle(title) };
}

/** A page of which only the host is known; undefined where the text is no host. */
export function readHostPage(text: string | null | undefined): AssistantPage | undefined {
  const host = (text ?? '').trim().toLowerCase();
  return HOST.test(host)
    ? { url: null, domain: registrableDomain(new URL(`https://${host}`).hostname), title: null }
    : undefined;
}

export function readTitle(title: string | null | undefined): string | null {
  return readText(title)?.slice(0, TITLE_CHARACTERS_MAX) ?? null;
}

/** Each page once, in the order in which they came. */
export function uniquePages(pages: readonly (AssistantPage | undefined)[]): AssistantPage[] {
  return uniqueBy(pages, ({ url, domain }) => url ?? domain);
}

/** Each reference once: a page may be referred to at several places. */
export function uniqueCitations(cited: readonly (AssistantCitation | undefined)[]): AssistantCitation[] {
  return uniqueBy(cited, ({ url, domain, span }) => `${span?.join('-')} ${url ?? domain}`);
}

function uniqueBy<Page>(pages: readonly (Page | undefined)[], keyOf: (page: Page) => string): Page[] {
  const unique = new Map<string, Page>();
  for (const page of pages) {
    if (page === undefined || unique.size === PAGES_MAX) continue;
    const key = keyOf(page);
    if (!unique.has(key)) unique.set(key, page);
  }
  return [...unique.values()];
}
