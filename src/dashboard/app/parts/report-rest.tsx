import type { VNode } from 'preact';

import { isFields, isRows, valueAt } from '../model/values.ts';
import { labelOf } from '../model/words.ts';
import type { FactOf, Fields, Report } from '../model/report.ts';
import { Ways, Words } from './advice.tsx';
import { factBy, Facts } from './facts.tsx';
import { Rows } from './rows.tsx';
import { Value } from './value.tsx';

/** Said once, around every report. */
const ENVELOPE: ReadonlySet<string> = new Set([
  'success',
  'meta',
  'agent_workflow',
  'agent_support',
  'markdown_summary',
  // What was asked, which the title says.
  'target',
  'limit',
  'offset',
  'rank_scale',
  'units',
]);
/** Deeper records stand in the data. */
const DEPTH_MAX = 3;

interface RestProps {
  readonly answer: Fields;
  readonly declared: Report | undefined;
}

/** What no card, chart, view or table shows: nothing of an answer is only in its JSON. */
export function Rest({ answer, declared }: RestProps): VNode {
  const shown = shownBy(declared);
  const facts = (declared?.facts ?? []).flatMap((fact) => {
    const value = valueAt(answer, fact.field);
    if (value === undefined) return [];
    const said = saidOf(fact, value, answer);
    return said === null && fact.isOptional === true ? [] : [{ name: fact.label, value: said }];
  });
  const entries = Object.entries(answer).filter(([name]) => !ENVELOPE.has(name));
  return (
    <>
      {facts.every(({ value }) => value === null) ? null : (
        <section class="panel">
          <header>
            <h2>More figures</h2>
          </header>
          <Facts of={facts} />
        </section>
      )}
      <Fold entries={entries} path="" shown={shown} depth={0} />
      <Notes answer={answer} />
    </>
  );
}

/** Nothing where the answer was kept by a version that lacked a field it speaks of. */
function saidOf({ field, unit, text }: FactOf, value: unknown, answer: Fields): VNode | null {
  if (text !== undefined) {
    try {
      const said = text(answer);
      return said === null ? null : <>{said}</>;
    } catch {
      return null;
    }
  }
  if (value === null) return null;
  return <Value name={field.split('.').at(-1) ?? field} value={value} unit={unit} isWhole />;
}

function shownBy(declared: Report | undefined): ReadonlySet<string> {
  const always = ['notes', 'warnings'];
  if (declared === undefined) return new Set(always);
  const { cards, tables, views, charts, facts, left_out } = declared;
  return new Set([
    ...cards.map(({ field }) => field),
    ...tables.map(({ rows }) => rows),
    ...views.map(({ of }) => of),
    ...charts.flatMap(({ draws }) => draws),
    ...facts.map(({ field }) => field),
    ...left_out,
    ...always,
  ]);
}

/** What the reader of the figures has to know about them. */
function Notes({ answer }: { readonly answer: Fields }): VNode | null {
  const notes = [answer['notes'], answer['warnings']].flatMap((list) =>
    Array.isArray(list) ? list.flatMap((each) => (typeof each === 'string' ? [each] : [])) : [],
  );
  if (notes.length === 0) return null;
  return (
    <section class="report-notes">
      <h2>About these figures</h2>
      <ul>
        {notes.map((text) => (
          <li key={text}>
            <Words text={text} />
          </li>
        ))}
      </ul>
      <Ways of={notes} />
    </section>
  );
}

interface FoldProps {
  readonly entries: readonly (readonly [string, unknown])[];
  readonly path: string;
  readonly shown: ReadonlySet<string>;
  readonly depth: number;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

function Fold({ entries, path, shown, depth }: FoldProps): VNode | null {
  const left = entries.filter(([name, value]) => !shown.has(path + name) && !isEmpty(value));
  const facts = left.filter(([, value]) => !isRows(value) && !(isFields(value) && depth < DEPTH_MAX));
  const records = left.flatMap(([name, value]) =>
    isFields(value) && depth < DEPTH_MAX && hasUnshown(value, `${path}${name}.`, shown)
      ? [[name, Object.entries(value)] as const]
      : [],
  );
  const tables = left.flatMap(([name, value]) => (isRows(value) ? [[name, value] as const] : []));
  if (facts.length + records.length + tables.length === 0) return null;
  const inner = (
    <>
      {facts.length === 0 ? null : (
        <Framed title="Facts" depth={depth}>
          <Facts of={facts.map(([name, value]) => factBy(name, value))} />
        </Framed>
      )}
      {records.map(([name, fields]) => (
        <Framed key={name} title={labelOf(name)} depth={depth} isInner>
          <Fold entries={fields} path={`${path}${name}.`} shown={shown} depth={depth + 1} />
        </Framed>
      ))}
      {tables.filter(([, rows]) => isSmall(rows)).map(rowsOf)}
    </>
  );
  return (
    <>
      {tables.filter(([, rows]) => !isSmall(rows)).map(rowsOf)}
      {depth === 0 ? <div class="small-panels">{inner}</div> : inner}
    </>
  );
}

function hasUnshown(fields: Fields, path: string, shown: ReadonlySet<string>): boolean {
  return Object.entries(fields).some(([name, value]) => {
    if (shown.has(path + name) || isEmpty(value)) return false;
    return !isFields(value) || hasUnshown(value, `${path}${name}.`, shown);
  });
}

const SMALL_ROWS = 10;
const SMALL_COLUMNS = 3;

function isSmall(rows: readonly Fields[]): boolean {
  return rows.length <= SMALL_ROWS && rows.every((row) => Object.keys(row).length <= SMALL_COLUMNS);
}

function rowsOf([name, rows]: readonly [string, readonly Fields[]]): VNode {
  return <Rows key={name} title={labelOf(name)} rows={rows} columns={NONE} />;
}

interface FramedProps {
  readonly title: string;
  readonly depth: number;
  readonly isInner?: boolean;
  readonly children: VNode;
}

/** A panel of its own, and never a panel in a panel. */
function Framed({ title, depth, isInner = false, children }: FramedProps): VNode {
  if (depth > 0) {
    return isInner ? (
      <div class="inner">
        <h3>{title}</h3>
        {children}
      </div>
    ) : (
      children
    );
  }
  return (
    <section class="panel">
      <header>
        <h2>{title}</h2>
      </header>
      {children}
    </section>
  );
}

const NONE: readonly string[] = [];
