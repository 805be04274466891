import { type AddressComparison, compareAddresses } from './compare-addresses.ts';
import type { Business } from './business.ts';
import { measureDistance } from './distance.ts';
import { compareNames, type NameComparison } from './name.ts';
import { sharePhone } from './phone.ts';

/** From here on a listing is taken for the business. A wrong business is worse than none. */
export const MATCH_MIN = 0.7;

export const COMPONENTS = ['name', 'phone', 'address', 'domain', 'distance'] as const;
type Component = (typeof COMPONENTS)[number];

/** What one fact says for or against a match. */
interface Finding {
  readonly status: 'match' | 'partial' | 'conflict' | 'unknown';
  /** 0–1: how far this alone shows that both are one business. */
  readonly strength: number;
  /** 0–1: by what the score is multiplied where it speaks against it; 1 where it does not. */
  readonly factor: number;
}

export interface BusinessMatch {
  /** 0–1, to two decimals. */
  readonly score: number;
  readonly components: Readonly<Record<Component, Finding>>;
  readonly address: AddressComparison;
  /** The same name or site at another place: a sister of a chain, which is not the business. */
  readonly is_other_location: boolean;
}

/**
 * How likely a listing is the business: 1 − Π(1 − strength) over what agrees, times the factor of everything that
 * disagrees. What one side does not tell counts neither way.
 *
 * Strengths and factors are ours. They are set so that a name and a town, a name and an address, or a phone number and
 * any of them reach `MATCH_MIN`; that a name alone, a neighbour, another branch and a department at the same address do not;
 * and that a business whose listing shows an old phone number or an old website still does.
 */
export function matchBusiness(wanted: Business, candidate: Business): BusinessMatch {
  const address = compareAddresses(wanted.address, candidate.address);
  const phone = sharePhone(wanted.phones, candidate.phones);
  const name = nameOf(wanted, candidate);
  const distance = distanceOf(wanted, candidate);
  const components: Record<Component, Finding> = {
    name: judgeName(name, phone),
    phone: judgePhone(phone, name),
    address: judgeAddress(address.verdict, phone),
    domain: judgeDomain(wanted, candidate),
    distance: judgeDistance(distance),
  };
  const isSamePlace = wanted.place_id !== null && wanted.place_id === candidate.place_id;
  const score = isSamePlace ? 1 : scoreOf(components);
  const isElsewhere = address.verdict === 'other' || components.distance.status === 'conflict';
  const isSameBrand = (name !== undefined && name !== 'different') || components.domain.status === 'match';
  return {
    score,
    components,
    address,
    is_other_location: isElsewhere && isSameBrand && score < MATCH_MIN,
  };
}

function scoreOf(components: Readonly<Record<Component, Finding>>): number {
  const findings = COMPONENTS.map((component) => components[component]);
  const doubt = findings.reduce((left, { strength }) => left * (1 - strength), 1);
  const factor = findings.reduce((product, finding) => product * finding.factor, 1);
  // Cut, not rounded: a score that falls short of the threshold must not reach it by rounding.
  return Math.floor((1 - doubt) * factor * 100 + 1e-9) / 100;
}

const UNKNOWN: Finding = { status: 'unknown', strength: 0, factor: 1 };

function found(status: Finding['status'], strength: number, factor = 1): Finding {
  return { status, strength, factor };
}

function nameOf(wanted: Business, candidate: Business): NameComparison | undefined {
  const towns = [wanted.address?.city, candidate.address?.city, wanted.address?.region].filter(
    (place) => place !== null && place !== undefined,
  );
  const compared = wanted.names.flatMap((one) => candidate.names.map((other) => compareNames(one, other, towns)));
  return (['same', 'same_but_place', 'contains', 'different'] as const).find((each) => compared.includes(each));
}

function judgeName(name: NameComparison | undefined, phone: boolean | null): Finding {
  switch (name) {
    case undefined:
      return UNKNOWN;
    case 'same':
      return found('match', 0.5);
    case 'same_but_place':
      // The town and its name twice are not yet two facts.
      return found('match', 0.4, 0.9);
    case 'contains':
      // The pharmacy of a hospital has its address and site, but not its number.
      return found('partial', 0.35, phone === true ? 1 : 0.7);
    case 'different':
      return found('conflict', 0, 0.4);
  }
}

function judgePhone(phone: boolean | null, name: NameComparison | undefined): Finding {
  if (phone === null) return UNKNOWN;
  if (phone) return found('match', 0.8);
  // Businesses have several numbers, and change them.
  return found('conflict', 0, name === 'same' || name === 'same_but_place' ? 0.85 : 0.6);
}

function judgeAddress(verdict: AddressComparison['verdict'], phone: boolean | null): Finding {
  switch (verdict) {
    case 'same':
      return found('match', 0.8);
    case 'street':
      return found('partial', 0.6);
    case 'town':
      return found('partial', 0.5);
    case 'next_door':
      return found('conflict', 0, phone === true ? 0.85 : 0.5);
    case 'other':
      // Branches share a central number.
      return found('conflict', 0, phone === true ? 0.65 : 0.35);
    case 'unknown':
      return UNKNOWN;
  }
}

function judgeDomain(wanted: Business, candidate: Business): Finding {
  if (wanted.domains.length === 0 || candidate.domains.length === 0) return UNKNOWN;
  const isShared = wanted.domains.some((domain) => candidate.domains.includes(domain));
  return isShared ? found('match', 0.5) : found('conflict', 0, 0.8);
}

/** Maps set a pin on the house or on its entrance. */
const NEAR_M = 150;
const FAR_M = 1000;

function distanceOf({ point: one }: Business, { point: other }: Business): number | null {
  return one === undefined || other === undefined ? null : measureDistance(one, other);
}

function judgeDistance(metres: number | null): Finding {
  if (metres === null || (metres > NEAR_M && metres <= FAR_M)) return UNKNOWN;
  return metres <= NEAR_M ? found('match', 0.3) : found('conflict', 0, 0.4);
}
