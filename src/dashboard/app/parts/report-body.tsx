import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import type { Before } from '../model/change.ts';
import { drawsNothing } from '../model/chart-spec.ts';
import { number } from '../model/format.ts';
import { isKnown } from '../model/sentence.ts';
import { isRows, shownText, valueAt } from '../model/values.ts';
import { REPORTS } from '../reports/index.ts';
import { type FigureSource, sourceByRows, sourceOf } from '../model/figure-source.ts';
import type { Card, ChartOf, Fields, Report, TableOf } from '../model/report.ts';
import { Ways } from './advice.tsx';
import { ChartPanel } from './charts/chart-of.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { RowActions, type RowSite } from './row-actions.tsx';
import { Figures, type OnAsk } from './figures.tsx';
import { JsonView } from './json-view.tsx';
import { Markdown } from './markdown.tsx';
import { Plan } from './plan.tsx';
import { Rest } from './report-rest.tsx';
import { Rows } from './rows.tsx';
import { Copy } from './secret.tsx';
import { Sentence } from './sentence.tsx';
import { Sources } from './sources.tsx';
import { ViewOf } from './report-view.tsx';

const CARDS_MAX = 6;

interface ReportBodyProps {
  readonly operation: string;
  readonly answer: Fields;
  /** What was asked, as far as it is kept. */
  readonly input?: Fields | undefined;
  /** An answer to the same question, to compare with. */
  readonly before?: Before | undefined;
  /** Opens the form of another operation with these fields filled in. Left out for whoever cannot ask. */
  readonly onAsk?: OnAsk;
  /** The site that it is about, whose plan takes rows. */
  readonly site?: RowSite | undefined;
}

const NOTHING: Fields = {};

/** The answer first, then the figures, the charts and the rows, then what to do. */
export function ReportBody({ operation, answer, input = NOTHING, before, onAsk, site }: ReportBodyProps): VNode {
  const declared = REPORTS.get(operation);
  const cards = cardsOf(declared, answer);
  return (
    <div class="report">
      <Sources meta={valueAt(answer, 'meta')} besides={declared?.besides} />
      <Sentence declared={declared} answer={answer} />
      <Missing declared={declared} answer={answer} />
      {cards.length === 0 ? null : (
        <Figures cards={cards} declared={declared} answer={answer} before={before} onAsk={onAsk} />
      )}
      <Charts charts={declared?.charts ?? []} answer={answer} />
      {(declared?.views ?? []).map((view) => (
        <ViewOf key={view.title} declared={view} answer={answer} input={input} />
      ))}
      {groupsOf(declared?.tables ?? []).map((tables) => (
        <Tables
          key={tables[0]?.rows}
          operation={operation}
          hasExport={declared?.has_export === true}
          tables={tables}
          answer={answer}
          input={input}
          before={before}
          onAsk={onAsk}
          site={site}
        />
      ))}
      <Plan answer={answer} onAsk={onAsk} />
      <Rest answer={answer} declared={declared} />
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
  const declared = REPORTS.get(operation);
  const cards = cardsOf(declared, answer);
  return (
    <>
      <Sentence declared={declared} answer={answer} />
      <Missing declared={declared} answer={answer} />
      {cards.length === 0 ? null : <Figures cards={cards} declared={declared} answer={answer} />}
    </>
  );
}

const WAYS_MAX = 2;

/** Where the figure that matters most is not known: what would tell it. */
function Missing({ declared, answer }: Pick<ReportBodyProps, 'answer'> & { readonly declared: Report | undefined }) {
  const steps = valueAt(answer, 'agent_workflow.steps');
  if (isKnown(declared, answer) || !isRows(steps)) return null;
  return <Ways of={steps.map(({ action }) => shownText(action))} max={WAYS_MAX} asButtons />;
}

/** Where nothing is declared: the first numbers of the answer. */
function cardsOf(declared: Report | undefined, answer: Fields): readonly Card[] {
  if (declared !== undefined && declared.cards.length > 0) return declared.cards;
  return Object.entries(answer)
    .filter(([name, value]) => typeof value === 'number' && name !== 'limit' && name !== 'offset')
    .slice(0, CARDS_MAX)
    .map(([field]) => ({ field }));
}

function Charts({ charts, answer }: { readonly charts: readonly ChartOf[]; readonly answer: Fields }): VNode | null {
  const drawn = charts.flatMap(({ title, spec, note }) => {
    const made = specOf(spec, answer);
    return made === undefined || drawsNothing(made) ? [] : [{ title, note, spec: made }];
  });
  if (drawn.length === 0) return null;
  return (
    <div class="chart-panels">
      {drawn.map(({ title, note, spec }) => (
        <ChartPanel key={title} title={title} spec={spec} note={note} />
      ))}
    </div>
  );
}

/** Nothing where the answer was kept by a version that lacked a field that is drawn. */
function specOf(spec: ChartOf['spec'], answer: Fields): ReturnType<ChartOf['spec']> {
  try {
    return spec(answer);
  } catch {
    return undefined;
  }
}

/** Tables that follow one another and have tabs share a panel. */
function groupsOf(tables: readonly TableOf[]): readonly (readonly TableOf[])[] {
  const groups: TableOf[][] = [];
  for (const table of tables) {
    const last = groups.at(-1);
    if (table.tab !== undefined && last?.[0]?.tab !== undefined) last.push(table);
    else groups.push([table]);
  }
  return groups;
}

interface TablesProps {
  readonly operation: string;
  readonly hasExport: boolean;
  readonly tables: readonly TableOf[];
  readonly answer: Fields;
  readonly input: Fields;
  readonly before: Before | undefined;
  readonly onAsk: OnAsk | undefined;
  readonly site: RowSite | undefined;
}

interface FilledTable {
  readonly table: TableOf;
  readonly rows: readonly Fields[];
}

function Tables({ operation, hasExport, tables, answer, input, before, onAsk, site }: TablesProps): VNode | null {
  const filled = tables.flatMap((table) => {
    const rows = valueAt(answer, table.rows);
    return isRows(rows) ? [{ table, rows }] : [];
  });
  const [chosen, choose] = useState<string>();
  const [isExporting, setExporting] = useState(false);
  const shown = filled.find(({ table }) => table.rows === chosen) ?? filled[0];
  if (shown === undefined) return null;
  const { table, rows } = shown;
  const total = PAGED.has(table.rows) ? valueAt(answer, 'total_count') : undefined;
  const canPage = onAsk !== undefined && typeof answer['offset'] === 'number';
  return (
    <>
      <ListTabs lists={filled} shown={shown} onChoose={choose} />
      <Rows
        key={table.rows}
        name={table.rows}
        title={table.title}
        rows={rows}
        columns={table.columns}
        sort={table.sort}
        total={typeof total === 'number' ? total : undefined}
        onMore={canPage ? () => onAsk(operation, { ...input, offset: nextOffset(answer, rows) }) : undefined}
        sourceOf={(column) => sourceOfColumn(REPORTS.get(operation), answer, table.rows, column, rows)}
        mayConnect={onAsk !== undefined}
        actionsOf={actionsFor(operation, input, site)}
        onExport={canPage && hasExport ? () => setExporting(true) : undefined}
        before={before === undefined ? undefined : { at: before.at, rows: valueAt(before.answer, table.rows) }}
      />
      {isExporting && typeof total === 'number' ? (
        <ExportDialog operation={operation} input={input} total={total} onClose={() => setExporting(false)} />
      ) : null}
    </>
  );
}

function actionsFor(operation: string, input: Fields, site: RowSite | undefined) {
  if (site === undefined) return undefined;
  return (rows: readonly Fields[]) => <RowActions operation={operation} input={input} site={site} rows={rows} />;
}

interface ListTabsProps {
  readonly lists: readonly FilledTable[];
  readonly shown: FilledTable;
  readonly onChoose: (rows: string) => void;
}

function ListTabs({ lists, shown, onChoose }: ListTabsProps): VNode | null {
  if (lists.length < 2) return null;
  return (
    <div class="tabs" role="group" aria-label="Lists of this report">
      {lists.map((each) => (
        <button
          key={each.table.rows}
          type="button"
          aria-pressed={each === shown}
          onClick={() => onChoose(each.table.rows)}
        >
          {each.table.tab ?? each.table.title} <small>{number(each.rows.length)}</small>
        </button>
      ))}
    </div>
  );
}

function sourceOfColumn(
  declared: Report | undefined,
  answer: Fields,
  list: string,
  column: string,
  rows: readonly Fields[],
): FigureSource | undefined {
  const meta = valueAt(answer, 'meta');
  return sourceOf(declared, meta, `${list}.${column}`) ?? sourceByRows(declared, meta, column, rows);
}

/** Lists that an answer has a page of. */
const PAGED: ReadonlySet<string> = new Set(['items', 'opportunities', 'discussions', 'results']);

/** Rows of a page are fewer than its limit also where some are folded into others. */
function nextOffset(answer: Fields, rows: readonly Fields[]): number {
  return numberAt(answer, 'offset') + (numberAt(answer, 'limit') || rows.length);
}

function numberAt(answer: Fields, path: string): number {
  const value = valueAt(answer, path);
  return typeof value === 'number' ? value : 0;
}

function Summary({ text }: { readonly text: unknown }): VNode | null {
  const [isOpen, setOpen] = useState(false);
  if (typeof text !== 'string') return null;
  return (
    <details class="panel raw" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Summary</summary>
      {isOpen ? (
        <div class="reading">
          {'clipboard' in globalThis.navigator ? <Copy text={() => text} what="Summary" /> : null}
          <Markdown text={text} />
        </div>
      ) : null}
    </details>
  );
}
