import type { Listing } from '../ports/places.ts';
import type { SerpItem } from '../ports/serp.ts';
import { LARGE_DOMAINS } from '../text/large-domains.ts';
import { pageAddress, registrableDomain } from '../web/url.ts';
import { type Address, readAddress, readAddressParts } from './address.ts';
import { type Point, readPoint } from './distance.ts';
import { readPhones } from './phone.ts';

/** What tells a business apart, in the form that is compared. */
export interface Business {
  /** Every name that it goes by; empty where none is known. */
  readonly names: readonly string[];
  /** In E.164. */
  readonly phones: readonly string[];
  readonly address: Address | null;
  /** Registrable domains of its own site. */
  readonly domains: readonly string[];
  /** Of its door; the middle of a town is none. */
  readonly point: Point | undefined;
  readonly place_id: string | null;
}

/** @param country ISO 3166-1 alpha-2 of the place that was searched, for phones and addresses that name none */
export function readListing(listing: Listing, country: string | null): Business {
  const parts = listing.address_parts;
  const home = parts?.country ?? country;
  return {
    names: [listing.name],
    phones: listing.phone === null ? [] : readPhones(listing.phone, home),
    address: readListedAddress(listing, home),
    domains: readSiteDomains(listing.website),
    point: readPoint(listing),
    place_id: readPlaceId(listing.place_id),
  };
}

/** The parts tell more than the text; where they leave the street out, the text may have it. */
function readListedAddress({ address, address_parts: parts }: Listing, country: string | null): Address | null {
  const known = parts === null ? null : readAddressParts(parts, country);
  if (address === null || (known !== null && known.street !== null)) return known;
  const read = readAddress(address, country);
  return known === null || known.city === null ? (read ?? known) : { ...known, street: read?.street ?? null };
}

/** A business in the local pack of a result page. */
export function readPackItem(item: SerpItem, country: string | null): Business {
  const site = item.url ?? (item.domain === null ? null : `https://${item.domain}/`);
  return {
    names: item.title === null ? [] : [item.title],
    phones: item.phone === null ? [] : readPhones(item.phone, country),
    address: item.address === null ? null : readAddress(item.address, country),
    domains: readSiteDomains(site),
    point: undefined,
    place_id: readPlaceId(item.place_id),
  };
}

/** Some sources write the number of a place alone. */
export function readPlaceId(id: string | null): string | null {
  return id !== null && /^\d{5,}$/.test(id) ? `cid:${id}` : id;
}

/** The domain of a site of its own: a page on a network or a map is none. */
export function readSiteDomains(url: string | null): readonly string[] {
  const host = url === null ? undefined : pageAddress(url)?.host;
  if (host === undefined) return [];
  const domain = registrableDomain(host);
  const kind = LARGE_DOMAINS.get(domain);
  // Each name below a free host is a site of its own.
  if (kind === 'free_host') return [host.replace(/^www\./, '')];
  return kind === undefined ? [domain] : [];
}
