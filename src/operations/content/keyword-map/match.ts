import type { Choice } from './choice.ts';

export type MatchLevel = 'strong' | 'medium' | 'weak' | 'none';

/** Less of the keyword's weight than this on a page, and the page is about something else. */
const COVERED_MIN = 0.6;
/** A page of the wrong kind (a login page for a price) is no match, whatever words it has. */
const INTENT_MIN = 0.15;
export const INTENT_ENOUGH = 0.4;
/** Share of the page's subject that the keyword has to be. */
const FOCUS_STRONG = 0.55;
const FOCUS_MEDIUM = 0.25;

interface Facts {
  readonly missing: readonly string[];
  readonly covered: number;
  readonly other_number: boolean;
  readonly opposed: Choice | undefined;
  readonly narrower: Choice | undefined;
  readonly intent_fit: number;
  readonly focus: number;
  readonly targets: boolean;
}

/**
 * The best match that a page can honestly be put forward as.
 *
 * strong and medium need every telling word of the keyword on the page and a page of a fitting kind; a page that lacks
 * a word, is of another kind or for some of the searchers only is weak at best; a page with less than 60 % of the
 * keyword, of another model or for others is none.
 */
export function limitOf(fit: Facts): MatchLevel {
  if (isNone(fit)) return 'none';
  if (fit.missing.length > 0 || fit.intent_fit < INTENT_ENOUGH || fit.focus < FOCUS_MEDIUM) return 'weak';
  if (fit.narrower !== undefined && !fit.targets) return 'weak';
  return fit.focus >= FOCUS_STRONG ? 'strong' : 'medium';
}

function isNone(fit: Facts): boolean {
  // The page of one model never answers for another, nor one for men for women.
  if (fit.other_number || fit.covered < COVERED_MIN) return true;
  return !fit.targets && (fit.opposed !== undefined || fit.intent_fit < INTENT_MIN);
}

const SCORE_STRONG = 70;
const SCORE_MEDIUM = 50;

/**
 * The score within the band of the best match that is possible, and the match that the score then is: strong from 70,
 * medium from 50, else weak. What is held down keeps its order: the whole scale is pressed into the band.
 */
export function scoredWithin(limit: MatchLevel, raw: number): { readonly score: number; readonly level: MatchLevel } {
  const score = limit === 'strong' ? raw : limit === 'medium' ? withinMedium(raw) : withinWeak(raw);
  if (limit === 'none') return { score, level: 'none' };
  return { score, level: score >= SCORE_STRONG ? 'strong' : score >= SCORE_MEDIUM ? 'medium' : 'weak' };
}

function withinMedium(raw: number): number {
  if (raw < SCORE_MEDIUM) return raw;
  return SCORE_MEDIUM + Math.round(((raw - SCORE_MEDIUM) * (SCORE_STRONG - 1 - SCORE_MEDIUM)) / (100 - SCORE_MEDIUM));
}

function withinWeak(raw: number): number {
  return Math.round((raw * (SCORE_MEDIUM - 1)) / 100);
}
