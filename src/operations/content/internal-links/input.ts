import type { TargetPage } from './report.ts';

/** One of html and markdown. */
export interface InternalLinksInput {
  readonly html: string | undefined;
  readonly markdown: string | undefined;
  /** The final address of the page; undefined when only its text was supplied. */
  readonly url: string | undefined;
  readonly status: number | undefined;
  readonly robots_header: string | undefined;
  /** Null when robots.txt could not be read or was not asked. */
  readonly allowed_by_robots: boolean | null;
  readonly target_pages: readonly TargetPage[];
  readonly keyword: string | undefined;
  /** Own domain or site, where the address of the page is not known. */
  readonly target: string | undefined;
  readonly max_suggestions: number;
}
