import { mix } from './names.ts';

/**
 * Who links to whom in the made web, with the skew of the real one.
 *
 * Targets are drawn by rank with P(r) ~ r^-0.92 and sources with r^-0.75, as in the measurements that `docs/scaling.md`
 * compares with: the most linked domain has some 3 % of all links, and half of the domains have one or two. Pages
 * within a domain are drawn by r^-0.8, after every other link that goes to the front page. A page has eight links in the
 * mean and many pages have one; each host has links that stand on all of its pages.
 */
export interface GraphSize {
  readonly links: number;
  readonly domains: number;
  readonly pages: number;
}

/** Domains and pages as many as in a crawl of that many links. */
export function graphSize(links: number): GraphSize {
  return { links, domains: Math.max(1000, Math.round(links / 12)), pages: Math.round(links / 8) };
}

const TARGET_SKEW = 0.92;
const SOURCE_SKEW = 0.75;
const PAGE_SKEW = 0.8;

/** Random numbers of 32 bits; the same for the same seed. */
export class Dice {
  private state: number;

  constructor(seed: number) {
    this.state = mix(seed, 991);
  }

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let x = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return (x ^ (x >>> 14)) >>> 0;
  }

  /** From 0 to 1, without 1. */
  share(): number {
    return this.next() / 4_294_967_296;
  }

  /** A rank from 0 to count - 1, with P(r) ~ (r + 1)^-skew. */
  rank(count: number, skew: number): number {
    const power = 1 - skew;
    return Math.min(count - 1, Math.floor((this.share() * (count ** power - 1) + 1) ** (1 / power)) - 1);
  }
}

export interface MadeLink {
  readonly domain: number;
  readonly page: number;
  /** The same for the same link on every page of a host. */
  readonly choice: number;
  readonly is_sitewide: boolean;
}

export function sourceDomain(dice: Dice, size: GraphSize): number {
  const rank = dice.rank(size.domains, SOURCE_SKEW);
  // Every other source is as strong as it is linked; the order of the rest has nothing to do with their links.
  return dice.next() % 2 === 0 ? rank : (Math.imul(rank, 0x01000193) >>> 0) % size.domains;
}

const LINKS_MAX = 150;
const SITEWIDE_MAX = 5;
const INTERNAL_SHARE = 0.08;

/** The links of a page, always the same. */
export function linksOf(domain: number, page: number, size: GraphSize): readonly MadeLink[] {
  const dice = new Dice(mix(domain, page + 17));
  const count = Math.min(LINKS_MAX, Math.floor(1 + 5.4 * (dice.share() ** -0.6 - 0.7)));
  const sitewide = Math.min(mix(domain, 23) % (SITEWIDE_MAX + 1), Math.ceil(count / 2));
  const links: MadeLink[] = [];
  for (let at = 0; at < count; at += 1) {
    if (at < sitewide) {
      const own = new Dice(mix(domain, 1000 + at));
      links.push({ ...targetOf(own, domain, size), choice: own.next(), is_sitewide: true });
    } else {
      links.push({ ...targetOf(dice, domain, size), choice: dice.next(), is_sitewide: false });
    }
  }
  return links;
}

function targetOf(dice: Dice, from: number, size: GraphSize): Pick<MadeLink, 'domain' | 'page'> {
  const isInternal = dice.share() < INTERNAL_SHARE;
  const domain = isInternal ? from : dice.rank(size.domains, TARGET_SKEW);
  if (dice.next() % 2 === 0) return { domain, page: 0 };
  // Large sites are linked to on many pages, small ones on a few.
  const pages = 2 + Math.floor(200_000 / (10 + domain));
  return { domain, page: dice.rank(pages, PAGE_SKEW) };
}
