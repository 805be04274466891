import { Parser } from 'htmlparser2';

import { cleanText } from '../../text/normalize.ts';
import { pageAddress } from '../../web/url.ts';

/** Of a post's text, as `Discussion.text` promises. */
const TEXT_CHARACTERS_MAX = 2000;
const TITLE_CHARACTERS_MAX = 300;
const AUTHOR_CHARACTERS_MAX = 100;
const LINKS_MAX = 20;
/** Marks take place as well; a post that is mostly marks is read no further. */
const HTML_CHARACTERS_MAX = 20_000;

/** Parts of a post that are no words of its author. */
const LEFT_OUT = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object']);
/** Marks within a word or a line. */
const INLINE = new Set(['a', 'b', 'i', 'em', 'strong', 'code', 'span', 'sub', 'sup', 'kbd', 'u', 's']);

export interface PostBody {
  readonly text: string | null;
  readonly links: readonly string[];
}

/** A post that is written as HTML. */
export function readPostHtml(html: string | null | undefined): PostBody {
  let text = '';
  let hidden = 0;
  const links: string[] = [];
  const parser = new Parser({
    ontext: (part) => (text += hidden === 0 ? part : ''),
    onopentag: (name, { href }) => {
      if (LEFT_OUT.has(name)) hidden += 1;
      if (name === 'a' && href !== undefined) links.push(href);
      if (!INLINE.has(name)) text += ' ';
    },
    onclosetag: (name) => {
      if (LEFT_OUT.has(name)) hidden -= 1;
    },
  });
  parser.end((html ?? '').slice(0, HTML_CHARACTERS_MAX));
  return { text: readPostText(text), links: webLinks(links) };
}

function webLinks(links: readonly string[]): string[] {
  const addresses = links.flatMap((link) => pageAddress(link)?.url ?? []);
  return [...new Set(addresses)].slice(0, LINKS_MAX);
}

function readPostText(written: string | null | undefined): string | null {
  return bounded(written, TEXT_CHARACTERS_MAX);
}

/** Titles come as HTML without marks: only their entities are to be read. */
export function readPostTitle(html: string | null | undefined): string | null {
  if (html === null || html === undefined) return null;
  let text = '';
  const parser = new Parser({ ontext: (part) => (text += part) });
  parser.end(html.slice(0, TITLE_CHARACTERS_MAX * 4));
  return bounded(text, TITLE_CHARACTERS_MAX);
}

export function readAuthor(html: string | null | undefined): string | null {
  const name = readPostTitle(html);
  return name === null ? null : bounded(name, AUTHOR_CHARACTERS_MAX);
}

/** A time in whole seconds of Unix; null for what is none. */
export function readUnixTime(seconds: number | null | undefined): string | null {
  if (seconds === null || seconds === undefined || !(seconds > 0 && seconds < 4_102_444_800)) return null;
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}

/** Seconds of Unix, as vendors ask for times. */
export function unixSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

function bounded(written: string | null | undefined, most: number): string | null {
  if (written === null || written === undefined) return null;
  const text = cleanText(written, most);
  return text === '' ? null : text;
}
