import type { PageRead, ReadPage } from '../text/reading/reading.ts';

/** Why a page that ranks is not compared. */
export const EXCLUSIONS = [
  'own_page',
  'disallowed',
  'http_error',
  'not_html',
  'unreachable',
  'too_slow',
  'paywall',
  'consent_wall',
  'scripts',
  'too_short',
  'other_language',
  'forum',
  'social',
  'video',
  'shop',
  'other_intent',
  'same_site',
  'same_text',
  'not_needed',
] as const;
export type Exclusion = (typeof EXCLUSIONS)[number];

/** A page that ranks and is compared. */
export interface ComparedPage {
  /** Place among the organic results. */
  readonly position: number;
  readonly url: string;
  readonly domain: string;
  readonly page: ReadPage;
}

/** A page that ranks and is not compared, with why. */
export interface ExcludedPage {
  readonly position: number;
  readonly url: string;
  readonly domain: string;
  readonly title: string | null;
  readonly reason: Exclusion;
  /** A sentence for people. */
  readonly note: string;
}

/** A result and how reading it went; undefined where it was not asked for. */
export interface ReadResult {
  readonly position: number;
  readonly url: string;
  readonly domain: string;
  readonly title: string | null;
  readonly read: PageRead | undefined;
}
