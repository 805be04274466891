import { z } from 'zod';

import { agree, counted } from '../kernel/grammar.ts';
import { SPAM_SIGNS, type SpamEvidence, type SpamShare, type SpamSign } from '../ports/links.ts';
import { describeSpam } from './quality.ts';

/** Why a spam score is what it is, in words and figures: nobody acts on a number that nobody can check. */

const reason = z.string().describe('What was found, in words.');

/** The signs of one linking page. */
export const SpamSignsView = z
  .array(
    z.object({
      sign: z.enum(SPAM_SIGNS),
      points: z.int().describe('What it adds to the score.'),
      peers: z.int().nullable().describe('How many sites share the sign; null for signs of the page itself.'),
      reason,
    }),
  )
  .nullable()
  .describe(
    'What the spam score is made of. Of ring, template, money_anchor, spam_targets and cited_spam only the strongest counts. Null when unknown.',
  );

/** The signs of a group of links. */
export const SpamSharesView = z
  .array(
    z.object({
      sign: z.enum(SPAM_SIGNS),
      backlinks: z.int().describe('Links from pages or sites with this sign.'),
      referring_main_domains: z.int(),
      peers: z
        .int()
        .nullable()
        .describe('How many sites share the sign; null for more than one linking domain and for signs of a page.'),
      reason,
    }),
  )
  .nullable()
  .describe('What the spam score is made of, most links first. Null when unknown.');

/** What it takes for a sign to be named beside a score: these alone never make it medium. */
const SMALL: ReadonlySet<SpamSign> = new Set(['cited_spam', 'no_https', 'no_title']);

/** Signs that a whole site is there for its links. */
const FARM_SIGNS: ReadonlySet<SpamSign> = new Set(['ring', 'template', 'money_anchor']);

/** How many linking domains are part of a link farm, at least: one may show several signs. */
export function countFarmSites(shares: readonly SpamShare[] | null): number {
  const farms = (shares ?? []).filter(({ sign }) => FARM_SIGNS.has(sign));
  return Math.max(0, ...farms.map(({ referring_main_domains }) => referring_main_domains));
}

export function showSigns(signs: readonly SpamEvidence[] | null): z.infer<typeof SpamSignsView> {
  return signs?.map((sign) => ({ ...sign, reason: explainSign(sign) })) ?? null;
}

export function showShares(shares: readonly SpamShare[] | null): z.infer<typeof SpamSharesView> {
  return shares?.map((share) => ({ ...share, reason: explainShare(share) })) ?? null;
}

/** A score with its strongest reason, where that is known. */
export function describeSpamOf(score: number, shares: readonly SpamShare[] | null): string {
  const main = shares?.find(({ sign }) => !SMALL.has(sign));
  return main === undefined ? describeSpam(score) : `${describeSpam(score)} ${explainShare(main)}`;
}

/** The strongest sign of one page, in words; empty where none is known. */
export function describeSign(signs: readonly SpamEvidence[] | null): string {
  const [main] = (signs ?? []).toSorted((one, other) => other.points - one.points);
  return main === undefined || SMALL.has(main.sign) ? '' : explainSign(main);
}

function explainSign({ sign, peers }: Pick<SpamEvidence, 'sign' | 'peers'>): string {
  return REASONS[sign](peers);
}

const manySites = (peers: number | null): string => (peers === null ? 'several sites' : counted(peers, 'site'));
const oneOf = (peers: number | null): string => `The site is one of ${peers === null ? 'several' : peers}`;

const REASONS: Readonly<Record<SpamSign, (peers: number | null) => string>> = {
  ring: (peers) => `The site trades links with ${manySites(peers)} that also link to each other.`,
  template: (peers) => `${oneOf(peers)} copies that link to each other or to the same target.`,
  money_anchor: (peers) => `${oneOf(peers)} throwaway sites that link to the same page with the same keyword.`,
  spam_targets: (peers) => `The page links to ${manySites(peers)} with signs of a link farm.`,
  cited_spam: (peers) => `The page links to ${manySites(peers)} with signs of a link farm, among other sites.`,
  own_trade: () => 'The page is about a niche known for link spam.',
  planted_links: () => 'The page is about something else but links to several sites in niches known for link spam.',
  no_https: () => 'The page is not served over HTTPS.',
  no_title: () => 'The page has no title.',
};

const SOURCES: Readonly<Record<SpamSign, string>> = {
  ring: 'sites that trade links with each other',
  template: 'copies of one site that link to each other or to the same target',
  money_anchor: 'throwaway sites that link to the same page with the same keyword',
  spam_targets: 'pages that link to several sites with signs of a link farm',
  cited_spam: 'pages that link to a site with signs of a link farm, among other sites',
  own_trade: 'pages about a niche known for link spam',
  planted_links: 'pages about something else that link to several sites in niches known for link spam',
  no_https: 'pages that are not served over HTTPS',
  no_title: 'pages without a title',
};

function explainShare({ sign, backlinks, referring_main_domains: sites, peers }: SpamShare): string {
  if (sites === 1 && peers !== null) return explainSign({ sign, peers });
  return `${counted(backlinks, 'link')} (${counted(sites, 'site')}) ${agree(backlinks, 'comes', 'come')} from ${SOURCES[sign]}.`;
}
