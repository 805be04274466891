import { readBrandName } from '../../../text/address.ts';
import { cleanText } from '../../../text/normalize.ts';
import { type Address, readAddress, readAddressParts } from '../../../places/address.ts';
import type { Business } from '../../../places/business.ts';
import { compareAddresses } from '../../../places/compare-addresses.ts';
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
  const stated = business.stated?.name ?? null;
  if (stated !== null) return { name: cleanText(stated, NAME_MAX), source: 'structured_data' };
  const [first] = site?.pages ?? [];
  const siteName = first?.site_name ?? null;
  if (siteName !== null) {
    return { name: cleanText(siteName.name, NAME_MAX), source: siteName.source === 'title' ? 'title' : 'website' };
  }
  const part = first?.title?.split(/\s+[|–—·•»]\s+|\s+-\s+/)[0] ?? '';
  if (part !== '') return { name: cleanText(part, NAME_MAX), source: 'title' };
  return { name: readBrandName(named.host), source: 'domain' };
}

/** What a listing has to agree with: the request, and the site where one was named. */
export function describeWanted(
  { name }: BusinessName,
  named: NamedSite | undefined,
  asked: Address | null,
  business: SiteBusiness,
): Business {
  const { stated } = business;
  const point =
    stated?.latitude === null || stated?.longitude === null || stated === undefined
      ? undefined
      : { latitude: stated.latitude, longitude: stated.longitude };
  return {
    names: [...new Set([name, ...(stated?.other_names ?? [])])],
    phones: named === undefined ? [] : business.phones,
    // A street in the request is where the caller says it is; a town alone is not as much as the site tells.
    address: asked !== null && (asked.street !== null || business.address === null) ? asked : business.address,
    domains: named === undefined ? [] : [registrableDomain(named.host)],
    point: named === undefined ? undefined : point,
    place_id: null,
  };
}
