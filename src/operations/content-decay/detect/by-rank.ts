import type { OwnSite } from '../../../rankings/own-site.ts';
import { blankAudit } from './blank-audit.ts';
import { type CauseReport, describeFault, findStale } from './causes.ts';
import type { DecayInput } from './input.ts';
import type { PageState } from './page-state.ts';
import type { RankReading } from './ranks.ts';
import { listRecovery } from './recovery.ts';
import type { DecayReport } from './report.ts';
import { round1, round2, round3 } from './rounding.ts';

/** Without console data stored places are all there is: a sample of one keyword. */
export function judgeByRank(input: DecayInput, page: PageState, ranks: RankReading | null): DecayReport {
  const known = blankAudit(input, page, ranks);
  if (ranks === null)
    return { coverage: 'none', state: 'unknown_target', decay_audit: { ...known, reason: NOTHING_KNOWN } };
  const isDecaying = ranks.status === 'decaying';
  const causes = isDecaying ? causesOfRanks(page, ranks) : [];
  return {
    coverage: 'sample',
    state: 'answered',
    decay_audit: {
      ...known,
      status: ranks.status,
      reason: ranks.reason,
      decaying: ranks.status === 'insufficient_data' ? null : isDecaying,
      judged_by: ranks.reason === null ? 'position' : null,
      scope: 'keyword',
      decay_percent: ranks.decay_percent,
      within_noise: ranks.within_noise,
      slope_per_day: ranks.slope_per_day === null ? null : round3(ranks.slope_per_day),
      slopes: {
        ...known.slopes,
        position:
          ranks.slope_per_day === null
            ? null
            : {
                per_day: round3(ranks.slope_per_day),
                p_value: ranks.p_value === null ? null : round3(ranks.p_value),
                n: ranks.points.length,
              },
      },
      confidence: ranks.reason === null ? Math.min(0.7, round2(0.3 + ranks.points.length / 50)) : 0,
      first_decline_at: ranks.first_decline_at,
      points: ranks.points.map(({ checked_at, position }) => ({
        from: checked_at.slice(0, 10),
        to: checked_at.slice(0, 10),
        clicks: null,
        impressions: null,
        position,
        last_year_clicks: null,
      })),
      likely_causes: causes.map((cause) => ({ ...cause, evidence: [...cause.evidence] })),
      recovery_steps: listRecovery({
        url: input.url,
        keyword: input.keyword,
        page,
        causes,
        is_decaying: isDecaying,
      }),
      notes: [...known.notes, 'Only stored result pages are available: clicks, demand and click rates are unknown.'],
    },
  };
}

const NOTHING_KNOWN =
  'There is no Search Console data for the page, and it appears on no stored result page for the keyword.';

/** The console knows the site, but not this page day by day. */
export function explainUncovered(report: DecayReport, { console }: OwnSite): DecayReport {
  const reason = `${console} has no daily figures for this page: a table export covers one period.`;
  return { ...report, state: 'not_covered', decay_audit: { ...report.decay_audit, reason } };
}

function causesOfRanks(page: PageState, ranks: RankReading): CauseReport['likely'] {
  const last = ranks.points.at(-1)?.checked_at.slice(0, 10) ?? '';
  const [fault] = page.faults;
  const lost = (ranks.after ?? 0) - (ranks.before ?? 0);
  const shared = { lost_clicks: null, share: null };
  const stale = findStale({ page, to: last }, true);
  return [
    ...(fault === undefined ? [] : [describeFault(fault, shared)]),
    {
      cause: 'rank',
      figure: round1(lost),
      unit: 'positions lost',
      before: ranks.before,
      after: ranks.after,
      ...shared,
      evidence: [
        `median position ${ranks.before ?? '–'} in the first third of the checks, ${ranks.after ?? '–'} in the last`,
      ],
    },
    ...(ranks.overtaken_by.length === 0
      ? []
      : [
          {
            cause: 'competitor' as const,
            figure: ranks.overtaken_by.length,
            unit: 'domains that moved above the page',
            before: null,
            after: null,
            ...shared,
            evidence: [`now above the page: ${ranks.overtaken_by.slice(0, 5).join(', ')}`],
          },
        ]),
    ...(stale === null ? [] : [stale]),
  ];
}
