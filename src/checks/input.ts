import { z } from 'zod';

import type { Hop, RepeatedHeaders, RobotsAnswer } from '../ports/fetch.ts';

export const PAGE_TYPES = [
  'article',
  'blog_post',
  'landing_page',
  'product',
  'software',
  'local_business',
  'comparison_page',
  'guide',
  'docs',
] as const;
export const PageType = z.enum(PAGE_TYPES);
export type PageType = z.infer<typeof PageType>;

/** What fetching the page showed besides its text. */
export interface UrlContext {
  readonly url: string;
  readonly final_url: string;
  readonly status: number;
  /** Lower-case names; repeated headers joined by ', '. */
  readonly headers: Readonly<Record<string, string>>;
  /** Values of repeated headers, as sent; undefined when none was repeated. */
  readonly repeated_headers?: RepeatedHeaders | undefined;
  readonly redirects: readonly Hop[];
  /** Media type without parameters; '' when the response had none. */
  readonly content_type: string;
  readonly bytes: number;
  /** Null when robots.txt was not requested. */
  readonly robots: RobotsAnswer | null;
  /** What the canonical URL returns; null when it is the page itself or was not requested. */
  readonly canonical_target: CanonicalTarget | null;
}

interface CanonicalTarget {
  readonly url: string;
  readonly status: number;
  readonly redirected: boolean;
}

/** One of html and markdown, or a url with its response. */
export interface CheckInput {
  readonly html?: string | undefined;
  readonly markdown?: string | undefined;
  readonly url?: UrlContext | undefined;
  readonly keyword?: string | undefined;
  readonly expected_canonical?: string | undefined;
  readonly page_type: PageType | 'auto';
  /** yyyy-mm-dd */
  readonly today: string;
}
