import { languageOfTag } from '../../web/words.ts';
import type { PageFact } from '../../ports/index.ts';
import { captureOf, factsOfHead, mediaType, one, pageFact } from './capture.ts';
import type { FactRules, LeftOut, RecordFacts } from './facts.ts';
import { readWatAnswer, readWatLanguage } from './wat-envelope.ts';
import { readWatPage } from './wat-page.ts';
import type { WarcRecord } from './record.ts';

/** What is extracted of the largest pages is shorter; longer JSON might take a hundred times its size in memory. */
const JSON_BYTES_MAX = 4 * 1024 * 1024;

/** What Common Crawl has extracted of an answer says of its page: everything but its text. */
export function factsOfWat(record: WarcRecord, rules: FactRules): RecordFacts {
  if (record.type !== 'metadata') return none('other_record');
  if (record.length > JSON_BYTES_MAX) return none('unreadable');
  const answer = readWatAnswer(record.payload);
  if (answer === undefined) return none('other_record');
  if (answer === null) return none('unreadable');
  const capture = captureOf(answer.target_uri, answer.date, rules);
  if (typeof capture === 'string') return none(capture);
  const { status, headers, bytes, html } = answer;
  if (status < 100) return none('unreadable');
  const content_type = mediaType(headers.get('content-type') ?? '');
  const head = { status, location: headers.get('location') ?? '', content_type, bytes };
  const bare = factsOfHead(capture, head);
  if (bare !== undefined) return bare;
  const fact = pageFact(capture, head);
  return one(
    html === undefined ? fact : { ...fact, ...readWatPage(html, capture.address, headers, rules.agent_token) },
  );
}

/** The fact of a page with the language that the record behind its own names, if it is of the same capture. */
export function withWatLanguage(fact: PageFact, own: WarcRecord, next: WarcRecord): PageFact {
  const { document } = fact;
  if (document === undefined || next.type !== 'metadata' || targetOf(next) !== targetOf(own)) return fact;
  const code = readWatLanguage(next.payload);
  if (code === undefined) return fact;
  const language = RENAMED[code] ?? languageOfTag(code);
  return language === '' ? fact : { ...fact, document: { ...document, language } };
}

function targetOf(record: WarcRecord): string | undefined {
  return record.headers.get('warc-target-uri');
}

/** The detector's own names where they are not those of ISO 639-1. */
const RENAMED: Readonly<Record<string, string>> = { iw: 'he', in: 'id', jw: 'jv', ji: 'yi' };

function none(left_out: LeftOut): RecordFacts {
  return { facts: [], left_out };
}
