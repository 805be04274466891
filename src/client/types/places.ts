// Written by `npm run gen`. Do not edit.

import type {
  AuditLocalComponent, GridFigures, Level, Report, Solv,
} from './shapes.ts';

/** Audit several local business listings: `POST /audit/local/batch`. */
export type AuditLocalBatchRequest = {
  /** Businesses to audit. */ items: {
    /** Name of the business, or its domain. With a domain, the name comes from the LocalBusiness data or the title of
     * the website. */
    domain: string;
    /** Where it is: the full street address, or the city with its state or postal code. */ location: string;
    /** Language of the search: an ISO 639-1 code such as de or pt-BR, or a name such as German. */ language?: string;
  }[];
};

/** Audit a local business listing: `POST /audit/local`. */
export type AuditLocalRequest = {
  /** Name of the business, or its domain. With a domain, the name comes from the LocalBusiness data or the title of the
   * website. */
  domain: string;
  /** Where it is: the full street address, or the city with its state or postal code. */ location: string;
  /** Language of the search: an ISO 639-1 code such as de or pt-BR, or a name such as German. */ language?: string;
};

export type AuditLocalAnswer = Report & {
  business: {
    asked: string; name: string; name_source: 'request' | 'structured_data' | 'website' | 'title' | 'domain';
    domain: string | null; location: string; resolved_location: string | null;
    /** ISO 3166-1 alpha-2; phone numbers without a country code are read as numbers of it. */ country: string | null;
  };
  /** none: no source has a listing under this name. partial: no listing is certain, or only the website was audited. */
  coverage: 'full' | 'partial' | 'none';
  place_match: {
    /** not_checked: no source of listings is connected, so only the website was audited. */
    status: 'matched' | 'uncertain' | 'ambiguous' | 'not_found' | 'not_checked';
    /** 0-1 of the best candidate; null without one. */ confidence: number | null;
    threshold: number; components: AuditLocalComponent | null;
    candidates: {
      place_id: string; source: string; name: string; address: string | null; phone: string | null;
      website: string | null;
      /** 0-1; from 0.7 on it is taken for the business. */ score: number;
      components: AuditLocalComponent; same_brand_other_location: boolean;
    }[];
  };
  business_status: 'open' | 'temporarily_closed' | 'closed' | null;
  listing: {
    source: string; place_id: string; name: string; address: string | null; phone: string | null;
    phone_e164: string | null; website: string | null; category: string | null; categories: string[];
    description: string | null; hours: { day: string; open: { from: string; to: string }[] }[] | null;
    rating: number | null; review_count: number | null; claimed: boolean | null; photos: number | null;
    coordinates: { latitude: number; longitude: number } | null;
    /** Show it wherever you show the listing. */ attribution: string | null;
  } | null;
  site: {
    domain: string; status: 'read' | 'failed' | 'disallowed'; note: string | null;
    /** Pages of the website that were read. */ pages: string[];
    name: string | null; address: string | null; phones: string[];
    hours: { day: string; open: { from: string; to: string }[] }[] | null;
    /** Such as LocalBusiness or Dentist; null if the pages have no such markup. */ structured_data_type: string | null;
    /** Businesses with an address that the pages describe in structured data. */ locations: number | null;
  } | null;
  /** For each field of listing, the source that shows it. */ source_of: Record<string, string | null>;
  reviews: {
    count: number | null; rating: number | null; newest_at: string | null;
    /** Reviews with one to five stars. */ distribution: number[] | null;
  } | null;
  nap_consistency: {
    field: 'name' | 'address' | 'phone' | 'website'; listing: string | null; site: string | null;
    /** null if one of them does not show it. */ matches: boolean | null;
    /** Parts of the address; null for other fields. */ parts: { part: string; matches: boolean | null }[] | null;
  }[];
  /** null unless both show hours that repeat weekly. */ hours_consistency: {
    matches: boolean; days: { day: string; listing: string; site: string; matches: boolean }[];
  } | null;
  /** Where pages of the website contradict each other; null if none was read. */ site_consistency: {
    field: 'name' | 'address' | 'phone' | 'hours';
    values: { value: string; where: 'structured_data' | 'text'; pages: string[] }[];
    /** null if said once only, or if the site describes several branches. */ matches: boolean | null;
  }[] | null;
  /** null if the source shows one listing for each search. */
  duplicates: { place_id: string; name: string; address: string | null; phone: string | null }[] | null;
  landing_page: {
    url: string; status: 'read' | 'failed' | 'disallowed'; title: string | null; names_business: boolean | null;
    names_town: boolean | null; has_phone_link: boolean | null; indexable: boolean | null;
  } | null;
  service_area: {
    /** false if a street address is shown; null if unknown. */ is_service_area_business: boolean | null;
    areas: string[];
  };
  checks: {
    id: string; component: 'standing' | 'consistency' | 'profile' | 'reputation' | 'landing_page'; title: string;
    /** unknown: no source shows it. */ status: 'pass' | 'fail' | 'unknown';
    severity: Level; evidence: string | null;
    /** null unless the check failed. */ fix: string | null;
    /** What the failure costs; null unless the check failed. */ why: string | null;
  }[];
  /** 0-100; null unless the listing is certain. */ readiness_score: number | null;
  /** They add up to the score. */ score_components: Record<string, number | null> | null;
  /** 0-1: share of the score whose facts are known. */ score_coverage: number | null;
  /** How much is left to do; null if less than half of the score is known. */ priority: Level | null;
  /** null if no connected source shows them. */ competitors_nearby: {
    rank: number | null; name: string; place_id: string | null; rating: number | null; review_count: number | null;
    distance_m: number | null;
  }[] | null;
  competitors_query: string | null;
  /** What limits this audit. */ notes: string[];
};

/** Track visibility in local results: `POST /local-visibility/track`. */
export type LocalVisibilityTrackRequest = {
  /** Domain of the business. */ domain: string;
  /** Searches to check, such as "plumber near me". */ keywords: string[];
  /** Places to search from: a city with its region or country. */ locations: string[];
  /** Google location codes, one for each of locations in the same order; they take precedence over the names. */
  location_codes?: number[];
  /** Language of the search: an ISO 639-1 code such as de or pt-BR, or a name such as German. */ language?: string;
  /** Device to search from; the source’s own by default. */ device?: 'desktop' | 'mobile';
  /** Name of the business. Default: the brand of your project and the name on the website. */ name?: string;
  /** Phone number of the business, with or without the country code. */ phone?: string;
  /** Street address of the business: then other locations of the brand are told apart from it. */ address?: string;
  /** Google place id or CID of the listing. */ place_id?: string;
};

export type LocalVisibilityTrackAnswer = Report & GridFigures & {
  domain: string;
  business: {
    names: string[]; phones: string[]; address: string | null; place_id: string | null;
    known_from: ('request' | 'brand' | 'website')[];
  };
  match_rule: string; language: string;
  /** null leaves it to the source. */ device: 'desktop' | 'mobile' | null;
  locations: {
    asked: string; name: string; location_code: number;
    /** From imported geotargets and GeoNames; null if none are known for the place. */
    coordinates: { latitude: number; longitude: number } | null;
  }[];
  /** partial: some searches failed; see gaps. */ coverage: 'full' | 'partial';
  /** The surface that all shares and averages are about. */ surface: 'pack' | 'finder' | 'maps';
  /** Keywords in the order of the request, each with its locations. */ matrix: {
    keyword: string; location: string; location_index: number;
    /** Where the listings were read. Ranks differ between them. */ surface: 'pack' | 'finder' | 'maps';
    engine: string; source: string | null; searched_from: 'coordinates' | 'place'; checked_at: string;
    /** false: the search shows no local results. */ pack_present: boolean | null;
    /** Among the listings read; null without local results, or if a listing may be the business. */
    in_pack: boolean | null;
    position: number | null; matched_by: 'place_id' | 'domain' | 'name_and_phone' | 'name_and_address' | null;
    /** 0-1. */ match_confidence: number | null;
    pack: {
      rank: number; name: string | null; place_id: string | null; domain: string | null; address: string | null;
      rating: number | null; reviews: number | null;
      /** possible: the name fits, but nothing else shows that it is the business. */
      match: 'own' | 'same_brand_other_location' | 'possible' | 'other';
    }[];
    same_brand_other_location: { rank: number; name: string | null; address: string | null; place_id: string | null }[];
    /** null if not among the results read, or if none were read. */ organic_position: number | null;
    organic_url: string | null;
    /** Organic results read; null if none were. */ organic_depth: number | null;
    /** Against the newest kept check of this search before; null if none is kept. */ change: {
      from: number | null; to: number | null; from_checked_at: string;
      /** entered, left: the listings read. unknown: one of the checks cannot tell. */
      kind: 'same' | 'moved' | 'entered' | 'left' | 'unknown';
      /** The checks differ by no more than positions usually vary. */ within_noise: boolean;
    } | null;
  }[];
  /** Share of the answered searches that show local results. */ pack_present: Solv | null;
  /** Searches that show another location of the brand. */ same_brand_other_location: number;
  by_keyword: (GridFigures & { keyword: string })[]; by_location: (GridFigures & { location: string })[];
  competitors: { name: string; domain: string | null; cells: number; share: Solv; average_rank: number; solv: Solv }[];
  /** With the newest kept checks before; null if none are kept. */ comparison: {
    /** Searches that showed local results in both checks; only these are compared. */ cells: number;
    /** The earlier checks were made from then */ checked_from: string;
    /** to then. */ checked_to: string;
    visibility_share_before: Solv | null; visibility_share_now: Solv | null; average_rank_before: number | null;
    average_rank_now: number | null; solv_before: Solv | null; solv_now: Solv | null;
    /** Searches that show the business now and did not before. */ entered: number;
    left: number;
    /** Searches that show it at another position. */ moved: number;
    /** Searches whose change is more than noise. */ cells_beyond_noise: number;
    /** The intervals of both shares overlap: no gain and no loss. */ within_noise: boolean;
  } | null;
  gaps: { keyword: string; location: string; /** Code of the error. */ reason: string; message: string }[];
  notes: string[];
};
