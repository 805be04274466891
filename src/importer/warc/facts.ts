import type { PageFact } from '../../ports/index.ts';
import type { DocumentFact, LinkFact } from '../../web/facts/records.ts';

/** What holds for all records of one import. */
export interface FactRules {
  /** As the facts name where they come from, such as `commoncrawl`. */
  readonly source: string;
  /** The name that robots meta elements may call this crawler by. */
  readonly agent_token: string;
  /** No page was fetched later than this: a record that says so would outlast all that is read from now on. */
  readonly date_max: Date;
}

/** What one record says of pages; one without facts says why. */
export interface RecordFacts {
  readonly facts: readonly PageFact[];
  readonly left_out: LeftOut | undefined;
}

export type LeftOut =
  /** Requests, descriptions of the crawl, extracted texts: nothing that a fact is made from. */
  | 'other_record'
  /** Not the answer of a web server to http or https, or not for an address that is a page's. */
  | 'not_a_page'
  /** No answer can be read from it: no status line, no metadata, JSON that is none or too long to be a page's. */
  | 'unreadable'
  /** WARC-Date is missing, no date, or not one at which a page can have been fetched. */
  | 'no_date'
  /** The server asked for fewer requests, which says nothing of the page. */
  | 'refused_by_server'
  /** A redirect between spellings of one page: http to https, a slash added. */
  | 'same_page'
  /** Says that the page is what another page once was; what that was stands elsewhere. */
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
