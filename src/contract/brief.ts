import { fieldsOf } from '../kernel/fields-of.ts';
import { nearest } from '../kernel/similarity.ts';
import type { InputIssue } from '../kernel/errors.ts';
import { BESIDE_RESULT } from './envelope.ts';
import type { Operation } from './operation.ts';

/** How much of an answer is sent: `brief` leaves out what a reader who plans the next step does not need. */
const DETAILS = ['brief', 'full'] as const;
export type Detail = (typeof DETAILS)[number];

/** How every transport words the refusal of a `detail`. */
export const DETAIL_PROBLEM = 'must be brief or full';

export function readDetail(given: unknown): Detail | undefined {
  return DETAILS.find((detail) => detail === given);
}

/** How much of an answer its caller wants. */
export interface AnswerForm {
  readonly detail: Detail;
  /** Fields of the result that are sent; undefined for all of them. */
  readonly fields: readonly string[] | undefined;
}

/** In every answer, whichever fields are asked for. */
const KEPT_FIELDS = ['success', 'meta'];

/** Fields of an answer from a list or a text with commas; the problem names what the operation does not answer. */
export function readFields(
  given: unknown,
  operation: Pick<Operation, 'result' | 'guidance'>,
): { readonly fields: readonly string[] | undefined; readonly problem: InputIssue | undefined } {
  if (given === undefined || given === '') return { fields: undefined, problem: undefined };
  const list: readonly unknown[] = Array.isArray(given)
    ? given
    : typeof given === 'string'
      ? given.split(',')
      : [given];
  const names = list.map((name) => (typeof name === 'string' ? name.trim() : ''));
  const known = [...Object.keys(operation.result.shape), ...ENVELOPE];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined && names.length > 0) return { fields: names, problem: undefined };
  const meant = nearest(unknown ?? '', known);
  const hint = meant === undefined ? `choose from ${known.join(', ')}` : `did you mean ${meant}?`;
  const message =
    unknown === undefined || unknown === ''
      ? `must name fields of the answer: ${hint}`
      : `the answer has no ${unknown.slice(0, 60)}: ${hint}`;
  return { fields: undefined, problem: { path: 'fields', message } };
}

/** What a brief answer lacks, and how much of it. */
interface LeftOut {
  /** `checks`, or `missing_topics[].seen_on` for a list in each row of a list. */
  readonly field: string;
  readonly count: number;
  readonly what:
    | 'passed'
    | 'not applicable'
    | 'not checked'
    | 'without a conflict'
    | 'further evidence'
    | 'given above';
}

/** Checks, and pages among others, that ask nothing of anybody. */
const SETTLED: Readonly<Record<string, LeftOut['what']>> = {
  pass: 'passed',
  passed: 'passed',
  not_applicable: 'not applicable',
  not_checked: 'not checked',
};

/** Lists within rows that prove what the row says; a few prove it as well as all. */
const EVIDENCE = new Set(['seen_on', 'evidence', 'example_headings', 'headings', 'quotes', 'examples', 'found_on']);
const EVIDENCE_MAX = 3;

/** Of which search a row tells: said once where the whole answer is about one. */
const SEARCH_FIELDS = ['engine', 'location', 'location_code', 'language', 'device'];

/** They have rules of their own. */
const ENVELOPE: ReadonlySet<string> = new Set(BESIDE_RESULT);

/**
 * The answer without checks that passed, do not apply or were not made, without pages that have no conflict, with three
 * pieces of evidence a row, without advice that an earlier list gives and evidence that a reason quotes, and without what is
 * null or empty inside rows, or says again which search the answer is about. Citations name the row that they quote. Figures
 * stay, and `not_shown` says what is missing.
 */
function briefAnswer(answer: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const counts = new Map<string, LeftOut>();
  const note = (field: string, what: LeftOut['what'], count: number): void => {
    const key = `${field} ${what}`;
    counts.set(key, { field, what, count: (counts.get(key)?.count ?? 0) + count });
  };
  const told = new Set<string>();
  const shown = Object.entries(answer).map(([name, value]) => {
    if (ENVELOPE.has(name)) return [name, briefEnvelope(name, value)];
    const rows = briefValue(withoutSearch(value, answer), name, note);
    return [name, Array.isArray(rows) ? withoutToldAdvice(rows, name, told, note) : rows];
  });
  const brief = Object.fromEntries(shown);
  return counts.size === 0 ? brief : { ...brief, not_shown: [...counts.values()] };
}

/** An answer in the form asked for; of a job, that of its result. */
export function answerIn(
  body: Readonly<Record<string, unknown>>,
  { detail, fields }: AnswerForm,
): Readonly<Record<string, unknown>> {
  const chosen = fields === undefined ? body : pick(body, [...KEPT_FIELDS, ...fields]);
  if (detail === 'full') return chosen;
  const { job } = chosen;
  if (!isRecord(job)) return briefAnswer(chosen);
  return isRecord(job['result']) ? { ...chosen, job: { ...job, result: briefAnswer(job['result']) } } : chosen;
}

function pick(body: Readonly<Record<string, unknown>>, names: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));
}

type Note = (field: string, what: LeftOut['what'], count: number) => void;

function briefValue(value: unknown, path: string, note: Note): unknown {
  if (Array.isArray(value)) return briefList(value, path, note);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, briefValue(inner, `${path}.${name}`, note)]),
  );
}

/** Why something matters and how to mend it: the same sentence in a row of a later list says nothing new. */
const ADVICE = ['why', 'fix', 'reason'];

/** Some lists have a code there (`dependency`), which tells its row from others. */
function isSentence(text: unknown): text is string {
  return typeof text === 'string' && text.includes(' ');
}

function withoutToldAdvice(rows: readonly unknown[], name: string, told: Set<string>, note: Note): readonly unknown[] {
  const before = new Set(told);
  return rows.map((row) => {
    if (!isRecord(row)) return row;
    const fields = Object.entries(row).filter(([field, text]) => {
      if (!ADVICE.includes(field) || !isSentence(text)) return true;
      told.add(text);
      if (before.has(text)) note(`${name}[].${field}`, 'given above', 1);
      return !before.has(text);
    });
    return Object.fromEntries(fields);
  });
}

/** Rows of a list without the fields that name the search of the whole answer. */
function withoutSearch(list: unknown, answer: Readonly<Record<string, unknown>>): unknown {
  if (!Array.isArray(list)) return list;
  const repeats = ([name, value]: readonly [string, unknown]): boolean =>
    SEARCH_FIELDS.includes(name) && value === answer[name];
  return list.map((row: unknown) =>
    isRecord(row) ? Object.fromEntries(Object.entries(row).filter((field) => !repeats(field))) : row,
  );
}

function briefList(list: readonly unknown[], path: string, note: Note): readonly unknown[] {
  const open = list.filter((row) => {
    const what = settledBy(row);
    if (what !== undefined) note(path, what, 1);
    return what === undefined;
  });
  return open.map((row) => briefRow(row, `${path}[]`, note));
}

function briefRow(row: unknown, path: string, note: Note): unknown {
  if (!isRecord(row)) return row;
  const fields = Object.entries(row).flatMap(([name, inner]): [string, unknown][] => {
    if (inner === null || (Array.isArray(inner) && inner.length === 0)) return [];
    const field = `${path}.${name}`;
    if (isRecord(inner)) return [[name, briefRow(inner, field, note)]];
    if (!Array.isArray(inner) || !EVIDENCE.has(name) || inner.length <= EVIDENCE_MAX) {
      return [[name, briefValue(inner, field, note)]];
    }
    note(field, 'further evidence', inner.length - EVIDENCE_MAX);
    return [[name, inner.slice(0, EVIDENCE_MAX).map((each) => briefRow(each, `${field}[]`, note))]];
  });
  return Object.fromEntries(fields);
}

function settledBy(row: unknown): LeftOut['what'] | undefined {
  const { status, signals } = fieldsOf(row);
  if (fieldsOf(signals)['conflicts'] === 0) return 'without a conflict';
  return typeof status === 'string' && Object.hasOwn(SETTLED, status) ? SETTLED[status] : undefined;
}

function briefEnvelope(name: string, value: unknown): unknown {
  if (name === 'meta') return briefValue(fieldsOf(value), name, () => undefined);
  const { citations, steps } = fieldsOf(value);
  if (!Array.isArray(citations) && !Array.isArray(steps)) return value;
  return {
    ...fieldsOf(value),
    ...(Array.isArray(steps) ? { steps: steps.map(briefStep) } : {}),
    // The row with this URL has the title and the text.
    ...(Array.isArray(citations)
      ? { citations: citations.map((each) => ({ id: fieldsOf(each)['id'], url: fieldsOf(each)['url'] })) }
      : {}),
  };
}

/** Evidence that the reason of the step quotes already is no further evidence. */
function briefStep(step: unknown): unknown {
  const { why, evidence } = fieldsOf(step);
  if (typeof why !== 'string' || !Array.isArray(evidence)) return step;
  return { ...fieldsOf(step), evidence: evidence.filter((each) => typeof each !== 'string' || !why.includes(each)) };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
