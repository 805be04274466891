import type { Page } from '../../../web/page/page.ts';
import { dropPermalink } from '../../../web/tree/page-title.ts';
import { normalizeAddress, registrableDomain } from '../../../web/url.ts';
import { findSentences } from '../../../text/sentences.ts';
import { z } from 'zod';

const LINKS_SHOWN_MAX = 500;
const IMAGES_SHOWN_MAX = 500;
const HEADINGS_SHOWN_MAX = 500;

const Link = z.object({ url: z.string(), text: z.string() });

export const ExtractReport = z.object({
  content: z
    .string()
    .describe(
      'The main content in the requested format; empty if there is none. Markdown begins with the title of the page.',
    ),
  method: z
    .enum(['text_model', 'noscript', 'structured_data', 'main_element', 'body', 'none'])
    .describe('How the content was chosen: by the text model, or by the fallback that a warning explains.'),
  metadata: z.object({
    title: z.string().nullable().describe('Its title element, as written; null where the page has none.'),
    headline: z
      .string()
      .nullable()
      .describe('The main heading where the page’s title confirms it; otherwise the title without the site name.'),
    description: z.string().nullable(),
    author: z.string().nullable(),
    published_at: z.string().nullable().describe('ISO 8601, a day or a time, as exact as the page says.'),
    modified_at: z.string().nullable().describe('ISO 8601, a day or a time, as exact as the page says.'),
    language: z.string().nullable(),
    canonical: z.string().nullable(),
    site_name: z.string().nullable(),
    image: z.string().nullable(),
    robots: z.string().nullable(),
    jsonld_types: z.array(z.string()),
  }),
  headings: z
    .array(z.object({ level: z.int(), text: z.string() }))
    .describe('Visible headings outside navigation, side bars and the footer, in order.'),
  links: z.object({
    internal: z
      .array(Link)
      .describe(`Links to the same registrable domain, each URL once, at most ${LINKS_SHOWN_MAX}.`),
    external: z.array(Link).describe(`Links to other domains, each URL once, at most ${LINKS_SHOWN_MAX}.`),
    internal_count: z.int(),
    external_count: z.int(),
  }),
  images: z
    .array(z.object({ src: z.string(), alt: z.string() }))
    .optional()
    .describe('Images in the content, if requested.'),
  quotes: z.array(z.string()).describe('Up to five sentences of the content, word for word, spread over it.'),
  word_count: z.int().describe('Words in the content.'),
  confidence: z.number().describe('Confidence in the choice of the content, 0-1.'),
  warnings: z.array(z.string()),
});

export type ExtractReport = z.infer<typeof ExtractReport>;

export function headingsOf(page: Page): ExtractReport['headings'] {
  const shown = page.headings.filter((heading) => !heading.hidden && heading.text.trim() !== '');
  const ofContent = shown.filter((heading) => heading.region === 'content' || heading.region === 'header');
  return (ofContent.length > 0 ? ofContent : shown)
    .slice(0, HEADINGS_SHOWN_MAX)
    .map(({ level, text }) => ({ level, text: dropPermalink(oneLine(text, 500)) }));
}

interface FoundLink {
  readonly url: string;
  text: string;
  readonly internal: boolean;
}

export function linksOf(page: Page, url: string): ExtractReport['links'] {
  const domain = domainOf(url);
  const found = new Map<string, FoundLink>();
  for (const link of page.links) {
    const address = link.hidden || link.anchor ? undefined : normalizeAddress(link.url, '')?.replace(/#.*$/s, '');
    if (address === undefined) continue;
    const text = oneLine(link.text === '' ? (link.label ?? '') : link.text, 300);
    const known = found.get(address);
    if (known === undefined) found.set(address, { url: address, text, internal: domainOf(address) === domain });
    else if (known.text === '') known.text = text;
  }
  const shown = (links: readonly FoundLink[]): { url: string; text: string }[] =>
    links.slice(0, LINKS_SHOWN_MAX).map((link) => ({ url: link.url, text: link.text }));
  const internal = found
    .values()
    .filter((link) => link.internal)
    .toArray();
  const external = found
    .values()
    .filter((link) => !link.internal)
    .toArray();
  return {
    internal: shown(internal),
    external: shown(external),
    internal_count: internal.length,
    external_count: external.length,
  };
}

function domainOf(url: string): string {
  return registrableDomain(URL.parse(url)?.hostname ?? '');
}

export function boundedImages(images: readonly { src: string; alt: string }[]): { src: string; alt: string }[] {
  return images.slice(0, IMAGES_SHOWN_MAX);
}

function oneLine(text: string, charactersMax: number): string {
  const flat = text
    .slice(0, charactersMax * 4)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return flat.length <= charactersMax ? flat : flat.slice(0, charactersMax - 1).replace(/[\uD800-\uDBFF]$/, '') + '…';
}

const QUOTES_MAX = 5;
const CHARACTERS = { min: 40, max: 300 } as const;
/** Quotes come from the beginning of a book-length text. */
const TEXT_READ_MAX = 200_000;
const SENTENCE_END = /[.!?。！？…]["”’»)」]?$/;
/** What sets apart the parts of a by-line or a menu, which are no sentences. */
const SEPARATOR = /\s[·•|]\s/;

/** Sentences of the text, word for word: the first of a fair length, then others spread over the text. */
export function quotesFrom(text: string): string[] {
  const lines = text
    .slice(0, TEXT_READ_MAX)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const sentences = lines.flatMap(sentencesIn);
  const fair = sentences.filter((sentence) => sentence.length >= CHARACTERS.min && sentence.length <= CHARACTERS.max);
  // A page of labels and prices has no sentences: its lines are quoted as they stand.
  const pool = fair.length > 0 ? fair : lines.filter((line) => line.length <= CHARACTERS.max);
  const step = Math.max(1, Math.floor(pool.length / QUOTES_MAX));
  return [...new Set(pool.filter((_, at) => at % step === 0))].slice(0, QUOTES_MAX);
}

function sentencesIn(line: string): string[] {
  if (!/[.!?。！？…]/.test(line) || SEPARATOR.test(line)) return [];
  return findSentences(line)
    .map(({ start, end }) => line.slice(start, end))
    .filter((sentence) => SENTENCE_END.test(sentence));
}
