import { z } from 'zod';

import { language, location, locationCode, pageUrl } from '../contract/fields.ts';
import type { OperationContext } from '../contract/operation.ts';
import { fetchHtml } from '../contract/page-input.ts';
import { AppError } from '../kernel/errors.ts';
import type { LocationQuery } from '../ports/locations.ts';
import type { SerpQuery } from '../ports/serp.ts';
import { planSerpQuery } from '../serp/query.ts';
import { distilPage } from '../text/reading/distil.ts';
import { parseTarget } from '../web/target.ts';
import { readSearchBlock, type SearchBlock } from '../web/facts/search-block.ts';
import { readHost } from '../web/url.ts';
import type { OwnPage } from './study.ts';

/** How operations that study a search ask for it, and read the page that is held against it. */

const DEPTH = 10;

export const studyFields = (place = 'United States') => ({
  keyword: z
    .string()
    .trim()
    .min(1)
    .max(700)
    .refine((text) => /[\p{L}\p{N}]/u.test(text), 'must contain a letter or a digit')
    .describe('Search to study: the pages that rank for it are read and compared.'),
  location: location(place),
  location_code: locationCode(),
  language: language(),
});

export const studyDevice = () =>
  z.enum(['desktop', 'mobile']).default('desktop').describe('Device whose results are studied.');

export const ownSite = () =>
  z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .optional()
    .describe(
      'Your domain, brand or site: its own pages are not compared. Default: the domains of your project’s brand.',
    );

export const headingDepth = () =>
  z.enum(['h1', 'h2', 'h3']).default('h3').describe('Lowest level of headings to compare. Text is always read whole.');

export const ownUrl = () => pageUrl().describe('Your page.');

interface Asked extends LocationQuery {
  readonly keyword: string;
  readonly language: string;
  readonly device?: 'desktop' | 'mobile';
}

/** The question for the result page that is studied. */
export async function planStudyQuery(asked: Asked, { locate }: Pick<OperationContext, 'locate'>): Promise<SerpQuery> {
  return planSerpQuery({
    keyword: asked.keyword,
    location: await locate(asked),
    language: asked.language,
    device: asked.device ?? 'desktop',
    depth: DEPTH,
    wants: ['organic'],
  });
}

const FIX = 'Send the URL of an HTML page that is public.';

interface OwnHtml {
  /** Where the page was in the end. */
  readonly url: string;
  readonly html: string;
  /** Values of `X-Robots-Tag`, each header by itself. */
  readonly robots_headers: readonly string[];
}

/**
 * The page that is held against those that rank, as it is now.
 *
 * @throws AppError unfetchable_url: the page cannot be read, so that there is nothing to compare
 */
export async function fetchOwnPage(url: string, { ports }: Pick<OperationContext<'fetch'>, 'ports'>): Promise<OwnHtml> {
  const fetched = await fetchHtml(url, ports.fetch, FIX);
  if (fetched.status >= 400)
    throw new AppError('unfetchable_url', `The server answered ${fetched.status} for ${url}.`, { fix: FIX });
  const { 'x-robots-tag': header } = fetched.headers;
  const robots_headers = fetched.repeated_headers?.['x-robots-tag'] ?? (header === undefined ? [] : [header]);
  return { url: fetched.final_url, html: fetched.text, robots_headers };
}

/** The same, read; it throws as `fetchOwnPage` does. */
export async function readOwnPage(
  url: string,
  context: Pick<OperationContext<'fetch'>, 'ports' | 'compute'>,
): Promise<OwnPage & { readonly block: SearchBlock | null }> {
  const own = await fetchOwnPage(url, context);
  const [page, block] = await Promise.all([
    context.compute(distilPage, { html: own.html, url: own.url }),
    context.compute(readSearchBlock, own),
  ]);
  return { url: own.url, page, block: block ?? null };
}

/** The hosts that are the caller's own: those of the page, of the target and of the project's brand. */
export async function listOwnDomains(
  { url, target }: { readonly url?: string | undefined; readonly target?: string | undefined },
  { brand }: Pick<OperationContext, 'brand'>,
): Promise<string[]> {
  const named = target === undefined || !/\./.test(target) ? undefined : parseTarget(target, 'target').host;
  const host = url === undefined ? undefined : readHost(url);
  const known = await brand();
  return [named, host, ...(known?.domains ?? [])]
    .filter((domain) => domain !== undefined)
    .map((domain) => domain.replace(/^www\./, ''));
}
