import { z } from 'zod';

import { Level } from '../../../kernel/level.ts';
import { defineTask } from '../../../kernel/task.ts';
import { countEach, countFields } from '../../../links/fields.ts';
import { noteIgnoredFields } from '../../../text/cells.ts';
import { cleanText, compareText } from '../../../text/normalize.ts';
import { ACTION_TYPES } from './actions.ts';
import { readAssets } from './assets.ts';
import { CampaignPlan, planCampaign } from './campaign.ts';
import { CAMPAIGN_GOALS, type OpportunityFinderInput, OwnedAsset, Prospect } from './input.ts';
import { type KnownLinks, NO_LINKS } from '../../../links/known-links.ts';
import { type Campaign, judgeSite, Opportunity, Rejected, showSite } from './opportunity.ts';
import { mergeRows, readRankScale, readRow, type Row, type Site } from './prospects.ts';
import { type Parties, REASONS } from './screen.ts';
import { findSite, normalizeName } from './site.ts';
import { guessMainLanguage } from './topics.ts';

const PRIORITIES = ['high', 'medium', 'low', 'unknown'] as const;

export const OpportunityReport = z.object({
  target: z.object({ value: z.string(), domains: z.array(z.string()).describe('Domains that count as yours.') }),
  campaign_goal: z.enum(CAMPAIGN_GOALS),
  max_spam_score: z.int(),
  min_priority: Level,
  rank_scale_read: z
    .enum(['one_hundred', 'one_thousand'])
    .describe('Scale that the ranks of the request were read as.'),
  opportunities: z
    .array(Opportunity)
    .describe('Best first: by score × score_coverage, so that what is unknown counts for nothing.'),
  rejected: z.array(Rejected),
  counts: z.object({
    rows: z.int(),
    prospects: z.int().describe('Sites, after rows of the same domain were merged.'),
    opportunities: z.int(),
    rejected: z.int(),
    by_action_type: countFields(ACTION_TYPES),
    by_priority: countFields(PRIORITIES),
    rejected_by_reason: countFields(REASONS),
  }),
  campaign_plan: CampaignPlan,
  notes: z.array(z.string()).describe('How ambiguous parts of the request were read.'),
});
export type OpportunityReport = z.infer<typeof OpportunityReport>;

/**
 * Turns prospects into the actions of a campaign: one site one entry, each either worth an action or set apart
 * with the reason. The order of the rows has no effect.
 */
export function findOpportunities(input: OpportunityFinderInput, links: KnownLinks = NO_LINKS): OpportunityReport {
  const assets = input.owned_assets ?? [];
  const language = guessMainLanguage(input.prospects, assets);
  const scale = readRankScale(input.prospects);
  const rows = input.prospects.map((prospect) => readRow(prospect, scale));
  const campaign: Campaign = {
    input,
    language,
    assets: readAssets(assets, language),
    parties: readParties(input, rows),
  };
  const sites = groupSites(rows, input.max_spam_score);
  const judged = sites.map((site) => judgeSite({ ...site, already_links: links.by_site[site.site] ?? null }, campaign));
  const opportunities = judged.flatMap((one) => ('pitch_angle' in one ? [one] : [])).toSorted(compareScores);
  const rejected = [...judged.flatMap((one) => ('reason' in one ? [one] : [])), ...listStrangers(rows)].toSorted(
    compareReasons,
  );
  return {
    target: { value: cleanText(input.target, 200), domains: [...campaign.parties.own_sites].toSorted(compareText) },
    campaign_goal: input.campaign_goal,
    max_spam_score: input.max_spam_score,
    min_priority: input.min_priority,
    rank_scale_read: scale,
    opportunities,
    rejected,
    counts: countOutcomes(input, opportunities, rejected),
    campaign_plan: planCampaign(input, opportunities, rejected, campaign.assets.list),
    notes: [...listNotes(input, rows, scale), ...noteLinks(links)],
  };
}

/** Rows are compared with each other, so that an input is heavy long before a page of that size is. */
const HEAVY_CHARACTERS = 10_000;

/** A task, because an export may be large. */
export const opportunityFinder = defineTask(
  import.meta.url,
  'opportunityFinder',
  ({ input, links }: { readonly input: OpportunityFinderInput; readonly links: KnownLinks }) =>
    findOpportunities(input, links),
  HEAVY_CHARACTERS,
);

function groupSites(rows: readonly Row[], maxSpamScore: number): Site[] {
  const bySite = new Map<string, Row[]>();
  for (const row of rows) {
    if (row.site === undefined) continue;
    const known = bySite.get(row.site);
    if (known === undefined) bySite.set(row.site, [row]);
    else known.push(row);
  }
  return [...bySite].map(([site, own]) => mergeRows(site, own, maxSpamScore));
}

/** Rows that name no site, one entry for each way they are written. */
function listStrangers(rows: readonly Row[]): Rejected[] {
  const byName = new Map<string, Row[]>();
  for (const row of rows) {
    if (row.site === undefined) byName.set(row.written_as, [...(byName.get(row.written_as) ?? []), row]);
  }
  return [...byName].map(([name, own]) => ({
    prospect: showSite(mergeRows(name, own, 100)),
    action_type: 'skip',
    reason: 'not_a_domain',
    why: `“${name}” is not a registrable domain; send one such as example.com.`,
    score: null,
  }));
}

function readParties(input: OpportunityFinderInput, rows: readonly Row[]): Parties {
  const ownSites = new Set(listOwnSites(input));
  const competitors = rows.flatMap((row) => row.competitors);
  const sites = competitors.filter((name) => findSite(name) === name && !ownSites.has(name));
  return {
    own_sites: ownSites,
    own_name: findSite(input.target) === undefined ? normalizeName(input.target) : '',
    competitor_sites: new Set(sites),
    competitor_names: new Set(competitors.filter((name) => findSite(name) === undefined).map(normalizeName)),
    max_spam_score: input.max_spam_score,
    assets: (input.owned_assets ?? []).length > 0,
  };
}

function compareScores(one: Opportunity, other: Opportunity): number {
  return (
    other.score * other.score_coverage - one.score * one.score_coverage ||
    compareText(one.prospect.domain, other.prospect.domain)
  );
}

function compareReasons(one: Rejected, other: Rejected): number {
  return (
    REASONS.indexOf(one.reason) - REASONS.indexOf(other.reason) ||
    compareText(one.prospect.domain, other.prospect.domain)
  );
}

function countOutcomes(
  input: OpportunityFinderInput,
  opportunities: readonly Opportunity[],
  rejected: readonly Rejected[],
): OpportunityReport['counts'] {
  return {
    rows: input.prospects.length,
    prospects: opportunities.length + rejected.length,
    opportunities: opportunities.length,
    rejected: rejected.length,
    by_action_type: countEach(
      ACTION_TYPES,
      opportunities.map(({ action_type }) => action_type),
    ),
    by_priority: countEach(
      PRIORITIES,
      opportunities.map(({ priority }) => priority ?? 'unknown'),
    ),
    rejected_by_reason: countEach(
      REASONS,
      rejected.map(({ reason }) => reason),
    ),
  };
}

function noteLinks({ unknown }: KnownLinks): string[] {
  return unknown === null ? [] : [`Whether the prospects already link to you is unknown: ${unknown}.`];
}

/** The sites that the request names, the caller's and others. */
export function listSites(input: OpportunityFinderInput): { readonly own: string[]; readonly prospects: string[] } {
  return {
    own: listOwnSites(input),
    prospects: input.prospects.flatMap(({ source_domain }) => findSite(source_domain) ?? []),
  };
}

function listOwnSites({ target, owned_assets = [] }: OpportunityFinderInput): string[] {
  const pages = owned_assets.map(({ url }) => (/^https?:\/\//i.test(url ?? '') ? findSite(url ?? '') : undefined));
  return [...new Set([findSite(target), ...pages].filter((site) => site !== undefined))];
}

function listNotes(
  input: OpportunityFinderInput,
  rows: readonly Row[],
  scale: 'one_hundred' | 'one_thousand',
): string[] {
  const notes: string[] = [];
  if (scale === 'one_thousand')
    notes.push('One rank is above 100, so all ranks were read as 0-1000 and converted to 0-100.');
  if ((input.owned_assets ?? []).length === 0)
    notes.push('Relevance cannot be judged without owned_assets, so it was left out of every score.');
  if (findSite(input.target) === undefined)
    notes.push(
      'target is not a domain, so it was read as a brand: your sites are those in owned_assets and those with that name.',
    );
  if (rows.every((row) => row.domain_rank === null && row.page_rank === null))
    notes.push('No row has a rank, so authority was left out of every score.');
  return [
    ...notes,
    ...noteIgnoredFields('prospects', input.prospects, Prospect.shape),
    ...noteIgnoredFields('owned_assets', input.owned_assets ?? [], OwnedAsset.shape),
  ];
}
