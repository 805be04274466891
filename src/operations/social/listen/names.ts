import { readDataRows } from '../../../kernel/data.ts';

const ROWS = readDataRows(import.meta.url, './data/names.tsv');

interface Named {
  readonly name: string;
  readonly advice: string;
  readonly format: string;
}

function listNames(wanted: string): ReadonlyMap<string, Named> {
  return new Map(
    ROWS.flatMap(([kind, id = '', name = '', advice = '', format = '']) =>
      kind === wanted ? [[id, { name, advice, format }] as const] : [],
    ),
  );
}

const ASPECTS = listNames('aspect');
const OBJECTIONS = listNames('objection');

export function nameAspect(id: string): string {
  return ASPECTS.get(id)?.name ?? id;
}

/** The kind of page that covers an aspect best; undefined where that depends on what people ask. */
export function formatAspect(id: string): string | undefined {
  const format = ASPECTS.get(id)?.format ?? '';
  return format === '' ? undefined : format;
}

export function nameObjection(id: string): string {
  return OBJECTIONS.get(id)?.name ?? id;
}

/** What content answers an objection: an imperative clause, and its format. */
export function adviseOn(objection: string): Pick<Named, 'advice' | 'format'> {
  return OBJECTIONS.get(objection) ?? { advice: '', format: '' };
}
