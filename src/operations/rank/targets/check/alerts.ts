import { counted } from '../../../../kernel/grammar.ts';
import { inline } from '../../../../kernel/markdown.ts';
import type { Alert } from '../../../../ports/alerts.ts';
import type { CheckedTarget, FailedSearch, RankCheckReport } from './report.ts';

/** Failed checks in a row after which a keyword counts as stale: its owner is told then, and once. */
const STALE_CHECKS = 2;

/** What the owner of the keywords is to hear of: changes that show for the first time, and searches that have stopped answering. */
export function listAlerts({ items, failures }: RankCheckReport): readonly Alert[] {
  const news = items.filter(({ is_news }) => is_news);
  const stale = failures.filter(({ failed_checks }) => failed_checks === STALE_CHECKS);
  return [...(news.length === 0 ? [] : [rankAlert(news)]), ...(stale.length === 0 ? [] : [staleAlert(stale)])];
}

function rankAlert(news: readonly CheckedTarget[]): Alert {
  const rose = news.filter(({ significant_change: change }) => change?.direction === 'up').length;
  const fell = news.length - rose;
  const parts = [
    ...(fell === 0 ? [] : [`${counted(fell, 'keyword')} fell`]),
    ...(rose === 0 ? [] : [`${counted(rose, 'keyword')} rose`]),
  ];
  const data = {
    summary: parts.join(', '),
    lines: news.map(describeMove),
    changes: news.map(({ id, keyword, url, engine, location_code, language, device, checked_at, ...rest }) => ({
      id,
      keyword,
      url,
      engine,
      location_code,
      language,
      device,
      checked_at,
      position: rest.position,
      ...rest.significant_change,
    })),
  };
  return { type: 'alert.rank_changed', data };
}

export function describeMove({ keyword, url, significant_change: change }: CheckedTarget): string {
  const name = `“${inline(keyword, 80)}” for ${inline(url, 120)}`;
  if (change === null) return name;
  const place = (position: number | null): string =>
    position === null ? 'beyond the results checked' : String(position);
  return `${name} ${change.direction === 'up' ? 'rose' : 'fell'} from ${place(change.from)} to ${place(change.to)}.`;
}

function staleAlert(stale: readonly FailedSearch[]): Alert {
  const lines = stale.map(({ keyword, reason }) => `“${inline(keyword, 80)}”: ${reason}`);
  const data = {
    summary: `${counted(stale.length, 'tracked search', 'tracked searches')} without a result twice in a row`,
    lines,
    searches: stale.map((search) => ({ ...search })),
  };
  return { type: 'alert.schedule_stale', data };
}
