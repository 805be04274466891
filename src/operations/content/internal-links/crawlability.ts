import { pageAddress } from '../../../web/url.ts';
import type { Link, Page } from '../../../web/page/page.ts';
import { lineOf, quoteOf, shortened } from '../../../web/page/quote.ts';
import { cleanText } from '../../../text/normalize.ts';
import { isSameSite } from '../../../web/url.ts';
import { isGenericText } from '../../../text/generic-anchors.ts';
import type { InternalLinksInput, InternalLinksReport } from './report.ts';

type Crawlability = InternalLinksReport['crawlability'];

const SHOWN_MAX = 20;

/** Whether crawlers can follow the links on the page and the suggested ones. */
export function checkCrawlability(page: Page, input: InternalLinksInput, ownHost: string | undefined): Crawlability {
  const links = page.links.filter((link) => !link.anchor && link.region === 'content' && !link.hidden);
  const directives = collectDirectives(page, input);
  return {
    source_indexable:
      input.url === undefined ? null : !directives.has('noindex') && !directives.has('none') && isOk(input),
    source_allowed_by_robots: input.allowed_by_robots,
    links_followed:
      input.html === undefined && input.url === undefined
        ? null
        : !directives.has('nofollow') && !directives.has('none'),
    ...countLinks(links, input, ownHost),
    generic_anchors: links
      .filter(isGeneric)
      .slice(0, SHOWN_MAX)
      .map((link) => ({
        anchor_text: cleanText(link.text, 100),
        url: link.url === undefined ? null : cleanText(link.url, 300),
        line: lineOf(page, link.place.start),
      })),
    uncrawlable_links: links.flatMap((link) => findUncrawlable(page, link)).slice(0, SHOWN_MAX),
    target_problems: findTargetProblems(input, ownHost),
    guardrails: [
      'Write each link as <a href="…"> with an absolute or root-relative URL: crawlers do not follow scripts.',
      'Do not use rel="nofollow" on links within the site.',
    ],
  };
}

type LinkCounts = Pick<Crawlability, 'content_links' | 'internal_links' | 'nofollow_internal_links'>;

/** The index keeps the text of a crawled page without its links. */
function countLinks(
  links: readonly Link[],
  { html, url }: InternalLinksInput,
  ownHost: string | undefined,
): LinkCounts {
  if (html === undefined && url !== undefined)
    return { content_links: null, internal_links: null, nofollow_internal_links: null };
  const internal = ownHost === undefined ? undefined : links.filter((link) => isInternal(link, ownHost));
  return {
    content_links: links.filter(({ href }) => href !== undefined && href !== '').length,
    internal_links: internal?.length ?? null,
    nofollow_internal_links: internal?.filter(({ rel }) => rel.includes('nofollow')).length ?? null,
  };
}

function isInternal(link: Link, ownHost: string): boolean {
  const host = link.url === undefined ? undefined : pageAddress(link.url)?.host;
  return host !== undefined && isSameSite(host, ownHost) && !(link.href ?? '').startsWith('#');
}

function isOk({ status }: InternalLinksInput): boolean {
  return status === undefined || (status >= 200 && status < 300);
}

function isGeneric(link: Link): boolean {
  return link.href !== undefined && !link.href.startsWith('#') && !link.image && isGenericText(link.text);
}

function collectDirectives(page: Page, { robots_header }: InternalLinksInput): ReadonlySet<string> {
  const metas = page.head.metas.filter(({ name }) => name === 'robots' || name === 'googlebot');
  // A header may address one crawler; only what is meant for all of them counts here.
  const header = (robots_header ?? '').replaceAll(/[\w-]+\s*:[^,]*/g, '');
  const texts = [...metas.map((meta) => meta.content), header];
  return new Set(
    texts.flatMap((text) =>
      text
        .slice(0, 1000)
        .toLowerCase()
        .split(/[\s,;]+/),
    ),
  );
}

function findUncrawlable(page: Page, link: Link): Crawlability['uncrawlable_links'] {
  const href = link.href?.trim() ?? '';
  const why = /^javascript:/i.test(href)
    ? 'crawlers cannot follow a javascript: URL'
    : href === '' && link.scripted
      ? 'the link has a script instead of a URL'
      : undefined;
  if (why === undefined) return [];
  return [{ element: quoteOf(page.source, link.place), line: lineOf(page, link.place.start), why }];
}

function findTargetProblems(
  { target_pages, url }: InternalLinksInput,
  ownHost: string | undefined,
): Crawlability['target_problems'] {
  const found: Crawlability['target_problems'] = [];
  for (const { url: written } of target_pages) {
    const target_url = shortened(written, 300);
    const parsed = URL.parse(written, url ?? (ownHost === undefined ? undefined : `https://${ownHost}/`));
    if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
      found.push({ target_url, problem: 'It is not a web URL.', fix: 'Send an absolute http or https URL.' });
      continue;
    }
    if (ownHost !== undefined && !isSameSite(parsed.host.replace(/:\d+$/, ''), ownHost)) {
      found.push({
        target_url,
        problem: `It is on ${parsed.host}, not on ${ownHost}.`,
        fix: 'A link to another host is an external link; leave it out unless you own that host.',
      });
    }
    if (/[?&](?:utm_[a-z]+|gclid|fbclid)=/i.test(parsed.search)) {
      found.push({ target_url, problem: 'It has tracking parameters.', fix: 'Link to the URL without them.' });
    }
    if (parsed.protocol === 'http:' && url?.startsWith('https:') === true) {
      found.push({ target_url, problem: 'It is http on an https site.', fix: 'Link to the https URL.' });
    }
  }
  return found;
}
