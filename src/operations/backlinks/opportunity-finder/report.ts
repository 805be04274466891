import { z } from 'zod';

import { Level, priorityOf } from '../../../kernel/level.ts';
import { noteIgnoredFields } from '../../../text/cells.ts';
import { cleanText, compareText } from '../../../text/normalize.ts';
import { ACTION_TYPES, CHANNELS, chooseAction } from './actions.ts';
import { type Assets, matchAsset, MatchedAsset, readAssets } from './assets.ts';
import { CAMPAIGN_GOALS, type OpportunityFinderInput, OwnedAsset, Prospect } from './input.ts';
import { CampaignPlan, campaignPlan } from './campaign.ts';
import { effortOf, pitchOf, risksOf } from './pitch.ts';
import { mergeRows, rankScaleOf, readRow, type Row, type Site } from './prospects.ts';
import { COMPONENTS, scoreOf } from './score.ts';
import { type Parties, Reason, REASONS, refusalOf } from './screen.ts';
import { nameKey, siteOf } from './site.ts';
import { type Words, wordsOf } from './topics.ts';

const ProspectSite = z.object({
  domain: z.string().describe('Domain of the owner; what the rows were given as where it is none.'),
  url: z.string().nullable(),
  title: z.string().nullable(),
  source_type: z.string().nullable(),
  topics: z.array(z.string()),
  linked_competitors: z.array(z.string()),
  linked_competitors_count: z.int(),
  domain_rank: z.number().nullable().describe('0-100.'),
  page_rank: z.number().nullable().describe('0-100.'),
  spam_score: z.number().nullable(),
  dofollow: z.boolean().nullable(),
  rows: z.int().describe('Rows of the request that are this site.'),
});

export const Opportunity = z.object({
  prospect: ProspectSite,
  action_type: z.enum(ACTION_TYPES),
  action_reason: z.string(),
  channel: z.enum(CHANNELS).describe('Who decides about the link: in a listing or a forum there is no editor.'),
  matched_asset: MatchedAsset.nullable(),
  pitch_angle: z.string(),
  score: z.int(),
  score_components: z.object(Object.fromEntries(COMPONENTS.map((name) => [name, z.int()]))),
  priority: Level,
  effort: Level,
  risks: z.array(z.string()),
});
export type Opportunity = z.infer<typeof Opportunity>;

const Rejected = z.object({
  prospect: ProspectSite,
  action_type: z.literal('skip'),
  reason: Reason,
  why: z.string(),
  score: z.int().nullable().describe('Null when the prospect was set apart before it was scored.'),
});
export type Rejected = z.infer<typeof Rejected>;

export const OpportunityReport = z.object({
  target: z.object({ value: z.string(), domains: z.array(z.string()).describe('What counts as your own.') }),
  campaign_goal: z.enum(CAMPAIGN_GOALS),
  max_spam_score: z.int(),
  min_priority: Level,
  rank_scale_read: z
    .enum(['one_hundred', 'one_thousand'])
    .describe('Scale that the ranks of the request were read on.'),
  opportunities: z.array(Opportunity),
  rejected: z.array(Rejected),
  counts: z.object({
    rows: z.int(),
    prospects: z.int().describe('Sites, after rows of one domain were folded.'),
    opportunities: z.int(),
    rejected: z.int(),
    by_action_type: z.object(Object.fromEntries(ACTION_TYPES.map((name) => [name, z.int()]))),
    by_priority: z.object({ high: z.int(), medium: z.int(), low: z.int() }),
    rejected_by_reason: z.object(Object.fromEntries(REASONS.map((name) => [name, z.int()]))),
  }),
  campaign_plan: CampaignPlan,
  notes: z.array(z.string()).describe('How the request was read where it could be read in two ways.'),
});
export type OpportunityReport = z.infer<typeof OpportunityReport>;

const BAND = { low: 0, medium: 1, high: 2 } as const;

/**
 * Turns prospects into the actions of a campaign: one site one entry, each either worth an action or set apart
 * with the reason. The order of the rows has no effect.
 */
export function findOpportunities(input: OpportunityFinderInput): OpportunityReport {
  const assets = input.owned_assets ?? [];
  const words = wordsOf(input.prospects, assets);
  const scale = rankScaleOf(input.prospects);
  const rows = input.prospects.map((prospect) => readRow(prospect, scale));
  const campaign: Campaign = {
    input,
    words,
    assets: readAssets(assets, words),
    parties: partiesOf(input, rows),
  };
  const judged = sitesOf(rows, input.max_spam_score).map((site) => judge(site, campaign));
  const opportunities = judged.flatMap((one) => ('pitch_angle' in one ? [one] : [])).toSorted(byScore);
  const rejected = [...judged.flatMap((one) => ('reason' in one ? [one] : [])), ...strangers(rows)].toSorted(byReason);
  return {
    target: { value: cleanText(input.target, 200), domains: [...campaign.parties.own_sites].toSorted(compareText) },
    campaign_goal: input.campaign_goal,
    max_spam_score: input.max_spam_score,
    min_priority: input.min_priority,
    rank_scale_read: scale,
    opportunities,
    rejected,
    counts: countsOf(input, opportunities, rejected),
    campaign_plan: campaignPlan(input, opportunities, rejected, campaign.assets.list),
    notes: notesOf(input, rows, scale),
  };
}

interface Campaign {
  readonly input: OpportunityFinderInput;
  readonly words: Words;
  readonly assets: Assets;
  readonly parties: Parties;
}

function judge(site: Site, { input, words, assets, parties }: Campaign): Opportunity | Rejected {
  const asset = matchAsset(site, assets, words);
  const refusal = refusalOf(site, asset, parties);
  if (refusal !== undefined) return { prospect: shownSite(site), action_type: 'skip', ...refusal, score: null };
  const action = chooseAction(site, asset, input.campaign_goal, parties.own_sites);
  const { score, components } = scoreOf(site, action, asset, { goal: input.campaign_goal, assets: parties.assets });
  const priority = priorityOf(score);
  if (BAND[priority] < BAND[input.min_priority]) {
    const reason = action.type === 'skip' ? 'not_for_this_goal' : 'below_min_priority';
    const why =
      action.type === 'skip'
        ? `${upperFirst(action.sign)}.`
        : `It scores ${score} (${priority}), below min_priority ${input.min_priority}: ${action.sign}.`;
    return { prospect: shownSite(site), action_type: 'skip', reason, why, score };
  }
  return {
    prospect: shownSite(site),
    action_type: action.type,
    action_reason: `${upperFirst(action.sign)}.`,
    channel: action.channel,
    matched_asset: asset,
    pitch_angle: pitchOf(action, site, asset, parties.own_sites),
    score,
    score_components: components,
    priority,
    effort: effortOf(action, site, parties.own_sites),
    risks: risksOf(site, asset, parties.assets),
  };
}

function sitesOf(rows: readonly Row[], maxSpamScore: number): Site[] {
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
function strangers(rows: readonly Row[]): Rejected[] {
  const byName = new Map<string, Row[]>();
  for (const row of rows) {
    if (row.site === undefined) byName.set(row.written_as, [...(byName.get(row.written_as) ?? []), row]);
  }
  return [...byName].map(([name, own]) => ({
    prospect: shownSite(mergeRows(name, own, 100)),
    action_type: 'skip',
    reason: 'not_a_domain',
    why: `"${name}" is not a domain that someone could own; send one such as example.com.`,
    score: null,
  }));
}

function partiesOf(input: OpportunityFinderInput, rows: readonly Row[]): Parties {
  const assets = input.owned_assets ?? [];
  const target = siteOf(input.target);
  const own = [target, ...assets.map(({ url }) => (/^https?:\/\//i.test(url ?? '') ? siteOf(url ?? '') : undefined))];
  const ownSites = new Set(own.filter((site) => site !== undefined));
  const competitors = rows.flatMap((row) => row.competitors);
  const sites = competitors.filter((name) => siteOf(name) === name && !ownSites.has(name));
  return {
    own_sites: ownSites,
    own_name: target === undefined ? nameKey(input.target) : '',
    competitor_sites: new Set(sites),
    competitor_names: new Set(competitors.filter((name) => siteOf(name) === undefined).map(nameKey)),
    max_spam_score: input.max_spam_score,
    assets: assets.length > 0,
  };
}

function shownSite(site: Site): z.infer<typeof ProspectSite> {
  return {
    domain: site.site,
    url: site.url,
    title: site.title === '' ? null : site.title,
    source_type: site.source_type === '' ? null : site.source_type,
    topics: [...site.topics],
    linked_competitors: [...site.competitors],
    linked_competitors_count: site.competitors_count,
    domain_rank: site.domain_rank,
    page_rank: site.page_rank,
    spam_score: site.spam_score,
    dofollow: site.dofollow,
    rows: site.rows,
  };
}

function byScore(one: Opportunity, other: Opportunity): number {
  return other.score - one.score || compareText(one.prospect.domain, other.prospect.domain);
}

function byReason(one: Rejected, other: Rejected): number {
  return (
    REASONS.indexOf(one.reason) - REASONS.indexOf(other.reason) ||
    compareText(one.prospect.domain, other.prospect.domain)
  );
}

function countsOf(
  input: OpportunityFinderInput,
  opportunities: readonly Opportunity[],
  rejected: readonly Rejected[],
): OpportunityReport['counts'] {
  const countIn = <Name extends string>(names: readonly Name[], found: readonly Name[]): Record<string, number> =>
    Object.fromEntries(names.map((name) => [name, found.filter((one) => one === name).length]));
  const priorities = opportunities.map(({ priority }) => priority);
  const withPriority = (level: Level): number => priorities.filter((priority) => priority === level).length;
  return {
    rows: input.prospects.length,
    prospects: opportunities.length + rejected.length,
    opportunities: opportunities.length,
    rejected: rejected.length,
    by_action_type: countIn(
      ACTION_TYPES,
      opportunities.map(({ action_type }) => action_type),
    ),
    by_priority: { high: withPriority('high'), medium: withPriority('medium'), low: withPriority('low') },
    rejected_by_reason: countIn(
      REASONS,
      rejected.map(({ reason }) => reason),
    ),
  };
}

function notesOf(input: OpportunityFinderInput, rows: readonly Row[], scale: 'one_hundred' | 'one_thousand'): string[] {
  const notes: string[] = [];
  if (scale === 'one_thousand')
    notes.push('A rank is above 100, so all ranks were read as 0-1000 and are shown as 0-100.');
  if ((input.owned_assets ?? []).length === 0)
    notes.push('Without owned_assets relevance could not be judged: its points went to the other components.');
  if (siteOf(input.target) === undefined)
    notes.push(
      'target is not a domain: it was read as a brand, and own sites are those of owned_assets and of that name.',
    );
  if (rows.every((row) => row.domain_rank === null && row.page_rank === null))
    notes.push('No row has a rank: authority earned no points.');
  return [
    ...notes,
    ...noteIgnoredFields('prospects', input.prospects, Prospect.shape),
    ...noteIgnoredFields('owned_assets', input.owned_assets ?? [], OwnedAsset.shape),
  ];
}

function upperFirst(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
