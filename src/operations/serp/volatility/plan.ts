import type { Level } from '../../../kernel/level.ts';
import { inOrder, type Plan, type StepDraft } from '../../../guidance/plan.ts';
import { counted } from '../../../kernel/grammar.ts';
import { missedIn } from './domains.ts';
import type { VolatilityReport } from './report.ts';
import { nextOf } from './summary.ts';

/** What to do about the movement, made from the report alone. */
export function volatilityGuidance(report: VolatilityReport): Plan {
  const next = nextOf(report);
  const { confidence, reasons } = confidenceIn(report);
  return {
    summary:
      report.volatility_score === null
        ? `Volatility of "${report.keyword}" is not known: ${counted(report.snapshots_compared, 'snapshot')} with results.`
        : `"${report.keyword}" is ${report.interpretation ?? ''}: ${report.volatility_score} of 100 over ${counted(report.intervals.length, 'interval')}.`,
    recommended_action: next.charAt(0).toUpperCase() + next.slice(1),
    priority: priorityOf(report),
    confidence,
    confidence_reasons: reasons,
    steps: inOrder(stepsOf(report)),
    guardrails: [
      'Movement shows what changed, not why: read the pages before naming a cause.',
      'A page that is not seen may stand below the depth of the snapshot; null is not "gone".',
      'Compare snapshots of one place, language and device only.',
    ],
  };
}

function priorityOf({ target_visibility, interpretation }: VolatilityReport): Level {
  if (target_visibility.some(({ status }) => status === 'lost' || status === 'declined')) return 'high';
  return interpretation === 'turbulent' || interpretation === 'elevated' ? 'medium' : 'low';
}

const TARGET_STEPS_MAX = 3;

function stepsOf(report: VolatilityReport): StepDraft[] {
  const steps = [
    ...targetSteps(report),
    ...gainSteps(report),
    ...riserSteps(report),
    ...entryStep(report),
    ...featureStep(report),
  ];
  return steps.length > 0 ? steps : [quietStep(report)];
}

function targetSteps({ target_visibility }: VolatilityReport): StepDraft[] {
  return target_visibility
    .filter(({ status }) => status === 'lost' || status === 'declined')
    .slice(0, TARGET_STEPS_MAX)
    .map(({ domain, status, positions, first_position, last_position }) => ({
      action: `Find out what happened to ${positions.findLast(({ url }) => url !== null)?.url ?? domain}.`,
      why: status === 'lost' ? 'It is no longer in the depth that was checked.' : 'It stands lower than before.',
      evidence: [`first position: ${first_position ?? 'not seen'}`, `last position: ${last_position ?? 'not seen'}`],
      effort: 'medium',
      owner_hint: 'SEO',
    }));
}

/** A gain, and whether it is steady: a page that one snapshot does not have may be gone again tomorrow. */
function gainSteps({ target_visibility }: VolatilityReport): StepDraft[] {
  return target_visibility
    .filter((target) => isGain(target.status) || (target.status === 'stable' && missedIn(target) > 0))
    .slice(0, TARGET_STEPS_MAX)
    .map((target) => {
      const { domain, positions, first_position, last_position, seen_in, snapshots } = target;
      const gone = missedIn(target);
      return {
        action:
          gone > 0
            ? `Check ${domain} again before counting on its position.`
            : `Leave ${positions.findLast(({ url }) => url !== null)?.url ?? domain} as it is, and see whether the gain lasts.`,
        why:
          gone > 0
            ? `It went from ${first_position ?? ''} to ${last_position ?? ''}, and ${counted(gone, 'snapshot')} between did not have it.`
            : first_position === null
              ? `It is new at ${last_position ?? ''}.`
              : `It rose from ${first_position} to ${last_position ?? ''}.`,
        evidence: [`seen in ${seen_in} of ${counted(snapshots, 'snapshot')}`],
        effort: 'low',
        owner_hint: 'SEO',
      };
    });
}

function isGain(status: VolatilityReport['target_visibility'][number]['status']): boolean {
  return status === 'improved' || status === 'entered';
}

/** The page that took the first position, and the one that rose most; pages of the targets have steps of their own. */
function riserSteps(report: VolatilityReport): StepDraft[] {
  return risersOf(report).map(({ url, what, evidence }) => ({
    action: `Read ${url} for what it answers that others do not.`,
    why: what,
    evidence: [evidence],
    effort: 'low',
    owner_hint: 'content',
  }));
}

export interface Riser {
  readonly url: string;
  readonly domain: string;
  /** A sentence that begins with "It". */
  readonly what: string;
  readonly evidence: string;
}

/** Pages of others that gained: who is first now, then who rose most. */
export function risersOf({ first_place, winners, target_visibility }: VolatilityReport): Riser[] {
  const others = ({ domain, url }: { readonly domain: string; readonly url: string }): boolean =>
    !target_visibility.some((target) => isOf(target.domain, url, domain));
  const risers: Riser[] = [];
  const top = first_place?.changed === true ? first_place.after : null;
  if (top !== null && others(top)) {
    risers.push({
      url: top.url,
      domain: top.domain,
      what: 'It took the first position.',
      evidence: `position 1, before held by ${first_place?.before?.url ?? ''}`,
    });
  }
  const winner = winners.find((row) => others(row) && row.url !== top?.url);
  if (winner !== undefined) {
    const { url, domain, from, to } = winner;
    risers.push({ url, domain, what: 'It rose most.', evidence: `from ${from} to ${to}` });
  }
  return risers;
}

function isOf(target: string, url: string, domain: string): boolean {
  const host = /^https?:\/\/([^/?#:]+)/i.exec(url)?.[1] ?? domain;
  return host === target || host.endsWith('.' + target);
}

function entryStep({ new_entries, counts, first_place, target_visibility }: VolatilityReport): StepDraft[] {
  const entry = new_entries.find(
    ({ url, domain }) =>
      url !== first_place?.after?.url && !target_visibility.some((target) => isOf(target.domain, url, domain)),
  );
  if (entry === undefined) return [];
  return [
    {
      action: `Look at ${entry.url}, which was not there before.`,
      why: 'A new page shows what the results have lacked.',
      evidence: [`position ${entry.position}`, `${counted(counts.new_entries, 'new entry', 'new entries')} in all`],
      effort: 'low',
      owner_hint: 'content',
    },
  ];
}

function featureStep({ feature_changes }: VolatilityReport): StepDraft[] {
  return feature_changes.slice(0, 1).map(({ feature, change, checked_at }) => ({
    action: `Look at the results page for ${feature.replaceAll('_', ' ')}.`,
    why: 'A feature that comes or goes moves clicks even where no position changes.',
    evidence: [`${feature} ${change} by ${checked_at.slice(0, 10)}`],
    effort: 'low',
    owner_hint: 'SEO',
  }));
}

function quietStep(report: VolatilityReport): StepDraft {
  const unknown = report.volatility_score === null;
  return {
    action: unknown ? 'Send at least two snapshots with results.' : 'Change nothing on account of this search.',
    why: unknown ? 'A single list cannot move.' : stillness(report),
    evidence: [
      unknown
        ? `snapshots with results: ${report.snapshots_compared}`
        : `volatility ${report.volatility_score ?? ''} of 100`,
    ],
    effort: 'low',
    owner_hint: 'SEO',
  };
}

function stillness({ intervals, positions_min, target_visibility }: VolatilityReport): string {
  const between = intervals.some(({ new_entries, dropouts }) => new_entries + dropouts > 0);
  const absent = target_visibility.filter(({ status }) => status === 'absent').length;
  const targets = absent > 0 ? ` ${counted(absent, 'target')} ${absent === 1 ? 'is' : 'are'} in no snapshot.` : '';
  return between
    ? `Pages came and went in between, and the last snapshot is much like the first.${targets}`
    : `No page came or went, and none moved by ${counted(positions_min, 'position')} or more.${targets}`;
}

function confidenceIn(report: VolatilityReport): { confidence: number; reasons: string[] } {
  if (report.volatility_score === null) return { confidence: 0.1, reasons: ['there is nothing to compare'] };
  const reasons = [`${counted(report.snapshots_compared, 'snapshot')} compared`];
  let percent = report.snapshots_compared >= 4 ? 90 : 75;
  if (report.components.feature_churn === null) {
    percent -= 5;
    reasons.push('SERP features were not sent, so their change is not known');
  }
  const shallow = report.intervals.some(({ depth_compared }) => depth_compared < 10);
  if (shallow) {
    percent -= 15;
    reasons.push('some snapshots reach less than ten results deep');
  }
  if (report.warnings.length > 0) {
    percent -= 5;
    reasons.push(`${counted(report.warnings.length, 'warning')} about the snapshots`);
  }
  return { confidence: percent / 100, reasons };
}
