import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Longer texts hold more than a few numbers. */
const CHARACTERS_MAX = 200;
const NUMBERS_MAX = 5;
/** Listings of OpenStreetMap separate several numbers by semicolons; a slash is part of a German number. */
const SEPARATORS = /[;|\n]|\s(?:or|oder|ou|o)\s/i;

/**
 * Phone numbers in E.164, such as `+15125550100`, without extensions. A number without its country's code is read as one of
 * `country`; what is no possible number is left out.
 *
 * @param country ISO 3166-1 alpha-2; null where it is not known
 */
export function readPhones(text: string, country: string | null): string[] {
  const parts = text.slice(0, CHARACTERS_MAX).split(SEPARATORS).slice(0, NUMBERS_MAX);
  const numbers = parts.flatMap((part) => readPhone(part, country) ?? []);
  return [...new Set(numbers)];
}

/** One number in E.164; undefined where the text is none. */
export function readPhone(text: string, country: string | null): string | undefined {
  const home = country !== null && isSupportedCountry(country) ? country : undefined;
  const number = parsePhoneNumberFromString(text.trim(), home);
  return number?.isPossible() === true ? number.number : undefined;
}

/** Whether two lists of numbers share one; null where either is empty. */
export function sharePhone(one: readonly string[], other: readonly string[]): boolean | null {
  if (one.length === 0 || other.length === 0) return null;
  return one.some((number) => other.includes(number));
}
