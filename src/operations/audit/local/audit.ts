import { joinWords } from '../../../kernel/grammar.ts';
import { MATCH_MIN, type BusinessMatch, COMPONENTS } from '../../../places/match.ts';
import { measureDistance } from '../../../places/distance.ts';
import { type Candidate, isDuplicate } from '../../../places/rank-candidates.ts';
import { compareNames } from '../../../places/name.ts';
import { foldPhrase } from '../../../text/normalize.ts';
import type { LocalEvidence } from './ask.ts';
import { listChecks } from './checks.ts';
import { type Compared, compareShownHours, compareWithSite } from './consistency.ts';
import type { LocalReport } from './report.ts';
import { NO_SCORE, scoreReadiness } from './score.ts';
import { compareOwnPages } from './site-consistency.ts';

const CANDIDATES_MAX = 10;
/** Strangers of the neighbourhood are no candidates. */
const CANDIDATE_MIN = 0.15;
const COMPETITORS_MAX = 10;

/** The audit of a business in one place. Where the listing is not certain there are candidates, and no score. */
export function auditLocal(evidence: LocalEvidence, now: Date): LocalReport {
  const { best } = evidence.ranked;
  const base = describeAudit(evidence);
  if (best === undefined) {
    const unlisted = { ...base, ...NO_LISTING };
    return { ...unlisted, checks: listChecks({ evidence, listing: null, report: unlisted, now }), ...NO_SCORE };
  }
  const compared: Compared = {
    listing: best.listing,
    business: best.business,
    site_name: readSiteName(evidence),
    site: evidence.site_business,
    site_domain: evidence.site_domain,
  };
  const listing = describeListing(best);
  const judged = {
    business_status: best.listing.status,
    nap_consistency: compareWithSite(compared),
    hours_consistency: compareShownHours(compared),
    duplicates: evidence.sees_all ? listDuplicates(evidence, best) : null,
    reviews: describeReviews(best),
    site_consistency: base.site_consistency,
    landing_page: base.landing_page,
    service_area: base.service_area,
  };
  const checks = listChecks({ evidence, listing, report: judged, now });
  return {
    ...base,
    ...judged,
    listing,
    source_of: nameSources(listing, best),
    checks,
    ...scoreReadiness(checks),
    ...listCompetitors(evidence, best),
  };
}

const NO_LISTING = {
  business_status: null,
  listing: null,
  source_of: {},
  reviews: null,
  nap_consistency: [],
  hours_consistency: null,
  duplicates: null,
  competitors_nearby: null,
  competitors_query: null,
};

type Base = Pick<
  LocalReport,
  'business' | 'coverage' | 'place_match' | 'site' | 'site_consistency' | 'landing_page' | 'service_area' | 'notes'
>;

function describeAudit(evidence: LocalEvidence): Base {
  const { question, name, named, place, country } = evidence;
  return {
    business: {
      asked: question.domain,
      name: name.name,
      name_source: name.source,
      domain: named?.host ?? null,
      location: question.location,
      resolved_location: place?.name ?? null,
      country,
    },
    coverage: rateCoverage(evidence),
    place_match: describeMatch(evidence),
    site: describeSite(evidence),
    site_consistency: evidence.site?.first.status === 'read' ? compareOwnPages(evidence.site.pages, country) : null,
    landing_page: describeLanding(evidence),
    service_area: describeServiceArea(evidence),
    notes: listNotes(evidence),
  };
}

function rateCoverage({ ranked, unlisted, site }: LocalEvidence): LocalReport['coverage'] {
  if (ranked.best !== undefined) return 'full';
  const isSiteAlone = unlisted !== null && site?.first.status === 'read';
  return ranked.all.length > 0 || isSiteAlone ? 'partial' : 'none';
}

function rateMatch({ ranked, unlisted }: LocalEvidence): LocalReport['place_match']['status'] {
  if (ranked.best !== undefined) return 'matched';
  if (unlisted !== null) return 'not_checked';
  if (ranked.is_ambiguous) return 'ambiguous';
  return ranked.all.length === 0 ? 'not_found' : 'uncertain';
}

function describeMatch(evidence: LocalEvidence): LocalReport['place_match'] {
  const { all } = evidence.ranked;
  const candidates = all
    .filter(({ match }, at) => at === 0 || match.is_other_location || match.score >= CANDIDATE_MIN)
    .slice(0, CANDIDATES_MAX);
  const [first] = all;
  return {
    status: rateMatch(evidence),
    confidence: first?.match.score ?? null,
    threshold: MATCH_MIN,
    components: first === undefined ? null : describeComponents(first.match),
    candidates: candidates.map(({ listing, match }) => ({
      place_id: listing.place_id,
      source: listing.source,
      name: listing.name,
      address: listing.address,
      phone: listing.phone,
      website: listing.website,
      score: match.score,
      components: describeComponents(match),
      same_brand_other_location: match.is_other_location,
    })),
  };
}

type Components = NonNullable<LocalReport['place_match']['components']>;

function describeComponents({ components }: BusinessMatch): Components {
  const { name, phone, address, domain, distance } = components;
  return {
    name: name.status,
    phone: phone.status,
    address: address.status,
    domain: domain.status,
    distance: distance.status,
  };
}

function describeListing({ listing, business }: Candidate): NonNullable<LocalReport['listing']> {
  const { latitude, longitude, hours } = listing;
  return {
    source: listing.source,
    place_id: listing.place_id,
    name: listing.name,
    address: listing.address ?? business.address?.text ?? null,
    phone: listing.phone,
    phone_e164: business.phones[0] ?? null,
    website: listing.website,
    category: listing.category,
    categories: [...listing.categories],
    description: listing.description,
    hours: hours === null ? null : hours.map(({ day, open }) => ({ day, open: [...open] })),
    rating: listing.rating,
    review_count: listing.review_count,
    claimed: listing.claimed,
    photos: listing.photos,
    coordinates: latitude === null || longitude === null ? null : { latitude, longitude },
    attribution: listing.attribution,
  };
}

const SOURCED = [
  'name',
  'address',
  'phone',
  'website',
  'category',
  'description',
  'hours',
  'rating',
  'review_count',
  'claimed',
  'photos',
  'coordinates',
] as const;

function nameSources(
  listing: NonNullable<LocalReport['listing']>,
  { listing: { status } }: Candidate,
): LocalReport['source_of'] {
  const shown = SOURCED.map((field) => [field, listing[field] === null ? null : listing.source]);
  return Object.fromEntries([...shown, ['business_status', status === null ? null : listing.source]]);
}

function describeReviews({ listing }: Candidate): LocalReport['reviews'] {
  const { review_count: count, rating, newest_review_at: newest_at, rating_distribution: stars } = listing;
  if (count === null && rating === null) return null;
  return { count, rating, newest_at, distribution: stars === null ? null : [...stars] };
}

function readSiteName({ site, site_business, name }: LocalEvidence): string | null {
  const stated = site_business.stated?.name ?? null;
  if (stated !== null) return stated;
  if (name.source !== 'request' && name.source !== 'domain') return name.name;
  return site?.pages[0]?.site_name?.name ?? null;
}

function describeSite(evidence: LocalEvidence): LocalReport['site'] {
  const { site, site_business: business, site_domain } = evidence;
  if (site === undefined || site_domain === null) return null;
  const stated = business.stated;
  const isRead = site.first.status === 'read';
  return {
    domain: site_domain,
    status: site.first.status,
    note: site.first.status === 'read' ? null : site.first.note,
    pages: site.pages.map(({ url }) => url),
    name: readSiteName(evidence),
    address: business.address?.text ?? null,
    phones: [...business.phones],
    hours: stated?.hours?.map(({ day, open }) => ({ day, open: [...open] })) ?? null,
    structured_data_type: stated?.type ?? null,
    locations: isRead ? business.locations : null,
  };
}

function describeLanding({
  landing,
  name,
  ranked,
  site_business,
  asked_town,
}: LocalEvidence): LocalReport['landing_page'] {
  if (landing === undefined) return null;
  if (landing.status !== 'read') {
    const { status, url } = landing;
    return { url, status, title: null, ...UNSEEN };
  }
  const { facts } = landing;
  const town = ranked.best?.business.address?.city ?? site_business.address?.city ?? asked_town;
  const shown = [facts.title ?? '', ...facts.headings];
  const stated = facts.businesses.some(
    (business) => business.name !== null && compareNames(business.name, name.name, []) === 'same',
  );
  return {
    url: facts.url,
    status: 'read',
    title: facts.title,
    names_business:
      stated ||
      facts.text.includes(foldPhrase(name.name)) ||
      foldPhrase(shown.join(' ')).includes(foldPhrase(name.name)),
    names_town: town === null ? null : ` ${foldPhrase([...shown, facts.text].join(' '), TEXT_MAX)} `.includes(town),
    has_phone_link: facts.phone_links.length > 0,
    indexable: !facts.is_noindex,
  };
}

const TEXT_MAX = 25_000;
const UNSEEN = { names_business: null, names_town: null, has_phone_link: null, indexable: null };

/** A business that goes to its customers: it names an area, and neither its listing nor its site shows a street. */
function describeServiceArea(evidence: LocalEvidence): LocalReport['service_area'] {
  const { ranked, site_business, site } = evidence;
  const areas = [...new Set(site_business.stated?.area_served ?? [])].slice(0, AREAS_MAX);
  const addresses = [ranked.best?.business.address, site_business.address];
  if (addresses.some((address) => (address?.street ?? null) !== null))
    return { is_service_area_business: false, areas };
  const isKnown = ranked.best !== undefined && site?.first.status === 'read' && areas.length > 0;
  return { is_service_area_business: isKnown ? true : null, areas };
}

const AREAS_MAX = 50;

function listDuplicates({ ranked }: LocalEvidence, best: Candidate): NonNullable<LocalReport['duplicates']> {
  return ranked.all
    .filter((other) => isDuplicate(best, other))
    .map(({ listing: { place_id, name, address, phone } }) => ({ place_id, name, address, phone }));
}

function listCompetitors(
  { competitors }: LocalEvidence,
  { listing, business }: Candidate,
): Pick<LocalReport, 'competitors_nearby' | 'competitors_query'> {
  if (competitors !== undefined) {
    const others = competitors.listings.filter(
      ({ place_id, name }) => place_id !== listing.place_id && name !== listing.name,
    );
    return {
      competitors_query: competitors.keyword,
      competitors_nearby: others.slice(0, COMPETITORS_MAX).map((other) => ({
        rank: other.rank,
        name: other.name,
        place_id: other.place_id,
        rating: other.rating,
        review_count: other.review_count,
        distance_m:
          business.point === undefined || other.latitude === null || other.longitude === null
            ? null
            : Math.round(measureDistance(business.point, { latitude: other.latitude, longitude: other.longitude })),
      })),
    };
  }
  if (listing.nearby.length === 0) return { competitors_nearby: null, competitors_query: null };
  return {
    competitors_query: null,
    competitors_nearby: listing.nearby.slice(0, COMPETITORS_MAX).map(({ name, place_id, rating }) => ({
      rank: null,
      name,
      place_id,
      rating,
      review_count: null,
      distance_m: null,
    })),
  };
}

function listNotes(evidence: LocalEvidence): string[] {
  const { notes, unlisted } = evidence;
  return [
    ...notes,
    ...(unlisted === null ? [] : [`${unlisted} Everything about the listing is unknown.`]),
    ...listSiteNotes(evidence),
    ...listListingNotes(evidence),
  ];
}

function listSiteNotes({ site, site_business: business, name, question }: LocalEvidence): string[] {
  const isRead = site?.first.status === 'read';
  const notes = [
    name.source === 'domain' ? 'The website could not be read, so the name was taken from the domain.' : undefined,
    site !== undefined && site.first.status !== 'read' ? site.first.note : undefined,
    isRead && business.address === null && !business.is_elsewhere
      ? `The pages that were read show no address, so they do not confirm that the business is in ${question.location}.`
      : undefined,
    business.is_elsewhere ? `The website shows addresses, but none in ${question.location}.` : undefined,
  ];
  return notes.filter((note) => note !== undefined);
}

function listListingNotes({ ranked: { best }, competitors }: LocalEvidence): string[] {
  if (best === undefined) return [];
  const notes = [
    best.listing.rating === null
      ? `${nameSource(best.listing.source)} shows no ratings and reviews for this business, so they are unknown.`
      : undefined,
    competitors === undefined && best.listing.nearby.length === 0
      ? 'No connected source shows businesses nearby.'
      : undefined,
  ];
  return notes.filter((note) => note !== undefined);
}

const SOURCES: Readonly<Record<string, string>> = {
  nominatim: 'OpenStreetMap',
  'google-places': 'Google Places',
  dataforseo: 'DataForSEO',
};

export function nameSource(source: string): string {
  return SOURCES[source] ?? source;
}

/** What speaks for and against the best candidate: `name matches, phone differs`. */
export function describeFit(components: Components): string {
  const words = { match: 'matches', partial: 'partly matches', conflict: 'differs', unknown: undefined };
  return joinWords(
    COMPONENTS.flatMap((component) => {
      const verb = words[components[component]];
      return verb === undefined ? [] : [`${component} ${verb}`];
    }),
  );
}
