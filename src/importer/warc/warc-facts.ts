import { mayBeHtml } from '../../web/sniff.ts';
import { isSamePage, pageAddress } from '../../web/url.ts';
import { BatchMaker, type FactBatch, type RecordTraits, traitsOf } from './batch.ts';
import { withoutCodings } from '../../web/warc/body-codings.ts';
import { CountedBytes } from '../../web/warc/byte-window.ts';
import {
  type AnswerHead,
  type Capture,
  captureOf,
  type FactRules,
  factsOfHead,
  type LeftOut,
  mediaType,
  one,
  pageFact,
  type ParseHtml,
  type RecordFacts,
  unchangedFact,
} from './facts.ts';
import { type HttpAnswer, readAnswer, withoutChunks } from '../../web/warc/http-answer.ts';
import { type ReadOptions, readRecords } from '../../web/warc/reader.ts';
import type { WarcRecord } from '../../web/warc/record.ts';

/** Turns a captured answer into facts about its page, as a crawl would have found it. */
export async function factsOfWarc(record: WarcRecord, rules: FactRules, parse: ParseHtml): Promise<RecordFacts> {
  if (record.type !== 'response' && record.type !== 'revisit') return none('other_record');
  const { headers } = record;
  const capture = captureOf(headers.get('warc-target-uri') ?? '', headers.get('warc-date') ?? '', rules);
  if (typeof capture === 'string') return none(capture);
  const answer = readAnswer(record.payload);
  if (record.type === 'revisit') return revisitFacts(record, capture, answer);
  return answer === undefined ? none('unreadable') : answerFacts(capture, answer, parse);
}

async function answerFacts(capture: Capture, answer: HttpAnswer, parse: ParseHtml): Promise<RecordFacts> {
  const head = headOf(answer);
  const bare = factsOfHead(capture, head);
  if (bare !== undefined) return bare;
  if (!mayBeHtml(head.content_type)) return one(pageFact(capture, head));
  const bytes = await bodyOf(answer);
  const page = await parse({
    url: capture.address.url,
    content_type: head.content_type,
    content_type_header: answer.headers.get('content-type') ?? '',
    x_robots_tag: answer.headers.get('x-robots-tag') ?? '',
    link: answer.headers.get('link') ?? '',
    bytes,
  });
  const fact = pageFact(capture, { ...head, bytes: bytes.byteLength });
  return one({ ...fact, document: page.document, links: page.links });
}

/**
 * An answer that an archive has not kept because it had it already.
 *
 * Status and headers are of this visit, so that redirects and errors are told in full. A page that is what it was at an
 * earlier visit is unchanged; what it shares with a page elsewhere is not known here.
 */
function revisitFacts(record: WarcRecord, capture: Capture, answer: HttpAnswer | undefined): RecordFacts {
  const profile = record.headers.get('warc-profile') ?? '';
  if (profile.includes('server-not-modified')) return one(unchangedFact(capture));
  if (!profile.includes('identical-payload-digest')) return none('other_record');
  const bare = answer === undefined ? undefined : factsOfHead(capture, headOf(answer));
  if (bare !== undefined) return bare;
  const original = record.headers.get('warc-refers-to-target-uri');
  const address = original === undefined ? capture.address : pageAddress(original.replace(/^<(.*)>$/, '$1'));
  if (address === undefined || !isSamePage(address, capture.address)) return none('revisit_elsewhere');
  return one(unchangedFact(capture));
}

function headOf({ status, headers, body }: HttpAnswer): AnswerHead {
  const stated = headers.get('content-length') ?? '';
  return {
    status,
    location: headers.get('location') ?? '',
    content_type: mediaType(headers.get('content-type') ?? ''),
    bytes: /^\d{1,15}$/.test(stated) ? Number(stated) : body.byteLength,
  };
}

function bodyOf({ headers, body }: HttpAnswer): Promise<Uint8Array> {
  const isChunked = /\bchunked\b/i.test(headers.get('transfer-encoding') ?? '');
  return withoutCodings(isChunked ? withoutChunks(body) : body, headers.get('content-encoding') ?? '');
}

function none(left_out: LeftOut): RecordFacts {
  return { facts: [], left_out };
}

/** Records that are being parsed while the next are read: few, and few bytes, as each is held whole. */
const AHEAD_MAX = 8;
const AHEAD_BYTES_MAX = 32 * 1024 * 1024;

interface Ahead {
  readonly traits: RecordTraits;
  readonly bytes: number;
  readonly read: Promise<RecordFacts>;
}

/** Reads pages from captured answers. `parse` may run on threads: some pages are given to it ahead. */
export async function* readWarcFacts(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
  rules: FactRules,
  parse: ParseHtml,
): AsyncGenerator<FactBatch> {
  const counted = new CountedBytes(bytes, options.offset);
  const batch = new BatchMaker();
  const ahead: Ahead[] = [];
  let aheadBytes = 0;
  const settle = async (): Promise<void> => {
    const first = ahead.shift();
    if (first === undefined) return;
    aheadBytes -= first.bytes;
    batch.add(await first.read, first.traits);
  };
  for await (const record of readRecords(counted, options, (part) => batch.skip(part))) {
    while (ahead.length >= AHEAD_MAX || (ahead.length > 0 && aheadBytes + record.payload.byteLength > AHEAD_BYTES_MAX))
      await settle();
    if (batch.isFull) yield batch.take(ahead[0]?.traits.position ?? record.position);
    ahead.push(begin(record, rules, parse));
    aheadBytes += record.payload.byteLength;
  }
  while (ahead.length > 0) await settle();
  yield batch.take({ offset: counted.offset, inner: 0 });
}

function begin(record: WarcRecord, rules: FactRules, parse: ParseHtml): Ahead {
  const read = factsOfWarc(record, rules, parse);
  // A failure is thrown when its turn comes; until then it must not count as one that nobody looks at.
  read.catch(() => undefined);
  return { traits: traitsOf(record), bytes: record.payload.byteLength, read };
}
