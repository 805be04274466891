import type { Sort } from './row-order.ts';

/** How somebody looks at a table. */
export interface TableChoice {
  readonly sort: Sort | undefined;
  /** To filter by. */
  readonly words: string;
  /** Undefined for those that it has by itself. */
  readonly columns: readonly string[] | undefined;
}

/** `links.sort=-rank&links.find=news&links.columns=url,rank` */
export function readChoice(name: string, search: string): TableChoice {
  const asked = new URLSearchParams(search);
  const sort = asked.get(`${name}.sort`) ?? '';
  const columns = asked.get(`${name}.columns`) ?? '';
  return {
    sort: readSort(sort),
    words: asked.get(`${name}.find`) ?? '',
    columns: columns === '' ? undefined : columns.split(','),
  };
}

/** `-rank` */
export function readSort(text: string | undefined): Sort | undefined {
  return text === undefined || text === ''
    ? undefined
    : { column: text.replace(/^-/, ''), isDown: text.startsWith('-') };
}

export function withChoice(name: string, { sort, words, columns }: TableChoice, search: string): string {
  const asked = new URLSearchParams(search);
  const set = (field: string, value: string): void => {
    if (value === '') asked.delete(`${name}.${field}`);
    else asked.set(`${name}.${field}`, value);
  };
  set('sort', sort === undefined ? '' : `${sort.isDown ? '-' : ''}${sort.column}`);
  set('find', words);
  set('columns', columns?.join(',') ?? '');
  return asked.size === 0 ? '' : `?${asked}`;
}
