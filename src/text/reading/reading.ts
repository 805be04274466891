import type { JudgedType } from '../page-types.ts';

/** What is kept of a page that was read for a study: its main content in sections, and facts about the whole page. */
export interface ReadPage {
  readonly final_url: string;
  /** Of its title element. */
  readonly title: string | null;
  readonly description: string | null;
  readonly site_name: string | null;
  /** ISO 639-1; '' when it cannot be told. */
  readonly language: string;
  readonly author: string | null;
  /** ISO 8601, a day or a time, as exact as the page says. */
  readonly published_at: string | null;
  readonly modified_at: string | null;
  /** Null where nothing tells. */
  readonly type: JudgedType | null;
  /** 0–1. */
  readonly type_confidence: number;
  /** Words of the main content. */
  readonly word_count: number;
  /** Why hardly any text could be read, where a sign of it stands on the page. */
  readonly obstacle: 'scripts' | 'consent_wall' | 'paywall' | null;
  /** In the order of the page; what stands before the first heading is a section of its own, of level 0. */
  readonly sections: readonly ReadSection[];
  readonly schema_types: readonly string[];
  readonly images: number;
  readonly videos: number;
  readonly tables: number;
  readonly lists: number;
  readonly internal_links: number;
  /** Each link to another site in the main content, its words and its section; each address once, at most 200. */
  readonly external_links: readonly { readonly url: string; readonly text: string; readonly section: number }[];
}

export interface ReadSection {
  /** 1–6; 0 of what stands before the first heading. */
  readonly level: number;
  /** '' before the first heading. */
  readonly heading: string;
  readonly word_count: number;
  readonly blocks: readonly ReadBlock[];
}

export interface ReadBlock {
  readonly kind: 'paragraph' | 'list_item' | 'table_row' | 'quote' | 'code';
  /** One line. */
  readonly text: string;
}

/** How reading a page went. Only pages that were read are kept. */
export type PageRead =
  | { readonly status: 'read'; readonly page: ReadPage }
  | {
      readonly status: 'disallowed' | 'http_error' | 'not_html' | 'unreachable' | 'too_slow';
      /** A sentence that says why, such as what the server answered. */
      readonly note: string;
    };
