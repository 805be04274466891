import { ownerDomain, publicSuffix } from '../../../kernel/url.ts';
import { foldText } from '../../../kernel/text.ts';

const NAME = /^(?=.{4,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9-]{2,63}$/;

/** Places where everybody has an account and no editor decides about a link. */
const PLATFORMS = new Set(
  (
    'facebook.com instagram.com x.com twitter.com t.co youtube.com tiktok.com pinterest.com linkedin.com reddit.com ' +
    'quora.com google.com bing.com yahoo.com amazon.com ebay.com bit.ly whatsapp.com telegram.org t.me threads.net'
  ).split(' '),
);

/** The domain of whoever holds the site that a cell names, by a bare host or an address. Undefined when it names none. */
export function siteOf(cell: string): string | undefined {
  const written = cell.trim();
  const parsed = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(written) ? written : 'http://' + written);
  if (parsed === null || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return undefined;
  const host = parsed.hostname.replace(/\.$/, '');
  if (!NAME.test(host) || /^[\d.]+$/.test(host)) return undefined;
  return ownerDomain(host);
}

export function isPlatform(site: string): boolean {
  return PLATFORMS.has(site);
}

/** The name part of a domain, or a brand as it would stand in one: `Harbour Bikes` and `harbour-bikes.de` are one. */
export function nameKey(brandOrSite: string): string {
  const suffix = brandOrSite.includes('.') && siteOf(brandOrSite) === brandOrSite ? publicSuffix(brandOrSite) : '';
  const bare = suffix === '' ? brandOrSite : brandOrSite.slice(0, -suffix.length - 1);
  return foldText(bare.slice(0, 500)).replaceAll(/[^\p{L}\p{N}]/gu, '');
}
