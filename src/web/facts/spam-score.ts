import { findSpamTrade } from '../spam-trades.ts';
import { pageAddress, type PageAddress } from '../url.ts';
import type { LinkFact } from './records.ts';

/**
 * What one page gives away of itself, 0-100: the part of its spam score that no other page is needed for.
 *
 * Most of the score comes from the neighbourhood, which the index adds when it knows it (`index/derive/neighbourhood.ts`).
 * The published lists of page signals, which other indexes sum, are mostly forms of addresses: suffix of a
 * country, length, digits, no script of a large platform. They mark documentation and institutions and pass farms, so
 * none of them counts here; only plain http does, for little.
 */
export function spamScore(page: SpamSigns): number {
  const trade = findSpamTrade(`${page.title} · ${page.description}`);
  const planted = trade === undefined && countTradeSites(page) >= PLANTED_SITES_MIN;
  return (
    (trade === undefined ? 0 : IMPACT.own_trade) +
    (planted ? IMPACT.planted_links : 0) +
    (page.address.https ? 0 : IMPACT.no_https) +
    (page.title.trim() === '' ? IMPACT.no_title : 0)
  );
}

export interface SpamSigns {
  readonly address: PageAddress;
  readonly title: string;
  readonly description: string;
  readonly links: readonly Pick<LinkFact, 'target_url' | 'anchor' | 'alt'>[];
}

/** A page about such a trade may be honest, so it stays low; one about something else that sells it is none of its author's. */
const IMPACT = { own_trade: 25, planted_links: 45, no_https: 10, no_title: 5 } as const;
/** Fewer are an article that names its examples. */
const PLANTED_SITES_MIN = 3;

export type PageSpamSign = keyof typeof IMPACT;

const TRADES: readonly (readonly PageSpamSign[])[] = [[], ['own_trade'], ['planted_links']];
const FORMS: readonly (readonly PageSpamSign[])[] = [[], ['no_https'], ['no_title'], ['no_https', 'no_title']];

/** Every sum of impacts that the score can be comes about in one way, so that a stored score tells which signs it is of. */
export const PAGE_SPAM_SCORES: ReadonlyMap<number, readonly PageSpamSign[]> = new Map(
  TRADES.flatMap((trade) =>
    FORMS.map((form) => {
      const signs = [...trade, ...form];
      return [signs.reduce((sum, sign) => sum + IMPACT[sign], 0), signs] as const;
    }),
  ),
);

/** What a sign adds to the score of the page. */
export function pointsOfPageSign(sign: PageSpamSign): number {
  return IMPACT[sign];
}

/** Other sites that links lead to whose text names a trade known for spam. */
function countTradeSites({ address, links }: SpamSigns): number {
  const sites = new Set<string>();
  for (const { target_url, anchor, alt } of links) {
    const text = anchor === '' ? alt : anchor;
    if (text === '' || findSpamTrade(text) === undefined) continue;
    const domain = pageAddress(target_url)?.domain;
    if (domain !== undefined && domain !== address.domain) sites.add(domain);
  }
  return sites.size;
}
