import {
  type Confidence,
  confidenceOf,
  listed,
  makePlan,
  noConfidence,
  type PlannedCall,
  type StepDraft,
  weighConfidence,
  type WorkflowDraft,
} from '../../../guidance/plan.ts';
import { formatRows, formatSummary } from '../../../guidance/summary.ts';
import { agree, counted } from '../../../kernel/grammar.ts';
import type { Level } from '../../../kernel/level.ts';
import { inline } from '../../../kernel/markdown.ts';
import { describeFit, nameSource } from './audit.ts';
import type { LocalCheck, LocalReport } from './report.ts';

const STEPS_MAX = 8;

/** What to do about a listing, or about finding it. */
export function planLocal(report: LocalReport, language: string): WorkflowDraft {
  return makePlan({
    summary: describeState(report),
    steps: report.listing === null ? [...planUnmatched(report), ...planFixes(report)] : planFixes(report),
    otherwise: {
      action: 'Keep the listing as it is, and audit it again in a month.',
      why: 'No check that the source could judge failed.',
      evidence: [describeScore(report)],
      owner_hint: 'local marketing',
    },
    priority: ratePriority(report),
    confidence: rateConfidence(report),
    guardrails: [
      'Never edit a listing that is not certain to be the business.',
      'Ask the owner which name, address and phone number are right before you change any of them.',
      'Do not offer anything in return for reviews, and do not ask only happy customers.',
      'Report unknown checks as unknown, not as passed or failed.',
    ],
    next_calls: planCalls(report, language),
  });
}

function quoted(name: string): string {
  return `“${inline(name, 80)}”`;
}

/** Where only the name of a town was sent, says which town of that name was taken. */
function namePlace({ location, resolved_location }: LocalReport['business']): string {
  const asked = inline(location, 80);
  if (resolved_location === null || location.includes(',') || !resolved_location.includes(',')) return asked;
  return `${asked} (${inline(resolved_location.split(',').join(', '), 80)})`;
}

function describeState(report: LocalReport): string {
  const { business, place_match: match, listing } = report;
  const where = `${quoted(business.name)} in ${namePlace(business)}`;
  if (listing !== null) {
    return `The listing of ${where} on ${nameSource(listing.source)} was found (confidence ${match.confidence ?? 0}). ${describeScore(report)}`;
  }
  if (match.status === 'not_checked') return `The listing of ${where} was not checked. ${describeSite(report)}`;
  if (match.status === 'not_found') return `Nothing is known of ${where}: no connected source lists it.`;
  if (match.status === 'ambiguous')
    return `Several listings fit ${where} equally well, so none was audited. Send the street address.`;
  return `No listing is certain to be ${where}: the best candidate reaches ${match.confidence ?? 0} of the ${match.threshold} needed, so it was not audited.`;
}

function describeSite({ site, checks }: LocalReport): string {
  if (site === null || site.status !== 'read') return 'Its website could not be read either.';
  const known = checks.filter(({ status }) => status !== 'unknown').length;
  const failed = checks.filter(({ status }) => status === 'fail').length;
  return `On its website, ${failed} of ${counted(known, 'check')} failed.`;
}

function describeScore({ readiness_score: score, score_coverage: coverage, checks }: LocalReport): string {
  const failed = checks.filter(({ status }) => status === 'fail').length;
  const known = checks.filter(({ status }) => status !== 'unknown').length;
  if (score === null) return 'Its readiness is unknown.';
  return `Readiness is ${score} of 100 with ${Math.round((coverage ?? 0) * 100)}% of the facts known; ${counted(failed, 'check')} of ${known} failed.`;
}

function planUnmatched({ place_match: match, business }: LocalReport): StepDraft[] {
  const [first] = match.candidates;
  if (match.status === 'not_checked') {
    return [
      {
        action: 'Connect a source of business listings, and audit the business again.',
        why: 'Whether the listing exists, is claimed and agrees with the website is unknown without one.',
        evidence: ['place_match.status: not_checked'],
        effort: 'low',
        owner_hint: 'local marketing',
      },
    ];
  }
  if (first === undefined) {
    return [
      {
        action: `Check that ${quoted(business.name)} is spelled as on its sign, and create a listing if there is none.`,
        why: 'Without a listing, the business cannot appear on maps and in local results.',
        evidence: ['candidates: 0'],
        effort: 'medium',
        owner_hint: 'business owner',
      },
    ];
  }
  const isSister = first.same_brand_other_location;
  return [
    {
      action: isSister
        ? 'Send the full street address of the location: the best candidate is another location of the brand.'
        : 'Choose the right candidate and audit it again with its exact name and full street address.',
      why: 'Auditing the wrong business is worse than auditing none.',
      evidence: match.candidates
        .slice(0, 3)
        .map(
          ({ name, address, score, components }) =>
            `${name}, ${address ?? 'no address'}: ${score} (${describeFit(components)})`,
        ),
      owner_hint: 'local marketing',
    },
  ];
}

const RANKS: Readonly<Record<Level, number>> = { high: 0, medium: 1, low: 2 };
const OWNERS: Readonly<Record<LocalCheck['component'], string>> = {
  standing: 'business owner',
  consistency: 'local marketing',
  profile: 'local marketing',
  reputation: 'business owner',
  landing_page: 'developer',
};

function listFailed({ checks }: LocalReport): LocalCheck[] {
  return checks
    .filter(({ status }) => status === 'fail')
    .toSorted((one, other) => RANKS[one.severity] - RANKS[other.severity]);
}

function planFixes(report: LocalReport): StepDraft[] {
  return listFailed(report)
    .slice(0, report.listing === null ? STEPS_MAX - 1 : STEPS_MAX)
    .map(({ id, fix, why, title, evidence, component, severity }) => ({
      action: fix ?? title,
      why: why ?? title,
      evidence: [evidence === null ? `${id}: fail` : `${title}: ${evidence}`],
      effort: severity === 'high' ? 'medium' : 'low',
      owner_hint: OWNERS[component],
    }));
}

/** What sends customers to the wrong door or number comes first, however good the rest is. */
function ratePriority(report: LocalReport): Level {
  const isMisleading = listFailed(report).some(
    ({ component, severity }) => severity === 'high' && (component === 'standing' || component === 'consistency'),
  );
  return isMisleading ? 'high' : (report.priority ?? 'medium');
}

/** Points that each blind spot costs; our own figures. */
function rateConfidence(report: LocalReport): Confidence {
  const { place_match: match, listing, checks, site } = report;
  if (match.status === 'not_checked')
    return confidenceOf(0.3, ['Only the website was audited, since no source of listings is connected.']);
  if (match.status === 'not_found') return noConfidence('No source knows this business.');
  if (listing === null) return confidenceOf(0.3, ['No listing is certain to be the business.']);
  const unknown = checks.filter(({ status }) => status === 'unknown').length;
  return weighConfidence(
    match.confidence ?? 0,
    [match.components === null ? undefined : `The listing fits: ${describeFit(match.components)}.`],
    [
      unknown > 0 && [
        Math.min(40, unknown * 2),
        `${counted(unknown, 'check')} ${agree(unknown, 'is')} unknown, because no source shows what ${agree(unknown, 'it needs', 'they need')}.`,
      ],
      site === null && [10, 'No website of the business was read.'],
    ],
  );
}

function planCalls(report: LocalReport, language: string): PlannedCall[] {
  const { listing, business, site } = report;
  if (listing === null) return [...planSearch(report, language), ...planPageCalls(report)];
  const town = business.resolved_location ?? '';
  // A country has no local results of its own, and its name has no comma.
  const visibility = site !== null &&
    listing.category !== null &&
    town.includes(',') && {
      operation: 'local-visibility.track',
      body: { domain: site.domain, keywords: [listing.category], locations: [town], language },
      reason: 'Checks whether the business is in the local results for its category.',
    };
  return listed<PlannedCall>([visibility, ...planPageCalls(report)]);
}

function planPageCalls({ landing_page: page, checks }: LocalReport): PlannedCall[] {
  if (page?.status !== 'read') return [];
  const lacksMarkup = checks.some(
    ({ id, status }) => (id === 'page_has_markup' || id === 'markup_complete') && status === 'fail',
  );
  return listed<PlannedCall>([
    lacksMarkup && {
      operation: 'content.schema-plan',
      body: { url: page.url },
      reason: 'Drafts LocalBusiness structured data for the landing page.',
    },
    {
      operation: 'content.technical-qa',
      body: { url: page.url },
      reason: 'Checks the landing page for technical faults.',
    },
  ]);
}

/** Where no listing is certain: the best candidate, or what could know of one. */
function planSearch({ place_match: match }: LocalReport, language: string): PlannedCall[] {
  const [first] = match.candidates;
  if (first === undefined)
    return [{ operation: 'sources.list', body: {}, reason: 'Shows which sources of listings are connected.' }];
  if (first.address === null) return [];
  return [
    {
      operation: 'audit.local',
      body: { domain: first.name, location: first.address, language },
      reason: 'Audits the best candidate, if it is the business.',
    },
  ];
}

/** The audit for a report. */
export function summarizeLocal(report: LocalReport, language: string): string {
  const { business, listing, notes, place_match: match } = report;
  return formatSummary({
    heading: `Local audit of ${quoted(business.name)}`,
    intro: [describeState(report), ...notes].join(' '),
    facts: listing === null ? [] : listFacts(report, listing),
    table:
      listing === null && match.candidates.length > 0
        ? formatRows(match.candidates, 6, [
            ['Candidate', ({ name }) => inline(name, 50)],
            ['Address', ({ address }) => (address === null ? null : inline(address, 60))],
            ['Score', ({ score }) => score],
          ])
        : formatRows(listFailed(report), 8, [
            ['Failed check', ({ title }) => title],
            ['Severity', ({ severity }) => severity],
            ['Evidence', ({ evidence }) => (evidence === null ? null : inline(evidence, 90))],
          ]),
    notes: listing?.attribution == null ? [] : [`Source: ${inline(listing.attribution, 120)}.`],
    next: planLocal(report, language).recommended_action,
  });
}

function listFacts(report: LocalReport, listing: NonNullable<LocalReport['listing']>): (string | undefined)[] {
  const { reviews, business_status: status, nap_consistency: rows, hours_consistency: hours, duplicates } = report;
  const compared = rows.filter(({ matches }) => matches !== null);
  return [
    `Listing: ${inline(listing.name, 60)}${listing.address === null ? '' : `, ${inline(listing.address, 90)}`}`,
    status === null ? undefined : `Status: ${status.replaceAll('_', ' ')}`,
    reviews === null
      ? undefined
      : `Reviews: ${reviews.count ?? 'unknown number'}, average ${reviews.rating ?? 'unknown'}`,
    compared.length === 0
      ? undefined
      : `Listing and website agree on ${compared.filter(({ matches }) => matches === true).length} of ${counted(compared.length, 'field')}`,
    hours === null
      ? undefined
      : `Opening hours: ${hours.matches ? 'the same on the website' : `different on ${counted(hours.days.filter(({ matches }) => !matches).length, 'day')}`}`,
    duplicates === null || duplicates.length === 0 ? undefined : `Duplicate listings: ${duplicates.length}`,
  ];
}
