import type { ReportFigure, ReportListChange, ReportReady } from '../../contract/report-ready.ts';
import { dayOf } from '../../engine/report-words.ts';
import { fieldsOf } from '../../kernel/fields-of.ts';
import { changeOf, changesOfRows, titleOfRow } from '../app/model/change.ts';
import type { Card, Fields, TableOf } from '../app/model/report.ts';
import { partsOf } from '../app/model/say.ts';
import { sentenceOf } from '../app/model/sentence.ts';
import { distinctSources, isDemo, sourceName, standingOf } from '../app/model/source-notes.ts';
import { intervalOf, isAddress, isDate, isRows, numberText, unitOf, valueAt } from '../app/model/values.ts';
import { labelOf } from '../app/model/words.ts';
import { REPORTS, titleOf } from '../app/reports/index.ts';

/** A kept answer with what was asked. */
export interface Answered {
  readonly operation: string;
  readonly input: Fields;
  readonly answer: Fields;
  readonly at: Date;
}

type Digest = Omit<ReportReady, 'schedule_id' | 'job_id' | 'url' | 'url_expires_at'>;

const STEPS_MAX = 3;
const SOURCES_MAX = 4;
const NAMED_MAX = 3;
const TITLE_CHARACTERS_MAX = 200;
const TEXT_CHARACTERS_MAX = 400;
const VALUE_CHARACTERS_MAX = 80;

/** The report in short: what it says first, its figures, and what is new since the answer before. */
export function digestOf(
  { operation, input, answer, at }: Answered,
  before: Pick<Answered, 'answer' | 'at'> | undefined,
): Digest {
  const declared = REPORTS.get(operation);
  const figures = (declared?.cards ?? []).map((card) => figureOf(card, answer, before?.answer));
  const lists =
    before === undefined ? [] : (declared?.tables ?? []).flatMap((table) => listOf(table, answer, before.answer));
  const hasMoved = figures.some(({ change }) => change !== null && change.direction !== 'same') || lists.length > 0;
  const headline = partsOf(sentenceOf(declared, answer));
  return {
    operation,
    title: titleOfReport(operation, input),
    headline: plain(headline.map(({ text }) => text).join(''), TEXT_CHARACTERS_MAX),
    answered_at: at.toISOString(),
    compared_with: before?.at.toISOString() ?? null,
    is_unchanged: before !== undefined && !hasMoved,
    figures,
    lists,
    next_steps: stepsOf(answer),
    sources: sourcesOf(answer),
    is_demo: isDemo(answer['meta']),
  };
}

export function titleOfReport(operation: string, input: Fields): string {
  return plain(titleOf(operation, input), TITLE_CHARACTERS_MAX);
}

const AFTER: Readonly<Record<string, string>> = { of_100: ' of 100', pixels: ' px' };
const ARROWS = { '▲': 'up', '▼': 'down', '→': 'same' } as const;

function figureOf(card: Card, answer: Fields, before: Fields | undefined): ReportFigure {
  const name = card.field.split('.').at(-1) ?? card.field;
  const change = before === undefined ? undefined : changeOf(card, answer, before);
  return {
    label: card.label ?? labelOf(name),
    value: valueText(card, name, valueAt(answer, card.field)),
    change:
      change === undefined ? null : { direction: ARROWS[change.arrow], text: change.text, judgement: change.judgement },
  };
}

function valueText({ unit }: Card, name: string, value: unknown): string {
  const known = intervalOf(value)?.value ?? value;
  if (typeof known === 'number') {
    const shown = unit ?? unitOf(name, known);
    return `${numberText(known, shown)}${AFTER[shown ?? ''] ?? ''}`;
  }
  if (typeof known === 'boolean') return known ? 'Yes' : 'No';
  return typeof known === 'string' && known !== '' ? wordText(known) : 'not known';
}

/** A code, such as a tier, as words with a capital; anything else as it is. */
function wordText(value: string): string {
  const isCode = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(value);
  return plain(isCode ? labelOf(value) : value, VALUE_CHARACTERS_MAX);
}

/** Nothing where its rows are as before, or cannot be told apart. */
function listOf({ title, rows: path, columns }: TableOf, answer: Fields, before: Fields): readonly ReportListChange[] {
  const [now, was] = [rowsAt(answer, path), rowsAt(before, path)];
  if (now === undefined || was === undefined) return [];
  const changes = was.length === 0 ? undefined : changesOfRows(now, was);
  if (changes === undefined && was.length > 0) return [];
  const fresh = changes === undefined ? now : now.filter((row) => changes.isNew(row));
  const gone = changes?.gone ?? [];
  const changed = now.filter((row) => differs(row, changes?.before(row), columns)).length;
  if (fresh.length + gone.length + changed === 0) return [];
  const counts = { new: fresh.length, gone: gone.length, changed };
  return [{ title, ...counts, first_new: namesOf(fresh), first_gone: namesOf(gone) }];
}

/** Undefined where there is no such list; a list without rows is one. */
function rowsAt(answer: Fields, path: string): readonly Fields[] | undefined {
  const rows = valueAt(answer, path);
  if (isRows(rows)) return rows;
  return Array.isArray(rows) && rows.length === 0 ? [] : undefined;
}

/** By its figures and words: that it was seen on another day is no change. */
function differs(row: Fields, before: Fields | undefined, columns: readonly string[]): boolean {
  if (before === undefined) return false;
  return columns
    .flatMap((column) => column.split(' › '))
    .some((column) => {
      const [now, was] = [valueAt(row, column), valueAt(before, column)];
      const isAnotherDay = typeof now === 'string' && typeof was === 'string' && isDate(now) && isDate(was);
      const isTold = ['number', 'boolean', 'string'].includes(typeof now) && !isAnotherDay;
      return isTold && now !== was;
    });
}

function namesOf(rows: readonly Fields[]): string[] {
  return rows
    .map((row) => titleOfRow(row))
    .filter((name) => name !== '')
    .slice(0, NAMED_MAX)
    .map((name) => plain(isAddress(name) ? name.replace(/^https?:\/\//, '') : name, 120));
}

function stepsOf(answer: Fields): ReportReady['next_steps'] {
  const steps = valueAt(answer, 'agent_workflow.steps');
  if (!isRows(steps)) return [];
  return steps.slice(0, STEPS_MAX).map(({ action, why }) => ({
    action: plain(textOf(action), TEXT_CHARACTERS_MAX),
    why: plain(textOf(why), TEXT_CHARACTERS_MAX),
  }));
}

function sourcesOf(answer: Fields): string[] {
  const sources = valueAt(answer, 'meta.sources');
  if (!isRows(sources)) return [];
  const lines = distinctSources(sources).map((source) => {
    const { source: name, observed_at: observed } = fieldsOf(source);
    const day = typeof observed === 'string' ? `, ${dayOf(observed)}` : '';
    return plain(`${sourceName(name)}${standingOf(source)}${day}`, 160);
  });
  const distinct = [...new Set(lines)];
  return distinct.length <= SOURCES_MAX
    ? distinct
    : [...distinct.slice(0, SOURCES_MAX), `${distinct.length - SOURCES_MAX} more in the report`];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** In one line, without the marks of Markdown and without characters that turn the direction of what follows. */
function plain(text: string, most: number): string {
  const line = text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll(/[\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g, '')
    .replaceAll(/\\([\\`*_[\]<>|])|`|\*\*/g, '$1')
    .toWellFormed()
    .trim();
  return line.length > most ? `${line.slice(0, most - 1).toWellFormed()}…` : line;
}
