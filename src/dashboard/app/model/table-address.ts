import type { Filter } from './row-filters.ts';
import type { Sort } from './row-order.ts';

/** How somebody looks at a table. */
export interface TableChoice {
  /** Undefined for the order that it has by itself. */
  readonly sort: Sort | undefined;
  /** To filter by. */
  readonly words: string;
  readonly filters: readonly Filter[];
  /** Undefined for those that it has by itself. */
  readonly columns: readonly string[] | undefined;
}

/** What else than filters of fields stands in the address of a table. */
const OTHERS: ReadonlySet<string> = new Set(['sort', 'find', 'columns']);

/** `links.sort=-rank&links.find=news&links.columns=url,rank&links.rank=20..` */
export function readChoice(name: string, search: string): TableChoice {
  const asked = new URLSearchParams(search);
  const columns = asked.get(`${name}.columns`) ?? '';
  const filters = [...asked].flatMap(([key, wanted]): readonly Filter[] => {
    const field = key.startsWith(`${name}.`) ? key.slice(name.length + 1) : '';
    return field === '' || OTHERS.has(field) || wanted === '' ? [] : [{ field, wanted }];
  });
  return {
    sort: readSort(asked.get(`${name}.sort`) ?? ''),
    words: asked.get(`${name}.find`) ?? '',
    filters,
    columns: columns === '' ? undefined : columns.split(','),
  };
}

/** `-rank` */
export function readSort(text: string | undefined): Sort | undefined {
  return text === undefined || text === ''
    ? undefined
    : { column: text.replace(/^-/, ''), isDown: text.startsWith('-') };
}

export function withChoice(name: string, { sort, words, filters, columns }: TableChoice, search: string): string {
  const asked = new URLSearchParams(search);
  const own = [...asked.keys()].filter((key) => key.startsWith(`${name}.`));
  for (const key of own) asked.delete(key);
  const set = (field: string, value: string): void => {
    if (value !== '') asked.set(`${name}.${field}`, value);
  };
  set('sort', sort === undefined ? '' : `${sort.isDown ? '-' : ''}${sort.column}`);
  set('find', words);
  for (const { field, wanted } of filters) set(field, wanted);
  set('columns', columns?.join(',') ?? '');
  return asked.size === 0 ? '' : `?${asked}`;
}
