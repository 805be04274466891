import type { Fit } from './fit.ts';

export type MatchLevel = 'strong' | 'medium' | 'weak' | 'none';

/** Less of the keyword's weight than this on a page, and the page is about something else. */
const COVERED_MIN = 0.6;
/** A page of the wrong kind (a login page for a price) is no match, whatever words it has. */
const INTENT_MIN = 0.15;
const INTENT_ENOUGH = 0.4;
/** Share of the page's subject that the keyword has to be. */
const FOCUS_STRONG = 0.55;
const FOCUS_MEDIUM = 0.25;
const SCORE_STRONG = 70;
const SCORE_MEDIUM = 50;

/**
 * What a page can honestly be put forward for.
 *
 * strong and medium need every telling word of the keyword on the page and a page of a fitting kind; a page that lacks
 * a word or is of another kind is weak at best; a page with less than 60 % of the keyword is none.
 */
export function matchOf(fit: Fit): MatchLevel {
  // The page of one model never answers for another.
  if (fit.other_number || fit.covered < COVERED_MIN || (fit.intent_fit < INTENT_MIN && !fit.targets)) return 'none';
  if (fit.missing.length > 0 || fit.intent_fit < INTENT_ENOUGH || fit.focus < FOCUS_MEDIUM) return 'weak';
  if (fit.score >= SCORE_STRONG && fit.focus >= FOCUS_STRONG) return 'strong';
  return fit.score >= SCORE_MEDIUM ? 'medium' : 'weak';
}
