import { publicSuffix, type PageAddress } from '../url.ts';

/**
 * Spam score of one page, 0-100: the published page signals of the backlink provider, summed and clamped.
 *
 * Source: the provider's list of 18 page signals as republished by two of its resellers (help.ranktracker.com
 * and seogeek.io, read 2026); four of the 18 and one value were cut off there. The missing value, a good
 * description, is taken as that of a good title. Signals and impacts are theirs; change them only with a
 * better source. A domain's score is the mean over its pages.
 */
export function spamScore(page: SpamSigns): number {
  let score = 0;
  for (const signal of SIGNALS) score += signal.impact(page);
  return Math.max(0, Math.min(100, score));
}

export interface SpamSigns {
  readonly address: PageAddress;
  readonly title: string;
  readonly description: string;
  readonly canonical: PageAddress | undefined;
  /** Of Google, Bing, Facebook and Twitter: how many have a script or link in the head. */
  readonly known_sources: number;
  readonly social_meta: boolean;
  readonly contact: boolean;
}

interface Signal {
  readonly name: string;
  readonly impact: (page: SpamSigns) => number;
}

/** Those that the published list names before it breaks off. */
const SPAM_SUFFIXES = new Set(['surf', 'cn', 'biz']);

const SIGNALS: readonly Signal[] = [
  {
    name: 'domain length',
    impact: ({ address }) => when(address.domain.length <= 3 || address.domain.length > 20, 10),
  },
  { name: 'digits in the domain', impact: ({ address }) => when(digits(address.domain) >= 2, 15) },
  { name: 'digits in the subdomain', impact: ({ address }) => when(digits(subdomain(address)) >= 2, 20) },
  { name: 'suffix known for spam', impact: ({ address }) => when(SPAM_SUFFIXES.has(lastLabel(address)), 20) },
  { name: 'nothing of the large platforms in the head', impact: (page) => when(page.known_sources === 0, 20) },
  { name: 'large platforms in the head', impact: (page) => -5 * page.known_sources },
  { name: 'social meta elements', impact: (page) => when(page.social_meta, -15) },
  { name: 'contact', impact: (page) => when(page.contact, -20) },
  {
    name: 'canonical elsewhere',
    impact: ({ address, canonical }) => when(canonical !== undefined && canonical.domain !== address.domain, 20),
  },
  { name: 'no https', impact: ({ address }) => when(!address.https, 30) },
  { name: 'title length', impact: ({ title }) => (within(title.length, 30, 65) ? -5 : 5) },
  { name: 'description length', impact: ({ description }) => (within(description.length, 40, 200) ? -5 : 5) },
];

function when(applies: boolean, impact: number): number {
  return applies ? impact : 0;
}

function within(length: number, least: number, most: number): boolean {
  return length >= least && length <= most;
}

function digits(text: string): number {
  return text.replaceAll(/\D+/g, '').length;
}

function subdomain(address: PageAddress): string {
  return address.host === address.domain ? '' : address.host.slice(0, -address.domain.length - 1);
}

function lastLabel(address: PageAddress): string {
  const suffix = publicSuffix(address.host);
  return suffix.slice(suffix.lastIndexOf('.') + 1);
}
