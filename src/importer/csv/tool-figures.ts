import { readDataRows } from '../../kernel/data.ts';
import type { FactSubject, ToolMetric } from '../../ports/tool-facts.ts';
import { readDecimal } from './figures.ts';
import { placeOf, wordLists } from './heading-words.ts';

/** Figures that a tool gives beside a link: its own scores, and what it saw of the pages. */

export interface FigureColumn {
  readonly at: number;
  readonly tool: string;
  readonly about: FactSubject;
  readonly metric: string;
}

const ROWS = readDataRows(import.meta.url, './data/link-metrics.tsv');
const METRICS = ROWS.filter(([kind]) => kind === 'metric').map(
  ([, tool = '', about = '', metric = '', ...headings]) => ({ tool, about, metric, headings }),
);
const TOOLS = ROWS.filter(([kind]) => kind === 'tool').map(([, tool = '', ...headings]) => ({ tool, headings }));
const KNOWN = new Set(wordLists(ROWS, 'known').get('') ?? []);
const METRIC_HEADINGS = new Set(METRICS.flatMap(({ headings }) => headings));

/** Of a table whose headings do not say whose it is. */
export const OTHER_TOOL = 'other';

interface Row {
  readonly names: readonly string[];
  readonly written: readonly string[];
}

export function toolOf({ names, written }: Row): string | undefined {
  const has = (heading: string): boolean => (heading.includes('_') ? written : names).includes(heading);
  return TOOLS.find(({ headings }) => headings.every(has))?.tool;
}

export function isKnownHeading(name: string): boolean {
  return KNOWN.has(name) || METRIC_HEADINGS.has(name);
}

interface Table {
  readonly tool: string | undefined;
  readonly used: ReadonlySet<number>;
  /** Rows are of domains, so that no figure is of a page. */
  readonly isAboutDomains: boolean;
}

/** The columns with figures, each once. A crawler of one's own site tells nothing of a tool's. */
export function figureColumns(row: Row, { tool, used, isAboutDomains }: Table): FigureColumn[] {
  if (tool === 'seamark') return [];
  const taken = new Set(used);
  return METRICS.flatMap(({ tool: owner, about, metric, headings }) => {
    const subject = subjectOf(about, metric, { tool, isAboutDomains });
    const at = subject === undefined ? undefined : placeOf(headings, row, (place) => !taken.has(place));
    if (at === undefined || subject === undefined) return [];
    taken.add(at);
    return [{ at, tool: owner === '*' ? (tool ?? OTHER_TOOL) : owner, about: subject, metric }];
  });
}

/** Whom a figure is about; undefined where the table cannot tell. */
function subjectOf(
  about: string,
  metric: string,
  { tool, isAboutDomains }: Pick<Table, 'tool' | 'isAboutDomains'>,
): FactSubject | undefined {
  if (isAboutDomains) return about === 'domain' || about === '*' ? 'domain' : undefined;
  // A crawler's table of links has the answer of the linked page.
  if (metric === 'status_code' && about === 'page' && (tool === undefined || tool === 'screaming-frog'))
    return tool === undefined ? undefined : 'target_page';
  return about === 'domain' || about === 'target_page' ? about : 'page';
}

const TITLE_MAX = 300;

/** A figure as a cell has it; undefined for an empty one, or one that cannot be read. */
export function readFigure(column: FigureColumn, cell: string): ToolMetric | undefined {
  const text = cell.trim();
  if (column.metric === 'page_title') {
    const title = text
      .slice(0, 4 * TITLE_MAX)
      .replaceAll(/[\p{Cc}\s]+/gu, ' ')
      .trim()
      .slice(0, TITLE_MAX);
    return title === '' || /^[-–—]$/.test(title) ? undefined : { ...nameOf(column), value: title };
  }
  const value = wholeGroups(text) ?? readDecimal(text);
  return value === undefined || !Number.isFinite(value) ? undefined : { ...nameOf(column), value };
}

function nameOf({ tool, metric }: FigureColumn): Pick<ToolMetric, 'tool' | 'metric'> {
  return { tool, metric };
}

/** `1,240` and `1.240` are a thousand and some: a score has no three decimals. */
function wholeGroups(text: string): number | undefined {
  return /^\d{1,3}(?:[.,\s'’]\d{3})+$/.test(text) ? Number(text.replaceAll(/\D/g, '')) : undefined;
}
