import type { Link, Page } from '../../../web/page/page.ts';
import { readHost, isSameSite } from '../../../web/url.ts';

export interface LinkSets {
  /** Visible links that lead to a web page, not within this one. */
  readonly pages: readonly Link[];
  /** Links to pages of the same site, hidden ones too. */
  readonly internal: readonly Link[];
}

export function linkSetsOf(page: Page, ownHost: string | undefined): LinkSets {
  const leading = page.links.filter(
    (link) => link.href !== undefined && link.href !== '' && !link.href.startsWith('#'),
  );
  return {
    pages: leading.filter(
      (link) => !link.hidden && /^(?:https?:|(?![a-z][a-z\d+.-]*:))/i.test(link.url ?? link.href ?? ''),
    ),
    internal: leading.filter((link) => isInternal(link, page, ownHost)),
  };
}

/** A relative link is internal even where the address of the page is not known. */
function isInternal(link: Link, page: Page, ownHost: string | undefined): boolean {
  const target = readHost(link.url);
  if (target !== undefined) return ownHost !== undefined && isSameSite(target, ownHost);
  return page.base_url === undefined && !/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(link.href ?? '');
}
