import { ownership, readHost } from '../../../web/url.ts';

/** The site that a check is read for. */
export interface OwnSite {
  /** As texts call it: its domain, or the brand. */
  readonly name: string;
  /** Hosts, at least one; each stands for its subdomains too. */
  readonly domains: readonly string[];
}

/** The host of a URL without `www.`; '' where it has none. */
export function hostOf(url: string): string {
  return (readHost(url) ?? '').replace(/^www\./, '');
}

/** Null without an own site. */
export function isOwnPage(url: string, own: OwnSite | undefined): boolean | null {
  return ownership(own?.domains ?? [])(url);
}
