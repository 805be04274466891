import type { ScheduleRowView } from '../../views.ts';
import { REPORTS, titleOf } from '../reports/index.ts';
import { day, dayAndMinute } from '../model/format.ts';

/** What a schedule makes, in words: the report's title, or the name that its owner chose. */
export function scheduleTitle({ id, operation, input }: ScheduleRowView): string {
  return REPORTS.has(operation) ? titleOf(operation, input) : id;
}

/** What went wrong with the last run, and when the next one is; undefined where nothing did. */
export function failedRun(schedule: ScheduleRowView): string | undefined {
  const { last, is_stale } = schedule;
  if (last === null || last.error === null) return is_stale ? `Failed twice in a row. ${nextRun(schedule)}` : undefined;
  const when = `${is_stale ? 'Failed at least twice in a row, last on' : 'Failed on'} ${day(last.at)}`;
  return `${when}: ${last.error.replace(/\.?$/, '.')} ${nextRun(schedule)}`;
}

function nextRun({ next_due, is_paused }: ScheduleRowView): string {
  if (is_paused) return 'It is paused.';
  return next_due === null ? 'No further run is planned.' : `Next run: ${dayAndMinute(next_due)}.`;
}
