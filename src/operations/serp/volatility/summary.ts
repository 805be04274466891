import { counted } from '../../../kernel/grammar.ts';
import { inline, markdownTable, summary } from '../../../kernel/markdown.ts';
import { missedIn } from './domains.ts';
import type { VolatilityReport } from './report.ts';

const ROWS_MAX = 8;

/** What a person would paste into a report about the movement of a search. */
export function volatilitySummary(report: VolatilityReport): string {
  const { counts } = report;
  const facts = [
    report.volatility_score === null
      ? 'Volatility is not known: fewer than two snapshots have results'
      : `Volatility **${report.volatility_score} of 100 (${report.interpretation ?? ''})** over ${counted(report.intervals.length, 'interval')}, ${period(report)}`,
    `${counted(counts.winners, 'winner')}, ${counted(counts.losers, 'loser')} (moved by ${counted(report.positions_min, 'position')} or more), ${counted(counts.new_entries, 'new entry', 'new entries')}, ${counted(counts.dropouts, 'dropout')}`,
    `${counted(counts.feature_changes, 'change')} of SERP features${featureNames(report)}`,
    ...firstPlaceFact(report),
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

function firstPlaceFact({ first_place }: VolatilityReport): string[] {
  if (first_place?.changed !== true) return [];
  return [
    `First position: ${inline(first_place.before?.domain ?? '', 60)} before, ${inline(first_place.after?.domain ?? '', 60)} now`,
  ];
}

/** Days alone, whatever form the times were sent in; the times as well where it is all one day. */
function period({ first_checked_at, last_checked_at }: VolatilityReport): string {
  const [first, last] = [first_checked_at ?? '', last_checked_at ?? ''];
  const [from, to] = [first.slice(0, 10), last.slice(0, 10)];
  if (from !== to) return `${from} to ${to}`;
  return first.length > 10 && last.length > 10 ? `${first} to ${last}` : from;
}

function targetFact(target: VolatilityReport['target_visibility'][number]): string {
  const { domain, status, first_position, last_position, seen_in, snapshots } = target;
  const [first, last] = [String(first_position ?? ''), String(last_position ?? '')];
  const words: Readonly<Record<typeof status, string>> = {
    absent: 'in no snapshot, within the depth that was checked',
    lost:
      first_position === null
        ? 'not seen in the last snapshot'
        : `lost: ${first} in the first snapshot, not seen in the last`,
    entered: `new at ${last}, not seen in the first snapshot`,
    improved: `improved from ${first} to ${last}`,
    declined: `declined from ${first} to ${last}`,
    stable: first === last ? `stable at ${first}` : `stable, from ${first} to ${last}`,
  };
  const gaps = status === 'absent' || seen_in === snapshots ? '' : ` (seen in ${seen_in} of ${snapshots})`;
  return `${inline(domain, 60)}: ${words[status]}${gaps}`;
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
  const unsteady = report.target_visibility.find((target) => target.status === 'improved' && missedIn(target) > 0);
  if (unsteady !== undefined) {
    return `check again before counting the gain of ${unsteady.domain}, which is in ${unsteady.seen_in} of ${unsteady.snapshots} snapshots.`;
  }
  if (report.interpretation === 'turbulent' || report.interpretation === 'elevated') {
    return 'wait for two calmer checks before judging a ranking by this search.';
  }
  return 'keep the present pages and check again at the usual interval.';
}
