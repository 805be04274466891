import { z } from 'zod';

import { findSpamTrade } from '../../../web/spam-trades.ts';
import { foldText } from '../../../web/words.ts';
import { isOfUnknownSubject, pointsToOwn } from './actions.ts';
import type { MatchedAsset } from './assets.ts';
import type { LinkToYou } from '../../../links/known-links.ts';
import type { Site } from './prospects.ts';
import { isPlatform, normalizeName } from './site.ts';

export const REASONS = [
  'not_a_domain',
  'own_domain',
  'competitor',
  'already_links',
  'platform',
  'spam',
  'irrelevant',
  'no_evidence',
  'not_for_this_goal',
  'below_min_priority',
] as const;
export const Reason = z.enum(REASONS);
export type Reason = z.infer<typeof Reason>;

export interface Refusal {
  readonly reason: Reason;
  readonly why: string;
}

/** Whom the campaign is for and against. */
export interface Parties {
  readonly own_sites: ReadonlySet<string>;
  /** Name of a brand that was given instead of a domain, as `normalizeName` writes it; '' when there is none. */
  readonly own_name: string;
  readonly competitor_sites: ReadonlySet<string>;
  readonly competitor_names: ReadonlySet<string>;
  readonly max_spam_score: number;
  readonly assets: boolean;
}

const LINK_SALE =
  /\b(?:buy (?:backlinks|links|guest posts?)|sell(?:ing)? (?:backlinks|links)|paid (?:links|guest posts?|backlinks)|link farm|pbn|private blog network|dofollow backlinks?|backlinks? kaufen|comprar (?:backlinks|enlaces))\b|被リンク(?:購入|販売)/;

/** Why a prospect is set apart before any score; undefined when it stays. The gravest reason wins. */
export function screenSite(site: Site, asset: MatchedAsset | null, parties: Parties): Refusal | undefined {
  return screenIdentity(site, parties) ?? screenSpam(site, asset, parties) ?? screenRelevance(site, asset, parties);
}

function screenIdentity(site: Site, parties: Parties): Refusal | undefined {
  const name = normalizeName(site.site);
  if (parties.own_sites.has(site.site) || (parties.own_name !== '' && name === parties.own_name))
    return { reason: 'own_domain', why: `${site.site} is your own site: its links to you are internal.` };
  if (parties.competitor_sites.has(site.site) || parties.competitor_names.has(name))
    return { reason: 'competitor', why: `${site.site} is one of the competitors named in linked_competitors.` };
  // A link that is lost or broken is worth having back, whatever else the site links to.
  if (site.already_links !== null && !site.lost && !pointsToOwn(site, parties.own_sites))
    return { reason: 'already_links', why: tellLink(site.site, site.already_links) };
  // A link that stood on a platform once can be asked for again where it stood.
  if (isPlatform(site.site) && !site.lost)
    return { reason: 'platform', why: `Anyone can post on ${site.site}: no editor decides about links.` };
  return undefined;
}

function tellLink(site: string, { url_from, url_to, dofollow, is_indirect_link }: LinkToYou): string {
  const how = [dofollow ? '' : 'nofollow', is_indirect_link ? 'through a redirect or canonical' : ''].filter(Boolean);
  return `${site} already links to you: ${url_from} to ${url_to}${how.length === 0 ? '' : ` (${how.join(', ')})`}.`;
}

function screenSpam(site: Site, asset: MatchedAsset | null, parties: Parties): Refusal | undefined {
  const { spam_score: spam } = site;
  if (spam !== null && spam > parties.max_spam_score)
    return {
      reason: 'spam',
      why: `Its spam score of ${spam} is above max_spam_score ${parties.max_spam_score}.`,
    };
  const text = foldText([site.title, site.source_type, site.topics.join(' · ')].join(' · '));
  const sale = LINK_SALE.exec(text)?.[0];
  if (sale !== undefined) return { reason: 'spam', why: `It sells links (“${sale}”), which search engines penalize.` };
  const trade = findSpamTrade(text);
  if (trade !== undefined && asset === null)
    return { reason: 'spam', why: `It is about “${trade}”, a niche known for link spam, and none of your assets is.` };
  return undefined;
}

function screenRelevance(site: Site, asset: MatchedAsset | null, parties: Parties): Refusal | undefined {
  if (asset !== null || site.lost || site.broken || site.competitors_count > 0) return undefined;
  const about = site.topics.length > 0 ? site.topics.slice(0, 4).join(', ') : site.title;
  if (about === '')
    return {
      reason: 'no_evidence',
      why: 'Nothing shows why it would link: add topics, title, linked_competitors, lost_link or broken_link.',
    };
  if (!parties.assets || isOfUnknownSubject(site)) return undefined;
  return {
    reason: 'irrelevant',
    why: `It is about “${about}”, a topic that none of your assets covers, and it links to no competitor.`,
  };
}
