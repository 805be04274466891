import { counted, inline, markdownTable, summary } from '../../../kernel/markdown.ts';
import type { VolatilityReport } from './report.ts';

const ROWS_MAX = 8;

/** What a person would paste into a report about the movement of a search. */
export function volatilitySummary(report: VolatilityReport): string {
  const { counts } = report;
  const facts = [
    report.volatility_score === null
      ? 'Volatility is not known: fewer than two snapshots have results'
      : `Volatility **${report.volatility_score} of 100 (${report.interpretation ?? ''})** over ${counted(report.intervals.length, 'interval')}, ${report.first_checked_at ?? ''} to ${report.last_checked_at ?? ''}`,
    `${counted(counts.winners, 'winner')}, ${counted(counts.losers, 'loser')} (moved by ${counted(report.positions_min, 'position')} or more), ${counted(counts.new_entries, 'new entry', 'new entries')}, ${counted(counts.dropouts, 'dropout')}`,
    `${counted(counts.feature_changes, 'change')} of SERP features${featureNames(report)}`,
    ...report.target_visibility.slice(0, 3).map(targetFact),
  ];
  const rows = [
    ...report.winners.slice(0, 3).map((row) => [inline(row.url, 70), 'up', row.from, row.to]),
    ...report.losers.slice(0, 3).map((row) => [inline(row.url, 70), 'down', row.from, row.to]),
    ...report.new_entries.slice(0, 2).map((row) => [inline(row.url, 70), 'new', null, row.position]),
    ...report.dropouts.slice(0, 2).map((row) => [inline(row.url, 70), 'gone', row.position, null]),
  ];
  return summary([
    `## SERP volatility: ${inline(report.keyword)}`,
    facts.map((fact) => `- ${fact}`).join('\n'),
    markdownTable(['Page', 'Move', 'From', 'To'], rows.slice(0, ROWS_MAX)),
    `Next: ${nextOf(report)}`,
  ]);
}

function featureNames({ feature_changes }: VolatilityReport): string {
  const names = [...new Set(feature_changes.map(({ feature }) => feature))].slice(0, 4);
  return names.length === 0 ? '' : `: ${inline(names.join(', '), 100)}`;
}

function targetFact({
  domain,
  first_position,
  last_position,
  status,
}: VolatilityReport['target_visibility'][number]): string {
  const place = (position: number | null): string => (position === null ? 'not seen' : String(position));
  return `${inline(domain, 60)}: ${status}, from ${place(first_position)} to ${place(last_position)}`;
}

/** What follows from the report in one sentence. */
export function nextOf(report: VolatilityReport): string {
  const hurt = report.target_visibility.find(({ status }) => status === 'lost' || status === 'declined');
  if (report.volatility_score === null) return 'check the search again and send at least two snapshots with results.';
  if (hurt !== undefined) {
    return report.interpretation === 'calm' || report.interpretation === 'normal'
      ? `look for the cause at ${hurt.domain} itself, since the rest of the results hardly moved.`
      : `compare ${hurt.domain} with what rose before changing it, since the whole page of results moved.`;
  }
  if (report.interpretation === 'turbulent' || report.interpretation === 'elevated') {
    return 'wait for two calmer checks before judging a ranking by this search.';
  }
  return 'keep the present pages and check again at the usual interval.';
}
