import { isAscii, isUtf8 } from 'node:buffer';

/** The text of a body, and the charset by which it was read. */
export interface DecodedBody {
  readonly text: string;
  /** The WHATWG name in lower case, such as `utf-8` or `windows-1252`. */
  readonly charset: string;
}

/** How far into a page a declaration of its charset counts (HTML, "prescan a byte stream"). */
const PRESCAN_BYTES = 1024;
/** By chance so many characters of a two-byte Asian charset are not valid UTF-8 all together. */
const PROOF_CHARACTERS = 4;
const MULTI_BYTE = new Set(['gbk', 'gb18030', 'big5', 'shift_jis', 'euc-jp', 'euc-kr']);
const FALLBACK = 'windows-1252';

/** Characters of two bytes or more, where all are valid no more than prove it; and places where the bytes are no UTF-8. */
interface Utf8Shape {
  readonly characters: number;
  readonly faults: number;
}

/**
 * Decodes a body by its byte order mark, its Content-Type header or the declaration in its first bytes.
 *
 * Declarations lie more often than bytes do: text that is valid UTF-8 with letters beyond ASCII is UTF-8 whatever
 * it is called, and text that is mostly not UTF-8 is not. Without a usable declaration it is UTF-8 or windows-1252.
 */
export function decodeBody(body: Uint8Array, contentTypeHeader: string): DecodedBody {
  const marked = byteOrderMark(body);
  if (marked !== undefined) return decode(body, marked);
  const header = charsetOf(charsetParameter(contentTypeHeader) ?? '');
  const declared = charsetOf(prescan(body) ?? '');
  const wide = wideCharset(body);
  if (wide !== undefined && (header === undefined || header.startsWith('utf-16'))) return decode(body, wide);
  const shape = utf8Shape(body);
  const names = [header, declared].filter((name) => name !== undefined && !name.startsWith('utf-16'));
  const named = names.find((name) => isBelievable(name, shape, body));
  return decode(body, named ?? (looksLikeUtf8(shape) ? 'utf-8' : FALLBACK));
}

/** The charset that the first bytes of a stream tell: by their mark, their zero bytes or a declaration in them. */
export function charsetOfStart(start: Uint8Array): string | undefined {
  const seen = byteOrderMark(start) ?? wideCharset(start);
  const declared = seen ?? charsetOf(prescan(start) ?? '');
  return seen === undefined && declared?.startsWith('utf-16') === true ? undefined : declared;
}

function isBelievable(name: string | undefined, shape: Utf8Shape, body: Uint8Array): name is string {
  if (name === undefined) return false;
  if (name === 'utf-8') return looksLikeUtf8(shape);
  if (shape.faults > 0 || shape.characters === 0) return true;
  return MULTI_BYTE.has(name) && shape.characters < PROOF_CHARACTERS && decodesWhole(body, name);
}

/** A few broken characters in a page of UTF-8 are still UTF-8; a page of another charset breaks at nearly all. */
function looksLikeUtf8(shape: Utf8Shape): boolean {
  return shape.faults === 0 || shape.characters > shape.faults;
}

function decode(body: Uint8Array, charset: string): DecodedBody {
  return { text: new TextDecoder(charset).decode(body), charset };
}

function decodesWhole(body: Uint8Array, charset: string): boolean {
  try {
    new TextDecoder(charset, { fatal: true }).decode(body);
    return true;
  } catch {
    return false;
  }
}

function byteOrderMark(body: Uint8Array): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8';
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  return undefined;
}

/** UTF-16 without a mark shows by the zero bytes of markup. */
function wideCharset(body: Uint8Array): string | undefined {
  const [a, b, c, d] = body;
  if (a === 0 && b !== undefined && b !== 0 && c === 0 && d !== 0) return 'utf-16be';
  if (a !== undefined && a !== 0 && b === 0 && c !== undefined && c !== 0 && d === 0) return 'utf-16le';
  return undefined;
}

/** The name of a charset that can be decoded; undefined for labels that mean nothing. */
function charsetOf(label: string): string | undefined {
  const name = label.trim().toLowerCase();
  if (name === '') return undefined;
  if (name === 'x-user-defined') return FALLBACK;
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return undefined;
  }
}

/** Follows the table of well-formed sequences of the Unicode standard: no overlong forms, no surrogates. */
function utf8Shape(body: Uint8Array): Utf8Shape {
  if (isUtf8(body)) return { characters: isAscii(body) ? 0 : proofIn(body), faults: 0 };
  let characters = 0;
  let faults = 0;
  let index = 0;
  while (index < body.length) {
    const lead = body[index] ?? 0;
    if (lead < 0x80) {
      index += 1;
      continue;
    }
    const length = sequenceLength(body, index, lead);
    if (length === 0 && index + trailing(lead) >= body.length && isCutOff(body, index)) break;
    if (length === 0) faults += 1;
    else characters += 1;
    index += Math.max(1, length);
  }
  return { characters, faults };
}

/** Characters of two bytes or more in valid UTF-8, of which it takes no more than prove it. */
function proofIn(body: Uint8Array): number {
  let characters = 0;
  for (let index = 0; index < body.length && characters < PROOF_CHARACTERS; index += 1) {
    if ((body[index] ?? 0) >= 0xc0) characters += 1;
  }
  return characters;
}

function sequenceLength(body: Uint8Array, index: number, lead: number): number {
  const more = trailing(lead);
  if (more === 0) return 0;
  const second = body[index + 1] ?? 0;
  if (second < secondMin(lead) || second > secondMax(lead)) return 0;
  for (let step = 2; step <= more; step += 1) if (((body[index + step] ?? 0) & 0xc0) !== 0x80) return 0;
  return more + 1;
}

function trailing(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 1;
  if (lead >= 0xe0 && lead <= 0xef) return 2;
  return lead >= 0xf0 && lead <= 0xf4 ? 3 : 0;
}

function secondMin(lead: number): number {
  if (lead === 0xe0) return 0xa0;
  return lead === 0xf0 ? 0x90 : 0x80;
}

function secondMax(lead: number): number {
  if (lead === 0xed) return 0x9f;
  return lead === 0xf4 ? 0x8f : 0xbf;
}

/** A body that was cut at a bound may end inside a character, which is no fault of its charset. */
function isCutOff(body: Uint8Array, index: number): boolean {
  if (trailing(body[index] ?? 0) === 0) return false;
  return body.subarray(index + 1).every((byte) => (byte & 0xc0) === 0x80);
}

function charsetParameter(contentType: string): string | undefined {
  const found = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"',]+))/i.exec(contentType.slice(0, PRESCAN_BYTES));
  return found?.[1] ?? found?.[2] ?? found?.[3];
}

/** What the first bytes declare: an XML declaration, or the first `<meta>` outside of comments that names a charset. */
function prescan(body: Uint8Array): string | undefined {
  const start = Buffer.from(body.subarray(0, PRESCAN_BYTES)).toString('latin1');
  const xml = /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([^"']+)["']/.exec(start)?.[1];
  if (xml !== undefined) return xml;
  let index = start.indexOf('<');
  while (index !== -1) {
    if (start.startsWith('<!--', index)) {
      index = start.indexOf('-->', index + 2);
      if (index === -1) return undefined;
    } else if (/^<meta[\s/]/i.test(start.slice(index, index + 6))) {
      const charset = charsetOfMeta(start.slice(index + 5));
      if (charset !== undefined) return charset;
    }
    index = start.indexOf('<', index + 1);
  }
  return undefined;
}

function charsetOfMeta(rest: string): string | undefined {
  const attributes = new Map<string, string>();
  const attribute = /[\s/]*([^\s=>/"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']*)))?/y;
  for (let found = attribute.exec(rest); found !== null; found = attribute.exec(rest)) {
    const name = (found[1] ?? '').toLowerCase();
    if (!attributes.has(name)) attributes.set(name, found[2] ?? found[3] ?? found[4] ?? '');
  }
  const charset = attributes.get('charset');
  if (charset !== undefined) return charset;
  if (attributes.get('http-equiv')?.toLowerCase() !== 'content-type') return undefined;
  return charsetParameter(attributes.get('content') ?? '');
}
