import type { Entity } from '../structured-data/entity.ts';
import type { JsonLdBlock } from '../structured-data/json-ld.ts';

/**
 * One page, parsed once, for every analysis that asks about it.
 *
 * Lists hold at most the bounds of limits.ts; `counts` is exact beyond them and `truncated` says when one was
 * reached. Places are offsets into `source`; quote.ts turns them into a line number and a short quotation.
 */
export interface Page {
  readonly format: 'html' | 'markdown';
  readonly source: string;
  /** Address that the page was read from; undefined when only its text was supplied. */
  readonly url: string | undefined;
  /** What relative references resolve against: `<base href>`, else `url`. */
  readonly base_url: string | undefined;
  readonly doctype: string | undefined;
  readonly language: Attribute | undefined;
  /** What `<body lang>` says of everything that is shown. */
  readonly body_language: string | undefined;
  readonly direction: string | undefined;
  readonly head: Head;
  /** What a Markdown document says about itself between its first two `---` lines; undefined without that. */
  readonly front_matter: ReadonlyMap<string, string> | undefined;
  readonly headings: readonly Heading[];
  /** The first section is what stands before the first heading; each further one begins with its heading. */
  readonly sections: readonly Section[];
  readonly blocks: readonly TextBlock[];
  readonly links: readonly Link[];
  readonly images: readonly Image[];
  readonly forms: readonly Form[];
  readonly resources: readonly Resource[];
  readonly json_ld: readonly JsonLdBlock[];
  /** Microdata items at the top level, in the shape of JSON-LD nodes. */
  readonly microdata: readonly Entity[];
  /** The same of RDFa. */
  readonly rdfa: readonly Entity[];
  /** Visible text of the main content, a block a line. */
  readonly text: string;
  /** Words of `text` (see words.ts for scripts without spaces). */
  readonly word_count: number;
  readonly duplicate_ids: readonly { readonly id: string; readonly place: Place }[];
  readonly counts: Counts;
  readonly truncated: boolean;
}

/** Offsets of an element's start tag (or of a Markdown construct) in the source. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

export interface Attribute {
  readonly value: string;
  readonly place: Place;
}

interface Counts {
  readonly elements: number;
  readonly links: number;
  readonly images: number;
  readonly headings: number;
}

/** Where on the page something stands, by landmark elements, ARIA roles and well-known class names. */
export type Region = 'content' | 'navigation' | 'header' | 'footer' | 'sidebar';

export interface Head {
  readonly titles: readonly Title[];
  readonly metas: readonly Meta[];
  readonly links: readonly HeadLink[];
  readonly base: Attribute | undefined;
  readonly charset: Attribute | undefined;
  /** What ended the head for a parser although `</head>` came only later. */
  readonly broken_by: { readonly name: string; readonly place: Place } | undefined;
  /** A `<head>` or `<body>` tag was written, so that its extent is meant. */
  readonly explicit: boolean;
}

/** `in_head` is what a browser makes of it, not where it was meant to be. */
export interface Title {
  readonly text: string;
  readonly in_head: boolean;
  readonly place: Place;
}

export interface Meta {
  /** Lower case, from `name`; undefined without one. */
  readonly name: string | undefined;
  readonly property: string | undefined;
  readonly http_equiv: string | undefined;
  readonly content: string;
  readonly in_head: boolean;
  readonly place: Place;
}

/** A `<link>` element. */
export interface HeadLink {
  readonly rel: readonly string[];
  readonly href: string;
  readonly url: string | undefined;
  /** As written, spaces too. */
  readonly hreflang: string | undefined;
  readonly media: string | undefined;
  readonly type: string | undefined;
  readonly in_head: boolean;
  readonly place: Place;
}

export interface Heading {
  readonly level: number;
  /** Visible words, else the alt text of its images. */
  readonly text: string;
  readonly id: string | undefined;
  readonly region: Region;
  readonly hidden: boolean;
  readonly place: Place;
}

export interface Section {
  /** Index into `headings`; undefined for what stands before the first one. */
  readonly heading: number | undefined;
  readonly title: string;
  readonly level: number;
  readonly text: string;
  readonly word_count: number;
}

export type BlockKind = 'heading' | 'paragraph' | 'list_item' | 'table_cell' | 'quote' | 'code' | 'caption' | 'other';

export interface TextBlock {
  readonly kind: BlockKind;
  readonly text: string;
  readonly region: Region;
  /** Inside `<main>`, role=main or, without those, `<article>`. */
  readonly main: boolean;
  /** Characters of `text` that stand inside links. */
  readonly linked_characters: number;
  /** Index into `sections`. */
  readonly section: number;
  readonly start: number;
}

export interface Link {
  readonly href: string | undefined;
  /** Absolute; undefined when there is none to be had (no href, no base, not a URL). */
  readonly url: string | undefined;
  /** Words, alt texts and drawing titles inside. */
  readonly text: string;
  /** The words alone, as a reader sees them. */
  readonly words: string;
  /** Alt texts and drawing titles, the first few of them. */
  readonly image_names: readonly string[];
  /** What the nearest lang attribute says of each of its words, each tag once; '' where only the document's own does. */
  readonly languages: readonly string[];
  /** aria-label, else the title attribute, of the link or else of what is inside. */
  readonly label: string | undefined;
  readonly rel: readonly string[];
  readonly region: Region;
  readonly hidden: boolean;
  /** Lower case; undefined without one. */
  readonly role: string | undefined;
  /** It has an attribute that runs a script, such as onclick. */
  readonly scripted: boolean;
  /** `id` or `name` without href: a jump target, not a link. */
  readonly anchor: boolean;
  /** No href, but an attribute such as target or rel that only a link may have. */
  readonly dangling: boolean;
  readonly image: boolean;
  readonly section: number;
  readonly place: Place;
}

export interface Image {
  readonly src: string | undefined;
  /** Undefined when the attribute is missing, '' when the image is marked as decorative. */
  readonly alt: string | undefined;
  /** width and height attributes, or both in the style attribute. */
  readonly sized: boolean;
  readonly lazy: boolean;
  readonly hidden: boolean;
  /** Named or excused otherwise: aria-label, title, role=presentation, aria-hidden. */
  readonly excused: boolean;
  readonly linked: boolean;
  readonly region: Region;
  readonly place: Place;
}

export interface Form {
  readonly action: string | undefined;
  readonly url: string | undefined;
  readonly method: string;
  readonly place: Place;
}

/** Something that the page loads while it is shown. */
export interface Resource {
  readonly kind: 'script' | 'style' | 'image' | 'frame' | 'media';
  readonly url: string;
  readonly place: Place;
}
