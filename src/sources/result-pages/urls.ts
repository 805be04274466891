import { registrableDomain } from '../../web/url.ts';

/** What engines append to the addresses of results to follow who clicks; sites' own parameters stay. */
const ENGINE_PARAMETER = /^(?:srsltid|gclid|gclsrc|gbraid|wbraid|dclid|gad_source|gad_campaignid|msclkid)$/i;
const GOOGLE = /^(?:www\.)?google\.[a-z]{2,3}(?:\.[a-z]{2})?$/;

/**
 * The address that a result leads to; null for what is no page of the web, such as a link into the engine itself.
 *
 * Names in other scripts and unescaped characters are written the way browsers send them, so that a page has one address
 * whichever source shows it.
 */
export function readResultUrl(written: string | null | undefined): string | null {
  const url = URL.parse((written ?? '').trim());
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  if (GOOGLE.test(url.hostname) && url.pathname === '/url') {
    return readResultUrl(url.searchParams.get('q') ?? url.searchParams.get('url'));
  }
  if (GOOGLE.test(url.hostname) && url.pathname === '/search') return null;
  dropEngineParameters(url);
  // The part of the page that answers is marked in the fragment.
  if (url.hash.includes(':~:')) url.hash = url.hash.slice(0, url.hash.indexOf(':~:'));
  return url.hash === '' ? url.href.replace(/#$/, '') : url.href;
}

/** The registrable domain of a result's address. */
export function domainOf(url: string | null): string | null {
  const host = hostOf(url);
  return host === undefined ? null : registrableDomain(host);
}

export function hostOf(url: string | null): string | undefined {
  return url === null ? undefined : URL.parse(url)?.hostname.replace(/\.$/, '');
}

function dropEngineParameters(url: URL): void {
  if (url.search === '') return;
  const parts = url.search.slice(1).split('&');
  const kept = parts.filter((part) => !ENGINE_PARAMETER.test(part.split('=', 1)[0] ?? ''));
  if (kept.length !== parts.length) url.search = kept.join('&');
}

/** A path below the address of an API, which may end in a slash or have a path itself. */
export function endpoint(base: string, path: string): string {
  return base.replace(/\/+$/, '') + path;
}
