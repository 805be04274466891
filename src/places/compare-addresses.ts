import type { Address } from './address.ts';
import { foldWords, isSameStreet } from './street.ts';

/** Whether two addresses agree, part by part; null where one of them does not say. */
export interface AddressComparison {
  readonly street: boolean | null;
  readonly number: boolean | null;
  readonly city: boolean | null;
  readonly region: boolean | null;
  readonly postal_code: boolean | null;
  readonly country: boolean | null;
  /**
   * `same`: street and number agree. `street`: the street does, and a number is not known. `next_door`: another number of the
   * street. `town`: the town or its postal code agrees, and no street is known. `other`: another street, town or country.
   */
  readonly verdict: 'same' | 'street' | 'next_door' | 'town' | 'other' | 'unknown';
}

export function compareAddresses(one: Address | null, other: Address | null): AddressComparison {
  if (one === null || other === null) return { ...UNKNOWN, verdict: 'unknown' };
  const parts = {
    street: one.street === null || other.street === null ? null : isSameStreet(one.street, other.street),
    number: compareNumbers(one, other),
    city: compareCities(one, other),
    region: compareTexts(one.region, other.region),
    postal_code: compareTexts(one.postal_code, other.postal_code),
    country: compareTexts(one.country, other.country),
  };
  return { ...parts, verdict: judgeParts(parts) };
}

const UNKNOWN = { street: null, number: null, city: null, region: null, postal_code: null, country: null };

function judgeParts(parts: Omit<AddressComparison, 'verdict'>): AddressComparison['verdict'] {
  const { street, number, city, postal_code } = parts;
  if (isElsewhere(parts)) return 'other';
  const isInTown = city === true || postal_code === true;
  if (street === true) return judgeNumber(number, isInTown || (city === null && postal_code === null));
  if (postal_code === false && !isInTown) return 'other';
  return isInTown ? 'town' : 'unknown';
}

/** Suburbs go by their own name or by that of the city, within one postal code. */
function isElsewhere({ street, city, region, postal_code, country }: Omit<AddressComparison, 'verdict'>): boolean {
  return [country, region, street].includes(false) || (city === false && postal_code !== true);
}

/** A street of the same name in another town is another street. */
function judgeNumber(number: boolean | null, isInTown: boolean): AddressComparison['verdict'] {
  if (!isInTown) return 'other';
  if (number === null) return 'street';
  return number ? 'same' : 'next_door';
}

function compareTexts(one: string | null, other: string | null): boolean | null {
  return one === null || other === null ? null : one === other;
}

/** A range of numbers holds each of its ends. */
function compareNumbers({ street: one }: Address, { street: other }: Address): boolean | null {
  if (one === null || other === null || one.numbers.length === 0 || other.numbers.length === 0) return null;
  return one.numbers.some((number) => other.numbers.includes(number));
}

/**
 * `Frankfurt` may or may not be `Frankfurt am Main`, and is never `Neu-Isenburg`. Where the town of one could not be told from
 * its text, the text may still name that of the other.
 */
function compareCities(one: Address, other: Address): boolean | null {
  if (one.city !== null && other.city !== null) {
    if (one.city === other.city) return true;
    return isPartOf(one.city, other.city) || isPartOf(other.city, one.city) ? null : false;
  }
  const named = one.city ?? other.city;
  const text = one.city === null ? one.text : other.text;
  if (named === null) return null;
  return foldWords(text).join(' ').endsWith(` ${named}`) ? true : null;
}

function isPartOf(part: string, whole: string): boolean {
  return ` ${whole} `.includes(` ${part} `);
}
