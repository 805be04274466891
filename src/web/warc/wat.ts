import type { WarcRecord } from './record.ts';

/**
 * What Common Crawl's metadata extraction (WAT) says about one answer, read out of JSON that anybody may have written.
 *
 * Its writer turns a header or field that stands there more than once into a list.
 */
export interface WatAnswer {
  readonly target_uri: string;
  readonly date: string;
  readonly status: number;
  /** Lower-case names; repeated headers joined by ', '. */
  readonly headers: ReadonlyMap<string, string>;
  /** Length of the body; 0 when it is not said. */
  readonly bytes: number;
  /** Undefined when the answer was not read as HTML. */
  readonly html: WatHtml | undefined;
}

export interface WatHtml {
  readonly title: string;
  readonly base: string | undefined;
  readonly metas: readonly Entry[];
  readonly head_links: readonly Entry[];
  readonly scripts: readonly Entry[];
  readonly links: readonly Entry[];
}

export type Entry = Readonly<Record<string, unknown>>;

const NO_ENTRIES: readonly Entry[] = [];
/** Parsing JSON is most of the work, so what cannot hold what is looked for is not parsed. */
const ANSWER_MARK = Buffer.from('"HTTP-Response-Metadata"');
const LANGUAGES_MARK = Buffer.from('languages-cld2');
/** What is said of requests, of fetches and of crawls: two thirds of all records. */
const OTHER_MARKS = ['"HTTP-Request-Metadata"', '"WARC-Metadata-Metadata"', '"WARC-Info-Metadata"'].map((mark) =>
  Buffer.from(mark),
);

/** Undefined for metadata of anything but an answer; null for JSON that is none. */
export function readWatAnswer(payload: Uint8Array): WatAnswer | undefined | null {
  const text = textWith(payload, ANSWER_MARK);
  if (text === undefined) return isBroken(payload) ? null : undefined;
  const envelope = envelopeOf(text);
  if (envelope === undefined) return null;
  const warc = entry(envelope['WARC-Header-Metadata']);
  const type = field(warc, 'WARC-Type');
  if (type !== '' && type !== 'response') return undefined;
  const http = entry(entry(envelope['Payload-Metadata'])['HTTP-Response-Metadata']);
  return {
    target_uri: field(warc, 'WARC-Target-URI'),
    date: field(warc, 'WARC-Date'),
    status: whole(field(entry(http['Response-Message']), 'Status')),
    headers: headersOf(entry(http['Headers'])),
    bytes: whole(field(http, 'Entity-Length')),
    html: http['HTML-Metadata'] === undefined ? undefined : htmlOf(entry(http['HTML-Metadata'])),
  };
}

/** The language of a page as its detector names it, such as `en`; it stands in a record of its own behind that of the answer. */
export function readWatLanguage(payload: Uint8Array): string | undefined {
  const text = textWith(payload, LANGUAGES_MARK);
  const envelope = text === undefined ? undefined : envelopeOf(text);
  if (envelope === undefined) return undefined;
  const fields = entry(entry(envelope['Payload-Metadata'])['WARC-Metadata-Metadata'])['Metadata-Records'];
  const found = entries(fields).find((record) => record['Name'] === 'languages-cld2');
  const detected = entry(parsed(field(found ?? {}, 'Value')));
  const code = field(entries(detected['languages'])[0] ?? {}, 'code');
  return detected['reliable'] === true && code !== '' ? code : undefined;
}

/** Is it JSON that is none, and might have been an answer's? */
function isBroken(payload: Uint8Array): boolean {
  if (!isJson(payload)) return false;
  const buffer = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
  if (OTHER_MARKS.some((mark) => buffer.includes(mark))) return false;
  return parsed(buffer.toString('utf8')) === undefined;
}

function textWith(payload: Uint8Array, mark: Buffer): string | undefined {
  const buffer = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
  return buffer.includes(mark) ? buffer.toString('utf8') : undefined;
}

function envelopeOf(text: string): Entry | undefined {
  const value = entry(parsed(text))['Envelope'];
  return value === undefined ? undefined : entry(value);
}

function htmlOf(html: Entry): WatHtml {
  const head = entry(html['Head']);
  const base = field(head, 'Base');
  return {
    title: field(head, 'Title'),
    base: base === '' ? undefined : base,
    metas: entries(head['Metas']),
    head_links: entries(head['Link']),
    scripts: entries(head['Scripts']),
    links: entries(html['Links']),
  };
}

function headersOf(headers: Entry): Map<string, string> {
  const read = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase();
    const text = Array.isArray(value) ? value.filter((item) => typeof item === 'string').join(', ') : value;
    if (typeof text !== 'string') continue;
    const known = read.get(key);
    read.set(key, known === undefined ? text : known + ', ' + text);
  }
  return read;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An object as it is, and anything else as one without fields. */
function entry(value: unknown): Entry {
  return isEntry(value) ? value : {};
}

function entries(value: unknown): readonly Entry[] {
  return Array.isArray(value) ? value.filter(isEntry) : NO_ENTRIES;
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text of a field, the first of several; '' when there is none. */
export function field(of: Entry, name: string): string {
  const value = of[name];
  if (typeof value === 'string') return value;
  const first: unknown = Array.isArray(value) ? value[0] : undefined;
  return typeof first === 'string' ? first : '';
}

function whole(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

/** What a record has of a page: its answer, what was extracted of that as WAT or as text, or none of these. */
export type Holding = 'capture' | 'extract' | 'text' | 'other';

/** Tells the kinds of archives apart. Crawlers write metadata records of their own, so one counts only with WAT's envelope. */
export function holdingOf({ type, payload }: WarcRecord): Holding {
  if (type === 'response' || type === 'revisit') return 'capture';
  if (type === 'conversion') return 'text';
  return type === 'metadata' && isJson(payload) && hasEnvelope(payload) ? 'extract' : 'other';
}

/** Does it begin as an object of JSON does? */
function isJson(payload: Uint8Array): boolean {
  return payload[0] === OPENING_BRACE;
}

/** It stands at the beginning, or behind a few lines on the file that was extracted from. */
function hasEnvelope({ buffer, byteOffset, byteLength }: Uint8Array): boolean {
  return Buffer.from(buffer, byteOffset, Math.min(byteLength, ENVELOPE_BYTES_MAX)).includes(ENVELOPE_MARK);
}

const OPENING_BRACE = 0x7b;
const ENVELOPE_MARK = Buffer.from('"Envelope"');
const ENVELOPE_BYTES_MAX = 16 * 1024;
