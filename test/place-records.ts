import type { Listing } from '../src/ports/places.ts';

/** A listing of a test: its facts, and nothing known besides. */
export function listingRecord(facts: Partial<Listing> = {}): Listing {
  return {
    source: 'google-places',
    place_id: 'ChIJ-test',
    name: 'Wheel & Co',
    address: null,
    address_parts: null,
    phone: null,
    website: null,
    category: null,
    categories: [],
    description: null,
    hours: null,
    rating: null,
    review_count: null,
    rating_distribution: null,
    newest_review_at: null,
    claimed: null,
    photos: null,
    status: null,
    latitude: null,
    longitude: null,
    nearby: [],
    attribution: null,
    ...facts,
  };
}
