import { listed, type PlannedCall, type WorkflowDraft } from '../../../guidance/plan.ts';
import { agree, counted } from '../../../kernel/grammar.ts';
import { inline } from '../../../kernel/markdown.ts';
import { type ActionKind, planActions, summarizeActions } from '../../../links/action-list.ts';
import { type AskedGroups } from '../../../links/link-list.ts';
import { brokenLinksCall, lostLinksCall } from '../../../links/next-calls.ts';
import { describeReport } from '../../../links/tool-metrics.ts';
import { readPlaybook } from '../../../links/tables.ts';
import { ACTIONS, type ReferringDomain, type ReferringDomainList } from './referring-domains.ts';

const KIND: ActionKind<ReferringDomain['action'], ReferringDomain> = {
  operation: 'backlinks.referring-domains',
  row: 'referring domain',
  filters: ['domain_filter', 'min_backlinks', 'min_referring_pages', 'min_rank'],
  playbook: readPlaybook(import.meta.url, 'data/playbook.tsv', ACTIONS),
  quiet: 'keep',
  nameOf: ({ domain }) => domain,
};
/** Prospects that a plan hands on: enough for a first round of emails. */
const PROSPECTS_MAX = 10;

export function planReferringDomains(list: ReferringDomainList, asked: AskedGroups): WorkflowDraft {
  const { items } = list;
  const ranked = items.filter(({ domain_rank }) => domain_rank !== null).length;
  const scored = items.filter(({ spam_score }) => spam_score !== null).length;
  return planActions(list, asked, KIND, {
    known: `Of ${counted(items.length, 'row')}, ${ranked} ${agree(ranked, 'has', 'have')} a known authority and ${scored} a spam score.`,
    guardrails: [
      'Do not disavow anything based on this list alone: a wrong disavow costs good links, and most spam is ignored anyway.',
      'A partner’s footer link and a paid one look the same in figures: ask before you judge.',
      'Each row is one host; sites of one owner on several hosts take several rows (see main_domain).',
    ],
    next_calls: planCalls(list, asked),
  });
}

function planCalls(list: ReferringDomainList, { rank_scale }: AskedGroups): PlannedCall[] {
  const { target, items, action_counts: counts } = list;
  const same = { target: target.value, rank_scale };
  return listed<PlannedCall>([
    counts.repair > 0 && brokenLinksCall(same),
    counts.reclaim > 0 && lostLinksCall(same),
    counts.reclaim > 0 && {
      operation: 'backlinks.opportunity-finder',
      body: { target: target.value, campaign_goal: 'reclaim_lost_links', prospects: listProspects(list) },
      reason: 'Turns the sites that dropped links into outreach with a pitch for each.',
    },
    counts.disavow_review + counts.review > 0 && {
      operation: 'backlinks.anchors',
      body: { ...same, sort_by: 'spam_score' },
      reason: 'Shows the anchor texts that doubtful pages use.',
    },
    items.length > 0 && {
      operation: 'backlinks.competitors',
      body: same,
      reason: 'Shows which other sites these domains link to.',
    },
  ]);
}

/** Ranks on 0-1000 would be read as 0-100 where none is above 100, so that only the smaller scale is handed on. */
function listProspects({ items, rank_scale }: ReferringDomainList): Readonly<Record<string, unknown>>[] {
  return items
    .filter(({ action }) => action === 'reclaim')
    .slice(0, PROSPECTS_MAX)
    .map((item) => ({
      source_domain: item.domain,
      lost_link: true,
      spam_score: item.spam_score,
      ...(rank_scale === 'one_hundred' ? { domain_rank: item.domain_rank } : {}),
    }));
}

export function summarizeReferringDomains(list: ReferringDomainList, asked: AskedGroups): string {
  const sitewide = list.items.filter(({ sitewide_suspected }) => sitewide_suspected).length;
  return summarizeActions(list, asked, KIND, {
    heading: `Referring domains of ${inline(list.target.value)}`,
    findings: listed([
      sitewide > 0 && `Sitewide or list links suspected on ${counted(sitewide, 'host')}`,
      ...list.tool_reports.map(describeReport),
    ]),
    columns: [
      ['Domain', ({ domain }) => inline(domain, 50)],
      ['Rank', ({ domain_rank }) => domain_rank],
      ['Links', ({ backlinks }) => backlinks],
      ['Pages', ({ referring_pages }) => referring_pages],
      ['Spam', ({ spam_score }) => (spam_score === null ? null : Math.round(spam_score))],
    ],
  });
}
