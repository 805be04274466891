import { ownership, readHost } from '../../../web/url.ts';

/** The site that a check is about. */
export interface OwnSite {
  /** Its name in texts: its domain, or the brand. */
  readonly name: string;
  /** At least one host; each includes its subdomains. */
  readonly domains: readonly string[];
}

/** The host of a URL without `www.`; '' where it has none. */
export function hostOf(url: string): string {
  return (readHost(url) ?? '').replace(/^www\./, '');
}

/** Null if neither the request nor the project names a site. */
export function isOwnPage(url: string, own: OwnSite | undefined): boolean | null {
  return ownership(own?.domains ?? [])(url);
}
