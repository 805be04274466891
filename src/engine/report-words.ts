import type { ReportFailed, ReportFigure, ReportListChange, ReportReady } from '../contract/report-ready.ts';
import { joinWords } from '../kernel/grammar.ts';

/** A report in short, in the words that e-mails and channels share. */

export const ARROWS = { up: '▲', down: '▼', same: '→' } as const;

/** The title, and of what moved the figure that matters most. */
export function subjectOf({ title, is_unchanged, figures, lists }: ReportReady): string {
  if (is_unchanged) return `${title}: nothing changed`;
  const moved = figures.find(({ change }) => change !== null && change.direction !== 'same');
  if (moved?.change != null) {
    return `${title}: ${moved.label} ${moved.value}, ${ARROWS[moved.change.direction]} ${moved.change.text}`;
  }
  const [list] = lists;
  return list === undefined ? title : `${title}: ${list.title}, ${countsOf(list)}`;
}

export function countsOf({ new: fresh, gone, changed }: ReportListChange): string {
  return joinWords([
    ...(fresh === 0 ? [] : [`${fresh.toLocaleString('en-US')} new`]),
    ...(gone === 0 ? [] : [`${gone.toLocaleString('en-US')} gone`]),
    ...(changed === 0 ? [] : [`${changed.toLocaleString('en-US')} changed`]),
  ]);
}

/** What everything is compared with. */
export function sinceOf({ compared_with, is_unchanged, answered_at }: ReportReady): string {
  if (compared_with === null) return `${dayOf(answered_at)}. The first report; the next one says what changed.`;
  const before = dayOf(compared_with);
  return is_unchanged
    ? `${dayOf(answered_at)}. Nothing changed since ${before}.`
    : `${dayOf(answered_at)}, compared with ${before}`;
}

export function figureLine({ label, value, change }: ReportFigure): string {
  return `${label}: ${value}${change === null ? '' : ` (${ARROWS[change.direction]} ${change.text})`}`;
}

export function listLines(list: ReportListChange): string[] {
  return [`${list.title}: ${countsOf(list)}`, ...namedLines(list).map((line) => `  ${line}`)];
}

export function namedLines({ first_new, first_gone, new: fresh, gone }: ReportListChange): string[] {
  return [
    ...(first_new.length === 0 ? [] : [`New: ${joinWords(named(first_new, fresh))}`]),
    ...(first_gone.length === 0 ? [] : [`Gone: ${joinWords(named(first_gone, gone))}`]),
  ];
}

function named(names: readonly string[], count: number): readonly string[] {
  return count > names.length ? [...names, `${(count - names.length).toLocaleString('en-US')} more`] : names;
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** `22 Nov 2026`, in UTC: nobody knows where the reader is. */
export function dayOf(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : DAY.format(at);
}

const MINUTE = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });

export function failedSubjectOf({ title }: ReportFailed): string {
  return `${title}: no report this time`;
}

/** Where the address of a failed run leads. */
export function failureLinkOf({ job_id }: ReportFailed): string {
  return job_id === null ? 'Open the schedule' : 'Open the run';
}

/** Why there is no report, and when there is to be one: one line. */
export function failureLine({ failed_at, reason, next_run_at }: ReportFailed): string {
  const why = `The run of ${dayOf(failed_at)} failed: ${reason.replace(/\.?$/, '.')}`;
  if (next_run_at === null) return `${why} No further run is planned.`;
  return `${why} It is tried again on ${dayOf(next_run_at)} at ${MINUTE.format(new Date(next_run_at))} UTC.`;
}
