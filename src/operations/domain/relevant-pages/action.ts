import { agree, counted } from '../../../kernel/grammar.ts';
import type { KnownPage } from '../../../ports/links.ts';
import type { RankedPage } from '../../../ports/rankings.ts';
import { findFall, roundPosition } from '../../../rankings/changes.ts';
import { type ExpectedGain, phraseGain } from '../../../rankings/gain.ts';
import { findKnownBlock } from '../../../web/facts/search-block.ts';
import type { PageAction, RelevantPage } from './report.ts';

export interface PageVerdict {
  readonly action: PageAction;
  readonly reason: string;
  readonly triggers: RelevantPage['triggers'];
}

/** A page as rankings and the index know it; null where nobody crawled it. */
export interface PageFacts {
  readonly page: RankedPage;
  readonly known: KnownPage | null;
  /** Of position 3 for all impressions; null where they are not counted. */
  readonly gain: ExpectedGain | null;
}

type Rule = (facts: PageFacts) => PageVerdict | undefined;

/**
 * The first rule that holds, in the order review, refresh, expand, recover, protect: a page that search engines cannot
 * show gains nothing from better text, one that falls is saved before it grows, and one that grows pays more than what
 * is lost already.
 */
export function chooseAction(facts: PageFacts): PageVerdict {
  for (const rule of [findFault, findFalling, findHeadroom, findLost]) {
    const found = rule(facts);
    if (found !== undefined) return found;
  }
  return protect(facts);
}

const findFault: Rule = ({ known }) => {
  if (known === null) return undefined;
  const { status_code, url, fetched_at } = known;
  if (status_code === null)
    return fetched_at === null
      ? undefined
      : review('No server answered when the page was last crawled.', { figure: 'crawled_at', value: fetched_at });
  const block = findKnownBlock(known);
  const byStatus = { figure: 'status_code', value: status_code };
  switch (block?.kind) {
    case 'status':
      return review(`The page returned ${status_code} when it was last crawled.`, byStatus);
    case 'redirect':
      return review(
        `The page redirects to ${block.leads_to}: make sure that its successor ranks in its place.`,
        byStatus,
      );
    case 'noindex':
      return review('A robots directive keeps the page out of search.', { figure: 'is_indexable', value: false });
    case 'canonical':
      return review(`The page names ${block.leads_to} as its canonical.`, {
        figure: 'canonical_url',
        value: block.leads_to ?? url,
      });
    case undefined:
      return status_code >= 300
        ? review('The page redirects: make sure that its successor ranks in its place.', byStatus)
        : undefined;
  }
};

function review(reason: string, trigger: RelevantPage['triggers'][number]): PageVerdict {
  return { action: 'review', reason, triggers: [trigger] };
}

/** Two-sided 95 % of a normal distribution. */
const Z = 1.96;
/** Fewer keywords say nothing of a page. */
const KEYWORDS_MOVED_MIN = 5;

/** More went one way than chance lets them go: a sign test. */
export function isMoreThanChance(many: number | null, few: number | null): boolean {
  if (many === null || few === null || many + few < KEYWORDS_MOVED_MIN) return false;
  return many - few > Z * Math.sqrt(many + few);
}

const findFalling: Rule = ({ page }) => {
  if (page.is_lost) return undefined;
  const fall = findFall(page.measured);
  if (fall !== undefined) return describeFall(fall);
  // Counted clicks outweigh positions: where they hold, falling keywords did not matter.
  if (page.measured?.previous_clicks != null || !isMoreThanChance(page.declined, page.improved)) return undefined;
  const { declined, improved } = page;
  return {
    action: 'refresh',
    reason: `${counted(declined ?? 0, 'keyword')} fell and ${improved ?? 0} rose, more than chance explains.`,
    triggers: [
      { figure: 'declined', value: declined ?? 0 },
      { figure: 'improved', value: improved ?? 0 },
    ],
  };
};

function describeFall({ change, year_over_year }: NonNullable<ReturnType<typeof findFall>>): PageVerdict {
  const yearly =
    year_over_year === null
      ? ' Nothing is known of the year before, so that season cannot be ruled out.'
      : ` On the same days a year before it had ${year_over_year.from}, so it is not the season.`;
  return {
    action: 'refresh',
    reason: `Clicks fell from ${change.from} to ${change.to} (${change.percent ?? 0}%).${yearly}`,
    triggers: [
      { figure: 'clicks_change.percent', value: change.percent ?? 0 },
      ...(year_over_year?.percent == null ? [] : [{ figure: 'year_over_year.percent', value: year_over_year.percent }]),
    ],
  };
}

/** Within reach of the first places by more content, links and internal links (formulas 4.6). */
const STRIKING_FROM = 4;
const STRIKING_TO = 20;
/** Less than so many clicks a month, or than a quarter of what the page has, is not worth the work. */
const GAIN_MIN = 10;
const GAIN_SHARE_MIN = 0.25;
/** Every page ranks somewhere for much that it barely mentions; only where nearly all is past page one it lacks substance. */
const BEYOND_MIN = 5;
const BEYOND_SHARE_MIN = 0.7;

const findHeadroom: Rule = ({ page, gain }) => {
  if (page.is_lost) return undefined;
  return page.measured === null ? findUnanswered(page) : findReach(page, gain);
};

function findUnanswered({ keyword_count, top10 }: RankedPage): PageVerdict | undefined {
  if (keyword_count === null || top10 === null) return undefined;
  const beyond = keyword_count - top10;
  const hasNothing = top10 === 0 && beyond > 0;
  if (!hasNothing && (beyond < BEYOND_MIN || beyond / keyword_count < BEYOND_SHARE_MIN)) return undefined;
  const counts = `${beyond} of its ${counted(keyword_count, 'keyword')} ${agree(beyond, 'ranks', 'rank')} past page one.`;
  return {
    action: 'expand',
    reason: hasNothing ? `None of its ${counted(keyword_count, 'keyword')} ranks on page one.` : counts,
    triggers: [
      { figure: 'keyword_count', value: keyword_count },
      { figure: 'top10', value: top10 },
    ],
  };
}

/** Where clicks are counted, what there is to win decides, and not how many keywords stand where. */
function findReach({ position: mean, measured }: RankedPage, gain: ExpectedGain | null): PageVerdict | undefined {
  const position = roundPosition(mean);
  if (position === null || measured === null || gain === null) return undefined;
  if (position < STRIKING_FROM) return undefined;
  const { clicks_per_month: more } = gain;
  if (more < GAIN_MIN || more < measured.clicks * GAIN_SHARE_MIN) return undefined;
  return {
    action: 'expand',
    // From further down, nobody can be promised the clicks of the first places.
    reason:
      position > STRIKING_TO
        ? `Its average position is ${position}, where hardly anybody clicks, although it had ${counted(measured.impressions, 'impression')}.`
        : `Its average position is ${position}; position ${gain.to_rank} would bring ${phraseGain(gain)}.`,
    triggers: [
      { figure: 'avg_position', value: position },
      { figure: 'impressions', value: measured.impressions },
      { figure: 'expected_gain.clicks_per_month', value: more },
    ],
  };
}

const findLost: Rule = ({ page }) => {
  if (page.is_lost) {
    const before = page.measured?.previous_clicks ?? null;
    return {
      action: 'recover',
      reason: `It ranked before and does not now${before === null ? '' : `: ${counted(before, 'click')} in the window before`}.`,
      triggers: [{ figure: 'is_lost', value: true }],
    };
  }
  if (page.measured?.previous_clicks != null || !isMoreThanChance(page.lost, page.new)) return undefined;
  return {
    action: 'recover',
    reason: `It lost ${counted(page.lost ?? 0, 'keyword')} and won ${page.new ?? 0}, more than chance explains.`,
    triggers: [
      { figure: 'lost', value: page.lost ?? 0 },
      { figure: 'new', value: page.new ?? 0 },
    ],
  };
};

function protect({ page }: PageFacts): PageVerdict {
  const { measured, estimated_traffic, top3 } = page;
  const clicks = measured?.clicks ?? estimated_traffic;
  const traffic =
    clicks === null
      ? ''
      : ` (${counted(Math.round(clicks), 'click')}${measured === null ? ' a month, estimated' : ''})`;
  const position = roundPosition(page.position);
  return {
    action: 'protect',
    reason:
      position !== null && position > STRIKING_TO
        ? `Its average position is ${position}${traffic}, and a better one would bring too few clicks to work on it now.`
        : `Nothing calls for a change${traffic}: keep its URL, content and links.`,
    triggers: [
      ...(clicks === null ? [] : [{ figure: measured === null ? 'estimated_traffic' : 'clicks', value: clicks }]),
      ...(top3 === null ? [] : [{ figure: 'top3', value: top3 }]),
    ],
  };
}
