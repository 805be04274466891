import { gzipSync } from 'node:zlib';

import { readRecords, type ReadOptions } from '../src/web/warc/reader.ts';
import type { SkippedPart, WarcRecord } from '../src/web/warc/record.ts';

/** Archives for tests, written byte by byte. */
export const FROM_START: ReadOptions = { offset: 0, inner: 0, is_gzip: undefined };

export interface RecordSketch {
  readonly type?: string;
  readonly uri?: string;
  readonly date?: string;
  readonly content_type?: string;
  /** More header lines. */
  readonly more?: readonly string[];
  readonly payload?: string | Uint8Array;
  /** What the record says, if that is a lie. */
  readonly length?: number;
}

export function recordBytes(sketch: RecordSketch): Buffer {
  const payload = Buffer.from(sketch.payload ?? '');
  const lines = [
    'WARC/1.0',
    `WARC-Type: ${sketch.type ?? 'response'}`,
    `WARC-Target-URI: ${sketch.uri ?? 'http://example.com/'}`,
    `WARC-Date: ${sketch.date ?? '2026-03-01T08:00:00Z'}`,
    'WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000001>',
    `Content-Type: ${sketch.content_type ?? 'application/http; msgtype=response'}`,
    ...(sketch.more ?? []),
    `Content-Length: ${sketch.length ?? payload.byteLength}`,
  ];
  return Buffer.concat([Buffer.from(lines.join('\r\n') + '\r\n\r\n'), payload, Buffer.from('\r\n\r\n')]);
}

/** A record whose payload is its name. */
export function named(name: string): Buffer {
  return recordBytes({ type: 'resource', uri: `http://example.com/${name}`, payload: name });
}

export function members(...parts: readonly Uint8Array[]): Buffer {
  return Buffer.concat(parts.map((part) => gzipSync(part)));
}

export interface Read {
  readonly records: readonly WarcRecord[];
  readonly skipped: readonly SkippedPart[];
}

export async function readAll(
  bytes: Uint8Array,
  chunk_bytes: number = bytes.byteLength,
  options: ReadOptions = FROM_START,
): Promise<Read> {
  const records: WarcRecord[] = [];
  const skipped: SkippedPart[] = [];
  for await (const record of readRecords(inChunks(bytes, chunk_bytes), options, (part) => skipped.push(part))) {
    records.push(record);
  }
  return { records, skipped };
}

export async function* inChunks(bytes: Uint8Array, chunk_bytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += chunk_bytes) yield bytes.subarray(at, at + chunk_bytes);
}

/** What the records hold, as text. */
export function payloads({ records }: Read): string[] {
  return records.map((record) => Buffer.from(record.payload).toString('utf8'));
}

/** Why parts were passed over. */
export function reasons({ skipped }: Read): string[] {
  return skipped.map((part) => part.reason);
}
