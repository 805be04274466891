import { AppError } from '../../kernel/errors.ts';
import type { KeywordFactWriter } from '../../ports/imports.ts';
import type { KeywordFact } from '../../ports/keywords.ts';
import type { Location, Locations } from '../../ports/locations.ts';
import { readLanguage } from '../../text/languages.ts';
import type { ReadContext, Step } from '../files/reading.ts';
import { type KeywordHeadings, keywordHeadings } from './keyword-headings.ts';
import { readKeywordRow } from './keyword-row.ts';
import { readTable } from './read-table.ts';
import { listedNames, shownCell } from './table-rows.ts';

export interface KeywordParts {
  readonly keywords: KeywordFactWriter;
  readonly locations: Locations;
}

/** Keyword tables as common tools export them. Their rows belong to the workspace that imports them. */
export function readKeywords({ keywords, locations }: KeywordParts, workspaceId: string) {
  return async function* (context: ReadContext): AsyncGenerator<Step> {
    const location = await placeOf(context, locations);
    const language = languageOf(context);
    yield* readTable<KeywordFact>(context, {
      begin: (cells) => {
        const headings = keywordHeadings(cells);
        if (headings === undefined) return undefined;
        tellHeadings(headings, context);
        const observed_at = context.seen_at.toISOString();
        const rules = { headings, location_code: location?.code ?? null, language, observed_at };
        return (row) => readKeywordRow(row, rules);
      },
      write: (facts) => keywords.write(workspaceId, facts),
      refuse: (cells) => noKeywords(context.location, cells),
    });
  };
}

/** A number is a code. */
async function placeOf({ options }: ReadContext, locations: Locations): Promise<Location | null> {
  const written = options.location?.trim() ?? '';
  const location_code = /^-?\d+$/.test(written) ? Number(written) : undefined;
  return locations.resolve({ location: written, location_code }, AbortSignal.timeout(LOOKUP_MS_MAX));
}

const LOOKUP_MS_MAX = 30_000;

function languageOf({ options }: ReadContext): string | null {
  if (options.language === undefined) return null;
  const read = readLanguage(options.language);
  if ('code' in read) return read.code;
  const message = `language ${read.problem}`;
  throw new AppError('invalid_input', message, { issues: [{ path: 'language', message: read.problem }] });
}

function tellHeadings({ tool, places, months, unused }: KeywordHeadings, context: ReadContext): void {
  const fields = [...places.keys(), ...(months.length > 0 ? ['monthly searches'] : [])];
  context.note(`Read as a table of ${TITLES[tool.source] ?? 'keywords'}. Columns used: ${fields.join(', ')}.`);
  if (unused.length > 0) context.note(`Columns not used: ${listedNames(unused)}.`);
  if (tool.source === 'search-console') {
    context.note(
      'The keywords serve as ideas, without their figures. Import the export with `seamark import console` (kind console) to use its clicks, impressions and positions.',
    );
  }
  if (!places.has('country') && context.options.location === undefined) {
    context.note('The table does not name a country, so its figures count for any. Pass location to tie them to one.');
  }
}

const TITLES: Readonly<Record<string, string>> = {
  'keyword-planner': 'Google Keyword Planner',
  ahrefs: 'Ahrefs',
  semrush: 'Semrush',
  moz: 'Moz',
  'search-console': 'Search Console queries',
};

function noKeywords(location: string, cells: readonly string[]): AppError {
  const seen = cells.length === 0 ? 'It is empty' : `It begins with ${listedNames(cells.map(shownCell))}`;
  return new AppError('invalid_input', `${location} has no headings of a keyword table. ${seen}.`, {
    fix: 'It needs a header line with at least the keyword and a figure, such as "Keyword" and "Volume".',
  });
}
