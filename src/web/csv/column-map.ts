/** What callers may say that a column of a table of links means, in words of the table itself. */
export const COLUMN_NAMES = [
  'source',
  'target',
  'anchor',
  'alt',
  'image_url',
  'nofollow',
  'ugc',
  'sponsored',
  'follow',
  'rel',
  'type',
  'link_position',
  'text_before',
  'text_after',
  'first_seen',
  'last_seen',
  'lost',
  'state',
  'domain',
  'backlinks',
  'dofollow_backlinks',
  'referring_pages',
  'target_pages',
  'target_page',
  'incoming_links',
  'linking_sites',
] as const;
export type ColumnName = (typeof COLUMN_NAMES)[number];

/** A heading as it stands in the table, or the number of a column, from 1. */
export type ColumnMap = ReadonlyMap<ColumnName, string | number>;

const PAIR_START = /,(?=\s*[a-z_]+\s*=)/;

/** `source=Von,target=Nach`: a heading may hold commas. */
export function readColumnMap(text: string): ColumnMap | { readonly problem: string } {
  const map = new Map<ColumnName, string | number>();
  for (const pair of text.split(PAIR_START)) {
    const [, name = '', heading = ''] = /^\s*([a-z_]*)\s*=\s*(.*?)\s*$/s.exec(pair) ?? [];
    const shown = pair.trim().slice(0, 60);
    if (heading === '')
      return { problem: `"${shown}" is no pair such as source=Heading, with the heading or number of a column` };
    if (!isColumnName(name)) return { problem: `"${name}" is unknown; it takes ${COLUMN_NAMES.join(', ')}` };
    if (map.has(name)) return { problem: `names ${name} twice` };
    map.set(name, /^[1-9]\d{0,2}$/.test(heading) ? Number(heading) : heading);
  }
  const isTold = map.has('source') || map.has('domain') || map.has('target_page');
  return isTold ? map : { problem: 'must name the linking pages (source=…) or the linking domains (domain=…)' };
}

function isColumnName(name: string): name is ColumnName {
  return COLUMN_NAMES.some((known) => known === name);
}
