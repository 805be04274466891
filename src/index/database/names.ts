import { type LinkPlacement, SPAM_SIGNS, type SpamSign } from '../../ports/links.ts';
import { hostOfKey } from '../../web/url.ts';
import { arrayOf, type Sql, sql } from './sql.ts';
import type { LinkPosition, LinkType } from '../../web/facts/records.ts';

/** Numbers that represent names in the tables. They are stored on disk: add at the end, never reorder. */
export const LINK_TYPES = [
  'anchor',
  'image',
  'canonical',
  'redirect',
  'alternate',
] as const satisfies readonly LinkType[];

export const LINK_POSITIONS = [
  'content',
  'navigation',
  'header',
  'footer',
  'sidebar',
  'head',
  'hidden',
] as const satisfies readonly LinkPosition[];

/** Not stored: a placement is worked out from where the link stands and whether its host repeats it. */
export const LINK_PLACEMENTS = ['content', 'boilerplate', 'hidden', 'head'] as const satisfies readonly LinkPlacement[];
const TEMPLATE_POSITIONS: readonly LinkPosition[] = ['navigation', 'header', 'footer', 'sidebar'];

/** Each sign of links between sites takes several facts to agree, so that one is enough for the high band, which begins at 61. */
const FARM_POINTS = 65;
/** A page that leads to one or two marked domains among others may cite them. */
const CITED_POINTS = 15;

/** What each sign of links between sites adds to a score; of several, the strongest. */
export const NEIGHBOUR_POINTS = {
  ring: FARM_POINTS,
  template: FARM_POINTS,
  money_anchor: FARM_POINTS,
  spam_targets: FARM_POINTS,
  cited_spam: CITED_POINTS,
} as const;
export type NeighbourSign = keyof typeof NEIGHBOUR_POINTS;

/** One bit each, in this order. */
export const LINK_ATTRIBUTES = ['nofollow', 'ugc', 'sponsored', 'noopener', 'noreferrer', 'external'] as const;

export const HTTPS_FLAG = 1;
export const SLASH_FLAG = 2;

/** How the tables say that something is not known. */
export const RANK_UNKNOWN = 65_535;
export const SPAM_UNKNOWN = 255;
/** Tables and archives of links do not say where on its page a link is. */
const POSITION_UNKNOWN = 255;

/** What `readable` says about a page: its text was read, or only its head and links; 0 is neither. */
export const READ = 1;
export const READ_IN_PART = 2;

export const MOVE_REDIRECT = 1;
export const MOVE_CANONICAL = 2;

export function attributeBits(attributes: readonly string[]): number {
  let bits = 0;
  for (const [at, name] of LINK_ATTRIBUTES.entries()) if (attributes.includes(name)) bits |= 1 << at;
  return bits;
}

export function attributesOf(bits: number): string[] {
  return LINK_ATTRIBUTES.filter((_, at) => (bits & (1 << at)) !== 0);
}

export function positionCode(position: LinkPosition | null): number {
  return position === null ? POSITION_UNKNOWN : LINK_POSITIONS.indexOf(position);
}

/** One bit each, in the order of the list. */
export function signsOf(bits: number): SpamSign[] {
  return SPAM_SIGNS.filter((_, at) => (bits & (1 << at)) !== 0);
}

export function signBits(signs: readonly SpamSign[]): number {
  return signs.reduce((bits, sign) => bits | (1 << SPAM_SIGNS.indexOf(sign)), 0);
}

/** What a host repeats on most of its pages is boilerplate, but what nobody sees stays hidden. */
export function placementOf(position: number, repeated: number): number {
  const name = LINK_POSITIONS[position];
  if (name === 'hidden' || name === 'head') return LINK_PLACEMENTS.indexOf(name);
  if (repeated !== 0 || (name !== undefined && TEMPLATE_POSITIONS.includes(name)))
    return LINK_PLACEMENTS.indexOf('boilerplate');
  return name === undefined ? POSITION_UNKNOWN : LINK_PLACEMENTS.indexOf('content');
}

/** The same of two columns. */
export function placementSql(position: Sql, repeated: Sql): Sql {
  const positions = [...LINK_POSITIONS.keys(), POSITION_UNKNOWN];
  const placed = (flag: number): Sql =>
    sql`transform(${position}, ${arrayOf(positions)}, ${arrayOf(positions.map((code) => placementOf(code, flag)))}, ${POSITION_UNKNOWN})`;
  return sql`toUInt8(if(${repeated} = 0, ${placed(0)}, ${placed(1)}))`;
}

/** A host key as `hostOfKey` writes the host: labels in their usual order, an IP as it is, a port after a colon. */
export function hostSql(key: Sql): Sql {
  const bare = sql`trimRight(splitByString('.:', ${key})[1], '.')`;
  const port = sql`splitByString('.:', ${key})[2]`;
  return sql`concat(if(match(${bare}, '^[0-9.]+$|^[[]'), ${bare}, arrayStringConcat(arrayReverse(splitByChar('.', ${bare})), '.')),
    if(${port} = '', '', ':'), ${port})`;
}

/** As `urlOfKeys` writes a URL, of a host that is written already. */
export function urlSql(host: Sql, path: Sql, flags: Sql): Sql {
  const file = sql`substringIndex(${path}, '?', 1)`;
  return sql`concat(if(bitAnd(${flags}, ${HTTPS_FLAG}) = 0, 'http', 'https'), '://', ${host}, ${file},
    if(bitAnd(${flags}, ${SLASH_FLAG}) = 0, '', '/'), substring(${path}, 1 + length(${file})))`;
}

/** Writes the URL of a page as it was seen, from its keys and flags. */
export function urlOfKeys(host: string, path: string, flags: number): string {
  const scheme = (flags & HTTPS_FLAG) === 0 ? 'http' : 'https';
  const slash = (flags & SLASH_FLAG) === 0 ? '' : '/';
  const query = path.indexOf('?');
  const whole = query === -1 ? path + slash : path.slice(0, query) + slash + path.slice(query);
  return `${scheme}://${hostOfKey(host)}${whole}`;
}
