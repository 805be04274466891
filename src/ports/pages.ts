import type { PageRead, ReadPage } from '../text/reading/reading.ts';
import { defineCapability } from './capability.ts';
import type { Sourced } from './source.ts';

/** Pages of others that are read for a study, and what is known of the words of all that were. */
export interface PagesSource {
  /** What a page says. A page that cannot be read is an answer, too, and fails nothing. */
  read(query: PageReadQuery, signal: AbortSignal): Promise<Sourced<PageRead>>;
  /** On how many known pages of a language each term stands. */
  background(query: BackgroundQuery, signal: AbortSignal): Promise<Sourced<TermBackground>>;
}

export interface PageReadQuery {
  readonly url: string;
}

export interface BackgroundQuery {
  /** ISO 639-1. */
  readonly language: string;
  /** Terms as `readWords` makes them, and runs of two or three of them with spaces between. */
  readonly terms: readonly string[];
}

export interface TermBackground {
  /** Pages of the language that were read within a month, at most 5,000. */
  readonly documents: number;
  /** By term: on how many of these pages it stands. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Where pages that were read are kept. */
export interface PageReads {
  keep(url: string, page: ReadPage, read_at: Date): Promise<void>;
}

const DAY_S = 86_400;
/** How long a page that was read is kept. */
export const PAGE_READ_DAYS = 30;

export const capability = defineCapability<PagesSource>({
  name: 'pages',
  title: 'Pages read for a study',
  ways: [
    'Remove `pages=` from SEAMARK_SOURCES so that the service can read the pages that rank.',
    'Remove `fetch=` from SEAMARK_SOURCES as well: without the fetcher, Seamark reads no public pages.',
  ],
  methods: { read: { mode: 'first', fresh_s: PAGE_READ_DAYS * DAY_S }, background: { mode: 'stored' } },
});
