import type { PageFact } from '../../ports/index.ts';
import { isSamePage, pageAddress, type PageAddress } from '../../web/url.ts';
import { type DocumentFact, type LinkFact, moveLink } from '../../web/facts/records.ts';

/** What applies to all records of one import. */
export interface FactRules {
  /** As the facts name where they come from, such as `commoncrawl`. */
  readonly source: string;
  /** The name that robots meta elements may call this crawler by. */
  readonly agent_token: string;
  /** No page was fetched later than this: a record that says so would outlast all that is read from now on. */
  readonly date_max: Date;
}

/** What one record says about pages; one without facts says why. */
export interface RecordFacts {
  readonly facts: readonly PageFact[];
  readonly left_out: LeftOut | undefined;
}

export type LeftOut =
  /** Requests, descriptions of the crawl, extracted texts: nothing that a fact is made from. */
  | 'other_record'
  /** Not a web server's answer over http or https, or not for the URL of a page. */
  | 'not_a_page'
  /** No answer can be read from it: no status line, no metadata, JSON that is none or too long to be a page's. */
  | 'unreadable'
  /** WARC-Date is missing, no date, or not one at which a page can have been fetched. */
  | 'no_date'
  /** The server asked for fewer requests, which says nothing about the page. */
  | 'refused_by_server'
  /** A redirect between spellings of one page: http to https, a slash added. */
  | 'same_page'
  /** Says that the page is the same as an earlier capture of another page, whose content is elsewhere. */
  | 'revisit_elsewhere';

/** An answer as it goes to the reader of pages, the same that reads what a crawl has fetched. */
export interface HtmlAnswer {
  readonly url: string;
  /** Media type without parameters, lower case. */
  readonly content_type: string;
  readonly content_type_header: string;
  readonly x_robots_tag: string;
  readonly link: string;
  readonly bytes: Uint8Array;
}

/** Reads an answer as a crawl would; `document` is undefined for what is no HTML. */
export type ParseHtml = (
  answer: HtmlAnswer,
) => Promise<{ readonly document: DocumentFact | undefined; readonly links: readonly LinkFact[] }>;

/** When and where an answer was captured. */
export interface Capture {
  readonly address: PageAddress;
  readonly observed_at: Date;
  readonly source: string;
}

/** What an answer says about itself, its body aside. */
export interface AnswerHead {
  readonly status: number;
  /** '' when there is none. */
  readonly location: string;
  readonly content_type: string;
  readonly bytes: number;
}

/** Web archives do not go back further than this year. */
const YEAR_MIN = 1990;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const TOO_MANY_REQUESTS = 429;
const NOT_MODIFIED = 304;

/** Reads the URL and date of a record; returns a text that says why there is no page. */
export function captureOf(uri: string, date: string, rules: FactRules): Capture | LeftOut {
  const bare = uri.trim();
  const address = pageAddress(bare.startsWith('<') && bare.endsWith('>') ? bare.slice(1, -1) : bare);
  if (address === undefined || address.path_key === '/robots.txt') return 'not_a_page';
  const observed_at = captureDate(date);
  if (observed_at === undefined || observed_at > rules.date_max) return 'no_date';
  return { address, observed_at, source: rules.source };
}

/** `2026-03-01T08:00:00Z`, with fractions of a second or cut after any part (WARC 1.1), or the 14 digits of older archives. */
function captureDate(text: string): Date | undefined {
  const digits = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text);
  const iso = digits === null ? text : `${digits.slice(1, 4).join('-')}T${digits.slice(4).join(':')}Z`;
  if (!/^\d{4}(?:-\d\d(?:-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?)?)?$/.test(iso))
    return undefined;
  const date = new Date(iso.includes('T') && !/(?:Z|[+-]\d\d:?\d\d)$/.test(iso) ? iso + 'Z' : iso);
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() < YEAR_MIN ? undefined : date;
}

/** The fact of an answer whose body says nothing more: a redirect, an unchanged page, an error. Undefined for all others. */
export function factsOfHead(capture: Capture, head: AnswerHead): RecordFacts | undefined {
  const { status } = head;
  if (status === TOO_MANY_REQUESTS) return { facts: [], left_out: 'refused_by_server' };
  if (status === NOT_MODIFIED) return one(unchangedFact(capture));
  const to =
    REDIRECTS.has(status) && head.location !== '' ? pageAddress(head.location, capture.address.url) : undefined;
  if (to !== undefined) {
    if (isSamePage(capture.address, to)) return { facts: [], left_out: 'same_page' };
    return one({
      ...pageFact(capture, { ...head, content_type: '', bytes: 0 }),
      redirect_url: to.url,
      links: [moveLink(to.url, 'redirect')],
    });
  }
  return status >= 200 && status < 300 ? undefined : one(pageFact(capture, head));
}

export function pageFact(capture: Capture, head: AnswerHead): PageFact {
  return {
    url: capture.address.url,
    observed_at: capture.observed_at,
    source: capture.source,
    status: head.status,
    redirect_url: undefined,
    content_type: head.content_type,
    bytes: head.bytes,
    document: undefined,
    links: [],
  };
}

/** The page was found to be what it was at the fetch before. */
export function unchangedFact(capture: Capture): PageFact {
  return pageFact(capture, { status: NOT_MODIFIED, location: '', content_type: '', bytes: 0 });
}

export function one(fact: PageFact): RecordFacts {
  return { facts: [fact], left_out: undefined };
}

/** Media type without parameters, lower case. */
export function mediaType(header: string): string {
  return (header.split(';', 1)[0] ?? '').trim().toLowerCase().slice(0, 100);
}
