import { hostOfKey } from '../../web/url.ts';
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

/** Writes the URL of a page as it was seen, from its keys and flags. */
export function urlOfKeys(host: string, path: string, flags: number): string {
  const scheme = (flags & HTTPS_FLAG) === 0 ? 'http' : 'https';
  const slash = (flags & SLASH_FLAG) === 0 ? '' : '/';
  const query = path.indexOf('?');
  const whole = query === -1 ? path + slash : path.slice(0, query) + slash + path.slice(query);
  return `${scheme}://${hostOfKey(host)}${whole}`;
}
