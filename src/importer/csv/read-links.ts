import { AppError } from '../../kernel/errors.ts';
import type { SightingWriter } from '../../ports/imports.ts';
import type { ToolFactWriter } from '../../ports/tool-facts.ts';
import { COLUMN_NAMES, type ColumnMap, readColumnMap } from '../../web/csv/column-map.ts';
import type { ReadContext, Step } from '../files/reading.ts';
import { type Headings, headingsOf } from './headings.ts';
import { readTable, type TableRow } from './read-table.ts';
import type { Doubt, Refusal } from './sighting.ts';
import { listedNames, shownCell } from './table-rows.ts';
import { rowReader, type ToldRow } from './told-row.ts';
import { OTHER_TOOL } from './tool-figures.ts';

export interface LinkParts {
  readonly sightings: SightingWriter;
  readonly toolFacts: ToolFactWriter;
}

/** Tables of links, and reports of the domains that link, as common tools export them. */
export function readLinks(parts: LinkParts) {
  return (context: ReadContext): AsyncGenerator<Step> => {
    const told = toldColumns(context.options.columns);
    let headings: Headings | undefined;
    return readTable<ToldRow>(context, {
      begin: (cells) => {
        headings = beginning(cells, told, context);
        if (headings === undefined) return undefined;
        tellHeadings(headings, context);
        const read = rowReader(headings, { target: context.options.target, seen_at: context.seen_at });
        return (row) => inWords(read(row));
      },
      write: (rows) => writeRows(rows, headings, { parts, context }),
      linksOf: ({ sighting }) => (sighting === undefined ? 0 : 1),
      refuse: (first) => noTable(context.location, first, told),
    });
  };
}

/** @throws AppError for what is no map of columns */
function toldColumns(columns: string | undefined): ColumnMap | undefined {
  if (columns === undefined) return undefined;
  const map = readColumnMap(columns);
  if (!('problem' in map)) return map;
  throw new AppError('invalid_input', `columns (--columns on the command line): ${map.problem}.`, { fix: HOW_TO_MAP });
}

function beginning(
  cells: readonly string[],
  told: ColumnMap | undefined,
  { location, options: { target } }: ReadContext,
): Headings | undefined {
  const headings = headingsOf(cells, told);
  if (headings === undefined || headings.kind === 'pages') return headings;
  if (headings.kind === 'domains') {
    if (target === undefined) throw noTarget(location);
    return headings;
  }
  const { places } = headings;
  if (places.has('target_url')) return headings;
  if (target !== undefined) return headings;
  // A title above the table may be called like a column.
  if (places.size > 1) throw noTarget(location);
  return undefined;
}

function tellHeadings({ kind, places, figures, tool, unknown, passed_over }: Headings, context: ReadContext): void {
  const note = (text: string): void => context.note(text);
  note(`Columns used: ${[...places.keys()].join(', ')}.`);
  if (figures.length > 0)
    note(`Figures kept as the tool's own: ${figures.map((figure) => `${figure.metric} (${figure.tool})`).join(', ')}.`);
  if (passed_over.length > 0) note(`Columns not needed: ${listedNames(passed_over)}.`);
  if (unknown.length > 0) note(`Columns not recognized: ${listedNames(unknown)}.`);
  const names: ReadonlySet<string> = new Set(places.keys());
  if (kind === 'links' && !names.has('first_seen') && !names.has('last_seen')) {
    note('No date column: the links count as seen when the file was written.');
  }
  if (kind === 'domains')
    note(
      `A report of domains, not of links: answers show it as ${tool ?? OTHER_TOOL} has it, beside the links that the index knows.`,
    );
}

async function writeRows(
  rows: readonly ToldRow[],
  headings: Headings | undefined,
  { parts, context }: { readonly parts: LinkParts; readonly context: ReadContext },
): Promise<void> {
  const sightings = rows.flatMap(({ sighting }) => sighting ?? []);
  const domains = rows.flatMap(({ domain }) => domain ?? []);
  const { target } = context.options;
  await parts.sightings.write(sightings);
  await parts.toolFacts.tell({
    tool: headings?.tool ?? OTHER_TOOL,
    observed_at: context.seen_at,
    targets: [...new Set(sightings.map(({ link }) => link.target_url))],
    facts: rows.flatMap(({ facts }) => facts),
    report: target === undefined || domains.length === 0 ? undefined : { target, domains },
  });
}

function inWords(read: ReturnType<ReturnType<typeof rowReader>>): TableRow<ToldRow> {
  if (read.told === undefined) {
    const { kind, detail } = read.refused;
    return { item: undefined, refused: { kind, text: WORDS[kind](shownCell(detail)) } };
  }
  const doubts = read.doubts.map(({ kind, field, text }) => ({ kind, text: DOUBTS[kind](shownCell(text), field) }));
  return { item: read.told, refused: undefined, doubts };
}

const WORDS: Readonly<Record<Refusal['kind'], (text: string) => string>> = {
  source_url: (text) => `${text} is not the URL of a linking page`,
  target_url: (text) => `${text} is not the URL of a linked page`,
  linking_domain: (text) => `${text} is not the name of a linking domain`,
  not_a_link: (text) => `${text} is not a link between pages`,
};

const DOUBTS: Readonly<Record<Doubt['kind'], (text: string, field: string) => string>> = {
  date: (text) => `${text} is not a clear date; the link was imported`,
  attribute: (text, field) => `${text} as ${field} is neither yes nor no; the link was imported without it`,
};

const HOW_TO_MAP =
  'Name the columns by their headings or numbers: --columns "source=From page,target=To page,anchor=Text" on the command line, ' +
  `or the field columns over HTTP. It takes ${COLUMN_NAMES.join(', ')}.`;

function noTable(location: string, first: readonly string[], told: ColumnMap | undefined): AppError {
  const seen =
    first.length === 0 ? 'It is empty' : `It begins with ${listedNames(first.map((cell) => shownCell(cell)))}`;
  const what =
    told === undefined
      ? 'has no headings of a link table'
      : `has no row with all the columns that were named (${[...told.values()].map(String).join(', ')})`;
  return new AppError('invalid_input', `${location} ${what}. ${seen}.`, {
    fix: `It needs a header line with at least the linking page and the linked page, such as "Source URL" and "Target URL". ${HOW_TO_MAP}`,
  });
}

function noTarget(location: string): AppError {
  return new AppError('invalid_input', `${location} does not say where the links point.`, {
    fix: 'Pass it as target (--target on the command line): the URL of your site, such as https://example.com/.',
  });
}
