import { type FailureKind, type SourceFailures, SourceFailure } from '../../ports/source-failure.ts';
import { type Scrub, shortLine } from './secret-forms.ts';

/** An answer that is none, as far as its failure has to know of it. */
export interface FailedAnswer {
  readonly host: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const WORDS_CHARACTERS_MAX = 240;
/** Of a longer answer only the beginning is searched for words. */
const SEARCHED_CHARACTERS_MAX = 20_000;
const RETRY_AFTER_S_MAX = 7 * 86_400;
/** Where vendors put the sentence that says what is wrong, most telling first. */
const WORD_FIELDS = [
  'message',
  'error',
  'detail',
  'error_message',
  'status_message',
  'errors',
  'reason',
  'title',
  'code',
];
const DEPTH_MAX = 4;

const KINDS: Readonly<Record<number, FailureKind>> = {
  401: 'wrong_key',
  402: 'no_funds',
  403: 'wrong_key',
  408: 'failed',
  425: 'failed',
  429: 'rate_limited',
};

/** The failure of an answer with a status of 400 or more, or a redirect, which no source's address should give. */
export function failureOfStatus(answer: FailedAnswer, failures: SourceFailures, scrub: Scrub): SourceFailure {
  const words = wordsOf(answer.text, scrub);
  const { kind, fix } = meaningOf(answer.status, words, failures);
  if (answer.status < 400) return redirected(answer, fix);
  return new SourceFailure(kind, sentence(`${answer.host} answered ${answer.status}`, words), {
    fix,
    retry_after_s: readRetryAfter(answer.headers['retry-after'], Date.now()),
  });
}

/** Where to without the query, which may hold anything. */
function redirected({ host, headers }: FailedAnswer, fix: string | undefined): SourceFailure {
  const to = URL.parse(headers['location'] ?? '', `https://${host}`);
  const where = to === null ? 'elsewhere' : `to ${to.origin}${to.pathname}`;
  return new SourceFailure('refused', `${host} redirects ${where}.`, {
    fix: fix ?? 'Set the address of this source to the one that it redirects to.',
  });
}

/** The failure of an answer that should have been JSON. */
export function failureOfText({ host, text }: FailedAnswer, failures: SourceFailures, scrub: Scrub): SourceFailure {
  const fix = failures['not_json']?.fix;
  if (text.trim() === '') return new SourceFailure('broken', `${host} sent an empty answer.`, { fix });
  const words = wordsOf(text, scrub);
  const what = isHtml(text) ? 'a web page instead of JSON' : 'something other than JSON';
  return new SourceFailure('broken', sentence(`${host} sent ${what}`, words), { fix });
}

/**
 * What the source says of a status: `429 monthly limit` counts before `429` where the vendor's words hold `monthly limit`,
 * since some vendors give one status for several things.
 */
function meaningOf(status: number, words: string, failures: SourceFailures): { kind: FailureKind; fix?: string } {
  const heard = words.toLowerCase();
  const worded = Object.entries(failures).find(([key]) => {
    const [code, ...rest] = key.split(' ');
    return code === String(status) && rest.length > 0 && heard.includes(rest.join(' ').toLowerCase());
  });
  return worded?.[1] ?? failures[String(status)] ?? { kind: KINDS[status] ?? (status >= 500 ? 'failed' : 'refused') };
}

/** In seconds, from a number of them or from a date. Undefined for what is neither. */
export function readRetryAfter(header: string | undefined, now_ms: number): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\s*\d+\s*$/.test(header) ? Number(header) : (Date.parse(header) - now_ms) / 1000;
  return Number.isFinite(seconds) ? Math.min(RETRY_AFTER_S_MAX, Math.max(0, Math.ceil(seconds))) : undefined;
}

function wordsOf(text: string, scrub: Scrub): string {
  const start = text.slice(0, SEARCHED_CHARACTERS_MAX);
  return shortLine(isHtml(start) ? titleOf(start) : (spokenIn(parsed(text), 0) ?? start), scrub, WORDS_CHARACTERS_MAX);
}

function sentence(what: string, words: string): string {
  if (words === '') return `${what}.`;
  return `${what}: ${words}${/[.!?…]$/.test(words) ? '' : '.'}`;
}

function isHtml(text: string): boolean {
  return /^\s*(?:<!--|<!doctype html|<html|<head|<body|<title|<h1|<p\b|<div)/i.test(text);
}

/** A title, else the text without tags. */
function titleOf(html: string): string {
  const title = /<title[^>]{0,200}>([^<]{1,1000})/i.exec(html)?.[1];
  return title ?? html.replaceAll(/<(script|style)\b[^]*?<\/\1>/gi, ' ').replaceAll(/<[^<>]*>/g, ' ');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function spokenIn(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return undefined;
  if (Array.isArray(value)) return spokenIn(value[0], depth + 1);
  const found = WORD_FIELDS.map((field): unknown => Reflect.get(value, field)).map((field) =>
    spokenIn(field, depth + 1),
  );
  return found.find((words) => words !== undefined);
}
