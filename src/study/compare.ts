import { counted } from '../kernel/grammar.ts';
import { findSiteKind } from '../serp/results.ts';
import { fingerprintSimilarity } from '../text/near-duplicate.ts';
import { findPlannedType, type JudgedType, nameOnePage } from '../text/page-types.ts';
import { findPurpose, type Purpose } from '../text/purpose.ts';
import type { ReadPage } from '../text/reading/reading.ts';
import { tokenize } from '../web/words.ts';
import type { ComparedPage, ExcludedPage, Exclusion, ReadResult } from './kinds.ts';

/** Fewer compared pages show what one or two authors wrote, not what the search asks for. */
export const PAGES_MIN = 3;
/** Shorter texts are teasers, error pages and link lists. */
const WORDS_MIN = 80;
/** Two pages with so much in common are one text on two addresses. */
const SAME_TEXT = 0.8;

export interface Comparison {
  readonly compared: readonly ComparedPage[];
  readonly excluded: readonly ExcludedPage[];
  /** What most of the readable pages are for; null where none tells. */
  readonly purpose: Purpose | null;
  /** Readable pages that are for something else, although too few others are left to do without them. */
  readonly is_mixed: boolean;
}

interface Judged {
  readonly result: ReadResult;
  readonly page: ReadPage;
  readonly purpose: Purpose | undefined;
}

/**
 * Which of the pages that rank can be compared: those that could be read, in the language of the search, made of text, and
 * for the purpose that most of them have. All others are named with the reason.
 */
export function choosePages(
  results: readonly ReadResult[],
  language: string,
  isOwn: (url: string) => boolean,
): Comparison {
  const excluded: ExcludedPage[] = [];
  const leave = (result: ReadResult, reason: Exclusion, note: string): void => {
    excluded.push({ ...pick(result), reason, note });
  };
  const judged: Judged[] = [];
  for (const result of results) {
    const why = refuse(result, language, isOwn) ?? refuseCopy(result, judged);
    if (why !== undefined) leave(result, ...why);
    else if (result.read?.status === 'read')
      judged.push({ result, page: result.read.page, purpose: judgePurpose(result.read.page) });
  }
  const purpose = findMainPurpose(judged);
  const fitting = judged.filter((each) => isFitting(each, purpose));
  const kept = fitting.length >= PAGES_MIN ? fitting : judged;
  for (const each of judged) {
    if (kept.includes(each)) continue;
    const isShop = each.purpose === 'sell' || each.purpose === 'price';
    leave(
      each.result,
      isShop ? 'shop' : 'other_intent',
      `It is ${nameType(each.page.type)}; most pages that rank are for something else.`,
    );
  }
  return {
    compared: kept.map(({ result, page }) => ({
      position: result.position,
      url: result.url,
      domain: result.domain,
      page,
    })),
    excluded: excluded.toSorted((one, other) => one.position - other.position),
    purpose,
    is_mixed: kept.length > fitting.length,
  };
}

function pick({ position, url, domain, title }: ReadResult) {
  return { position, url, domain, title };
}

type Refusal = readonly [Exclusion, string];

const BY_SITE: Readonly<Record<NonNullable<ReturnType<typeof findSiteKind>>, Refusal>> = {
  forum: ['forum', 'Discussions have no structure to compare with.'],
  social: ['social', 'Posts on social networks have no structure to compare with.'],
  video: ['video', 'A video page has little text.'],
};

function refuse(result: ReadResult, language: string, isOwn: (url: string) => boolean): Refusal | undefined {
  if (isOwn(result.url)) return ['own_page', 'This is your own page.'];
  const kind = findSiteKind(result.domain);
  if (kind !== undefined) return BY_SITE[kind];
  const { read } = result;
  if (read === undefined) return ['not_needed', 'Enough pages above it could be read.'];
  if (read.status !== 'read') return [read.status, read.note];
  return refusePage(read.page, language);
}

const OBSTACLES: Readonly<Record<NonNullable<ReadPage['obstacle']>, string>> = {
  scripts: 'Its text appears only when scripts run.',
  consent_wall: 'It shows only a consent banner.',
  paywall: 'Its text is behind a paywall.',
};

function refusePage(page: ReadPage, language: string): Refusal | undefined {
  if (page.obstacle !== null) return [page.obstacle, OBSTACLES[page.obstacle]];
  if (page.word_count < WORDS_MIN)
    return ['too_short', `Its main content has only ${counted(page.word_count, 'word')}.`];
  if (page.language !== '' && language !== '' && page.language !== language)
    return ['other_language', `Its language is “${page.language}”, not “${language}”.`];
  if (page.type === 'forum_thread') return ['forum', BY_SITE.forum[1]];
  if (page.type === 'video') return ['video', BY_SITE.video[1]];
  return undefined;
}

function refuseCopy({ read, domain }: ReadResult, before: readonly Judged[]): Refusal | undefined {
  if (read?.status !== 'read') return undefined;
  if (before.some(({ result }) => result.domain === domain))
    return ['same_site', 'A page of the same site ranks above it.'];
  const words = wordsOf(read.page);
  const copied = before.find(({ page }) => fingerprintSimilarity(words, wordsOf(page)) >= SAME_TEXT);
  return copied === undefined ? undefined : ['same_text', `It has the text of ${copied.result.url}.`];
}

const COPY_WORDS_MAX = 1500;
const known = new WeakMap<ReadPage, readonly string[]>();

function wordsOf(page: ReadPage): readonly string[] {
  const words =
    known.get(page) ??
    tokenize(page.sections.flatMap(({ blocks }) => blocks.map(({ text }) => text)).join('\n')).slice(0, COPY_WORDS_MAX);
  known.set(page, words);
  return words;
}

/** What a page is for, by its type; undefined where nothing tells. */
export function judgePurpose({ type }: Pick<ReadPage, 'type'>): Purpose | undefined {
  return type === null ? undefined : findPurpose(findPlannedType(type));
}

/** Guides and comparisons are both written to be read, so that one serves as an example to the other. */
const READ_ALIKE: ReadonlySet<Purpose> = new Set<Purpose>(['inform', 'compare', 'help']);

function isFitting({ purpose }: Judged, main: Purpose | null): boolean {
  if (main === null || purpose === undefined || purpose === main) return true;
  return READ_ALIKE.has(purpose) && READ_ALIKE.has(main);
}

function findMainPurpose(judged: readonly Judged[]): Purpose | null {
  const points = new Map<Purpose, number>();
  for (const { purpose, result } of judged)
    if (purpose !== undefined) points.set(purpose, (points.get(purpose) ?? 0) + weighPosition(result.position));
  return [...points].toSorted((one, other) => other[1] - one[1])[0]?.[0] ?? null;
}

/** How much a place counts: as the discount of DCG, 1 at the top and .29 at the tenth. */
export function weighPosition(position: number): number {
  return 1 / Math.log2(position + 1);
}

function nameType(type: JudgedType | null): string {
  return type === null ? 'a page of another kind' : nameOnePage(findPlannedType(type));
}
