import { z } from 'zod';

import { messageOf } from '../kernel/errors.ts';
import { cleanText } from '../text/normalize.ts';
import { readLanguage } from '../text/languages.ts';
import { parseTarget } from '../web/target.ts';
import { pageAddress } from '../web/url.ts';

/** Fields that many operations take, with one wording and one set of bounds. */

export const target = () =>
  z
    .string()
    .trim()
    .min(1)
    .max(2048)
    .superRefine(isTarget)
    .describe('Domain (example.com), subdomain (blog.example.com) or absolute page URL.');

/** An id or a name that came from a header or an answer: what is stored of those is plain. */
export const printable = (most: number) =>
  z
    .string()
    .trim()
    .regex(new RegExp(String.raw`^[\x20-\x7E]{1,${most}}$`), `must be 1 to ${most} printable ASCII characters`);

/** Query strings carry digits; what is no number stays as it came, so that the refusal can name it. */
export function queryNumber<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : value),
    schema,
  );
}

export const pageUrl = () =>
  z
    .string()
    .trim()
    .min(1)
    .max(2048)
    .refine((text) => pageAddress(text) !== undefined, 'must be an absolute URL such as https://example.com/page')
    .describe('Absolute http or https URL of the page.');

export const limit = (bounds: { readonly min?: number; readonly max: number; readonly default: number }) =>
  z
    .int()
    .min(bounds.min ?? 1)
    .max(bounds.max)
    .default(bounds.default)
    .describe('Maximum rows to return.');

/** Offsets of lists end there, and with them what can be read of a list. */
export const OFFSET_MAX = 20_000;

export const offset = (max = OFFSET_MAX) => z.int().min(0).max(max).default(0).describe('Rows to skip, for paging.');

export const backlinksStatus = () =>
  z
    .enum(['live', 'all', 'lost'])
    .default('live')
    .describe('live: still present when their page was last read. lost: gone since. all: both.');

export const rankScale = () =>
  z
    .enum(['one_hundred', 'one_thousand'])
    .default('one_hundred')
    .describe('Scale of every rank in the answer, and of min_rank: 0-100 or 0-1000.');

export const location = (preset = 'United States') =>
  z.string().trim().min(1).max(200).default(preset).describe('Name of the place to search from.');

/** For operations that answer from Search Console, too, which counts all countries where nobody names one. */
export const marketLocation = (preset = 'United States') =>
  z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .meta({ default: preset })
    .describe(
      'Place name of the location to search from. Without one, figures from your own Search Console data cover all countries.',
    );

/** Negative for a city that Google's list does not have: answers name it by minus its id at GeoNames. */
export const locationCode = () => z.int().optional().describe('Google location code; takes precedence over location.');

const LANGUAGE = 'Language of the search: an ISO 639-1 code such as de or pt-BR, or a name such as German.';

export const language = () => z.string().trim().min(2).max(60).default('en').transform(readCode).describe(LANGUAGE);

/** For operations that answer about any language where nobody names one. */
export const anyLanguage = () =>
  z
    .string()
    .trim()
    .min(2)
    .max(60)
    .transform(readCode)
    .optional()
    .describe('Language of the searches: an ISO 639-1 code such as de or pt-BR, or a name such as German.');

function readCode(text: string, context: z.RefinementCtx): string {
  const read = readLanguage(text);
  if ('code' in read) return read.code;
  context.addIssue({ code: 'custom', message: read.problem });
  return z.NEVER;
}

export const searchEngine = () =>
  z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9][a-z0-9-]{1,39}$/, 'must be the name of a search engine such as google or bing')
    .optional();

export const trackedUrl = () =>
  z
    .string()
    .trim()
    .min(1)
    .max(2048)
    .superRefine(isTarget)
    .describe('The page to track as an absolute URL, or a domain or subdomain: then any of its pages counts.');

/** A search as people type it; longer ones are a paste that went wrong. */
export const keywordText = () => z.string().max(700).refine(hasVisibleText, 'must contain a visible character');

function hasVisibleText(text: string): boolean {
  return cleanText(text) !== '';
}

export const domains = (what: string) =>
  z.array(z.string().trim().min(1).max(253).superRefine(isTarget)).max(100).optional().describe(what);

function isTarget(text: string, context: z.RefinementCtx): void {
  // Empty text has its own message already.
  if (text === '') return;
  try {
    parseTarget(text);
  } catch (thrown) {
    context.addIssue({ code: 'custom', message: messageOf(thrown) });
  }
}
