import type { Listing } from '../ports/places.ts';
import { compareText } from '../text/normalize.ts';
import { type Business, readListing } from './business.ts';
import { compareAddresses } from './compare-addresses.ts';
import { type BusinessMatch, MATCH_MIN, matchBusiness } from './match.ts';
import { compareNames, type NameComparison } from './name.ts';

/** A listing that may be the business. */
export interface Candidate {
  readonly listing: Listing;
  readonly business: Business;
  readonly match: BusinessMatch;
}

export interface RankedCandidates {
  /** Best first. */
  readonly all: readonly Candidate[];
  /** The one that is the business; undefined where none is likely enough, or where several fit as well. */
  readonly best: Candidate | undefined;
  /** Several listings at different places fit as well as each other: which one is meant cannot be told. */
  readonly is_ambiguous: boolean;
}

/** Candidates this close to the best fit as well as it does. */
const RIVAL_WITHIN = 0.1;
/** What a candidate is worth that others rival: below `MATCH_MIN`. */
const RIVALLED_MAX = 0.6;

/** @param country ISO 3166-1 alpha-2 of the place that was searched */
export function rankCandidates(
  wanted: Business,
  listings: readonly Listing[],
  country: string | null,
): RankedCandidates {
  const seen = new Set<string>();
  const all = listings
    .filter(({ place_id }) => !seen.has(place_id) && seen.add(place_id))
    .map((listing): Candidate => {
      const business = readListing(listing, country);
      return { listing, business, match: matchBusiness(wanted, business) };
    })
    .toSorted(compareCandidates);
  const [best] = all;
  if (best === undefined || best.match.score < MATCH_MIN) return { all, best: undefined, is_ambiguous: false };
  const rivals = all.filter((other) => other !== best && isRival(best, other));
  if (rivals.length === 0 || best.match.score === 1) return { all, best, is_ambiguous: false };
  return { all: all.map(capScore), best: undefined, is_ambiguous: true };
}

/** A closed listing of a business that has an open one is the older of the two. */
function compareCandidates(one: Candidate, other: Candidate): number {
  return (
    other.match.score - one.match.score ||
    Number(one.listing.status === 'closed') - Number(other.listing.status === 'closed') ||
    (other.listing.review_count ?? -1) - (one.listing.review_count ?? -1) ||
    compareText(one.listing.place_id, other.listing.place_id)
  );
}

function isRival(best: Candidate, other: Candidate): boolean {
  const { score } = other.match;
  return score >= MATCH_MIN && score >= best.match.score - RIVAL_WITHIN && !isDuplicate(best, other);
}

const SAME: readonly NameComparison[] = ['same', 'same_but_place'];

/** Another listing of the same business: its name at its address, or with its phone number in its town. */
export function isDuplicate(one: Candidate, other: Candidate): boolean {
  if (one.listing.place_id === other.listing.place_id) return false;
  const { verdict } = compareAddresses(one.business.address, other.business.address);
  const towns = [one.business.address?.city ?? '', other.business.address?.city ?? ''];
  if (!SAME.includes(compareNames(one.listing.name, other.listing.name, towns))) return false;
  const isSamePhone = one.business.phones.some((phone) => other.business.phones.includes(phone));
  return verdict === 'same' || (isSamePhone && verdict !== 'other');
}

function capScore(candidate: Candidate): Candidate {
  const { match } = candidate;
  return match.score < MATCH_MIN ? candidate : { ...candidate, match: { ...match, score: RIVALLED_MAX } };
}
