import { agree, counted } from '../../../kernel/grammar.ts';
import type { SearchCompetitors } from '../../../ports/rankings.ts';
import type { CompetitorRow, NextAction } from './report.ts';
import { SERPS_MIN } from './threat.ts';

type Judged = Omit<CompetitorRow, 'next_action' | 'reason'>;

interface Next {
  readonly next_action: NextAction;
  readonly reason: string;
}

/** From here on it wins more of the shared keywords than it loses. */
const AHEAD_MOST = 0.5;
/** So many times the target's traffic comes mostly from keywords that the target does not have. */
const LARGER_TIMES = 2;

/** The first that holds: what is not known yet, then what is lost, then what is held, then what to learn. */
export function chooseNext(row: Judged, found: SearchCompetitors): Next {
  const { target_traffic } = found;
  const { threat_level, ahead_share, competitor_traffic } = row;
  if (!row.is_sufficient) return { next_action: 'look_up_more', reason: explainFew(row, found) };
  const isThreat = threat_level === 'high' || threat_level === 'medium';
  const isAhead = ahead_share !== null && ahead_share.value > AHEAD_MOST;
  if (isThreat && isAhead) return { next_action: 'close_gaps', reason: explainPlaces(row) };
  if (isThreat && ahead_share !== null) return { next_action: 'defend', reason: explainPlaces(row) };
  if (competitor_traffic !== null && target_traffic !== null && competitor_traffic >= LARGER_TIMES * target_traffic) {
    return {
      next_action: 'study_content',
      reason: `It gets about ${format(competitor_traffic)} clicks a month to your ${format(target_traffic)}, but shares only ${counted(row.intersections, 'keyword')}.`,
    };
  }
  return { next_action: 'monitor', reason: explainPlaces(row) };
}

function explainFew({ intersections }: Judged, { basis, target_keywords }: SearchCompetitors): string {
  return basis === 'serps'
    ? `Only ${counted(intersections, 'stored result page')} of the ${SERPS_MIN} needed ${agree(intersections, 'shows', 'show')} both sites.`
    : `Both rank for ${counted(intersections, 'keyword')}, but the target ranks for ${target_keywords ?? 0} of the ${SERPS_MIN} needed to tell a competitor from chance.`;
}

function explainPlaces(row: Judged): string {
  const both = `Both rank for ${counted(row.intersections, 'keyword')}${formatPart(row)}`;
  const { ahead_share, ahead_basis, keywords_where_ahead, keywords_where_behind } = row;
  if (ahead_basis === 'positions')
    return `${both}: it is ahead for ${keywords_where_ahead ?? 0} and behind for ${keywords_where_behind ?? 0}.`;
  if (ahead_basis === 'traffic' && ahead_share !== null)
    return `${both}: it gets about ${percent(ahead_share.value)} of their clicks.`;
  return `${both}.`;
}

function formatPart({ overlap_share }: Judged): string {
  return overlap_share === null ? '' : `, ${percent(overlap_share.value)} of the target’s`;
}

export function percent(share: number): string {
  const value = share * 100;
  return `${value > 0 && value < 1 ? '<1' : Math.round(value)}%`;
}

function format(clicks: number): string {
  return Math.round(clicks).toLocaleString('en-US');
}
