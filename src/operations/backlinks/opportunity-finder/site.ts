import { ownerDomain, publicSuffix } from '../../../web/url.ts';
import { foldText } from '../../../web/words.ts';

const NAME = /^(?=.{4,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9-]{2,63}$/;

/** Places where everybody has an account and no editor decides about a link. */
const PLATFORMS = new Set(
  (
    'facebook.com instagram.com x.com twitter.com t.co youtube.com tiktok.com pinterest.com linkedin.com reddit.com ' +
    'quora.com google.com bing.com yahoo.com amazon.com ebay.com bit.ly whatsapp.com telegram.org t.me threads.net'
  ).split(' '),
);

/**
 * Hosts that give away names below their own, each to another owner: `anna.wordpress.com` is not `ben.wordpress.com`.
 *
 * The public suffix list has some of their kind (`blogspot.com`, `github.io`); these it leaves out, because they share
 * cookies and not because they share owners.
 */
const FREE_HOSTS = new Set(
  (
    'wordpress.com tumblr.com medium.com substack.com blogspot.com blogger.com weebly.com wixsite.com webnode.com ' +
    'jimdo.com jimdosite.com jimdofree.com squarespace.com strikingly.com ghost.io hashnode.dev bearblog.dev mataroa.blog ' +
    'livejournal.com typepad.com over-blog.com canalblog.com skyrock.com jugem.jp fc2.com ameblo.jp hatenablog.com ' +
    'hatenablog.jp hateblo.jp seesaa.net tistory.com altervista.org byethost.com angelfire.com tripod.com ' +
    'yolasite.com carrd.co beehiiv.com buttondown.email mystrikingly.com godaddysites.com business.site'
  ).split(' '),
);

/** The name of an owner below a free host; undefined for the host itself and for all other names. */
function freeHostOwner(host: string): string | undefined {
  const labels = host.replace(/^www\./, '').split('.');
  for (let at = 1; at < labels.length - 1; at += 1) {
    if (FREE_HOSTS.has(labels.slice(at).join('.'))) return labels.slice(at - 1).join('.');
  }
  return undefined;
}

/** The domain of whoever holds the site that a cell names, by a bare host or an address. Undefined when it names none. */
export function siteOf(cell: string): string | undefined {
  const written = cell.trim();
  const parsed = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(written) ? written : 'http://' + written);
  if (parsed === null || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return undefined;
  const host = parsed.hostname.replace(/\.$/, '');
  if (!NAME.test(host) || /^[\d.]+$/.test(host)) return undefined;
  return freeHostOwner(host) ?? ownerDomain(host);
}

export function isPlatform(site: string): boolean {
  return PLATFORMS.has(site) || FREE_HOSTS.has(site);
}

/** The name part of a domain, or a brand as it would stand in one: `Harbour Bikes` and `harbour-bikes.de` are one. */
export function nameKey(brandOrSite: string): string {
  const suffix = brandOrSite.includes('.') && siteOf(brandOrSite) === brandOrSite ? publicSuffix(brandOrSite) : '';
  const bare = suffix === '' ? brandOrSite : brandOrSite.slice(0, -suffix.length - 1);
  return foldText(bare.slice(0, 500)).replaceAll(/[^\p{L}\p{N}]/gu, '');
}
