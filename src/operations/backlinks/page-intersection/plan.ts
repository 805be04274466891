import { counted } from '../../../kernel/grammar.ts';
import { inline, markdownTable, summary } from '../../../kernel/markdown.ts';
import { inOrder, type Plan, type StepDraft } from '../../../guidance/plan.ts';
import type { IntersectionReport, IntersectionRow } from './report.ts';

const TABLE_ROWS = 10;

/** What to do about the pages, made from the report alone. */
export function intersectionPlan(report: IntersectionReport): Plan {
  if (report.total_count === null) return unknownPlan(report);
  const steps = report.items.length > 0 ? stepsOf(report) : [emptyStep(report)];
  const best = bestOf(report);
  return {
    summary: summaryLine(report),
    recommended_action: steps[0]?.action ?? '',
    priority: best?.priority ?? 'medium',
    ...confidenceOf(report),
    steps: inOrder(steps),
    guardrails: [
      'A page is left out when the index knows a link from it to an excluded target; it may hold one that was never read.',
      'Open a page before you write to its owner: it may have changed since it was read.',
      'Pay for no link: a bought link that is not marked as such can cost both sides their ranking.',
    ],
  };
}

function summaryLine(report: IntersectionReport): string {
  const total = report.total_count ?? report.items.length;
  if (report.items.length === 0) return nothingHere(report);
  return `${counted(total, 'page')} ${total === 1 ? 'links' : 'link'} to ${aim(report)}${butNot(report)}; ${report.items.length} of them here.`;
}

function aim({ targets, intersection_mode: mode }: IntersectionReport): string {
  const [only] = targets;
  if (targets.length === 1 && only !== undefined) return only.value;
  return mode === 'all' ? `all ${targets.length} targets` : `at least one of ${targets.length} targets`;
}

function butNot({ exclude_targets: excluded }: IntersectionReport): string {
  const [only] = excluded;
  if (only === undefined) return '';
  return excluded.length === 1 ? ` and not to ${only.value}` : ` and to none of ${excluded.length} excluded ones`;
}

function nothingHere(report: IntersectionReport): string {
  return `The index holds no page that links to ${aim(report)}${butNot(report)} and fits the filters.`;
}

function unknownPlan(report: IntersectionReport): Plan {
  return {
    summary: `The index has read no page that could link to ${aim(report)}, so it cannot know who does.`,
    recommended_action: 'Crawl sites that may link to the targets, or import link data.',
    priority: 'high',
    confidence: 0,
    confidence_reasons: ['No page outside the targets’ own domains was read.'],
    steps: inOrder([
      {
        action: 'Crawl directories, publications and forums of the field with `seamark crawl URL`.',
        why: 'Links are known from the pages that carry them.',
        evidence: ['total_count: null'],
        effort: 'low',
        owner_hint: 'operator of the service',
      },
    ]),
    guardrails: ['Unknown is not none: do not report that nobody links to the targets.'],
  };
}

function emptyStep(report: IntersectionReport): StepDraft {
  return {
    action:
      report.intersection_mode === 'all' && report.targets.length > 1
        ? 'Ask again with intersection_mode "partial": no page links to every target.'
        : 'Ask again without dofollow_only and max_spam_score, and with backlinks_status_type "all".',
    why: nothingHere(report),
    evidence: [`total_count: ${report.total_count}`],
    effort: 'low',
    owner_hint: 'SEO',
  };
}

/** The row with the highest score that is no spam, whatever the list is sorted by; the first of equal ones. */
export function bestOf({ items }: IntersectionReport): IntersectionRow | undefined {
  return items
    .filter((item) => !isSpam(item))
    .reduce<IntersectionRow | undefined>(
      (best, one) => (best === undefined || one.score > best.score ? one : best),
      undefined,
    );
}

function isSpam({ quality }: IntersectionRow): boolean {
  return quality.signals.includes('high_spam');
}

function stepsOf(report: IntersectionReport): StepDraft[] {
  const { items } = report;
  const best = bestOf(report);
  const steps: StepDraft[] = [];
  const sound = items.filter((item) => !isSpam(item));
  const broken = sound.filter(({ quality }) => quality.signals.includes('broken_competitor_link'));
  if (broken[0] !== undefined)
    steps.push({
      action: 'Tell the owners of pages with a dead link, and offer a page of yours for it.',
      why: `${counted(broken.length, 'page')} here ${broken.length === 1 ? 'links' : 'link'} to a competitor’s page that fails: a repair helps both sides.`,
      evidence: [`broken_competitor_link: ${broken.length}`, broken[0].url],
      effort: 'low',
      owner_hint: 'outreach',
    });
  if (best !== undefined)
    steps.push({
      action: `Read ${best.url} and write to its owner with a page that fits beside the linked ones.`,
      why: `${best.reason} Of those here without a high spam score it has the most points.`,
      evidence: [`score: ${best.score}`, `linked_targets_count: ${best.linked_targets_count}`],
      effort: 'medium',
      owner_hint: 'outreach',
    });
  const several = sound.filter(({ linked_targets_count: count }) => count > 1);
  if (several[0] !== undefined && report.intersection_mode === 'partial')
    steps.push({
      action: 'Take the pages that link to several targets first.',
      why: `${counted(several.length, 'page')} here ${several.length === 1 ? 'links' : 'link'} to more than one: such pages collect links of the field.`,
      evidence: [`linked_targets_count above 1: ${several.length}`, several[0].url],
      effort: 'low',
      owner_hint: 'outreach',
    });
  const spam = items.length - sound.length;
  if (spam > 0)
    steps.push({
      action: 'Leave out the pages with a high spam score.',
      why: `${counted(spam, 'page')} here ${spam === 1 ? 'has' : 'have'} a spam score above 60; ask with max_spam_score 60 to drop ${spam === 1 ? 'it' : 'them'}.`,
      evidence: [`high_spam: ${spam}`],
      effort: 'low',
      owner_hint: 'SEO',
    });
  return steps;
}

function confidenceOf(report: IntersectionReport): Pick<Plan, 'confidence' | 'confidence_reasons'> {
  const { items } = report;
  if (items.length === 0) return { confidence: 0.2, confidence_reasons: ['Nothing was found to judge.'] };
  const unranked = items.filter(({ domain_rank }) => domain_rank === null).length;
  const reasons = ['Each link was seen on its page when that page was last read.'];
  if (unranked > 0) reasons.push(`The rank of the domain is not known for ${counted(unranked, 'row')}.`);
  return { confidence: Math.round((0.8 - 0.3 * (unranked / items.length)) * 100) / 100, confidence_reasons: reasons };
}

export function intersectionSummary(report: IntersectionReport): string {
  const { items, total_count, priority_counts: counts } = report;
  const heading = `## Pages that link to ${inline(aim(report), 100)}${inline(butNot(report), 100) === '' ? '' : ` ${inline(butNot(report), 100)}`}`;
  if (total_count === null) return `${heading}\n\nNot known: the index has read no page that could link to them.`;
  if (items.length === 0)
    return summary([heading, nothingHere(report), report.notes.join(' '), `Next: ${emptyStep(report).action}`]);
  const facts = [
    `**${counted(total_count, 'page')}** ${total_count === 1 ? 'fits' : 'fit'}; ${items.length} here: ${counts.high} of high, ${counts.medium} of medium, ${counts.low} of low priority`,
    ...(report.targets.length > 1
      ? [report.targets.map((target) => `${inline(target.value, 60)}: ${counted(target.pages, 'page')}`).join('; ')]
      : []),
    `Followed: ${items.filter(({ quality }) => quality.dofollow).length}; in the text: ${items.filter(({ quality }) => quality.in_content).length}`,
  ];
  const rows = items
    .slice(0, TABLE_ROWS)
    .map((row) => [
      inline(row.url, 70),
      row.linked_targets_count,
      row.domain_rank,
      row.quality.dofollow ? 'yes' : 'no',
      row.spam_score === null ? null : Math.round(row.spam_score),
      row.score,
    ]);
  return summary([
    heading,
    facts.map((fact) => `- ${fact}`).join('\n'),
    markdownTable(['Page', 'Targets', 'Domain rank', 'Followed', 'Spam', 'Score'], rows),
    report.notes.join(' '),
    `Next: ${stepsOf(report)[0]?.action ?? ''}`,
  ]);
}
