import { readBrandName } from '../../../text/address.ts';
import { cleanText } from '../../../text/normalize.ts';
import { type Address, readAddress, readAddressParts } from '../../../places/address.ts';
import type { Business } from '../../../places/business.ts';
import { compareAddresses } from '../../../places/compare-addresses.ts';
import { readPoint } from '../../../places/distance.ts';
import { readPhones } from '../../../places/phone.ts';
import type { SiteReading } from '../../../places/read-site.ts';
import type { PageFacts } from '../../../places/site-facts.ts';
import type { StatedBusiness } from '../../../places/stated-business.ts';
import { parseTarget } from '../../../web/target.ts';
import { hasKnownSuffix, registrableDomain } from '../../../web/url.ts';

/** A site that the caller named instead of a business. */
export interface NamedSite {
  /** What is read: a host, or an absolute URL. */
  readonly address: string;
  readonly host: string;
}

/** Undefined for the name of a business. `St.Pauli` is one; `wheel.example` and `Wheel.com` are domains. */
export function readNamedSite(text: string): NamedSite | undefined {
  const written = text.trim();
  if (/^https?:\/\//i.test(written)) return { address: written, host: parseTarget(written, 'domain').host };
  if (/\s/.test(written) || !/^[^.].*\.[a-z]{2,63}\/?$/i.test(written)) return undefined;
  if (!hasKnownSuffix(written.toLowerCase()) && written !== written.toLowerCase()) return undefined;
  const { host } = parseTarget(written, 'domain');
  return { address: host, host };
}

/** What the pages of a site say of the business at one place. */
export interface SiteBusiness {
  readonly stated: StatedBusiness | undefined;
  readonly address: Address | null;
  /** In E.164. */
  readonly phones: readonly string[];
  /** Businesses with an address in the structured data of the pages. */
  readonly locations: number;
  /** The site shows addresses, and none of them is at the place that was asked for. */
  readonly is_elsewhere: boolean;
}

const FITS = ['same', 'street', 'next_door', 'town', 'unknown'];

/**
 * The business that a site describes at a place: of a chain, the branch there, and none where all of its branches are
 * elsewhere.
 */
export function readSiteBusiness(
  pages: readonly PageFacts[],
  asked: Address | null,
  country: string | null,
): SiteBusiness {
  const all = pages
    .flatMap(({ businesses }) => businesses)
    .map((stated) => ({ stated, address: addressOf(stated, country) }));
  const located = all.filter(({ address }) => address !== null);
  const [stated] = rankByPlace(all, asked);
  const visible = pages.flatMap((page) => page.addresses.map((text) => ({ address: readAddress(text, country) })));
  const [shown] = rankByPlace(visible, asked);
  const isElsewhere = located.length + visible.length > 0 && (stated?.address ?? shown?.address ?? null) === null;
  return {
    stated: stated?.stated,
    address: stated?.address ?? shown?.address ?? null,
    phones: listPhones(pages, { stated: stated?.stated, country, isChain: located.length > 1 }),
    locations: new Set(located.map(({ address }) => address?.text)).size,
    is_elsewhere: isElsewhere,
  };
}

/** Those that may be at the place, the best first. */
function rankByPlace<Row extends { readonly address: Address | null }>(
  rows: readonly Row[],
  asked: Address | null,
): Row[] {
  return rows
    .map((row) => ({ row, rank: FITS.indexOf(compareAddresses(asked, row.address).verdict) }))
    .filter(({ rank }) => rank !== -1)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ row }) => row);
}

function addressOf({ address, address_text }: StatedBusiness, country: string | null): Address | null {
  if (address !== null) return readAddressParts(address, country);
  return address_text === null ? null : readAddress(address_text, country);
}

/** The numbers of the branch where structured data names them, since a page of a chain shows those of all of its branches. */
function listPhones(
  pages: readonly PageFacts[],
  { stated, country, isChain }: { stated: StatedBusiness | undefined; country: string | null; isChain: boolean },
): string[] {
  const own = (stated?.phones ?? []).flatMap((phone) => readPhones(phone, country));
  if (own.length > 0 && isChain) return [...new Set(own)];
  const shown = pages.flatMap((page) => [...page.phone_links, ...page.phones]);
  return [...new Set([...own, ...shown.flatMap((phone) => readPhones(phone, country))])];
}

/** A name, and where it comes from. */
export interface BusinessName {
  readonly name: string;
  readonly source: 'request' | 'structured_data' | 'website' | 'title' | 'domain';
}

const NAME_MAX = 120;

export function chooseName(
  asked: string,
  named: NamedSite | undefined,
  site: SiteReading | undefined,
  business: SiteBusiness,
): BusinessName {
  if (named === undefined) return { name: cleanText(asked, NAME_MAX), source: 'request' };
  const [first] = site?.pages ?? [];
  const found = nameOfStated(business) ?? (first === undefined ? undefined : nameOfPage(first));
  return found ?? { name: readBrandName(named.host), source: 'domain' };
}

function nameOfStated({ stated }: SiteBusiness): BusinessName | undefined {
  const name = stated?.name ?? null;
  return name === null ? undefined : { name: cleanText(name, NAME_MAX), source: 'structured_data' };
}

function nameOfPage({ site_name, title }: PageFacts): BusinessName | undefined {
  if (site_name !== null) {
    return { name: cleanText(site_name.name, NAME_MAX), source: site_name.source === 'title' ? 'title' : 'website' };
  }
  const [part = ''] = (title ?? '').split(/\s+[|–—·•»]\s+|\s+-\s+/);
  return part === '' ? undefined : { name: cleanText(part, NAME_MAX), source: 'title' };
}

/** What a listing has to agree with: the request, and the site where one was named. */
export function describeWanted(
  { name }: BusinessName,
  named: NamedSite | undefined,
  asked: Address | null,
  business: SiteBusiness,
): Business {
  const names = [...new Set([name, ...(business.stated?.other_names ?? [])])];
  // A street in the request is where the caller says it is; a town alone is not as much as the site tells.
  const address = asked !== null && (asked.street !== null || business.address === null) ? asked : business.address;
  if (named === undefined) return { names, phones: [], address, domains: [], point: undefined, place_id: null };
  return {
    names,
    phones: business.phones,
    address,
    domains: [registrableDomain(named.host)],
    point: business.stated === undefined ? undefined : readPoint(business.stated),
    place_id: null,
  };
}
