import { isScriptShell } from '../web/facts/shown.ts';
import { languageOfTag } from '../web/words.ts';
import type { HeadLink, Link, Page } from '../web/page/page.ts';
import { readPage } from '../web/page/read.ts';
import { isSameSite, readHost } from '../web/url.ts';
import { type Evidence, quoteElements, quoteAnswer } from './check.ts';
import { type Directive, readHeaderDirectives, readMetaDirectives } from '../web/directives.ts';
import type { CheckInput, UrlContext } from './input.ts';
import { readLinkHeader } from '../web/link-header.ts';
import { detectPageType, type PageTypeFound } from './page-type.ts';

/** A canonical URL that the page or its response declares. */
export interface Canonical {
  readonly source: 'html' | 'header';
  readonly written: string;
  /** Absolute; undefined when it cannot be resolved. */
  readonly url: string | undefined;
  readonly evidence: Evidence;
}

export interface Alternate {
  readonly language: string;
  readonly written: string;
  readonly url: string | undefined;
  readonly evidence: Evidence;
}

/** A directive and where it was found. */
export interface StatedDirective extends Directive {
  readonly source: 'meta' | 'header';
  readonly evidence: Evidence;
}

interface LinkSets {
  /** Visible links that lead to a web page, not within this one. */
  readonly pages: readonly Link[];
  /** Links to pages of the same site, hidden ones too. */
  readonly internal: readonly Link[];
}

/** Everything that the rules need, worked out once. */
export interface Facts {
  readonly page: Page;
  /** Without a document only the response can be judged. */
  readonly has_document: boolean;
  /** Hardly any words, but scripts that may add them. */
  readonly script_shell: boolean;
  readonly answer: UrlContext | undefined;
  /** The page's own URL; undefined when only its text was supplied. */
  readonly own_url: string | undefined;
  /** Host of the page, from its URL or else from what it declares. */
  readonly own_host: string | undefined;
  readonly directives: readonly StatedDirective[];
  readonly canonicals: readonly Canonical[];
  readonly alternates: readonly Alternate[];
  /** The title and description that count: from the head or the front matter. */
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly language: string;
  readonly keyword: string | undefined;
  readonly expected_canonical: string | undefined;
  readonly page_type: PageTypeFound;
  /** Links to other pages. */
  readonly links: LinkSets;
  readonly today: string;
}

export function gatherFacts(input: CheckInput): Facts {
  const answer = input.url;
  const ownUrl = answer?.final_url;
  const page = readPage(
    input.html === undefined && input.markdown !== undefined
      ? { markdown: input.markdown }
      : { html: input.html ?? '' },
    ownUrl,
  );
  const canonicals = readCanonicals(page, answer, input.expected_canonical);
  const ownHost =
    readHost(ownUrl) ??
    readHost(canonicals.find((canonical) => canonical.source === 'html')?.url) ??
    readHost(metaContent(page, 'og:url'));
  return {
    page,
    has_document: input.html !== undefined || input.markdown !== undefined,
    script_shell: isScriptShell(page),
    answer,
    own_url: ownUrl,
    own_host: ownHost,
    directives: readDirectives(page, answer),
    canonicals,
    alternates: readAlternates(page, answer),
    title: readTitle(page),
    description: readDescription(page),
    language: readLanguage(page, answer),
    keyword: trimText(input.keyword),
    expected_canonical: trimText(input.expected_canonical),
    page_type: detectPageType(page, input.page_type),
    today: input.today,
    links: collectLinks(page, ownHost),
  };
}

/** First non-empty content of a meta tag by name or property, anywhere in the document. */
export function metaContent(page: Page, key: string): string | undefined {
  return page.head.metas.find((meta) => (meta.property === key || meta.name === key) && meta.content !== '')?.content;
}

function readTitle(page: Page): string | undefined {
  const inHead = page.head.titles.find((title) => title.in_head && title.text !== '');
  return inHead?.text ?? trimText(page.front_matter?.get('title'));
}

function readDescription(page: Page): string | undefined {
  const inHead = page.head.metas.find((meta) => meta.name === 'description' && meta.in_head && meta.content !== '');
  return inHead?.content ?? trimText(page.front_matter?.get('description'));
}

function readLanguage(page: Page, answer: UrlContext | undefined): string {
  const claims = [
    page.language?.value,
    page.body_language,
    page.front_matter?.get('lang'),
    page.front_matter?.get('language'),
    answer?.headers['content-language'],
  ];
  for (const claim of claims) {
    const language = languageOfTag(claim ?? '');
    if (language !== '') return language;
  }
  return '';
}

const CRAWLERS = new Set([
  'robots',
  'googlebot',
  'googlebot-news',
  'bingbot',
  'msnbot',
  'slurp',
  'duckduckbot',
  'yandex',
  'baiduspider',
]);

/** More headers of one name are noise. */
const HEADERS_MAX = 50;

function readDirectives(page: Page, answer: UrlContext | undefined): StatedDirective[] {
  const inPage = page.head.metas.flatMap((meta) => {
    if (meta.name === undefined || !CRAWLERS.has(meta.name)) return [];
    const evidence = quoteElements(page, [meta])[0] ?? quoteAnswer(meta.content);
    return readMetaDirectives(meta.content, meta.name).map((each) => ({ ...each, source: 'meta' as const, evidence }));
  });
  const header = answer?.headers['x-robots-tag'];
  if (header === undefined) return inPage;
  // Joined by commas, a header for all crawlers after one for a certain crawler would read as part of that one.
  const headers = answer?.repeated_headers?.['x-robots-tag'] ?? [header];
  const inHeaders = headers.slice(0, HEADERS_MAX).flatMap((each) => {
    const evidence = quoteAnswer(`x-robots-tag: ${each}`);
    return readHeaderDirectives(each).map((directive) => ({ ...directive, source: 'header' as const, evidence }));
  });
  return [...inPage, ...inHeaders];
}

function readCanonicals(page: Page, answer: UrlContext | undefined, expected: string | undefined): Canonical[] {
  const inPage = page.head.links
    .filter((link) => link.in_head && isCanonical(link) && link.href !== '')
    .map((link): Canonical => {
      const evidence = quoteElements(page, [link])[0] ?? quoteAnswer(link.href);
      // A relative canonical of a supplied text can only be meant on the site that its expected address names.
      const url = link.url ?? URL.parse(link.href, expected)?.href;
      return { source: 'html', written: link.href, url, evidence };
    });
  const inHeader = headerLinks(answer)
    .filter((entry) => entry.rel.includes('canonical') && entry.target !== '')
    .map((entry): Canonical => {
      const url = URL.parse(entry.target, answer?.final_url)?.href;
      return { source: 'header', written: entry.target, url, evidence: quoteAnswer(`link: ${entry.text}`) };
    });
  return [...inPage, ...inHeader];
}

/** With one of these attributes Google does not take the element for a canonical. */
export function isCanonical(link: HeadLink): boolean {
  return (
    link.rel.includes('canonical') && link.hreflang === undefined && link.media === undefined && link.type === undefined
  );
}

function readAlternates(page: Page, answer: UrlContext | undefined): Alternate[] {
  const inPage = page.head.links.flatMap((link): Alternate[] => {
    if (!link.rel.includes('alternate') || !isGiven(link.hreflang) || !link.in_head) return [];
    if (FEED.test(link.type ?? '')) return [];
    const evidence = quoteElements(page, [link])[0] ?? quoteAnswer(link.href);
    return [{ language: link.hreflang, written: link.href, url: link.url, evidence }];
  });
  const inHeader = headerLinks(answer).flatMap((entry): Alternate[] => {
    if (!entry.rel.includes('alternate') || !isGiven(entry.hreflang)) return [];
    const url = URL.parse(entry.target, answer?.final_url)?.href;
    const evidence = quoteAnswer(`link: ${entry.text}`);
    return [{ language: entry.hreflang, written: entry.target, url, evidence }];
  });
  return [...inPage, ...inHeader];
}

/** A feed in some language is no version of the page in that language. */
const FEED = /^application\/(?:rss|atom|feed|json|xml)|^text\/xml/i;

function isGiven(hreflang: string | undefined): hreflang is string {
  return hreflang !== undefined && hreflang.trim() !== '';
}

function headerLinks(answer: UrlContext | undefined): ReturnType<typeof readLinkHeader> {
  const header = answer?.headers['link'];
  return header === undefined ? [] : readLinkHeader(header);
}

function trimText(text: string | undefined): string | undefined {
  const value = text?.trim();
  return value === '' ? undefined : value;
}

function collectLinks(page: Page, ownHost: string | undefined): LinkSets {
  const leading = page.links.filter(
    (link) => link.href !== undefined && link.href !== '' && !link.href.startsWith('#'),
  );
  return {
    pages: leading.filter(
      (link) => !link.hidden && /^(?:https?:|(?![a-z][a-z\d+.-]*:))/i.test(link.url ?? link.href ?? ''),
    ),
    internal: leading.filter((link) => isInternalLink(link, page, ownHost)),
  };
}

/** A relative link is internal even where the URL of the page is unknown. */
function isInternalLink(link: Link, page: Page, ownHost: string | undefined): boolean {
  const target = readHost(link.url);
  if (target !== undefined) return ownHost !== undefined && isSameSite(target, ownHost);
  return page.base_url === undefined && !/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(link.href ?? '');
}
