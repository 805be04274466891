import { isSamePage, pageAddress } from '../../web/url.ts';
import { mayBeHtml } from '../../web/sniff.ts';
import { withoutCodings } from './body-codings.ts';
import {
  type AnswerHead,
  type Capture,
  captureOf,
  factsOfHead,
  mediaType,
  one,
  pageFact,
  unchangedFact,
} from './capture.ts';
import type { FactRules, LeftOut, ParseHtml, RecordFacts } from './facts.ts';
import { type HttpAnswer, readAnswer, withoutChunks } from './http-answer.ts';
import type { WarcRecord } from './record.ts';

/** What a captured answer says of its page, as a crawl would have found it. */
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
