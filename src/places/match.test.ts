import { describe, expect, it } from 'vitest';

import { listingRecord } from '../../test/place-records.ts';
import type { Listing } from '../ports/places.ts';
import { readAddress } from './address.ts';
import { type Business, readListing } from './business.ts';
import { MATCH_MIN, matchBusiness } from './match.ts';
import { rankCandidates } from './rank-candidates.ts';
import { readPhones } from './phone.ts';

interface Known {
  readonly name: string;
  readonly at: string;
  readonly country: string;
  readonly phone?: string;
  readonly domain?: string;
}

function business({ name, at, country, phone, domain }: Known): Business {
  return {
    names: [name],
    phones: phone === undefined ? [] : readPhones(phone, country),
    address: readAddress(at, country),
    domains: domain === undefined ? [] : [domain],
    point: undefined,
    place_id: null,
  };
}

function score(known: Known, listing: Partial<Listing>): number {
  return matchBusiness(business(known), readListing(listingRecord(listing), known.country)).score;
}

const WHEEL: Known = { name: 'Wheel & Co', at: '12 Main St, Austin, TX 78701', country: 'US', phone: '(512) 555-0100' };
const COFFEE: Known = {
  name: 'Corner Coffee',
  at: '800 Congress Ave, Austin, TX',
  country: 'US',
  domain: 'corner.example',
};
const HOSPITAL: Known = {
  name: 'City Hospital',
  at: 'Invalidenstr. 5, 10115 Berlin',
  country: 'DE',
  domain: 'klinik.example',
};
const DOCTOR: Known = {
  name: 'Dr. Anna Weber',
  at: '12 rue de Rivoli, 75004 Paris',
  country: 'FR',
  phone: '01 42 68 53 00',
};
const PLUMBER: Known = { name: 'Smith & Sons Plumbing Ltd', at: '10 High Street, Leeds LS1 4DY', country: 'GB' };

/** Businesses as they are known, each with its own listing and the listing of its twin. */
const TWINS: readonly (readonly [what: string, known: Known, own: Partial<Listing>, twin: Partial<Listing>])[] = [
  [
    'the same name in a town of the same name',
    WHEEL,
    { name: 'Wheel and Company', address: '12 Main Street, Austin, TX 78701, USA', phone: '+1 512-555-0100' },
    { name: 'Wheel & Co', address: '40 Oak Ave, Austin, MN 55912, USA', phone: '+1 507-555-0100' },
  ],
  [
    'another branch of a chain, with its site',
    COFFEE,
    {
      name: 'Corner Coffee',
      address: '800 Congress Avenue, Austin, TX 78701',
      website: 'https://corner.example/austin',
    },
    { name: 'Corner Coffee', address: '2100 S Lamar Blvd, Austin, TX 78704', website: 'https://corner.example/lamar' },
  ],
  [
    'a department at its address, with its site',
    HOSPITAL,
    { name: 'City Hospital', address: 'Invalidenstraße 5, 10115 Berlin', website: 'https://www.klinik.example/' },
    {
      name: 'City Hospital Pharmacy',
      address: 'Invalidenstraße 5, 10115 Berlin',
      website: 'https://klinik.example/apo',
    },
  ],
  [
    'a colleague in the same practice, with its number',
    DOCTOR,
    { name: 'Dr Anna Weber', address: '12 Rue de Rivoli, 75004 Paris', phone: '+33 1 42 68 53 00' },
    { name: 'Dr Paul Weber', address: '12 Rue de Rivoli, 75004 Paris', phone: '+33 1 42 68 53 00' },
  ],
  [
    'a neighbour of almost the same name',
    PLUMBER,
    { name: 'Smith & Sons Plumbing', address: '10 High St, Leeds LS1 4DY, UK' },
    { name: 'Smith & Sons Plumbing', address: '12 High St, Leeds LS1 4DY, UK' },
  ],
];

describe('a business is told from', () => {
  it.each(TWINS)('%s', (_what, known, own, twin) => {
    expect(score(known, own)).toBeGreaterThanOrEqual(MATCH_MIN);
    expect(score(known, twin)).toBeLessThan(MATCH_MIN);
    const [one, other] = [listingRecord({ ...own, place_id: 'own' }), listingRecord({ ...twin, place_id: 'twin' })];
    for (const listings of [
      [one, other],
      [other, one],
    ])
      expect(rankCandidates(business(known), listings, known.country).best?.listing.place_id).toBe('own');
    expect(rankCandidates(business(known), [other], known.country).best).toBeUndefined();
  });
});

describe('a match', () => {
  it('is that of its id, whatever else has changed', () => {
    const wanted = { ...business(WHEEL), place_id: 'cid:12345678' };
    const listing = listingRecord({ place_id: '12345678', name: 'Another Name', address: '1 Elm St, Dallas, TX' });
    expect(matchBusiness(wanted, readListing(listing, 'US')).score).toBe(1);
  });

  it('holds though the listing shows an old phone number, an old site or a wrong house number', () => {
    expect(score(WHEEL, { name: 'Wheel & Co', address: WHEEL.at, phone: '+1 512-555-0999' })).toBeGreaterThanOrEqual(
      MATCH_MIN,
    );
    expect(
      score(
        { ...WHEEL, domain: 'wheel.example' },
        { name: 'Wheel & Co', address: WHEEL.at, website: 'https://old.example' },
      ),
    ).toBeGreaterThanOrEqual(MATCH_MIN);
    expect(
      score(WHEEL, { name: 'Wheel & Co', address: '21 Main St, Austin, TX 78701', phone: '512 555 0100' }),
    ).toBeGreaterThanOrEqual(MATCH_MIN);
  });

  it('is no other branch, though it has the name, the site and the central number of the chain', () => {
    const known = { ...COFFEE, phone: '512 555 0100' };
    const branch = { name: 'Corner Coffee', phone: '+1 512-555-0100', website: 'https://corner.example/' };
    const elsewhere = { ...branch, address: '2100 S Lamar Blvd, Austin, TX 78704' };
    expect(score(known, elsewhere)).toBeLessThan(MATCH_MIN);
    expect(score(known, { ...branch, address: COFFEE.at })).toBeGreaterThanOrEqual(MATCH_MIN);
  });

  it('is no business of another name at the address, nor of the same name with another number and site', () => {
    expect(score(WHEEL, { name: 'Bean House', address: WHEEL.at })).toBeLessThan(MATCH_MIN);
    const known = { ...WHEEL, domain: 'wheel.example' };
    const other = { name: 'Wheel & Co', address: WHEEL.at, phone: '+1 512-555-0999', website: 'https://other.example' };
    expect(score(known, other)).toBeLessThan(MATCH_MIN);
  });

  it('needs more than a name', () => {
    expect(score({ ...WHEEL, at: '' }, { name: 'Wheel & Co', address: null })).toBeLessThan(MATCH_MIN);
  });

  it('is not shown by a name and a town where the name differs by the town alone', () => {
    const known = { name: 'Bikes', at: 'Austin, TX', country: 'US' };
    const listing = { name: 'Austin Bikes', address: '12 Main St, Austin, TX 78701' };
    expect(score(known, listing)).toBeLessThan(MATCH_MIN);
    expect(score({ ...known, at: '12 Main St, Austin, TX 78701' }, listing)).toBeGreaterThanOrEqual(MATCH_MIN);
  });

  it('takes a page on a network for no site of its own', () => {
    const known = { ...WHEEL, domain: 'wheel.example' };
    const own = { name: 'Wheel & Co', address: WHEEL.at };
    expect(score(known, { ...own, website: 'https://www.facebook.com/wheel' })).toBe(
      score(known, { ...own, website: null }),
    );
  });

  it('cannot be told where several places of one name fit a town as well as each other', () => {
    const known = { name: 'Corner Coffee', at: 'Austin, TX', country: 'US' };
    const one = listingRecord({ place_id: 'a', name: 'Corner Coffee', address: '800 Congress Ave, Austin, TX' });
    const other = listingRecord({ place_id: 'b', name: 'Corner Coffee', address: '2100 S Lamar Blvd, Austin, TX' });
    const alone = rankCandidates(business(known), [one], 'US');
    expect(alone.best?.match.score).toBeGreaterThanOrEqual(MATCH_MIN);
    const both = rankCandidates(business(known), [one, other], 'US');
    expect(both).toMatchObject({ best: undefined, is_ambiguous: true });
    expect(both.all.map(({ match }) => match.score)).toEqual([0.6, 0.6]);
  });

  it('of a business that is listed twice is the listing that is open', () => {
    const facts = { name: 'Wheel & Co', address: WHEEL.at };
    const closed = listingRecord({ ...facts, place_id: 'closed', status: 'closed', review_count: 900 });
    const open = listingRecord({ ...facts, place_id: 'open', status: 'open', review_count: 3 });
    expect(rankCandidates(business(WHEEL), [closed, open], 'US').best?.listing.place_id).toBe('open');
  });
});

describe('a sister of a chain', () => {
  const match = (listing: Partial<Listing>) =>
    matchBusiness(business(COFFEE), readListing(listingRecord(listing), 'US')).is_other_location;

  it('is said to be one, and a stranger is not', () => {
    expect(match({ name: 'Corner Coffee', address: '1 Elm St, Dallas, TX 75201' })).toBe(true);
    expect(match({ name: 'Lamar Shop', address: '1 Elm St, Dallas, TX', website: 'https://corner.example/' })).toBe(
      true,
    );
    expect(match({ name: 'Bean House', address: '1 Elm St, Dallas, TX 75201' })).toBe(false);
    expect(match({ name: 'Corner Coffee', address: '800 Congress Ave, Austin, TX' })).toBe(false);
  });
});

describe('a phone number', () => {
  it.each([
    ['(512) 555-0100', 'US', ['+15125550100']],
    ['030 / 90 18 20', 'DE', ['+4930901820']],
    ['0049 30 901820', 'DE', ['+4930901820']],
    ['01 42 68 53 00', 'FR', ['+33142685300']],
    ['020 7946 0018', 'GB', ['+442079460018']],
    ['+49 30 901820', 'US', ['+4930901820']],
    ['512-555-0100 ext. 4', 'US', ['+15125550100']],
    ['+1 512 555 0100; +1 512 555 0101', null, ['+15125550100', '+15125550101']],
    ['512 555 0100', null, []],
    ['12', 'US', []],
    ['call us', 'US', []],
  ])('%s of %s is %j', (text, country, numbers) => {
    expect(readPhones(text, country)).toEqual(numbers);
  });
});
