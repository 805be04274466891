import { counted } from '../../../kernel/grammar.ts';
import { inline, markdownTable, summary } from '../../../kernel/markdown.ts';
import { inOrder, type Plan, type StepDraft } from '../../../guidance/plan.ts';
import type { Competitor, CompetitorReport } from './report.ts';

const TABLE_ROWS = 10;
const LARGE_NAMED = 5;

/** What to do about the competitors, made from the report alone. */
export function competitorsPlan(report: CompetitorReport, excludesLarge: boolean): Plan {
  const { target, items, total_count } = report;
  if (total_count === null) return unknownPlan(report);
  const steps = items.length > 0 ? stepsOf(report) : [emptyStep(report)];
  const all = report.candidate_count ?? total_count;
  return {
    summary:
      items.length === 0
        ? nothingHere(report)
        : `${counted(all, 'domain')} ${all === 1 ? 'is' : 'are'} linked to by sites that also link to ${target.value}; ${items.length} of them here.`,
    recommended_action: steps[0]?.action ?? '',
    priority: strongest(items)?.priority ?? 'medium',
    ...confidenceOf(report),
    steps: inOrder(steps),
    guardrails: [
      'Figures count the sites that the index has read: compare them with each other, not with other tools.',
      'Who shares links need not share customers: look at a site before you copy its links.',
      excludesLarge
        ? 'Large general platforms are left out; ask with exclude_large_domains false to see them.'
        : 'Large general platforms are in the list: their links say little about who competes.',
    ],
  };
}

function unknownPlan({ target }: CompetitorReport): Plan {
  return {
    summary: `The index has read no page of another domain, so it cannot know who shares links with ${target.value}.`,
    recommended_action: 'Crawl sites that may link to the target and to others of its field, or import link data.',
    priority: 'high',
    confidence: 0,
    confidence_reasons: ['No page outside the target’s own domain was read.'],
    steps: inOrder([
      {
        action: 'Crawl directories, publications and partners of the field with `seamark crawl URL`.',
        why: 'Competitors are found by the sites that link to both.',
        evidence: ['total_count: null'],
        effort: 'low',
        owner_hint: 'operator of the service',
      },
    ]),
    guardrails: ['Unknown is not none: do not report that the target has no competitors.'],
  };
}

export function isBehindEnd({ offset, total_count }: CompetitorReport): boolean {
  return offset > 0 && (total_count ?? 0) > 0;
}

function nothingHere(report: CompetitorReport): string {
  const { target, offset, referring_main_domains } = report;
  const total = report.total_count ?? 0;
  if (isBehindEnd(report))
    return `There is no row from offset ${offset} on; ${counted(total, 'competitor')} ${total === 1 ? 'fits' : 'fit'} in all.`;
  if (referring_main_domains === 0)
    return `No site that the index has read links to ${target.value}, so nobody shares links with it.`;
  return `No domain that fits is linked to by the sites that link to ${target.value}.`;
}

function emptyStep(report: CompetitorReport): StepDraft {
  const { referring_main_domains: own } = report;
  const evidence = [`total_count: ${report.total_count}`, `referring_main_domains: ${own ?? 'null'}`];
  const rest = { why: nothingHere(report), evidence, effort: 'low', owner_hint: 'SEO' } as const;
  if (isBehindEnd(report)) return { action: 'Ask for an earlier page of the list.', ...rest };
  if (own === 0)
    return {
      action: 'Crawl or import sites that may link to the target; then ask again.',
      ...rest,
      owner_hint: 'operator of the service',
    };
  return { action: 'Ask again without min_rank and min_intersections, and with exclude_large_domains false.', ...rest };
}

/** The row with the most to win, whatever the list is sorted by. */
export function strongest(items: readonly Competitor[]): Competitor | undefined {
  return items.reduce<Competitor | undefined>(
    (best, one) => (best === undefined || one.opportunity_score > best.opportunity_score ? one : best),
    undefined,
  );
}

function stepsOf({ items, target }: CompetitorReport): StepDraft[] {
  const best = strongest(items);
  if (best === undefined) return [];
  const steps: StepDraft[] = [];
  if (best.unique_referring_domains > 0)
    steps.push({
      action: `Go through the sites that link to ${best.domain} and not to ${target.value}.`,
      why: `${best.reason} Sites that link to two of a kind may link to a third.`,
      evidence: [
        `unique_referring_domains: ${best.unique_referring_domains}`,
        `opportunity_score: ${best.opportunity_score}`,
      ],
      effort: 'medium',
      owner_hint: 'outreach',
    });
  const ahead = items.filter(({ score_components }) => score_components.authority_lead > 0);
  const [leader] = ahead.toSorted((one, other) => (other.rank ?? 0) - (one.rank ?? 0));
  if (leader !== undefined)
    steps.push({
      action: `Look at what ${leader.domain} is linked for.`,
      why: `${counted(ahead.length, 'competitor')} here ${ahead.length === 1 ? 'ranks' : 'rank'} higher; the most linked pages of the strongest show what the field cites.`,
      evidence: [`rank: ${leader.rank}`, `domain: ${leader.domain}`],
      effort: 'medium',
      owner_hint: 'content',
    });
  const closest = items.toSorted((one, other) => other.overlap_score - one.overlap_score)[0] ?? best;
  steps.push({
    action: `Check whether ${closest.domain} competes for customers too, and watch its new links if so.`,
    why: `Of all here its links are the most like those of ${target.value}.`,
    evidence: [`overlap_score: ${closest.overlap_score}`, `intersections: ${closest.intersections}`],
    effort: 'low',
    owner_hint: 'SEO',
  });
  return steps;
}

function confidenceOf(report: CompetitorReport): Pick<Plan, 'confidence' | 'confidence_reasons'> {
  const domains = report.referring_main_domains ?? 0;
  const reasons = [
    `${counted(domains, 'domain')} ${domains === 1 ? 'is' : 'are'} known to link to the target${domains < 20 ? ', which is few to compare by' : ''}.`,
  ];
  const { candidate_count: all, total_count: ranked } = report;
  if (all !== null && ranked !== null && all > ranked)
    reasons.push(
      `${ranked.toLocaleString('en-US')} of ${counted(all, 'candidate')} are ranked: those that share the most linking domains.`,
    );
  const isRanked = report.rank !== null;
  if (!isRanked) reasons.push('The rank of the target is not known, so no lead in authority is counted.');
  const confidence = Math.min(0.9, 0.15 + 0.25 * Math.log10(1 + domains)) - (isRanked ? 0 : 0.1);
  return { confidence: Math.round(Math.max(0.1, confidence) * 100) / 100, confidence_reasons: reasons };
}

export function competitorsSummary(report: CompetitorReport): string {
  const { target, items, total_count } = report;
  const heading = `## Link competitors of ${inline(target.value)}`;
  if (total_count === null) return `${heading}\n\nNot known: the index has read no page of another domain yet.`;
  if (items.length === 0) return summary([heading, nothingHere(report), `Next: ${emptyStep(report).action}`]);
  const rows = items
    .slice(0, TABLE_ROWS)
    .map((row) => [
      inline(row.domain, 50),
      row.rank,
      row.intersections,
      row.unique_referring_domains,
      row.overlap_score,
      row.opportunity_score,
    ]);
  return summary([
    heading,
    factsOf(report)
      .map((fact) => `- ${fact}`)
      .join('\n'),
    markdownTable(['Domain', 'Rank', 'Shared', 'Unique', 'Overlap', 'Opportunity'], rows),
    `Next: ${stepsOf(report)[0]?.action ?? ''}`,
  ]);
}

function factsOf(report: CompetitorReport): string[] {
  const { items, candidate_count, left_out_as_large: large } = report;
  const candidates = candidate_count ?? items.length;
  const own = report.referring_main_domains ?? 0;
  const best = strongest(items);
  const names = large.slice(0, LARGE_NAMED).map((name) => inline(name));
  const facts = [
    `**${counted(candidates, 'domain')}** ${candidates === 1 ? 'shares' : 'share'} linking sites with the target; ${items.length} here`,
    `Rank of the target: ${report.rank ?? 'not known'}; **${counted(own, 'domain')}** ${own === 1 ? 'links' : 'link'} to it`,
    best === undefined || best.unique_referring_domains === 0
      ? 'None of those here has a linking domain that the target lacks'
      : `Most to win from **${inline(best.domain)}** (${best.opportunity_score} of 100): ${best.reason}`,
  ];
  if (names.length > 0)
    facts.push(`Left out as large by their figures: ${names.join(', ')}${large.length > LARGE_NAMED ? ' …' : ''}`);
  return facts;
}
