import type { LinkSighting } from '../../ports/imports.ts';
import { pageAddress } from '../../web/url.ts';
import { dateOf } from './dates.ts';
import type { Field } from './headings.ts';
import { isBlank, isFalse, isFollowing, isLost, isTrue, isUnfollowing, namesMark, saysLost } from './link-words.ts';
import type { LinkFact, LinkPosition, LinkType } from '../../web/facts/records.ts';

export interface RowRules {
  readonly places: ReadonlyMap<Field, number>;
  /** Where the links lead when the table has no column for it. */
  readonly target: string | undefined;
  /** When the links were seen that have no date of their own. */
  readonly seen_at: Date;
}

/** The link in a row, or why there is none. */
export type RowResult =
  | { readonly sighting: LinkSighting; readonly refused: undefined; readonly doubts: readonly Doubt[] }
  | { readonly sighting: undefined; readonly refused: Refusal };

export interface Refusal {
  readonly kind: 'source_url' | 'target_url' | 'linking_domain' | 'not_a_link';
  readonly detail: string;
}

/** A cell that could not be read in a link that was imported anyway. */
export interface Doubt {
  readonly kind: 'date' | 'attribute';
  readonly field: Field;
  readonly text: string;
}

const TEXT_MAX = 500;
/** Links that are parts of the page they stand in, or of no page at all. */
const NO_LINKS = /^(?:frame|iframe|form|rss|feed|mention|javascript|js|css|stylesheet|script|embed|swf|flash|uri)/;

/** A cell by the name of its column; '' where the table has no such column. */
export function cellOf<Name extends string>(
  cells: readonly string[],
  places: ReadonlyMap<Name, number>,
): (name: Name) => string {
  return (name) => {
    const at = places.get(name);
    return at === undefined ? '' : (cells[at] ?? '').trim();
  };
}

export function readRow(cells: readonly string[], rules: RowRules): RowResult {
  const cell = cellOf(cells, rules.places);
  const source = addressOf(cell('source_url'));
  if (source === undefined) return refused('source_url', cell('source_url'));
  const written = rules.places.has('target_url') ? cell('target_url') : (rules.target ?? '');
  const target = addressOf(written, source);
  if (target === undefined) return refused('target_url', written);
  const type = typeOf(cell);
  if (type === undefined) return refused('not_a_link', cell('type') || 'frame or form');
  const { doubts, ...times } = timesOf(cell, rules.seen_at);
  const { attributes, dofollow, doubt } = attributesOf(cell, rules.places.has('rel'));
  return {
    refused: undefined,
    doubts: doubt === undefined ? doubts : [...doubts, { kind: 'attribute', ...doubt }],
    sighting: {
      source_url: source,
      ...times,
      link: {
        target_url: target,
        type,
        ...textsOf(cell, type),
        image_url: addressOf(cell('image_url'), source) ?? '',
        attributes,
        dofollow,
        position: positionOf(cell, type),
        count: countOf(cell('count')),
      },
    },
  };
}

type Cell = (field: Field) => string;

function refused(kind: Refusal['kind'], detail: string): RowResult {
  return { sighting: undefined, refused: { kind, detail } };
}

/** Tools sometimes omit the scheme. */
export function addressOf(text: string, base?: string): string | undefined {
  if (text === '') return undefined;
  const absolute = /^https?:\/\//i.test(text)
    ? text
    : /^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#]|$)/.test(text)
      ? `https://${text}`
      : undefined;
  if (absolute !== undefined) return isPublic(pageAddress(absolute)?.host) ? absolute : undefined;
  if (base === undefined || !/^\/[^/]/.test(text)) return undefined;
  return pageAddress(text, base)?.url;
}

/**
 * A name without a dot is not a public host, as for request targets: it is half of one, or from an internal network.
 */
export function isPublic(host: string | undefined): boolean {
  return host !== undefined && (/[^.]\.[^.]/.test(host) || host.startsWith('['));
}

/** Undefined for what is not a link between pages. */
function typeOf(cell: Cell): LinkType | undefined {
  const type = cell('type').toLowerCase();
  if (isPart(type, cell)) return undefined;
  const named = NAMED_TYPES.find(([pattern]) => pattern.test(type))?.[1];
  if (named !== undefined) return named;
  if (isTrue(cell('redirect'))) return 'redirect';
  const hasOnlyImage = type.startsWith('hyperlink') && cell('anchor') === '' && cell('alt') !== '';
  return hasOnlyImage || isTrue(cell('image')) || isTrue(cell('alt_flag')) ? 'image' : 'anchor';
}

const NAMED_TYPES: readonly (readonly [RegExp, LinkType])[] = [
  [/canonical/, 'canonical'],
  [/redirect/, 'redirect'],
  [/^(?:alternate|hreflang)/, 'alternate'],
  [/^image/, 'image'],
];

/** Of the page itself. In a crawler's table of all resources so are images; linked images are hyperlinks there. */
function isPart(type: string, cell: Cell): boolean {
  const isResource = type === 'image' && cell('link_position') !== '';
  return isResource || NO_LINKS.test(type) || isTrue(cell('form')) || isTrue(cell('frame'));
}

const POSITIONS: ReadonlyMap<string, LinkPosition> = new Map([
  ['content', 'content'],
  ['main', 'content'],
  ['body', 'content'],
  ['navigation', 'navigation'],
  ['nav', 'navigation'],
  ['menu', 'navigation'],
  ['header', 'header'],
  ['footer', 'footer'],
  ['aside', 'sidebar'],
  ['sidebar', 'sidebar'],
  ['head', 'head'],
]);

/** Null if the table does not say, or not in words for a position. */
function positionOf(cell: Cell, type: LinkType): LinkPosition | null {
  if (type === 'canonical' || type === 'alternate') return 'head';
  return POSITIONS.get((cell('link_position') || cell('position')).toLowerCase()) ?? null;
}

/** Tools give an image's alternative text as its anchor. */
function textsOf(cell: Cell, type: LinkType): Pick<LinkFact, 'anchor' | 'alt' | 'text_pre' | 'text_post'> {
  const isImage = type === 'image';
  const anchor = fold(cell('anchor'));
  return {
    anchor: isImage ? '' : anchor,
    alt: fold(cell('alt')) || (isImage ? anchor : ''),
    text_pre: fold(cell('text_before')),
    text_post: fold(cell('text_after')),
  };
}

function countOf(text: string): number {
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 1;
}

interface Times {
  readonly first_seen: Date;
  readonly last_seen: Date;
  readonly lost_at: Date | undefined;
  /** A date cell that contains no date. */
  readonly doubts: readonly Doubt[];
}

/** A link with one date alone was there when the table was written, or began when it was seen; a lost one was there until it was lost. */
function timesOf(cell: Cell, seenAt: Date): Times {
  const first = dateOf(cell('first_seen'), seenAt);
  const last = dateOf(cell('last_seen'), seenAt);
  const lostOn = lostOnOf(cell, last ?? seenAt, seenAt);
  const to = last ?? earlier(lostOn ?? seenAt, seenAt);
  const from = first ?? to;
  const [first_seen, last_seen] = from.getTime() <= to.getTime() ? [from, to] : [to, from];
  // It was lost after it was seen for the last time, whatever the day says.
  const lost_at = lostOn === undefined ? undefined : new Date(Math.max(lostOn.getTime(), last_seen.getTime() + 1000));
  return { first_seen, last_seen, lost_at, doubts: dateDoubts(cell, seenAt) };
}

/** A word says whether it is lost, but not when. */
function lostOnOf(cell: Cell, otherwise: Date, seenAt: Date): Date | undefined {
  const text = cell('lost');
  if (isLost(text)) return dateOf(text, seenAt) ?? otherwise;
  return saysLost(cell('state')) ? otherwise : undefined;
}

function dateDoubts(cell: Cell, seenAt: Date): Doubt[] {
  const fields = ['first_seen', 'last_seen', 'lost'] as const;
  const field = fields.find((name) => {
    const text = cell(name);
    const isMeantAsDate = name === 'lost' ? isLost(text) && /\d.*\d/.test(text) : text !== '';
    return isMeantAsDate && dateOf(text, seenAt) === undefined;
  });
  return field === undefined ? [] : [{ kind: 'date', field, text: cell(field) }];
}

function earlier(one: Date, other: Date): Date {
  return one.getTime() < other.getTime() ? one : other;
}

/** Without the mark that keeps spreadsheets from taking a text for a formula. */
function fold(text: string): string {
  return text
    .slice(0, 4 * TEXT_MAX)
    .replace(/^'(?=[-=+@])/, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, TEXT_MAX);
}

interface Attributes {
  readonly attributes: readonly string[];
  readonly dofollow: boolean;
  /** A yes-or-no cell that says neither. */
  readonly doubt: { readonly field: Field; readonly text: string } | undefined;
}

/** Columns of their own say these, and a tool's type of link may. */
const NOT_FOLLOWED = ['nofollow', 'ugc', 'sponsored'] as const;
/** Words of a `rel` alone: elsewhere `external` would mean another thing. */
const REL_ONLY = ['noopener', 'noreferrer', 'external'] as const;

function attributesOf(cell: (field: Field) => string, hasRel: boolean): Attributes {
  const rel = cell('rel').toLowerCase();
  const named = [rel, cell('type'), ...NOT_FOLLOWED.map((name) => cell(name))];
  const attributes: string[] = NOT_FOLLOWED.filter(
    (name) => named.some((text) => namesMark(text, name)) || isTrue(cell(name)),
  );
  const follow = cell('follow');
  for (const name of ['ugc', 'sponsored'] as const) {
    if (namesMark(follow, name) && !attributes.includes(name)) attributes.push(name);
  }
  const isUnfollowed = isUnfollowing(follow);
  // If the `rel` column is empty, the nofollow comes from the page, not from the link.
  if (isUnfollowed && attributes.length === 0 && !hasRel) attributes.push('nofollow');
  return {
    dofollow: attributes.length === 0 && !isUnfollowed,
    attributes: [...attributes, ...REL_ONLY.filter((name) => hasWord(rel, name))],
    doubt: doubtOf(cell),
  };
}

function hasWord(text: string, word: string): boolean {
  return new RegExp(String.raw`\b${word}\b`).test(text);
}

/** By a yes, or by its own name. */
function isMarked(text: string, name: (typeof NOT_FOLLOWED)[number]): boolean {
  return isTrue(text) || namesMark(text, name);
}

function doubtOf(cell: (field: Field) => string): Attributes['doubt'] {
  const marks = NOT_FOLLOWED.map((field) => ({ field, text: cell(field) }));
  const mark = marks.find(
    ({ field, text }) => !isMarked(text, field) && !isOther(text, field) && !isFollowing(text) && !isUnmarked(text),
  );
  if (mark !== undefined) return mark;
  const text = cell('follow');
  const isClear = isBlank(text) || isTrue(text) || isUnfollowing(text) || isFollowing(text) || isOther(text, 'follow');
  return isClear ? undefined : { field: 'follow', text };
}

/** One mark in the column of another: `ugc` under `Nofollow`. */
function isOther(text: string, field: Field): boolean {
  return NOT_FOLLOWED.some((name) => name !== field && namesMark(text, name));
}

function isUnmarked(text: string): boolean {
  return isBlank(text) || isFalse(text);
}
