export type LinkType = 'anchor' | 'image' | 'canonical' | 'redirect' | 'alternate';
/** Where a link is on its page; `hidden` is one that a reader never sees, outside of menus, which open. */
export type LinkPosition = 'navigation' | 'header' | 'footer' | 'sidebar' | 'content' | 'head' | 'hidden';

/** What the index keeps of the document at an address. */
export interface DocumentFact {
  readonly title: string;
  readonly description: string;
  readonly canonical_url: string | undefined;
  readonly noindex: boolean;
  readonly nofollow: boolean;
  /** ISO 639-1, or '' when it could not be told. */
  readonly language: string;
  readonly headings: readonly { readonly level: number; readonly text: string }[];
  readonly word_count: number;
  readonly internal_links: number;
  readonly external_links: number;
  /** schema.org types found as JSON-LD, microdata or RDFa. */
  readonly schema_types: readonly string[];
  /** cms, blogs, ecommerce, message-boards, wikis, news, organization; '' when nothing tells. */
  readonly platform_type: string;
  readonly published_at: string | undefined;
  /** Hash of the text: equal texts are the same page under another address. */
  readonly content_hash: bigint;
  readonly simhash: bigint;
  /** 0-100 by the published page signals. */
  readonly spam_score: number;
  /** Main text without navigation, for search and snippets. */
  readonly text: string;
  /**
   * False where only head and links of the page were handed on (Common Crawl's WAT). Headings, word count, schema types,
   * hashes and text are then empty because nobody has read them, and no figures of the page.
   */
  readonly text_read?: boolean | undefined;
}

/** What the rules that one page can break by itself found on it, kept so that an audit need not fetch it. */
export interface PageChecks {
  /** Of the rules; 0 is none. */
  readonly version: number;
  /** Ids of rules. */
  readonly failed: readonly string[];
  readonly warned: readonly string[];
  /** One for each of `failed`, then of `warned`: the element with its line, else what was found. */
  readonly evidence: readonly string[];
  /** The language versions that the page names. */
  readonly alternates: readonly { readonly language: string; readonly url: string }[];
  /** Scripts, which were not run, write the text. */
  readonly script_shell: boolean;
  /** Addresses of the images that it shows. */
  readonly images: readonly string[];
  /** Addresses of the scripts and styles of its own domain that it loads. */
  readonly assets: readonly string[];
}

/** What the index keeps of the links from one page to another. */
export interface LinkFact {
  readonly target_url: string;
  readonly type: LinkType;
  /** Text of the link, white space folded; '' for images and head links. */
  readonly anchor: string;
  readonly alt: string;
  readonly image_url: string;
  /** rel values that matter for links: nofollow, ugc, sponsored, noopener, noreferrer, external. */
  readonly attributes: readonly string[];
  readonly dofollow: boolean;
  /** Null when what was read does not say. */
  readonly position: LinkPosition | null;
  readonly text_pre: string;
  readonly text_post: string;
  /** Identical links of the page folded into this one. */
  readonly count: number;
}

/** A redirect or canonical as the link that it is too. */
export function moveLink(target_url: string, type: 'redirect' | 'canonical'): LinkFact {
  return {
    target_url,
    type,
    anchor: '',
    alt: '',
    image_url: '',
    attributes: [],
    dofollow: true,
    position: 'head',
    text_pre: '',
    text_post: '',
    count: 1,
  };
}
