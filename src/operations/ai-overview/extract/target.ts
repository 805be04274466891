import { pageAddress } from '../../../web/url.ts';

/** The host of a URL without `www.`; '' where it has none. */
export function hostOf(url: string): string {
  return (pageAddress(url)?.host ?? '').replace(/^www\./, '');
}
