import { type Address, readAddress, readAddressParts } from '../../../places/address.ts';
import { compareAddresses } from '../../../places/compare-addresses.ts';
import { compareHours } from '../../../places/compare-hours.ts';
import { compareNames } from '../../../places/name.ts';
import { readPhones, sharePhone } from '../../../places/phone.ts';
import type { PageFacts } from '../../../places/site-facts.ts';
import type { LocalReport } from './report.ts';

type Row = NonNullable<LocalReport['site_consistency']>[number];
type Shown = Row['values'][number];

/**
 * Compares what a site says about its business: structured data with visible text, and page with page.
 *
 * `matches` is null where a fact is stated only once, and for a site of several branches, whose facts are meant to differ.
 */
export function compareOwnPages(pages: readonly PageFacts[], country: string | null): Row[] {
  const isChain = hasBranches(pages, country);
  return [
    compareOwnNames(pages, isChain),
    compareOwnAddresses(pages, country, isChain),
    compareOwnPhones(pages, country, isChain),
    compareOwnHours(pages, isChain),
  ];
}

/**
 * Two addresses in the structured data, or in the text of one page, are branches, and so are two in different towns on any
 * pages: each branch may have a page of its own.
 */
function hasBranches(pages: readonly PageFacts[], country: string | null): boolean {
  const lists = pages.flatMap(({ businesses, addresses }) => [
    businesses.flatMap((each) => addressOf(each, country)),
    addresses.flatMap((text) => readAddress(text, country) ?? []),
  ]);
  const [first, ...others] = lists.flat().filter(({ city }) => city !== null);
  const isElsewhere = (other: Address): boolean => first !== undefined && areInOtherTowns(first, other);
  return others.some(isElsewhere) || lists.some((list) => distinctAddresses(list).length > 1);
}

/** A suburb may go by its own name within the postal code of its city. */
function areInOtherTowns(one: Address, other: Address): boolean {
  const { city, postal_code } = compareAddresses(one, other);
  return city === false && postal_code !== true;
}

function distinctAddresses(addresses: readonly Address[]): Address[] {
  return addresses.filter((address, at) => !addresses.slice(0, at).some((other) => agrees(other, address)));
}

/** One may say less than the other, such as the town alone. */
function agrees(one: Address, other: Address): boolean {
  const { verdict } = compareAddresses(one, other);
  return verdict !== 'other' && verdict !== 'next_door';
}

function addressOf({ address, address_text }: PageFacts['businesses'][number], country: string | null): Address[] {
  const read = address === null ? readAddress(address_text ?? '', country) : readAddressParts(address, country);
  return read === null ? [] : [read];
}

/** Branches may have names of their own: `Wheel & Co Austin`. */
function compareOwnNames(pages: readonly PageFacts[], isChain: boolean): Row {
  const names = pages.flatMap(({ url, businesses, site_name }) => [
    ...businesses.flatMap(({ name }) => (name === null ? [] : [{ value: name, url, where: MARKUP }])),
    ...(site_name === null || site_name.source === 'title' ? [] : [{ value: site_name.name, url, where: TEXT }]),
  ]);
  const [first] = names;
  const others = pages.flatMap(({ businesses }) => businesses.flatMap(({ other_names }) => other_names));
  const isSame = (name: string): boolean =>
    [first?.value ?? '', ...others].some((known) => compareNames(known, name, []) !== 'different');
  const areSame = names.every(({ value }) => isSame(value));
  return { field: 'name', values: gather(names), matches: isChain && !areSame ? null : judge(names.length, areSame) };
}

function compareOwnAddresses(pages: readonly PageFacts[], country: string | null, isChain: boolean): Row {
  const shown = pages.flatMap(({ url, businesses, addresses }) => [
    ...businesses
      .flatMap((business) => addressOf(business, country))
      .map((address) => ({ address, url, where: MARKUP })),
    ...addresses.flatMap((text) => {
      const address = readAddress(text, country);
      return address === null ? [] : [{ address, url, where: TEXT }];
    }),
  ]);
  const one = distinctAddresses(shown.map(({ address }) => address)).length === 1;
  const values = gather(shown.map(({ address, ...rest }) => ({ value: address.text, ...rest })));
  return { field: 'address', values, matches: isChain ? null : judge(shown.length, one) };
}

/** A site may show further numbers: what counts is that the one in its structured data, and one on every page, are the same. */
function compareOwnPhones(pages: readonly PageFacts[], country: string | null, isChain: boolean): Row {
  const read = (texts: readonly string[]): string[] => [...new Set(texts.flatMap((text) => readPhones(text, country)))];
  const sets = pages.flatMap(({ url, businesses, phone_links, phones }) => [
    { numbers: read(businesses.flatMap((each) => each.phones)), url, where: MARKUP },
    { numbers: read([...phone_links, ...phones]), url, where: TEXT },
  ]);
  const known = sets.filter(({ numbers }) => numbers.length > 0);
  const share = known.every((one, at) =>
    known.slice(at + 1).every((other) => sharePhone(one.numbers, other.numbers) !== false),
  );
  const values = gather(known.flatMap(({ numbers, ...rest }) => numbers.map((value) => ({ value, ...rest }))));
  return { field: 'phone', values, matches: isChain ? null : judge(known.length, share) };
}

function compareOwnHours(pages: readonly PageFacts[], isChain: boolean): Row {
  const weeks = pages.flatMap(({ url, businesses }) =>
    businesses.flatMap(({ hours }) => (hours === null ? [] : [{ hours, url, where: MARKUP }])),
  );
  const [first] = weeks;
  const isSame = weeks.every(
    ({ hours }) => first === undefined || compareHours(first.hours, hours).every(({ matches }) => matches),
  );
  const values = gather(weeks.map(({ hours, ...rest }) => ({ value: showWeek(hours), ...rest })));
  return { field: 'hours', values, matches: isChain ? null : judge(weeks.length, isSame) };
}

/** `Tuesday–Friday 09:00-18:00; Saturday 09:00-13:00`. */
function showWeek(hours: NonNullable<PageFacts['businesses'][number]['hours']>): string {
  const spans: { first: string; last: string; times: string }[] = [];
  for (const { day, site: times } of compareHours(hours, hours)) {
    const name = day.charAt(0).toUpperCase() + day.slice(1);
    const before = spans.at(-1);
    if (before?.times === times) before.last = name;
    else spans.push({ first: name, last: name, times });
  }
  const open = spans.filter(({ times }) => times !== 'closed');
  return (
    open.map(({ first, last, times }) => `${first === last ? first : `${first}–${last}`} ${times}`).join('; ') ||
    'closed'
  );
}

const MARKUP = 'structured_data' as const;
const TEXT = 'text' as const;

function judge(statements: number, isSame: boolean): boolean | null {
  return statements < 2 ? null : isSame;
}

/** Each value once, with all pages that show it. */
function gather(
  shown: readonly { readonly value: string; readonly url: string; readonly where: Shown['where'] }[],
): Shown[] {
  const rows = new Map<string, Shown>();
  for (const { value, url, where } of shown) {
    const key = `${where} ${value}`;
    const row = rows.get(key);
    if (row === undefined) rows.set(key, { value, where, pages: [url] });
    else if (!row.pages.includes(url)) row.pages.push(url);
  }
  return [...rows.values()].slice(0, VALUES_MAX);
}

const VALUES_MAX = 10;
