import { pageAddress } from '../../../web/url.ts';

/** The host of a URL without `www.`; '' where it has none. */
export function hostOf(url: string): string {
  return (pageAddress(url)?.host ?? '').replace(/^www\./, '');
}

/** Whether a host is a domain or one of its subdomains. */
export function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}
