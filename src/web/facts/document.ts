import { parsePublishedAt } from '../dates.ts';
import { obeyDirectives, readHeaderDirectives } from '../directives.ts';
import { findCanonical } from '../link-header.ts';
import { pageAddress, type PageAddress, resolveBase } from '../url.ts';
import type { PageHead } from './head.ts';
import type { PageLinks, ResolvedLinks, TextOfRun } from './links.ts';
import { platformType } from './platform.ts';
import type { DocumentFact } from './records.ts';
import { clip } from './text.ts';
import { spamScore } from './spam-score.ts';
import type { StatedFacts } from './stated.ts';

/** A page's head and links, however they were come by, with the headers of the answer that they came in. */
export interface DocumentSource {
  readonly address: PageAddress;
  readonly title: string;
  /** The first `base` element's address, as written. */
  readonly base: string | undefined;
  readonly head: PageHead;
  readonly links: PageLinks;
  readonly stated: StatedFacts;
  /** Headers; '' without one. */
  readonly link: string;
  readonly x_robots_tag: string;
  readonly textOfRun: TextOfRun;
}

/** What a document's head and links make known; its text is the caller's. */
export type HeadFacts = Omit<
  DocumentFact,
  'language' | 'headings' | 'word_count' | 'content_hash' | 'simhash' | 'text' | 'text_read'
>;

const TITLE_LENGTH_MAX = 1000;

export function readHeadFacts(
  source: DocumentSource,
  agentToken: string,
): { readonly facts: HeadFacts; readonly resolved: ResolvedLinks } {
  const { address, head, links, stated } = source;
  const base = resolveBase(source.base, address.url);
  const canonical = canonicalOf(source, base);
  if (head.refreshHref !== undefined) links.addHeadLink(head.refreshHref, 'redirect');
  const directives = obeyDirectives([...head.directives, ...readHeaderDirectives(source.x_robots_tag)], agentToken);
  const resolved = links.resolve(address, base, directives.nofollow, source.textOfRun);
  const title = clip(source.title, TITLE_LENGTH_MAX);
  const { description, generator, ogType: og_type, assets } = head;
  const facts: HeadFacts = {
    title,
    description,
    canonical_url: canonical?.url,
    ...directives,
    internal_links: resolved.internal,
    external_links: resolved.external,
    schema_types: stated.types,
    platform_type: platformType({ generator, og_type, schema_types: stated.types, assets }),
    published_at: publishedAt(source),
    spam_score: spamScore({ address, title, description, links: resolved.links }),
  };
  return { facts, resolved };
}

/** What the page declares, else its `Link` header, which is a link of the head too. */
function canonicalOf({ head, links, link, address }: DocumentSource, base: string): PageAddress | undefined {
  if (head.canonicalHref !== undefined) return pageAddress(head.canonicalHref, base);
  const href = findCanonical(link);
  const canonical = href === undefined ? undefined : pageAddress(href, address.url);
  if (canonical !== undefined) links.addHeadLink(canonical.url, 'canonical');
  return canonical;
}

function publishedAt({ head, stated }: DocumentSource): string | undefined {
  for (const candidate of [stated.published ?? '', ...head.datesByTrust]) {
    const date = parsePublishedAt(candidate);
    if (date !== undefined) return date;
  }
  return undefined;
}
