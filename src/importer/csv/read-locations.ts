import { AppError } from '../../kernel/errors.ts';
import type { LocationCriterion, LocationWriter } from '../../ports/imports.ts';
import type { ReadContext, Step } from '../files/reading.ts';
import { readTable, type TableRow } from './read-table.ts';
import { listedNames, shownCell } from './table-rows.ts';

const COLUMNS = {
  code: 'criteria id',
  name: 'name',
  canonical_name: 'canonical name',
  parent_code: 'parent id',
  country: 'country code',
  type: 'target type',
  status: 'status',
} as const;
type Column = keyof typeof COLUMNS;

const CODE_MAX = 2 ** 31 - 1;

/** Google's list of places that ads and searches can be made for (geotargets CSV). */
export function readLocations(writer: LocationWriter) {
  return (context: ReadContext): AsyncGenerator<Step> =>
    readTable<LocationCriterion>(context, {
      begin: (cells) => {
        const names = cells.map((cell) => cell.trim().toLowerCase());
        const at = (column: Column): number => names.indexOf(COLUMNS[column]);
        if (at('code') === -1 || at('canonical_name') === -1) return undefined;
        return (row) => readCriterion((column) => row[at(column)]?.trim() ?? '');
      },
      write: (criteria) => writer.write(criteria, context.begun_at),
      refuse: (cells) => noLocations(context.location, cells),
    });
}

function readCriterion(cell: (column: Column) => string): TableRow<LocationCriterion> {
  const code = Number(cell('code'));
  const canonical_name = cell('canonical_name');
  if (!Number.isInteger(code) || code < 1 || code > CODE_MAX || canonical_name === '') {
    const text = `${shownCell(cell('code'))} is not the id of a place`;
    return { item: undefined, refused: { kind: 'place', text } };
  }
  const parent = Number(cell('parent_code'));
  const item: LocationCriterion = {
    code,
    name: cell('name') || (canonical_name.split(',', 1)[0] ?? ''),
    canonical_name,
    parent_code: Number.isInteger(parent) && parent > 0 && parent <= CODE_MAX ? parent : null,
    country: cell('country').toUpperCase(),
    type: cell('type'),
    // Places that Google is about to remove still work.
    is_active: !/^removed/i.test(cell('status')),
  };
  return { item, refused: undefined, doubts: [] };
}

function noLocations(location: string, cells: readonly string[]): AppError {
  const seen = cells.length === 0 ? 'It is empty' : `It begins with ${listedNames(cells.map(shownCell))}`;
  return new AppError('invalid_input', `${location} is not Google’s list of places. ${seen}.`, {
    fix: 'Download the geotargets CSV from https://developers.google.com/google-ads/api/data/geotargets.',
  });
}
