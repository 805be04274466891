import { joinWords } from '../../../kernel/grammar.ts';
import type { Listing } from '../../../ports/places.ts';
import type { Address } from '../../../places/address.ts';
import { type Business, readSiteDomains } from '../../../places/business.ts';
import { type AddressComparison, compareAddresses } from '../../../places/compare-addresses.ts';
import { compareHours } from '../../../places/compare-hours.ts';
import { compareNames } from '../../../places/name.ts';
import { sharePhone } from '../../../places/phone.ts';
import type { LocalReport } from './report.ts';
import type { SiteBusiness } from './target.ts';

type Consistency = LocalReport['nap_consistency'][number];

export interface Compared {
  readonly listing: Listing;
  readonly business: Business;
  readonly site_name: string | null;
  readonly site: SiteBusiness;
  readonly site_domain: string | null;
}

/** Name, address, phone number and website in the listing against those on the business's own pages. */
export function compareWithSite(compared: Compared): Consistency[] {
  return [
    compareShownNames(compared),
    compareShownAddresses(compared),
    comparePhones(compared),
    compareSites(compared),
  ];
}

function compareShownNames({ listing, business, site_name, site }: Compared): Consistency {
  const names = [site_name, ...(site.stated?.other_names ?? [])].filter((name) => name !== null);
  const towns = [business.address?.city ?? '', site.address?.city ?? ''];
  const matches = names.some((name) => compareNames(listing.name, name, towns).startsWith('same'));
  return {
    field: 'name',
    listing: listing.name,
    site: site_name,
    matches: names.length === 0 ? null : matches,
    parts: null,
  };
}

const PARTS = ['street', 'number', 'postal_code', 'city', 'region', 'country'] as const;

function compareShownAddresses({ listing, business, site }: Compared): Consistency {
  const comparison = compareAddresses(business.address, site.address);
  return {
    field: 'address',
    listing: listing.address ?? business.address?.text ?? null,
    site: showAddress(site.address),
    matches: judgeVerdict(comparison.verdict),
    parts: PARTS.map((part) => ({ part, matches: comparison[part] })),
  };
}

/** A street without a number, or a town without a street, neither agrees nor differs. */
function judgeVerdict(verdict: AddressComparison['verdict']): boolean | null {
  if (verdict === 'same') return true;
  return verdict === 'next_door' || verdict === 'other' ? false : null;
}

function showAddress(address: Address | null): string | null {
  return address?.text ?? null;
}

function comparePhones({ listing, business, site }: Compared): Consistency {
  return {
    field: 'phone',
    listing: business.phones[0] ?? listing.phone,
    site: site.phones.length === 0 ? null : joinWords(site.phones, 3),
    matches: sharePhone(business.phones, site.phones),
    parts: null,
  };
}

function compareSites({ listing, site_domain }: Compared): Consistency {
  const [listed] = readSiteDomains(listing.website);
  const isKnown = listing.website !== null && site_domain !== null;
  return {
    field: 'website',
    listing: listing.website,
    site: site_domain,
    matches: isKnown ? listed !== undefined && (site_domain === listed || site_domain.endsWith(`.${listed}`)) : null,
    parts: null,
  };
}

/** Null unless both show a week. */
export function compareShownHours({ listing, site }: Compared): LocalReport['hours_consistency'] {
  const stated = site.stated?.hours ?? null;
  if (listing.hours === null || stated === null) return null;
  const days = compareHours(listing.hours, stated);
  return { matches: days.every(({ matches }) => matches), days };
}
