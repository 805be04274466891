/**
 * Puts a streamed page together as its own scripts would.
 *
 * React sends the frame of a page first, with `<template id="B:0">` where a part is still being made, and that part
 * later in `<div hidden id="S:0">`, with a call that swaps the two. Without scripts such a page is a line that says
 * «Loading…» and hidden text. Pages without such parts come back as they are.
 */
export function joinStreamed(html: string): string {
  const { frame, segments } = takeSegments(html);
  if (segments.size === 0) return html;
  return fillPlaces(frame, new Joining(segments, placesOf(html)));
}

const SEGMENT = /<div hidden(?:="")? id="([^"]{0,40}S:[0-9a-f]{1,8})"[^<>]{0,200}>/gi;
const CALL = /\$R[CRS]\("([^"]{1,60})","([^"]{1,60})"/g;
const PLACE = /<template id="([^"]{0,40}[BP]:[0-9a-f]{1,8})"\s?>\s{0,10}<\/template>/gi;
/** What is shown until the part has come, with what such parts hold of others. */
const BOUNDARY = /<!--\/?\$[?!~]?-->/g;
/** Scripts and comments may hold tags that are none. */
const DIV_OR_OPAQUE = /<(\/?)div(?=[\s/>])|<!--|<(script|style|textarea|title)(?=[\s/>])/gi;
const DEPTH_MAX = 50;
/** More than any page has: each may be looked for to the end of the page. */
const SEGMENTS_MAX = 500;

interface Taken {
  /** The page without its segments. */
  readonly frame: string;
  readonly segments: ReadonlyMap<string, string>;
}

function takeSegments(html: string): Taken {
  const segments = new Map<string, string>();
  const frame: string[] = [];
  let at = 0;
  while (segments.size < SEGMENTS_MAX) {
    SEGMENT.lastIndex = at;
    const open = SEGMENT.exec(html);
    if (open === null) break;
    const inside = open.index + open[0].length;
    const end = endOfDiv(html, inside);
    // One without an end would swallow the rest of the page.
    if (end === undefined) break;
    frame.push(html.slice(at, open.index));
    segments.set(open[1] ?? '', html.slice(inside, end.inner));
    at = end.outer;
  }
  frame.push(html.slice(at));
  return { frame: frame.join(''), segments };
}

function endOfDiv(html: string, from: number): { readonly inner: number; readonly outer: number } | undefined {
  let depth = 1;
  let at = from;
  while (at < html.length) {
    DIV_OR_OPAQUE.lastIndex = at;
    const found = DIV_OR_OPAQUE.exec(html);
    if (found === null) return undefined;
    const [text, slash, opaque] = found;
    at = found.index + text.length;
    if (slash === undefined) at = endOfOpaque(html, at, opaque);
    else if (slash === '') depth += 1;
    else depth -= 1;
    if (depth > 0) continue;
    const close = html.indexOf('>', at);
    return close === -1 ? undefined : { inner: found.index, outer: close + 1 };
  }
  return undefined;
}

function endOfOpaque(html: string, from: number, tag: string | undefined): number {
  const end = tag === undefined ? /-->/g : new RegExp(`</${tag}`, 'gi');
  end.lastIndex = from;
  const found = end.exec(html);
  return found === null ? html.length : found.index + found[0].length;
}

/** Which segment belongs where: as the calls say, else by number. */
function placesOf(html: string): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  for (const [, first = '', second = ''] of html.matchAll(CALL)) {
    if (first.includes('S:')) places.set(second, first);
    else places.set(first, second);
  }
  return places;
}

class Joining {
  readonly #segments: ReadonlyMap<string, string>;
  readonly #places: ReadonlyMap<string, string>;
  readonly #used = new Set<string>();

  constructor(segments: ReadonlyMap<string, string>, places: ReadonlyMap<string, string>) {
    this.#segments = segments;
    this.#places = places;
  }

  /** Each segment is given away once, so that none can hold itself. */
  take(place: string): string | undefined {
    const id = this.#places.get(place) ?? place.replace(/[BP](?=:)/, 'S');
    if (this.#used.has(id)) return undefined;
    const segment = this.#segments.get(id);
    if (segment !== undefined) this.#used.add(id);
    return segment;
  }

  /** Those that belong nowhere, or whose place is not on the page. */
  rest(): string[] {
    return [...this.#segments].filter(([id]) => !this.#used.has(id)).map(([, segment]) => segment);
  }
}

function fillPlaces(frame: string, joining: Joining): string {
  const whole = filled(frame, joining, 0);
  const rest = joining.rest().map((segment) => `<div hidden>${segment}</div>`);
  return whole + rest.join('');
}

function filled(html: string, joining: Joining, depth: number): string {
  const parts: string[] = [];
  let at = 0;
  for (const place of html.matchAll(PLACE)) {
    if (place.index < at || depth >= DEPTH_MAX) continue;
    const segment = joining.take(place[1] ?? '');
    if (segment === undefined) continue;
    parts.push(html.slice(at, place.index), filled(segment, joining, depth + 1));
    at = place.index + place[0].length;
    if (/B:[^:]*$/.test(place[1] ?? '')) at = endOfWaiting(html, at);
  }
  return parts.join('') + html.slice(at);
}

/** What is shown while the part is awaited ends with the boundary that it stands in. */
function endOfWaiting(html: string, from: number): number {
  let depth = 1;
  BOUNDARY.lastIndex = from;
  for (let mark = BOUNDARY.exec(html); mark !== null; mark = BOUNDARY.exec(html)) {
    depth += mark[0].includes('/') ? -1 : 1;
    if (depth === 0) return mark.index + mark[0].length;
  }
  return from;
}
