import { pageAddress } from '../../kernel/url.ts';
import type { LinkSighting } from '../../ports/imports.ts';
import type { LinkPosition, LinkType } from '../../ports/links.ts';
import { dateOf } from './dates.ts';
import type { Field } from './headings.ts';

export interface RowRules {
  readonly places: ReadonlyMap<Field, number>;
  /** Where the links lead when the table has no column for it. */
  readonly target: string | undefined;
  /** When the links were seen that have no date of their own. */
  readonly seen_at: Date;
}

/** What a row says: a link, or why it is none. */
export type RowResult =
  | { readonly sighting: LinkSighting; readonly refused: undefined; readonly bad_date: string | undefined }
  | { readonly sighting: undefined; readonly refused: Refusal };

interface Refusal {
  readonly kind: 'source_url' | 'target_url' | 'not_a_link';
  readonly detail: string;
}

const TEXT_MAX = 500;
/** Links that are parts of the page they stand in, or of no page at all. */
const NO_LINKS = /^(?:frame|iframe|form|rss|feed|mention|javascript|js|css|stylesheet|script|embed|swf|flash|uri)/;

export function readRow(cells: readonly string[], rules: RowRules): RowResult {
  const cell = (field: Field): string => {
    const at = rules.places.get(field);
    return at === undefined ? '' : (cells[at] ?? '').trim();
  };
  const source = addressOf(cell('source_url'));
  if (source === undefined) return refused('source_url', cell('source_url'));
  const written = rules.places.has('target_url') ? cell('target_url') : (rules.target ?? '');
  const target = addressOf(written, source);
  if (target === undefined) return refused('target_url', written);
  const type = typeOf(cell);
  if (type === undefined) return refused('not_a_link', cell('type') || 'frame or form');
  const times = timesOf(cell, rules.seen_at);
  const attributes = attributesOf(cell);
  const isImage = type === 'image';
  const anchor = fold(cell('anchor'));
  return {
    refused: undefined,
    bad_date: times.bad_date,
    sighting: {
      source_url: source,
      first_seen: times.first_seen,
      last_seen: times.last_seen,
      lost_at: times.lost_at,
      link: {
        target_url: target,
        type,
        anchor: isImage ? '' : anchor,
        alt: fold(cell('alt')) || (isImage ? anchor : ''),
        image_url: '',
        attributes,
        dofollow: !attributes.some((name) => name === 'nofollow' || name === 'ugc' || name === 'sponsored'),
        position: type === 'canonical' || type === 'alternate' ? 'head' : positionOf(cell('position')),
        text_pre: fold(cell('text_before')),
        text_post: fold(cell('text_after')),
        count: 1,
      },
    },
  };
}

type Cell = (field: Field) => string;

function refused(kind: Refusal['kind'], detail: string): RowResult {
  return { sighting: undefined, refused: { kind, detail } };
}

/** Tools leave the scheme out now and then. */
function addressOf(text: string, base?: string): string | undefined {
  if (text === '') return undefined;
  const absolute = /^https?:\/\//i.test(text)
    ? text
    : /^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#]|$)/.test(text)
      ? `https://${text}`
      : undefined;
  if (absolute !== undefined) return pageAddress(absolute) === undefined ? undefined : absolute;
  if (base === undefined || !/^\/[^/]/.test(text)) return undefined;
  return pageAddress(text, base)?.url;
}

/** Undefined for what is no link from page to page. */
function typeOf(cell: Cell): LinkType | undefined {
  const type = cell('type').toLowerCase();
  if (isPart(type, cell)) return undefined;
  const named = NAMED_TYPES.find(([pattern]) => pattern.test(type))?.[1];
  if (named !== undefined) return named;
  if (isTrue(cell('redirect'))) return 'redirect';
  const hasOnlyImage = type.startsWith('hyperlink') && cell('anchor') === '' && cell('alt') !== '';
  return hasOnlyImage || isTrue(cell('image')) ? 'image' : 'anchor';
}

const NAMED_TYPES: readonly (readonly [RegExp, LinkType])[] = [
  [/canonical/, 'canonical'],
  [/redirect/, 'redirect'],
  [/^(?:alternate|hreflang)/, 'alternate'],
  [/^image/, 'image'],
];

/** Of the page itself. In a crawler's table of all resources so are images; linked images are hyperlinks there. */
function isPart(type: string, cell: Cell): boolean {
  const isResource = type === 'image' && cell('position') !== '';
  return isResource || NO_LINKS.test(type) || isTrue(cell('form')) || isTrue(cell('frame'));
}

function attributesOf(cell: Cell): string[] {
  const rel = `${cell('rel')} ${cell('type')}`.toLowerCase();
  const attributes = ['nofollow', 'ugc', 'sponsored'].filter((name) => new RegExp(String.raw`\b${name}\b`).test(rel));
  for (const name of ['nofollow', 'ugc', 'sponsored'] as const) {
    if ((isTrue(cell(name)) || cell(name).toLowerCase() === name) && !attributes.includes(name)) attributes.push(name);
  }
  const follow = cell('follow').toLowerCase();
  if ((isFalse(follow) || /^no-?follow/.test(follow)) && attributes.length === 0) attributes.push('nofollow');
  return attributes;
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

function positionOf(text: string): LinkPosition {
  return POSITIONS.get(text.toLowerCase()) ?? 'content';
}

interface Times {
  readonly first_seen: Date;
  readonly last_seen: Date;
  readonly lost_at: Date | undefined;
  /** What stands where a date should, and is none. */
  readonly bad_date: string | undefined;
}

/** A link with one date alone was there when the table was written, or began when it was seen. */
function timesOf(cell: Cell, seenAt: Date): Times {
  const texts = [cell('first_seen'), cell('last_seen')];
  const [first, last] = texts.map((text) => (text === '' ? undefined : dateOf(text, seenAt)));
  const bad_date = texts.find((text, at) => text !== '' && (at === 0 ? first : last) === undefined);
  const from = first ?? last ?? seenAt;
  const lost = cell('lost');
  const lostOn = isLost(lost) ? (dateOf(lost, seenAt) ?? last ?? seenAt) : undefined;
  const to = last ?? earlier(lostOn ?? seenAt, seenAt);
  const [first_seen, last_seen] = from.getTime() <= to.getTime() ? [from, to] : [to, from];
  // It was lost after it was seen for the last time, whatever the day says.
  const lost_at = lostOn === undefined ? undefined : new Date(Math.max(lostOn.getTime(), last_seen.getTime() + 1000));
  return { first_seen, last_seen, lost_at, bad_date };
}

function earlier(one: Date, other: Date): Date {
  return one.getTime() < other.getTime() ? one : other;
}

/** A date says when, a word whether. */
function isLost(text: string): boolean {
  return text !== '' && !isFalse(text) && !/^(?:-|–|n\/?a|null|none|live)$/i.test(text);
}

function isTrue(text: string): boolean {
  return /^(?:true|yes|y|1|x|ja|oui|si|sí|[+✓])$/i.test(text);
}

function isFalse(text: string): boolean {
  return /^(?:false|no|n|0|nein|non)$/i.test(text);
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
