import {
  type Confidence,
  listed,
  makePlan,
  noConfidence,
  type PlannedCall,
  type StepDraft,
  weighConfidence,
  type WorkflowDraft,
} from '../../../guidance/plan.ts';
import { formatRows, formatSummary } from '../../../guidance/summary.ts';
import { agree, counted, joinWords } from '../../../kernel/grammar.ts';
import { inline, strong } from '../../../kernel/markdown.ts';
import { explainEmpty, nameBasis, weighEvidence } from '../../../rankings/evidence.ts';
import { callsForOwnKeywords, draftLookUps, type OwnSite } from '../../../rankings/own-site.ts';
import type { SiteQuestion } from '../../../rankings/site-question.ts';
import { callForBrand, LEARN_OTHERS, LEARN_OTHERS_NEXT } from '../../../rankings/unknown-target.ts';
import type { Target } from '../../../web/target.ts';
import { percent } from './next-action.ts';
import type { CompetitorList, CompetitorRow, NextAction } from './report.ts';
import { SERPS_MIN } from './threat.ts';

/** What to do about the competitors, the most threatening first. */
export function planCompetitors(list: CompetitorList, asked: SiteQuestion): WorkflowDraft {
  if (list.items.length === 0) return planEmpty(list, asked);
  return makePlan({
    summary: summarize(list),
    steps: listSteps(list),
    otherwise: {
      action: 'Watch these competitors: check again in a month.',
      why: 'None of them costs the site much traffic right now.',
      evidence: list.items.slice(0, 2).map((row) => `${inline(row.domain, 80)}: ${row.reason}`),
      owner_hint: 'SEO',
    },
    priority: list.items[0]?.threat_level ?? 'low',
    confidence: rateConfidence(list),
    guardrails: listGuardrails(list),
    next_calls: listNextCalls(list, asked),
  });
}

function planEmpty(list: CompetitorList, { target, brand, language, own }: SiteQuestion): WorkflowDraft {
  if (own !== null) return planNotCovered(list, own);
  const isUnknown = list.state === 'unknown_target';
  const { location } = list;
  return makePlan({
    summary: introduceEmpty(list, own),
    steps: isUnknown ? LEARN_OTHERS.map((step) => ({ ...step, evidence: ['coverage: none'] })) : [WIDEN],
    priority: 'low',
    confidence: isUnknown ? noConfidence('No source knows the target.') : rateConfidence(list),
    guardrails: ['No data doesn’t mean zero: a site that no source knows may have many competitors.'],
    next_calls: isUnknown
      ? [callForBrand(target, brand, { location, language })]
      : [callForKeywords(target, { location, language })],
  });
}

function callForKeywords(
  { value }: Target,
  { location, language }: Pick<CompetitorList, 'location'> & { readonly language: string },
): PlannedCall {
  const place = location === null ? {} : { location_code: location.code };
  return {
    operation: 'domain.ranked-keywords',
    body: { target: value, language, ...place },
    reason: 'Lists the site’s known keywords; look up more of their result pages to see who ranks next to it.',
  };
}

/** The console tells everything of the site, and nothing of who ranks beside it. */
function planNotCovered(list: CompetitorList, own: OwnSite): WorkflowDraft {
  return makePlan({
    summary: introduceEmpty(list, own),
    steps: [draftLookUps(own), { ...LEARN_OTHERS[1], evidence: ['coverage: none'] }],
    priority: 'low',
    confidence: noConfidence('No stored result page shows the site.'),
    guardrails: ['No data doesn’t mean zero: other sites rank for the same searches.'],
    next_calls: callsForOwnKeywords(own),
  });
}

const WIDEN: StepDraft = {
  action: 'Raise max_rank_group or lower min_intersections.',
  why: 'There is data on the target, but the filters exclude every competitor.',
  evidence: ['state: no_match'],
  owner_hint: 'SEO',
};

function introduceEmpty(list: CompetitorList, own: OwnSite | null): string {
  const name = inline(list.target.value, 100);
  if (own !== null) return `${own.console} shows what ${inline(own.host, 100)} ranks for, but not who else does.`;
  if (list.state === 'unknown_target') return explainEmpty(name, list, 'keyword');
  const platforms =
    (list.platform_count ?? 0) === 0
      ? ''
      : ` ${counted(list.platform_count ?? 0, 'platform')} ${agree(list.platform_count ?? 0, 'ranks')} for the same keywords.`;
  return `No competitor of ${name} matches the filters.${platforms}`;
}

function summarize(list: CompetitorList): string {
  const { items, total_count, target } = list;
  const number = counted(total_count ?? items.length, 'site');
  const name = inline(target.value, 100);
  const intro = `${number} ${agree(total_count ?? items.length, 'competes', 'compete')} with ${name} in search; ${items.length} shown. ${nameBasis(list)}`;
  const [top] = items;
  if (top === undefined) return intro;
  if (list.is_sufficient === false)
    return `${intro} That is too few to judge: the site must rank for at least ${SERPS_MIN} keywords.`;
  return top.threat_level === null
    ? `${intro} Closest: ${inline(top.domain, 80)}. ${top.reason}`
    : `${intro} Strongest: ${inline(top.domain, 80)}, ${top.threat_level} threat. ${top.reason}`;
}

const STEPS: Readonly<Record<NextAction, ((names: string, count: number) => StepDraft) | undefined>> = {
  close_gaps: (names, count) => ({
    action: `Compare keyword by keyword with ${names}, and improve the pages that rank below.`,
    why: `${agree(count, 'It is', 'They are')} ahead for most of what both rank for.`,
    effort: 'medium',
    owner_hint: 'SEO',
  }),
  defend: (names, count) => ({
    action: `Keep the pages that rank above ${names} up to date.`,
    why: `${agree(count, 'It ranks', 'They rank')} lower, but for keywords that bring clicks.`,
    effort: 'medium',
    owner_hint: 'editor',
  }),
  study_content: (names, count) => ({
    action: `List the keywords that ${names} ${agree(count, 'ranks')} for and the site doesn’t.`,
    why: `Most of ${agree(count, 'its')} traffic comes from keywords the site doesn’t rank for.`,
    effort: 'medium',
    owner_hint: 'content',
  }),
  look_up_more: (_names, count) => ({
    action: `Look up more result pages for the site’s keywords before acting on ${agree(count, 'this name', 'these names')}.`,
    why: `On fewer than ${SERPS_MIN} result pages, two sites may appear together by chance.`,
    owner_hint: 'SEO',
  }),
  monitor: undefined,
};
const ORDER = ['close_gaps', 'defend', 'study_content', 'look_up_more'] as const;
const NAMED_MAX = 3;

function listSteps(list: CompetitorList): StepDraft[] {
  const steps = ORDER.map((action): StepDraft | undefined => {
    const rows = list.items.filter(({ next_action }) => next_action === action);
    const named = rows.slice(0, NAMED_MAX).map(({ domain }) => inline(domain, 80));
    const draft = rows.length === 0 ? undefined : STEPS[action]?.(joinWords(named), named.length);
    return (
      draft && {
        ...draft,
        evidence: rows.slice(0, NAMED_MAX).map((row) => `${inline(row.domain, 80)}: ${row.reason}`),
      }
    );
  });
  return listed<StepDraft>([...steps, draftPlatformStep(list)]);
}

function draftPlatformStep({ platforms }: CompetitorList): StepDraft | undefined {
  const open = platforms.filter(({ kind }) => kind === 'forum' || kind === 'video' || kind === 'marketplace');
  if (open.length === 0) return undefined;
  return {
    action: `Consider a presence on ${joinWords(open.slice(0, NAMED_MAX).map(({ domain }) => inline(domain, 80)))} for the keywords where ${open.length === 1 ? 'it ranks' : 'they rank'}.`,
    why: 'Platforms of this size are hard to outrank, but you can rank with what you publish on them.',
    evidence: open
      .slice(0, NAMED_MAX)
      .map(
        ({ domain, kind, intersections }) =>
          `${inline(domain, 80)} (${kind}): ${counted(intersections, 'shared keyword')}`,
      ),
    effort: 'medium',
    owner_hint: 'content',
  };
}

function rateConfidence(list: CompetitorList): Confidence {
  const { start, doubts } = weighEvidence(list, null);
  const unclear = list.items.filter(({ is_sufficient }) => !is_sufficient).length;
  return weighConfidence(
    start,
    [nameBasis(list)],
    [
      ...doubts,
      unclear > 0 && [
        10,
        `${unclear} of ${counted(list.items.length, 'competitor')} ${agree(unclear, 'rests', 'rest')} on fewer than ${SERPS_MIN} keywords.`,
      ],
      list.basis === 'provider' && [5, 'Who is ahead is inferred from traffic, not positions.'],
    ],
  );
}

function listGuardrails({ basis, items, platform_count, own_domains }: CompetitorList): string[] {
  return listed([
    basis === 'serps' &&
      'The shared keywords are a sample of the searches looked up so far: don’t report their number as a total.',
    items.some(({ is_sufficient }) => !is_sufficient) &&
      'A competitor with is_sufficient: false is a name to check, not a finding.',
    basis === 'provider' && 'Traffic is a vendor’s estimate: do not add it to, or compare it with, measured clicks.',
    (platform_count ?? 0) > 0 && 'Don’t benchmark content or links against platforms; compare the site with items.',
    own_domains.length > 0 && 'Your own domains are left out of items and of every count.',
  ]);
}

function listNextCalls(list: CompetitorList, { target, language }: SiteQuestion): PlannedCall[] {
  const place = list.location === null ? {} : { location_code: list.location.code };
  const [top] = list.items;
  if (top === undefined) return [];
  const example = top.example_keywords[0]?.keyword;
  return listed<PlannedCall>([
    {
      operation: 'domain.intersection',
      body: { target1: target.value, target2: top.domain, language, ...place },
      reason: `Shows which keywords ${inline(top.domain, 80)} leads on, and by how much.`,
    },
    {
      operation: 'domain.intersection',
      body: { target1: top.domain, target2: target.value, intersections: false, language, ...place },
      reason: `Lists keywords that ${inline(top.domain, 80)} ranks for and ${inline(target.value, 80)} doesn’t.`,
    },
    list.is_sufficient === false && callForKeywords(target, { location: list.location, language }),
    example !== undefined && {
      operation: 'analyze.serp',
      body: { keyword: example, language, ...place },
      reason: `Looks at the result page of “${inline(example, 60)}”, where both rank.`,
    },
    (top.authority_gap ?? 0) > 0 && {
      operation: 'backlinks.competitors',
      body: { target: target.value },
      reason: 'Checks whether the same sites also lead on links.',
    },
  ]);
}

const ROWS_MAX = 10;

/** What a person would paste into a report about the competitors. */
export function summarizeCompetitors(list: CompetitorList, own: OwnSite | null): string {
  const heading = `Search competitors of ${inline(list.target.value, 80)}`;
  const { items, platforms, threat_counts: counts } = list;
  if (items.length === 0) {
    const next =
      own !== null ? draftLookUps(own).action : list.state === 'unknown_target' ? LEARN_OTHERS_NEXT : WIDEN.action;
    return formatSummary({ heading, intro: introduceEmpty(list, own), facts: [], next });
  }
  const isSample = list.basis === 'serps';
  return formatSummary({
    heading,
    intro: nameBasis(list),
    facts: [
      `${strong(counted(list.total_count ?? items.length, 'competitor'))}, ${items.length} shown`,
      list.is_sufficient === false
        ? `Too few keywords to judge threats: the site must rank for at least ${SERPS_MIN}`
        : counts === null
          ? undefined
          : `Threat: ${counts.high} high, ${counts.medium} medium, ${counts.low} low, ${counts.unknown} not known well enough`,
      list.target_keywords === null
        ? undefined
        : `The site ranks for ${counted(list.target_keywords, isSample ? 'keyword in the sample' : 'keyword', isSample ? 'keywords in the sample' : 'keywords')} within the asked positions`,
      platforms.length === 0
        ? undefined
        : `Platforms listed apart: ${joinWords(
            platforms.map(({ domain }) => inline(domain, 40)),
            4,
          )}`,
    ],
    table: formatRows(items, ROWS_MAX, [
      ['Site', ({ domain }) => inline(domain, 40)],
      ['Shared keywords', ({ intersections }) => intersections],
      ['Of yours', ({ overlap_share }) => (overlap_share === null ? null : percent(overlap_share.value))],
      ['It is ahead', ({ ahead_share }) => (ahead_share === null ? null : percent(ahead_share.value))],
      ['Avg. position', ({ average_position }) => average_position],
      isSample
        ? ['Authority', ({ authority }) => authority]
        : [
            'Traffic',
            ({ competitor_traffic }) => (competitor_traffic === null ? null : Math.round(competitor_traffic)),
          ],
      ['Threat', formatThreat],
    ]),
    next: listSteps(list)
      .slice(0, 3)
      .map(({ action }) => action),
  });
}

function formatThreat({ threat_level, threat_score }: CompetitorRow): string | null {
  return threat_level === null || threat_score === null ? null : `${threat_level} (${Math.round(threat_score)})`;
}
