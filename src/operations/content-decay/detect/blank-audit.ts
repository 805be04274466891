import { readAge } from './causes.ts';
import type { DecayInput } from './input.ts';
import type { PageState } from './page-state.ts';
import type { RankReading } from './ranks.ts';
import { listRecovery } from './recovery.ts';
import type { DecayAudit } from './report.ts';

/** An audit of which nothing is known but what the index knows of the page. */
export function blankAudit(input: DecayInput, page: PageState, ranks: RankReading | null): DecayAudit {
  const { url, keyword, followed, threshold } = input;
  const last = input.daily[0]?.to ?? ranks?.points.at(-1)?.checked_at.slice(0, 10) ?? '';
  return {
    url,
    keyword,
    followed: [...followed],
    decaying: null,
    status: 'insufficient_data',
    reason: null,
    judged_by: null,
    scope: null,
    decay_percent: null,
    season_adjusted: null,
    within_noise: null,
    threshold,
    slope_per_day: null,
    slopes: { clicks: null, impressions: null, position: null },
    confidence: 0,
    first_decline_at: null,
    window: null,
    points: [],
    rank_history:
      ranks === null
        ? null
        : {
            engine: ranks.engine,
            device: ranks.device,
            checks: ranks.points.length,
            before: ranks.before,
            after: ranks.after,
            status: ranks.status,
          },
    worst_interval: null,
    year_over_year: null,
    seasonal_expectation: null,
    traffic_at_risk: null,
    known_breaks: [],
    exempt: null,
    likely_causes: [],
    causes_considered: null,
    recovery_steps: listRecovery({ url, keyword, page, causes: [], is_decaying: false }),
    scopes: { keyword: null, page: null },
    page: {
      status_code: page.status_code,
      is_indexable: page.is_indexable,
      canonical_url: page.canonical_url,
      title: page.title,
      words_count: page.words_count,
      referring_domains: page.referring_domains,
      published_at: page.published_at,
      age_days: readAge(page, last),
      fetched_at: page.fetched_at,
    },
    notes: [],
  };
}
