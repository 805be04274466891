import { z } from 'zod';

import { type FailureKind, SourceFailure, type SourceFailures } from '../../ports/source-failure.ts';
import { readText } from './texts.ts';

/** A text of a vendor; null when it is missing, or is something else on some day. */
export const Text = z.string().nullish().catch(null);
export const Figure = z.number().nullish().catch(null);

const WORDS_CHARACTERS_MAX = 240;
const ISSUES_MAX = 3;

/** @throws SourceFailure broken that names where the answer differs from what the vendor publishes */
export function readAnswer<Shape extends z.ZodType>(shape: Shape, body: unknown, title: string): z.infer<Shape> {
  const read = shape.safeParse(body);
  if (read.success) return read.data;
  const issues = read.error.issues.slice(0, ISSUES_MAX).map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new SourceFailure('broken', `${title} sent an answer in an unexpected format. ${issues.join('. ')}.`);
}

interface VendorError {
  readonly title: string;
  /** The vendor's own code, by which its table of failures knows it. */
  readonly code: string;
  readonly words: string;
  readonly retry_after_s?: number | undefined;
  readonly usd?: number | undefined;
}

/** An error that a vendor reports within a good answer: `40210` is known by itself, else as one of `402xx`. */
export function vendorFailure(
  failures: SourceFailures,
  error: VendorError,
  otherwise: FailureKind = 'failed',
): SourceFailure {
  const { title, code, retry_after_s, usd } = error;
  const known = failures[code] ?? failures[`${code.slice(0, 3)}xx`];
  const words = (readText(error.words) ?? '').slice(0, WORDS_CHARACTERS_MAX);
  const ended = words === '' || /[.!?]$/.test(words) ? words : `${words}.`;
  return new SourceFailure(known?.kind ?? otherwise, `${title} reports ${[code, ended].filter(Boolean).join(': ')}`, {
    fix: known?.fix,
    retry_after_s,
    usd,
  });
}
