import { type Address, readAddress, readAddressParts } from '../../../places/address.ts';
import type { Business } from '../../../places/business.ts';
import { compareAddresses } from '../../../places/compare-addresses.ts';
import { type BusinessMatch, MATCH_MIN, matchBusiness } from '../../../places/match.ts';
import { readPhones } from '../../../places/phone.ts';
import type { PageFacts } from '../../../places/site-facts.ts';
import type { Brand } from '../../../ports/projects.ts';
import { compareText } from '../../../text/normalize.ts';
import { isWithin, registrableDomain } from '../../../web/url.ts';
import type { Cell, PackListing, VisibilityReport } from './report.ts';

/** What the caller says of the business beside its domain. */
interface Described {
  readonly name: string | undefined;
  readonly phone: string | undefined;
  readonly address: string | undefined;
  readonly place_id: string | undefined;
}

/** The business that is tracked. */
export interface OwnBusiness {
  readonly names: readonly string[];
  readonly phones: readonly string[];
  /** As the caller says; then all that is elsewhere is another location. */
  readonly address: Address | null;
  /** Places of the business as its site has them, each with its numbers. */
  readonly branches: readonly { readonly address: Address; readonly phones: readonly string[] }[];
  readonly domain: string;
  readonly place_id: string | null;
  readonly known_from: VisibilityReport['business']['known_from'];
}

interface Known {
  readonly host: string;
  readonly described: Described;
  readonly brand: Brand | null;
  readonly pages: readonly PageFacts[];
  /** ISO 3166-1 alpha-2 of the places that are tracked, where they share one. */
  readonly country: string | null;
}

const NAMES_MAX = 10;

export function describeOwn({ host, described, brand, pages, country }: Known): OwnBusiness {
  const stated = pages.flatMap(({ businesses }) => businesses);
  const isBrand = brand !== null && brand.domains.some((domain) => isWithin(host, domain));
  const site = [
    ...stated.flatMap(({ name, other_names }) => (name === null ? other_names : [name, ...other_names])),
    ...pages.flatMap(({ site_name }) => site_name?.name ?? []),
  ];
  const names = [...listGiven(described.name), ...(isBrand ? [brand.name, ...brand.aliases] : []), ...site];
  const branches = stated.flatMap((business) => {
    const { address, address_text, phones } = business;
    const read = address === null ? readAddress(address_text ?? '', country) : readAddressParts(address, country);
    return read === null ? [] : [{ address: read, phones: phones.flatMap((phone) => readPhones(phone, country)) }];
  });
  // The numbers in the text of a page belong to nobody in particular where it lists several places.
  const shown = branches.length > 1 ? [] : pages.flatMap((page) => [...page.phone_links, ...page.phones]);
  const given = described.phone === undefined ? [] : readPhones(described.phone, country);
  const stating = stated.flatMap(({ phones }) => phones);
  const phones = given.length > 0 ? given : [...stating, ...shown].flatMap((phone) => readPhones(phone, country));
  return {
    names: [...new Set(names)].slice(0, NAMES_MAX),
    phones: [...new Set(phones)],
    address: described.address === undefined ? null : readAddress(described.address, country),
    branches,
    domain: registrableDomain(host),
    place_id: described.place_id ?? null,
    known_from: [
      ...(Object.values(described).some((value) => value !== undefined) ? ['request' as const] : []),
      ...(isBrand ? ['brand' as const] : []),
      ...(site.length > 0 || branches.length > 0 ? ['website' as const] : []),
    ],
  };
}

function listGiven(name: string | undefined): string[] {
  return name === undefined ? [] : [name];
}

/** How one listing relates to the business. */
export interface Relation {
  readonly match: PackListing['match'];
  readonly matched_by: Cell['matched_by'];
  readonly confidence: number | null;
}

const OTHER: Relation = { match: 'other', matched_by: null, confidence: null };

/**
 * Whether a listing in the results of a place is the business: by its id on the map, else by its site, else by name with
 * phone number or address. The same site or name at another address than the one known is another location of the brand.
 *
 * @param town address of the place that was searched
 */
export function relateListing(own: OwnBusiness, listing: Business, town: Address | null): Relation {
  if (own.place_id !== null && listing.place_id === own.place_id)
    return { match: 'own', matched_by: 'place_id', confidence: 1 };
  const match = matchBusiness(wantedIn(own, town), listing);
  const confidence = match.score;
  if (match.is_other_location) return { match: 'same_brand_other_location', matched_by: null, confidence };
  const matched_by = findProof(match);
  if (matched_by !== undefined) return { match: 'own', matched_by, confidence };
  const { name, phone, address, domain } = match.components;
  const isPossible = name.status === 'match' && [phone, address, domain].every(({ status }) => status !== 'conflict');
  return isPossible ? { match: 'possible', matched_by: null, confidence } : OTHER;
}

/** The domain is what the caller tracks: with nothing that speaks against it, its listing is the business. */
function findProof({ components, score, address }: BusinessMatch): Exclude<Relation['matched_by'], null> | undefined {
  if (components.domain.status === 'match') return 'domain';
  if (score < MATCH_MIN || components.name.status === 'conflict') return undefined;
  if (components.phone.status === 'match') return 'name_and_phone';
  return address.verdict === 'same' ? 'name_and_address' : undefined;
}

/** Of a chain, its one branch in the town; where it has several there, or none is known, any of them counts. */
function wantedIn(own: OwnBusiness, town: Address | null): Business {
  const base = { names: own.names, phones: own.phones, domains: [own.domain], point: undefined, place_id: null };
  if (own.address !== null) return { ...base, address: own.address };
  const near = own.branches
    .filter(({ address }) => ['same', 'street', 'town'].includes(compareAddresses(town, address).verdict))
    .toSorted((one, other) => compareText(one.address.text, other.address.text));
  const [only] = near;
  return { ...base, address: near.length === 1 && only !== undefined ? only.address : null };
}
