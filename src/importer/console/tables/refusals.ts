import { AppError } from '../../../kernel/errors.ts';
import { joinWords } from '../../../kernel/grammar.ts';
import type { RowProblem } from './figure-rows.ts';
import type { FigureTable } from './table.ts';

/** Why an export is refused, and what its user can do. */

export function narrowedRows(filters: readonly string[], location: string): AppError {
  return new AppError('invalid_input', `${location} was exported with a filter: ${joinWords(filters, 3)}.`, {
    fix: 'Remove the filter in Search Console and export again: a part of the rows would pass for all of them.',
  });
}

export function unusableGrain({ name, dimensions }: FigureTable, location: string): AppError {
  const split = dimensions.size === 0 ? 'nothing' : joinWords([...dimensions.keys()]);
  return new AppError('invalid_input', `${name} of ${location} is split by ${split}, which cannot be used.`, {
    fix: 'Export figures by query, page, date, country, device or search appearance, or by query and page together.',
  });
}

export function noClicks({ name }: FigureTable, location: string): AppError {
  return new AppError('invalid_input', `${name} of ${location} has positions, but no clicks.`, {
    fix: 'Export it with clicks and impressions, or pass --columns (the field columns) if its columns were misread.',
  });
}

function problemText(problem: RowProblem | undefined): string {
  return problem === undefined ? '' : `line ${problem.line}: ${problem.text}`;
}

export function noUsableRow({ name }: FigureTable, problem: RowProblem | undefined, location: string): AppError {
  return new AppError('invalid_input', `Most rows of ${name} in ${location} cannot be used: ${problemText(problem)}.`, {
    fix: 'Pass --columns (the field columns) if its columns were misread, such as query,clicks,impressions,ctr,position.',
  });
}

export function wrongColumns({ name }: FigureTable, location: string): AppError {
  return new AppError(
    'invalid_input',
    `The click rates in ${name} of ${location} do not follow from its clicks and impressions, so its columns were misread.`,
    {
      fix: 'Pass --columns (the field columns) with their meaning in order, such as query,clicks,impressions,ctr,position.',
    },
  );
}

export function noPeriod(location: string): AppError {
  return new AppError('invalid_input', `${location} does not say which days its figures cover.`, {
    fix: 'Import the whole export (its zip file or folder), or name the days: --period 2026-10-24..2026-11-20 (the field period).',
    issues: [{ path: 'period', message: 'is required for this table' }],
  });
}
