import { day } from '../model/format.ts';
import type { Unit } from '../model/report.ts';
import { figureText } from '../model/values.ts';
import { wordsOf } from '../model/words.ts';

/** Facts that take more than one field to say. Each is null where it is not known. */

type Figure = number | null | undefined;

/** `174–235 words` */
export function spanOf(low: Figure, high: Figure, unit: Unit): string | null {
  if (low === null || low === undefined || high === null || high === undefined) return null;
  if (low === high) return figureText(high, unit);
  return `${figureText(low, unit).replace(/ .*$/, '')}–${figureText(high, unit)}`;
}

interface Period {
  readonly from: string;
  readonly to: string;
  readonly days?: number;
}

/** `31 Jan – 27 Feb 2026 (28 days)` */
export function periodOf(period: Period | null | undefined): string | null {
  if (period === null || period === undefined) return null;
  const { from, to, days } = period;
  return `${day(from)} – ${day(to)}${days === undefined ? '' : ` (${figureText(days, 'days')})`}`;
}

const MONTH = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });

/** @param month 1 is January */
export function monthName(month: Figure): string | null {
  return month === null || month === undefined ? null : MONTH.format(Date.UTC(2000, month - 1));
}

/** Where click rates by position come from, by the code of their curve; '' for the published one. */
export function curveName(code: string): string {
  return code.startsWith('own-') ? 'Your own Search Console data' : 'Published averages';
}

/** Reviews with one to five stars, the most stars first. */
export function starsOf(reviews: readonly number[] | null | undefined): string | null {
  if (reviews === null || reviews === undefined) return null;
  return reviews
    .map((count, at) => `${at + 1}★ ${figureText(count, 'count')}`)
    .toReversed()
    .join(', ');
}

interface Peak {
  readonly period: string;
  readonly net_backlinks: number;
}

export function peakOf(peak: Peak | null): string | null {
  if (peak === null) return null;
  const { period, net_backlinks: net } = peak;
  return `${day(period)}: ${net > 0 ? '+' : ''}${figureText(net, 'count')} links`;
}

const STANDINGS = { likely: 'Likely', ruled_out: 'Ruled out', unknown: 'Unknown' } as const;

/** `Ruled out: technical, stale. Unknown: rank.` */
export function causesOf(causes: Readonly<Record<string, keyof typeof STANDINGS>> | null): string | null {
  if (causes === null) return null;
  return Object.entries(STANDINGS)
    .flatMap(([standing, title]) => {
      const names = Object.keys(causes).filter((name) => causes[name] === standing);
      return names.length === 0 ? [] : [`${title}: ${names.map(wordsOf).join(', ')}.`];
    })
    .join(' ');
}

/** What a result is to the page that is tracked. */
export const MATCHES: Readonly<Record<string, string>> = {
  exact: 'The tracked page or domain',
  same_path: 'The same page under another address',
  same_domain: 'Another page of the site',
};
