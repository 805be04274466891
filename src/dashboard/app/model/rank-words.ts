import type { RankHistoryView, RankOverviewView, RankRowView, TargetView } from '../../views.ts';
import { count, day, number } from './format.ts';
import { properName } from './words.ts';

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

/** `United States · mobile · en · Google` */
export function wordSeries(target: Pick<TargetView, 'location' | 'device' | 'language' | 'engine'>): string {
  const { location, device, language, engine } = target;
  return [location ?? 'no place', wordDevice({ device, language, engine })].join(' · ');
}

export function wordDevice({ device, language, engine }: Pick<TargetView, 'device' | 'language' | 'engine'>): string {
  return [device ?? 'any device', language, ...(engine === null ? [] : [properName(engine)])].join(' · ');
}

interface ChangeWords {
  readonly tone: 'good' | 'bad' | 'quiet';
  readonly text: string;
}

type Move = Pick<NonNullable<RankRowView['significant_change']>, 'from' | 'to' | 'direction'>;

type Moved = Pick<RankRowView, 'position' | 'position_before' | 'checked_at' | 'checked_before_at'> & {
  readonly significant_change: Move | null;
};

export function wordChange(row: Moved): ChangeWords {
  const { position, position_before, checked_at, checked_before_at, significant_change: change } = row;
  if (change !== null)
    return { tone: change.direction === 'up' ? 'good' : 'bad', text: wordMove(wholeMove(row, change)) };
  if (checked_at === null) return { tone: 'quiet', text: '–' };
  if (checked_at === checked_before_at) return { tone: 'quiet', text: 'no check since' };
  if (checked_before_at === null) return { tone: 'quiet', text: 'no earlier check' };
  if (position === position_before) return { tone: 'quiet', text: 'unchanged' };
  const [before, now] = [position_before, position].map((place) => (place === null ? 'not found' : number(place)));
  return { tone: 'quiet', text: `${before} → ${now}, within noise` };
}

/** From the start of the window to now, as all other figures of the row; one that went back since is the change alone. */
function wholeMove({ position, position_before }: Moved, change: Move): Move {
  const [before, now] = [position_before ?? Infinity, position ?? Infinity];
  const isSame = change.direction === 'up' ? now < before : now > before;
  return isSame ? { ...change, from: position_before, to: position } : change;
}

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
  const moved = [
    movers.down_count > 0 && `${number(movers.down_count)} fell`,
    movers.up_count > 0 && `${number(movers.up_count)} rose`,
  ].filter((part) => part !== false);
  const period = count(days, 'day');
  const change =
    moved.length === 0
      ? `nothing moved beyond its noise in ${period}`
      : `${moved.join(' and ')} beyond the noise in ${period}`;
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
  const peak = best === null || best === current ? '' : ` Its best is ${number(best)}.`;
  return `${place} on ${day(current_checked_at)}; ${wordLatest(change)}.${peak}`;
}

/** The newest check against the one before. */
function wordLatest(change: RankHistoryView['change']): string {
  if (change === null) return 'this was the first check';
  const { kind, from, within_noise, significant, words } = change;
  if (kind === 'unknown') return 'the newest check read too few results to tell whether it moved';
  if (kind === 'same') return words;
  if (!within_noise) return significant ? words : `${words}, not confirmed by further checks yet`;
  const before = from === null ? 'did not find it' : `said ${number(from)}`;
  return `the check before ${before}, which is within the noise`;
}

interface FigureWords {
  readonly value: string;
  readonly means: string;
}

const TRENDS: Record<RankHistoryView['trend'], FigureWords> = {
  improving: { value: 'Improving', means: 'climbs steadily, by more than its noise' },
  declining: { value: 'Declining', means: 'falls steadily, by more than its noise' },
  stable: { value: 'Stable', means: 'no trend beyond its noise in 90 days' },
  volatile: { value: 'Volatile', means: 'swings widely, without a direction' },
  insufficient_data: { value: 'Too early', means: 'a trend takes at least four checks' },
};

export function wordTrend({ trend, trend_detail }: RankHistoryView): FigureWords {
  const { value, means } = TRENDS[trend];
  const slope = trend_detail?.slope_per_day ?? null;
  if (slope === null || (trend !== 'improving' && trend !== 'declining')) return { value, means };
  const size = Math.abs(slope);
  const pace =
    size < 0.1
      ? `${number(Math.round(size * 300) / 10)} positions a month`
      : `${number(Math.round(size * 10) / 10)} positions a day`;
  return { value, means: `${means}: ${pace} over ${count(trend_detail?.days ?? 0, 'day')}` };
}

/** Two checks that differ by no more than twice the noise say nothing. */
export function wordNoise(noise: RankHistoryView['noise']): FigureWords {
  if (noise === null) return { value: 'unknown', means: 'needs checks' };
  const most = Math.floor(2 * noise.sigma);
  const basis = noise.basis === 'measured' ? `from ${count(noise.pairs, 'pair')} of checks` : 'usual at this level';
  const means =
    most === 0
      ? 'any change counts'
      : `a change of ${most === 1 ? '1 position' : `up to ${number(most)}`} means nothing`;
  return { value: `± ${number(Math.round(noise.sigma * 10) / 10)}`, means: `${means}; ${basis}` };
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
