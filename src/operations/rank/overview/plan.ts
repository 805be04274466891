import {
  listed,
  makePlan,
  noConfidence,
  type PlannedCall,
  type StepDraft,
  weighConfidence,
  type WorkflowDraft,
} from '../../../guidance/plan.ts';
import { formatRows, formatSummary } from '../../../guidance/summary.ts';
import { agree, counted } from '../../../kernel/grammar.ts';
import { inline, strong } from '../../../kernel/markdown.ts';
import type { OverviewRow, RankOverview } from './report.ts';

const NAMED_MAX = 3;

/** What to do about the tracked keywords: what fell first. */
export function planOverview(report: RankOverview): WorkflowDraft {
  const first = report.keywords === 0 ? TRACK : report.checked === 0 ? CHECK : undefined;
  return makePlan({
    summary: summarize(report),
    steps: first === undefined ? listed([draftLosses(report), draftStale(report), draftGains(report)]) : [first],
    otherwise: {
      action: 'Keep tracking; nothing moved by more than its usual noise.',
      why: 'Changes within the noise need no response.',
      evidence: [`movers.down_count: ${report.movers.down_count}`, `movers.up_count: ${report.movers.up_count}`],
      owner_hint: 'SEO',
    },
    priority: report.movers.down_count > 0 ? 'high' : report.stale > 0 ? 'medium' : 'low',
    confidence: rateConfidence(report),
    guardrails: [
      'Report only movers as gains or losses: every other difference is within the noise.',
      'Compare visibility only with its own before and history: they are adjusted for added keywords.',
      ...listed([report.visibility?.weights === 'equal' && EQUAL_GUARDRAIL]),
      'average_position covers only the keywords that were found.',
    ],
    next_calls: listCalls(report),
  });
}

const EQUAL_GUARDRAIL = 'Visibility counts every keyword the same, because too few search volumes are known.';

const TRACK: StepDraft = {
  action: 'Add keywords with rank.targets.add.',
  why: 'No keywords are tracked yet.',
  evidence: ['keywords: 0'],
  owner_hint: 'SEO',
};

const CHECK: StepDraft = {
  action: 'Check the tracked keywords with rank.targets.check, and schedule it daily.',
  why: 'No stored result page has any of them.',
  evidence: ['checked: 0'],
  owner_hint: 'SEO',
};

function summarize({ keywords, checked, counts, visibility, movers, days, tag }: RankOverview): string {
  const set = tag === null ? '' : ` tagged “${inline(tag, 60)}”`;
  if (keywords === 0) return `No keywords${set} are tracked.`;
  if (checked === 0)
    return `${counted(keywords, 'keyword')}${set} ${agree(keywords, 'is', 'are')} tracked, and none has been checked yet.`;
  const moved =
    movers.down_count + movers.up_count === 0
      ? `Nothing moved beyond noise in ${counted(days, 'day')}.`
      : `In ${counted(days, 'day')}, ${movers.down_count} fell and ${movers.up_count} rose beyond noise.`;
  return (
    `${counts.top3} of ${counted(checked, 'tracked keyword')}${set} ${agree(counts.top3, 'ranks', 'rank')} in the top 3 and ${counts.top10} in the top 10; ` +
    `visibility is ${visibility?.value ?? 0} of 100. ${moved}`
  );
}

function describeMove({ keyword, url, significant_change: change }: OverviewRow): string {
  const place = (position: number | null | undefined): string =>
    position == null ? 'beyond the results checked' : String(position);
  return `“${inline(keyword, 60)}” for ${inline(url, 100)}: from ${place(change?.from)} to ${place(change?.to)}`;
}

function draftLosses({ movers }: RankOverview): StepDraft | undefined {
  const [first] = movers.down;
  if (first === undefined) return undefined;
  const more = movers.down_count - 1;
  return {
    action: `Find out why ${inline(first.url, 120)} fell for “${inline(first.keyword, 80)}”${more === 0 ? '' : ` and ${counted(more, 'more keyword')}`}.`,
    why: 'The last checks confirm the loss, so it is more than noise.',
    evidence: movers.down.slice(0, NAMED_MAX).map(describeMove),
    effort: 'medium',
    owner_hint: 'SEO',
  };
}

function draftGains({ movers }: RankOverview): StepDraft | undefined {
  const [first] = movers.up;
  if (first === undefined) return undefined;
  return {
    action: `Protect “${inline(first.keyword, 80)}”: note what changed on ${inline(first.url, 120)} before it rose.`,
    why: 'What worked there may work for other pages.',
    evidence: movers.up.slice(0, NAMED_MAX).map(describeMove),
    owner_hint: 'SEO',
  };
}

function draftStale({ stale }: RankOverview): StepDraft | undefined {
  if (stale === 0) return undefined;
  return {
    action: `See why ${counted(stale, 'keyword')} ${agree(stale, 'is', 'are')} no longer checked: look at the schedule and its last job.`,
    why: 'Their positions are out of date.',
    evidence: [`stale: ${stale}`],
    owner_hint: 'service operator',
  };
}

function rateConfidence({ keywords, checked, stale }: RankOverview) {
  if (checked === 0) return noConfidence('No tracked keyword has been checked.');
  const unchecked = keywords - checked;
  return weighConfidence(
    0.9,
    [`${checked} of ${counted(keywords, 'tracked keyword')} checked.`],
    [
      unchecked > 0 && [15, `${counted(unchecked, 'keyword')} ${agree(unchecked, 'was', 'were')} never checked.`],
      stale > 0 && [15, `${counted(stale, 'keyword')} ${agree(stale, 'has', 'have')} no recent check.`],
    ],
  );
}

function listCalls({ tag, keywords, movers, items }: RankOverview): PlannedCall[] {
  const first = movers.down[0] ?? movers.up[0] ?? items.find(({ checked_at }) => checked_at !== null);
  return listed<PlannedCall>([
    first !== undefined && {
      operation: 'rank.history',
      body: { keyword: first.keyword, url: first.url, language: first.language },
      reason: `Shows the history of “${inline(first.keyword, 60)}” with its noise.`,
    },
    keywords > 0 && {
      operation: 'rank.targets.check',
      body: { ...(tag === null ? {} : { tag }), max_searches: Math.min(5000, keywords) },
      reason: 'Checks all of them now.',
    },
  ]);
}

/** What a person would paste into a ranking report. */
export function summarizeOverview(report: RankOverview): string {
  const { tag, checked, counts, visibility, average_position, found_share, movers, items, days } = report;
  const heading = tag === null ? 'Tracked keywords' : `Tracked keywords: ${inline(tag, 60)}`;
  const intro = summarize(report);
  if (checked === 0)
    return formatSummary({ heading, intro, facts: [], next: report.keywords === 0 ? TRACK.action : CHECK.action });
  const moved = [...movers.down, ...movers.up];
  return formatSummary({
    heading,
    intro,
    facts: listed([
      visibility !== null && describeVisibility(visibility, days),
      describeVoice(report),
      `Top 3: ${strong(counts.top3)}, top 10: ${strong(counts.top10)}, top 20: ${strong(counts.top20)}, not found: ${counts.not_found}`,
      average_position !== null &&
        `Average position ${average_position}, over the ${Math.round((found_share?.value ?? 0) * 100)}% of keywords that were found`,
      `Moved beyond noise: ${movers.down_count} down, ${movers.up_count} up`,
    ]),
    table: formatRows(moved.length > 0 ? moved : items, 10, [
      ['Keyword', ({ keyword }) => inline(keyword, 40)],
      ['Position', ({ position }) => position],
      [`${days} days ago`, ({ position_before }) => position_before],
      ['Page', ({ matched_url, url }) => inline(matched_url ?? url, 60)],
    ]),
    next: movers.down_count > 0 ? 'Look at the keywords that fell first.' : 'Keep tracking.',
  });
}

function describeVisibility(visibility: NonNullable<RankOverview['visibility']>, days: number): string {
  const { value, before, weights } = visibility;
  const basis = weights === 'volume' ? 'weighted by search volume' : 'every keyword counted the same';
  const then = before === null ? '' : `, ${before} ${counted(days, 'day')} ago`;
  return `Visibility: ${strong(value)} of 100${then} (${basis})`;
}

function describeVoice({ share_of_voice: voice }: RankOverview): string | undefined {
  if (voice === null || voice.value === null) return undefined;
  return `Share of voice: ${strong(`${voice.value}%`)} of the estimated clicks on ${counted(voice.searches, 'result page')}`;
}
