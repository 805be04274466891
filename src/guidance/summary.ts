import { escapeMarkdown, inline, markdownTable, strong, summary } from '../kernel/markdown.ts';

/** One column of the table of a summary: its heading, and the cell of a row. Texts are plain; those of pages have to be passed through `inline`. */
export type Column<Row> = readonly [heading: string, cell: (row: Row) => string | number | null];

/** What a person would paste into a report, before it is put together. Its texts are plain: here alone they become Markdown. */
export interface SummaryDraft {
  /** Without the leading `##`. */
  readonly heading: string;
  /** A sentence or two below the heading, such as why nothing is known. */
  readonly intro?: string;
  /** Three to seven facts with their figures; those that do not apply may be `undefined`. */
  readonly facts: readonly (string | undefined)[];
  /** The first rows; '' leaves it out, and so does a table without rows. */
  readonly table?: string;
  /** A second table, below the first. */
  readonly more?: { readonly heading: string; readonly table: string };
  /** Sentences behind the tables. */
  readonly notes?: readonly string[];
  /** What to do next: one action, or several that are numbered. */
  readonly next: string | readonly string[];
}

/** Characters that one line of `next` may have. */
const NEXT_CHARACTERS_MAX = 300;

/** Heading, facts, table and next step as Markdown of at most 2,500 characters; parts that do not fit are left out whole. */
export function formatSummary({ heading, intro, facts, table, more, notes, next }: SummaryDraft): string {
  return summary([
    `## ${escapeMarkdown(heading)}`,
    escapeMarkdown(intro ?? ''),
    facts
      .filter((fact) => fact !== undefined)
      .map((fact) => `- ${escapeMarkdown(fact)}`)
      .join('\n'),
    table ?? '',
    more === undefined || more.table === '' ? '' : `${escapeMarkdown(strong(more.heading))}\n\n${more.table}`,
    escapeMarkdown(notes?.join(' ') ?? ''),
    formatNext(next),
  ]);
}

function formatNext(next: string | readonly string[]): string {
  if (typeof next === 'string') return next === '' ? '' : `Next: ${writeAction(next)}`;
  const lines = next.map((action, at) => `${at + 1}. ${writeAction(action)}`);
  return lines.length === 0 ? '' : `Next:\n${lines.join('\n')}`;
}

function writeAction(action: string): string {
  return escapeMarkdown(inline(action, NEXT_CHARACTERS_MAX));
}

/** A table of the first rows of a list; '' where the list is empty. */
export function formatRows<Row>(rows: readonly Row[], rowsMax: number, columns: readonly Column<Row>[]): string {
  return markdownTable(
    columns.map(([heading]) => heading),
    rows.slice(0, rowsMax).map((row) => columns.map(([, cell]) => cell(row))),
  );
}
