import { readDataRows } from '../../../kernel/data.ts';
import { ownerDomain, publicSuffix } from '../../../web/url.ts';
import { foldText } from '../../../web/words.ts';

/** Whose site a cell names. */

const NAME = /^(?=.{4,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9-]{2,63}$/;

const PLATFORM_ROWS = readDataRows(import.meta.url, 'data/platforms.tsv');
const PLATFORMS = new Set(PLATFORM_ROWS.map(([, domain]) => domain));
const FREE_HOSTS = new Set(PLATFORM_ROWS.flatMap(([kind, domain]) => (kind === 'free_host' ? [domain] : [])));

/** The name of an owner below a free host; undefined for the host itself and for all other names. */
function findFreeHostOwner(host: string): string | undefined {
  const labels = host.replace(/^www\./, '').split('.');
  for (let at = 1; at < labels.length - 1; at += 1) {
    if (FREE_HOSTS.has(labels.slice(at).join('.'))) return labels.slice(at - 1).join('.');
  }
  return undefined;
}

/** The domain of whoever holds the site that a cell names, by a bare host or an address. Undefined when it names none. */
export function findSite(cell: string): string | undefined {
  const written = cell.trim();
  const parsed = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(written) ? written : 'http://' + written);
  if (parsed === null || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return undefined;
  const host = parsed.hostname.replace(/\.$/, '');
  if (!NAME.test(host) || /^[\d.]+$/.test(host)) return undefined;
  return findFreeHostOwner(host) ?? ownerDomain(host);
}

export function isPlatform(site: string): boolean {
  return PLATFORMS.has(site);
}

/** The name part of a domain, or a brand as it would stand in one: `Harbour Bikes` and `harbour-bikes.de` are one. */
export function normalizeName(brandOrSite: string): string {
  const suffix = brandOrSite.includes('.') && findSite(brandOrSite) === brandOrSite ? publicSuffix(brandOrSite) : '';
  const bare = suffix === '' ? brandOrSite : brandOrSite.slice(0, -suffix.length - 1);
  return foldText(bare.slice(0, 500)).replaceAll(/[^\p{L}\p{N}]/gu, '');
}
