import type { RankHistoryView, RankOverviewView, RankRowView, TargetView } from '../../views.ts';
import { count, day, number } from './format.ts';

/** How places, changes and trends are said. Nothing within the noise is called a gain or a loss. */

type Placed = Pick<RankRowView, 'position' | 'checked_at' | 'depth_checked'>;

/** What stands where a position would. */
export function wordPosition({ position, checked_at, depth_checked }: Placed): string {
  if (position !== null) return number(position);
  if (checked_at === null) return 'not checked yet';
  return wordMissing(depth_checked);
}

export function wordMissing(depth: number | null): string {
  return depth === null ? 'not found' : `not in the top ${number(depth)}`;
}

/** `Google-like` engines and codes as people read them: United States · mobile · en. */
export function wordSeries(target: Pick<TargetView, 'location' | 'device' | 'language' | 'engine'>): string {
  const { location, device, language, engine } = target;
  return [location ?? 'no place', device ?? 'any device', language, ...(engine === null ? [] : [engine])].join(' · ');
}

interface ChangeWords {
  readonly tone: 'good' | 'bad' | 'quiet';
  readonly text: string;
}

export function wordChange(row: RankRowView): ChangeWords {
  const { position, position_before, checked_at, checked_before_at, significant_change: change } = row;
  if (change !== null) return { tone: change.direction === 'up' ? 'good' : 'bad', text: wordMove(change) };
  if (checked_at === null) return { tone: 'quiet', text: '–' };
  if (checked_before_at === null) return { tone: 'quiet', text: 'no earlier check' };
  if (position === position_before) return { tone: 'quiet', text: 'unchanged' };
  const [before, now] = [position_before, position].map((place) => (place === null ? 'not found' : number(place)));
  return { tone: 'quiet', text: `${before} → ${now}, within noise` };
}

type Move = NonNullable<RankRowView['significant_change']>;

export function wordMove({ from, to, direction }: Move): string {
  const mark = direction === 'up' ? '▲' : '▼';
  if (from === null) return `${mark} new at ${number(to ?? 0)}`;
  if (to === null) return `${mark} dropped out, was ${number(from)}`;
  return `${mark} ${number(from)} → ${number(to)}`;
}

/** The sentence that the page of a set begins with. */
export function answerSet({ keywords, checked, counts, movers, days, tag }: RankOverviewView): string {
  const set = tag === null ? '' : ` tagged “${tag}”`;
  if (keywords === 0) return `Every keyword${set} is paused, so none is checked.`;
  if (checked === 0)
    return `${count(keywords, 'keyword')}${set} ${keywords === 1 ? 'is' : 'are'} tracked; none has been checked yet.`;
  const moved = movers.up_count + movers.down_count;
  const change =
    moved === 0
      ? `nothing moved beyond its noise in ${count(days, 'day')}`
      : `${number(movers.down_count)} fell and ${number(movers.up_count)} rose beyond their noise in ${count(days, 'day')}`;
  return `${number(counts.top10)} of ${count(checked, 'keyword')}${set} ${counts.top10 === 1 ? 'ranks' : 'rank'} in the top 10; ${change}.`;
}

/** The sentence that the page of a keyword begins with. */
export function answerHistory(history: RankHistoryView): string {
  const { checks, current, current_checked_at, best, change } = history;
  if (checks === null || current_checked_at === null)
    return 'This keyword has not been checked yet, so its rank is unknown.';
  const place =
    current === null
      ? `Not found among the first ${number(history.usual_depth ?? 0)} results`
      : `Position ${number(current)}`;
  const since = change === null ? '; this was the first check' : `; ${change.words}`;
  const peak = best === null || best === current ? '' : ` Its best is ${number(best)}.`;
  return `${place} on ${day(current_checked_at)}${since}.${peak}`;
}

export const TREND_WORDS: Record<RankHistoryView['trend'], { readonly name: string; readonly means: string }> = {
  improving: { name: 'Improving', means: 'It climbs steadily, and by more than its noise.' },
  declining: { name: 'Declining', means: 'It falls steadily, and by more than its noise.' },
  stable: { name: 'Stable', means: 'No trend beyond its noise in 90 days.' },
  volatile: { name: 'Volatile', means: 'It swings widely without a direction.' },
  insufficient_data: { name: 'Too early to tell', means: 'A trend takes at least four checks.' },
};

/** How far a trend goes: `0.3 positions a day`. Empty where there is none to tell. */
export function wordSlope({ trend, trend_detail }: RankHistoryView): string {
  const slope = trend_detail?.slope_per_day ?? null;
  if (slope === null || (trend !== 'improving' && trend !== 'declining')) return '';
  const size = Math.abs(slope);
  return size < 0.1
    ? `${number(Math.round(size * 300) / 10)} positions a month`
    : `${number(Math.round(size * 10) / 10)} positions a day`;
}

export function wordNoise(noise: RankHistoryView['noise']): { readonly value: string; readonly means: string } {
  if (noise === null) return { value: 'unknown', means: 'Needs checks.' };
  const means =
    noise.basis === 'measured'
      ? `Usual swing between checks, from ${count(noise.pairs, 'pair')} of them.`
      : 'Usual for this level; measured after eight daily pairs of checks.';
  return { value: `± ${number(noise.sigma)}`, means };
}

const MATCHES: Record<string, string> = {
  exact: '',
  same_path: 'same page at another address',
  same_domain: 'another page of the site',
};

/** How the page that was found relates to the tracked one; empty for the page itself. */
export function wordMatch(match: string | null): string {
  return match === null ? '' : (MATCHES[match] ?? match);
}
