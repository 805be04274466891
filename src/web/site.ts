import { AppError } from '../kernel/errors.ts';
import { parseTarget } from './target.ts';
import { isWithin, ownerDomain, pageAddress, registrableDomain } from './url.ts';

/** What somebody looks after as one site: a domain with its subdomains, a subdomain, or a folder with all below it. */
export interface SiteAddress {
  /** `example.com`, `blog.example.com` or `https://example.com/shop/`. */
  readonly target: string;
  readonly type: 'domain' | 'subdomain' | 'folder';
  readonly host: string;
  /** Of a folder, `/shop/`; else `/`. */
  readonly path: string;
  /** Where a crawl of it begins. */
  readonly start_url: string;
}

const ADVICE =
  'Send a domain (example.com), a subdomain (blog.example.com) or the URL of a folder (https://example.com/shop/).';

/**
 * Reads the address of a site. The root page of a host stands for the host, and a leading `www.` for the domain behind it.
 *
 * @throws AppError invalid_input naming `field`
 */
export function parseSite(text: string, field = 'target'): SiteAddress {
  const target = parseTarget(text, field);
  const page = target.type === 'page' ? pageAddress(target.value) : undefined;
  const host = target.host.replace(/^www\.(?=[^.]+\.)/, '');
  if (/^[\d.]+$|^\[/.test(host)) throw refuse(field, `${host} is an IP address, not the name of a site. ${ADVICE}`);
  if (isSuffix(host)) {
    throw refuse(field, `${host} is a public suffix, shared by many owners: add one site below it, not all of them.`);
  }
  const type = registrableDomain(host) === host ? 'domain' : 'subdomain';
  if (page === undefined) return { target: host, type, host, path: '/', start_url: `https://${target.host}/` };
  const { pathname, search, origin } = new URL(page.url);
  if (search !== '') throw refuse(field, `A site cannot be an address with a query: ${search.slice(0, 60)}. ${ADVICE}`);
  if (pathname === '/') return { target: host, type, host, path: '/', start_url: page.url };
  const path = pathname.endsWith('/') ? pathname : `${pathname}/`;
  return { target: `https://${host}${path}`, type: 'folder', host, path, start_url: origin + pathname };
}

/** Whether everything of one site belongs to another, too. */
export function isPartOf(inner: SiteAddress, outer: SiteAddress): boolean {
  if (outer.type !== 'folder') return isWithin(inner.host, outer.host);
  return inner.host === outer.host && inner.path.startsWith(outer.path);
}

/** Whether an address is one of the site's. */
export function isOnSite(url: string, site: SiteAddress): boolean {
  const page = pageAddress(url);
  if (page === undefined) return false;
  if (site.type !== 'folder') return isWithin(page.host, site.host);
  const { pathname } = new URL(page.url);
  return page.host.replace(/^www\./, '') === site.host && `${pathname}/`.startsWith(site.path);
}

/** Names right below a suffix belong to different owners. */
function isSuffix(host: string): boolean {
  const below = `x.${host}`;
  return ownerDomain(below) === below;
}

function refuse(field: string, message: string): AppError {
  return new AppError('invalid_input', message, { fix: ADVICE, issues: [{ path: field, message }] });
}
