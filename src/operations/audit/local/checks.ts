import { readDataRows } from '../../../kernel/data.ts';
import { counted, joinWords } from '../../../kernel/grammar.ts';
import { Level } from '../../../kernel/level.ts';
import type { LocalEvidence } from './ask.ts';
import { LOCAL_COMPONENTS, type LocalCheck, type LocalReport } from './report.ts';

/** What the checks look at. */
export interface Checked {
  readonly evidence: LocalEvidence;
  /** Null where none is certain: then only the website can be judged. */
  readonly listing: LocalReport['listing'];
  readonly report: Pick<
    LocalReport,
    | 'business_status'
    | 'nap_consistency'
    | 'hours_consistency'
    | 'duplicates'
    | 'site_consistency'
    | 'landing_page'
    | 'service_area'
    | 'reviews'
  >;
  readonly now: Date;
}

interface Finding {
  /** Null where no source shows it. */
  readonly holds: boolean | null;
  readonly evidence?: string | undefined;
}

/** Fewer customers consider a business with a lower rating, as yearly surveys of review readers keep showing. */
const RATING_MIN = 4;
/** With fewer, one review moves the average by a tenth or more. */
const REVIEWS_MIN = 10;
const REVIEW_AGE_DAYS_MAX = 90;
const DAY_MS = 86_400_000;

type OfListing = Checked & { readonly listing: NonNullable<LocalReport['listing']> };

const LISTING_FINDINGS: Readonly<Record<string, (checked: OfListing) => Finding>> = {
  open: ({ report: { business_status: status } }) => ({
    holds: status === null ? null : status === 'open',
    evidence: status?.replaceAll('_', ' '),
  }),
  claimed: ({ listing }) => ({ holds: listing.claimed }),
  no_duplicates: ({ report: { duplicates } }) => ({
    holds: duplicates === null ? null : duplicates.length === 0,
    evidence:
      duplicates === null || duplicates.length === 0 ? undefined : counted(duplicates.length, 'further listing'),
  }),
  name_matches: (checked) => findConsistency(checked, 'name'),
  address_matches: (checked) => findConsistency(checked, 'address'),
  phone_matches: (checked) => findConsistency(checked, 'phone'),
  website_matches: (checked) => findConsistency(checked, 'website'),
  hours_match: ({ report: { hours_consistency: hours } }) => {
    const days = hours?.days.filter(({ matches }) => !matches) ?? [];
    const [first] = days;
    if (first === undefined) return { holds: hours?.matches ?? null };
    const day = first.day.charAt(0).toUpperCase() + first.day.slice(1);
    const which = days.length === 1 ? day : `${counted(days.length, 'day')}, such as ${day}`;
    return { holds: false, evidence: `${which}: ${first.listing} in the listing, ${first.site} on the website` };
  },
  has_phone: ({ listing }) => ({ holds: listing.phone !== null, evidence: listing.phone ?? undefined }),
  has_street: (checked) => findStreet(checked),
  has_hours: ({ listing }) => ({ holds: listing.hours !== null }),
  has_category: ({ listing }) => ({ holds: listing.category !== null, evidence: listing.category ?? undefined }),
  has_photos: ({ listing }) => ({
    holds: listing.photos === null ? null : listing.photos > 0,
    evidence: listing.photos === null ? undefined : counted(listing.photos, 'photo'),
  }),
  // A source that leaves it out does not say that there is none.
  has_description: ({ listing }) => ({ holds: listing.description === null ? null : true }),
  rating: ({ listing }) => ({
    holds: listing.rating === null ? null : listing.rating >= RATING_MIN,
    evidence: listing.rating === null ? undefined : `${listing.rating} of 5`,
  }),
  review_count: ({ listing: { review_count: count } }) => ({
    holds: count === null ? null : count >= REVIEWS_MIN,
    evidence: count === null ? undefined : counted(count, 'review'),
  }),
  recent_reviews: ({ report: { reviews }, now }) => {
    const newest = reviews?.newest_at ?? null;
    if (newest === null) return { holds: null };
    const isRecent = now.getTime() - Date.parse(newest) <= REVIEW_AGE_DAYS_MAX * DAY_MS;
    return { holds: isRecent, evidence: `newest review on ${newest.slice(0, 10)}` };
  },
};

const SITE_FINDINGS: Readonly<Record<string, (checked: Checked) => Finding>> = {
  site_agrees: ({ report: { site_consistency: rows } }) => {
    const judged = (rows ?? []).filter(({ matches }) => matches !== null);
    const differs = judged.filter(({ matches }) => matches === false);
    if (differs.length === 0) return { holds: judged.length === 0 ? null : true };
    return { holds: false, evidence: differs.map(showDifference).join('; ') };
  },
  page_readable: ({ report: { landing_page: page } }) => ({
    holds: page === null || page.status === 'disallowed' ? null : page.status === 'read',
    evidence: page?.url,
  }),
  page_indexable: ({ report: { landing_page: page } }) => ({ holds: page?.indexable ?? null, evidence: page?.url }),
  page_names_town: ({ report: { landing_page: page } }) => ({ holds: page?.names_town ?? null, evidence: page?.url }),
  page_shows_phone: ({ report: { landing_page: page } }) => ({
    holds: page?.has_phone_link ?? null,
    evidence: page?.url,
  }),
  page_shows_address: ({ evidence, report }) => {
    if (!isRead(evidence) || report.service_area.is_service_area_business === true) return { holds: null };
    const street = evidence.site_business.address?.street ?? null;
    return { holds: street !== null, evidence: evidence.site_business.address?.text };
  },
  page_has_markup: ({ evidence }) => ({
    holds: isRead(evidence) ? evidence.site?.pages.some(({ businesses }) => businesses.length > 0) === true : null,
  }),
  markup_complete: ({ evidence }) => findMarkup(evidence),
  page_is_secure: ({ report: { landing_page: page } }) => ({
    holds: page?.status === 'read' ? page.url.startsWith('https://') : null,
    evidence: page?.url,
  }),
};

function showDifference({ field, values }: NonNullable<LocalReport['site_consistency']>[number]): string {
  return `${field}: ${joinWords(
    values.map(({ value }) => value).filter((value, at, all) => all.indexOf(value) === at),
    3,
  )}`;
}

/** What search engines show of a business where its structured data has it. */
function findMarkup({ site_business: { stated } }: LocalEvidence): Finding {
  if (stated === undefined) return { holds: null };
  const facts = {
    name: stated.name,
    address: stated.address ?? stated.address_text,
    phone: stated.phones[0] ?? null,
    'opening hours': stated.hours,
  };
  const missing = Object.entries(facts).flatMap(([fact, value]) => (value === null ? [fact] : []));
  return {
    holds: missing.length === 0,
    evidence: missing.length === 0 ? stated.type : `without ${joinWords(missing, 4)}`,
  };
}

function isRead({ site }: LocalEvidence): boolean {
  return site?.first.status === 'read';
}

function findConsistency({ report }: Checked, field: 'name' | 'address' | 'phone' | 'website'): Finding {
  const row = report.nap_consistency.find((each) => each.field === field);
  if (row === undefined || row.matches === null) return { holds: null };
  if (row.matches) return { holds: true, evidence: row.listing ?? undefined };
  return { holds: false, evidence: `listing: ${row.listing ?? 'none'}; website: ${row.site ?? 'none'}` };
}

/** A business that goes to its customers shows its area instead, and a PO box is no place to visit. */
function findStreet({ evidence, listing, report }: OfListing): Finding {
  const address = evidence.ranked.best?.business.address ?? null;
  if (address?.po_box === true) return { holds: false, evidence: `${address.text} is a PO box` };
  if (address !== null && address.street !== null) return { holds: true, evidence: listing.address ?? address.text };
  return { holds: report.service_area.is_service_area_business === true ? null : false };
}

interface CheckRow {
  readonly id: string;
  readonly component: LocalCheck['component'];
  readonly severity: Level;
  readonly title: string;
  readonly problem: string;
  readonly fix: string;
  readonly why: string;
}

const ROWS: readonly CheckRow[] = readDataRows(import.meta.url, './data/checks.tsv').map(
  ([id = '', written, severity, title = '', problem = '', fix = '', why = '']) => {
    const component = LOCAL_COMPONENTS.find((each) => each === written);
    if (component === undefined || !(id in LISTING_FINDINGS || id in SITE_FINDINGS))
      throw new Error(`checks.tsv has the unknown check “${id}”.`);
    return { id, component, severity: Level.parse(severity), title, problem, fix, why };
  },
);

/** Every check with its outcome, in the order of the table. Without a certain listing, those of the listing are unknown. */
export function listChecks(checked: Checked): LocalCheck[] {
  return ROWS.map(({ id, component, severity, title, problem, fix, why }) => {
    const { holds, evidence } = judge(id, checked);
    const status = holds === null ? 'unknown' : holds ? 'pass' : 'fail';
    return {
      id,
      component,
      title: status === 'fail' ? problem : title,
      status,
      severity,
      evidence: status === 'unknown' ? null : (evidence ?? null),
      fix: status === 'fail' ? fix : null,
      why: status === 'fail' ? why : null,
    };
  });
}

function judge(id: string, { listing, ...checked }: Checked): Finding {
  const ofSite = SITE_FINDINGS[id]?.({ listing, ...checked });
  if (ofSite !== undefined || listing === null) return ofSite ?? { holds: null };
  return LISTING_FINDINGS[id]?.({ listing, ...checked }) ?? { holds: null };
}
