import type { VNode } from 'preact';

import { type Before, changeOf } from '../model/change.ts';
import { day } from '../model/format.ts';
import { isFields, isRows, numberText, unitOf, valueAt } from '../model/values.ts';
import { useSession } from '../model/session.ts';
import { labelOf, wordsOf } from '../model/words.ts';
import { REPORTS } from '../reports/index.ts';
import type { Card, Fields, TableOf } from '../reports/report.ts';
import { Bars } from './bars.tsx';
import { Facts } from './facts.tsx';
import { JsonView } from './json-view.tsx';
import { Words } from './problem-notice.tsx';
import { Rows } from './rows.tsx';
import { Copy } from './secret.tsx';
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
const CARDS_MAX = 6;
/** Deeper records stand in the data. */
const DEPTH_MAX = 3;

interface ReportBodyProps {
  readonly operation: string;
  readonly answer: Fields;
  /** An answer to the same question, to compare with. */
  readonly before?: Before | undefined;
  /** Opens the form of another operation with these fields filled in. Left out for whoever cannot ask. */
  readonly onAsk?: (operation: string, input: Fields) => void;
}

/** The answer first, then the figures, then what to do, then the rows. */
export function ReportBody({ operation, answer, before, onAsk }: ReportBodyProps): VNode {
  const declared = REPORTS.get(operation);
  const cards = declared === undefined || declared.cards.length === 0 ? cardsOf(answer) : declared.cards;
  const workflow = valueAt(answer, 'agent_workflow');
  return (
    <div class="report">
      <Sources meta={valueAt(answer, 'meta')} />
      <p class="answer">{sentenceOf(answer)}</p>
      {cards.length === 0 ? null : <Band cards={cards} answer={answer} before={before} />}
      {isFields(workflow) ? <Plan workflow={workflow} onAsk={onAsk} /> : null}
      {(declared?.tables ?? []).map((table) => (
        <DeclaredRows key={table.rows} table={table} answer={answer} before={before} />
      ))}
      <Rest answer={answer} cards={cards} tables={declared?.tables ?? []} leftOut={declared?.left_out ?? []} />
      <Summary text={valueAt(answer, 'markdown_summary')} />
      <details class="panel raw">
        <summary>Data</summary>
        <JsonView value={answer} what="Answer" />
      </details>
    </div>
  );
}

/** What a report says first, with its figures: as much of it as fits beside others. */
export function ReportBrief({ operation, answer }: Pick<ReportBodyProps, 'operation' | 'answer'>): VNode {
  const declared = REPORTS.get(operation)?.cards ?? [];
  const cards = declared.length === 0 ? cardsOf(answer) : declared;
  return (
    <>
      <p class="answer">{sentenceOf(answer)}</p>
      {cards.length === 0 ? null : <Band cards={cards} answer={answer} />}
    </>
  );
}

function sentenceOf(answer: Fields): string {
  const said = valueAt(answer, 'agent_workflow.summary') ?? valueAt(answer, 'agent_support.summary');
  if (typeof said === 'string') return said;
  const [, intro] = plain(valueAt(answer, 'markdown_summary')).split('\n\n');
  return (intro ?? '').replaceAll(/[*`]/g, '');
}

const COVERAGES: Readonly<Record<string, string>> = { full: '●', partial: '◐', sample: '◔', none: '◌' };

/** Where the figures come from, with what is missing. */
function Sources({ meta }: { readonly meta: unknown }): VNode | null {
  const sources = valueAt(meta, 'sources');
  if (!isRows(sources)) return null;
  return (
    <ul class="sources">
      {sources.map((source, at) => {
        const coverage = plain(source['coverage']);
        const observed = source['observed_at'];
        return (
          <li key={String(at)}>
            <span aria-hidden="true">{COVERAGES[coverage] ?? '○'}</span>{' '}
            {source['source'] === 'index' ? 'Your own index' : wordsOf(plain(source['source']))}
            {coverage === '' ? '' : `, ${coverage}`}
            {typeof observed === 'string' ? `, ${day(observed)}` : ''}
            {typeof source['note'] === 'string' && source['note'] !== '' ? `: ${source['note']}` : ''}
          </li>
        );
      })}
    </ul>
  );
}

/** Where nothing is declared: the first numbers of the answer. */
function cardsOf(answer: Fields): readonly Card[] {
  return Object.entries(answer)
    .filter(([name, value]) => typeof value === 'number' && name !== 'limit' && name !== 'offset')
    .slice(0, CARDS_MAX)
    .map(([field]) => ({ field }));
}

interface BandProps extends Pick<ReportBodyProps, 'answer' | 'before'> {
  readonly cards: readonly Card[];
}

function Band({ cards, answer, before }: BandProps): VNode {
  return (
    <dl class="strip panel">
      {cards.map((card) => (
        <div key={card.field} class="fig">
          <dt>{card.label ?? labelOf(card.field.split('.').at(-1) ?? card.field)}</dt>
          <dd>
            <Figure card={card} value={valueAt(answer, card.field)} />
            {card.note === undefined ? null : <Note value={valueAt(answer, card.note)} />}
            {before === undefined ? null : <Moved card={card} answer={answer} before={before} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const AFTER: Readonly<Record<string, string>> = { of_100: ' of 100', pixels: ' px' };

function Figure({ card: { field, unit }, value }: { readonly card: Card; readonly value: unknown }): VNode {
  const name = field.split('.').at(-1) ?? field;
  if (typeof value !== 'number') return <Value name={name} value={value} />;
  return (
    <>
      <b>{numberText(value, unit ?? unitOf(name, value))}</b>
      {unit === undefined || AFTER[unit] === undefined ? null : <small>{AFTER[unit]}</small>}
    </>
  );
}

interface MovedProps {
  readonly card: Card;
  readonly answer: Fields;
  readonly before: Before;
}

function Moved({ card, answer, before }: MovedProps): VNode | null {
  const change = changeOf(card, answer, before.answer);
  if (change === undefined) return null;
  return (
    <div class={`moved ${change.judgement}`}>
      {change.arrow} {change.text}
    </div>
  );
}

function Note({ value }: { readonly value: unknown }): VNode | null {
  return typeof value === 'string' ? <div class="note">{wordsOf(value)}</div> : null;
}

interface PlanProps {
  readonly workflow: Fields;
  readonly onAsk: ReportBodyProps['onAsk'];
}

function Plan({ workflow, onAsk }: PlanProps): VNode | null {
  const { steps, next_calls, guardrails } = workflow;
  if (!isRows(steps)) return null;
  return (
    <section class="panel plan">
      <header>
        <h2>Do next</h2>
      </header>
      <ol>
        {steps.map((step, at) => (
          <li key={String(at)}>
            <div>
              <b>
                <Words text={plain(step['action'])} />
              </b>
              <div class="under">{plain(step['why'])}</div>
              <Evidence of={step['evidence']} />
            </div>
            <span class="muted">
              {plain(step['owner_hint'])}
              {step['effort'] === undefined || step['effort'] === null ? '' : ` · ${plain(step['effort'])} effort`}
            </span>
          </li>
        ))}
      </ol>
      {isRows(next_calls) && onAsk !== undefined ? <NextCalls calls={next_calls} onAsk={onAsk} /> : null}
      {Array.isArray(guardrails) && guardrails.length > 0 ? (
        <ul class="guardrails">
          {guardrails.map((text) => (
            <li key={plain(text)}>
              <Words text={plain(text)} />
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

type OnAsk = NonNullable<ReportBodyProps['onAsk']>;

function NextCalls({ calls, onAsk }: { readonly calls: readonly Fields[]; readonly onAsk: OnAsk }): VNode {
  const titles = new Map(useSession().me.operations.map(({ id, title }) => [id, title]));
  const isOnce = (id: string): boolean => calls.filter((call) => call['operation'] === id).length === 1;
  return (
    <div class="next">
      {calls.map((call, at) => {
        const id = plain(call['operation']);
        const reason = plain(call['reason']);
        return (
          <button key={String(at)} type="button" title={reason} onClick={() => ask(call, onAsk)}>
            {isOnce(id) ? (titles.get(id) ?? reason) : reason}
          </button>
        );
      })}
    </div>
  );
}

const EVIDENCE_MAX = 3;

function Evidence({ of }: { readonly of: unknown }): VNode | null {
  if (!Array.isArray(of) || of.length === 0) return null;
  return (
    <div class="under">
      {of
        .slice(0, EVIDENCE_MAX)
        .map((text) => evidenceText(plain(text)))
        .join(' · ')}
    </div>
  );
}

/** `broken_pages: 1` as words. */
function evidenceText(text: string): string {
  const named = /^(?:[a-z_]+\[\d+\]\.)?([a-z]+(?:_[a-z]+)*): (.+)$/s.exec(text);
  if (named === null) return text;
  const [, name = '', value = ''] = named;
  return `${labelOf(name)}: ${value === 'null' ? 'not known' : value}`;
}

function ask(call: Fields, onAsk: OnAsk): void {
  const input = isFields(call['body']) ? call['body'] : isFields(call['query']) ? call['query'] : {};
  onAsk(plain(call['operation']), input);
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

interface DeclaredRowsProps extends Pick<ReportBodyProps, 'answer' | 'before'> {
  readonly table: TableOf;
}

function DeclaredRows({ table, answer, before }: DeclaredRowsProps): VNode | null {
  const rows = valueAt(answer, table.rows);
  if (!isRows(rows)) return null;
  return (
    <>
      {table.over === undefined ? null : <Bars title={table.title} rows={rows} {...table.over} />}
      <Rows
        name={table.rows}
        title={table.title}
        rows={rows}
        columns={table.columns}
        before={before === undefined ? undefined : { at: before.at, rows: valueAt(before.answer, table.rows) }}
      />
    </>
  );
}

interface RestProps {
  readonly answer: Fields;
  readonly cards: readonly Card[];
  readonly tables: readonly TableOf[];
  readonly leftOut: readonly string[];
}

/** What no card and no table shows: nothing of an answer is only in its JSON. */
function Rest({ answer, cards, tables, leftOut }: RestProps): VNode {
  const shown = new Set([...cards.map(({ field }) => field), ...tables.map(({ rows }) => rows), ...leftOut]);
  const entries = Object.entries(answer).filter(([name]) => !ENVELOPE.has(name));
  return <Fold entries={entries} path="" shown={shown} depth={0} />;
}

interface FoldProps {
  readonly entries: readonly (readonly [string, unknown])[];
  readonly path: string;
  readonly shown: ReadonlySet<string>;
  readonly depth: number;
}

function Fold({ entries, path, shown, depth }: FoldProps): VNode | null {
  const left = entries.filter(([name, value]) => !shown.has(path + name) && value !== undefined);
  const facts = left.filter(([, value]) => !isRows(value) && !(isFields(value) && depth < DEPTH_MAX));
  const records = left.flatMap(([name, value]) =>
    isFields(value) && depth < DEPTH_MAX ? [[name, Object.entries(value)] as const] : [],
  );
  const tables = left.flatMap(([name, value]) => (isRows(value) ? [[name, value] as const] : []));
  if (left.length === 0) return null;
  const inner = (
    <>
      {facts.length === 0 ? null : (
        <Framed title="Facts" depth={depth}>
          <Facts of={facts} />
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

function Summary({ text }: { readonly text: unknown }): VNode | null {
  if (typeof text !== 'string') return null;
  return (
    <details class="panel raw">
      <summary>Summary in Markdown</summary>
      {'clipboard' in navigator ? <Copy text={() => text} what="Summary" /> : null}
      <pre>{text}</pre>
    </details>
  );
}
