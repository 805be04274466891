import { z } from 'zod';

import { AppError, type InputIssue } from '../kernel/errors.ts';
import type { FetchedPage } from '../ports/fetch.ts';
import type { Ports } from '../ports/sources.ts';

/** How operations on one page take it: by its URL, or as text that the caller supplies. */

export const HTML_TYPES = ['text/html', 'application/xhtml+xml'];

export const pageMarkdown = () =>
  z
    .string()
    .max(2_000_000)
    .optional()
    .describe(
      'The page as Markdown or HTML. If you send it, the url is not fetched; it only says where the page lives.',
    );

/** Blank text is as good as none. */
export function isSupplied(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}

/** The rule of operations that take their page in one of several fields, and would have to choose between two. */
export function onlyOneOf<Field extends string>(
  fields: readonly Field[],
): (input: Readonly<Partial<Record<Field, unknown>>>) => InputIssue[] {
  return (input) => {
    const given = fields.filter((field) => input[field] !== undefined);
    if (given.length < 2) return [];
    return given.map((path) => ({ path, message: `send only one of ${fields.join(', ')}` }));
  };
}

export type HtmlPage = FetchedPage & { readonly text: string };

/**
 * Fetches a page that has to be one of HTML; servers that say so of a PDF file are not believed.
 *
 * @throws AppError unfetchable_url, with `fix` saying what to send instead
 */
export async function fetchHtml(url: string, fetch: Ports['fetch'], fix: string): Promise<HtmlPage> {
  const page = await fetch.page({ url, accept: HTML_TYPES });
  const { text } = page;
  if (text !== undefined && !text.startsWith('%PDF-')) return { ...page, text };
  const type = text === undefined ? page.content_type || 'a response without a content type' : 'a PDF file';
  throw new AppError('unfetchable_url', `The URL returns ${type}, not an HTML page.`, { fix });
}
