import { agree, counted } from '../../../kernel/grammar.ts';
import type { KnownPage } from '../../../ports/links.ts';
import type { RankedPage } from '../../../ports/rankings.ts';
import { findFall } from '../../../rankings/changes.ts';
import { isSameAddress } from '../../../web/url.ts';
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
  const { status_code, redirect_url, is_indexable, canonical_url, url, fetched_at } = known;
  const review = (reason: string, triggers: PageVerdict['triggers']): PageVerdict => ({
    action: 'review',
    reason,
    triggers,
  });
  if (status_code === null)
    return fetched_at === null
      ? undefined
      : review('No server answered when the page was last crawled.', [{ figure: 'crawled_at', value: fetched_at }]);
  if (redirect_url !== null || (status_code >= 300 && status_code < 400))
    return review(
      `The page redirects${redirect_url === null ? '' : ` to ${redirect_url}`}: make sure that its successor ranks in its place.`,
      [{ figure: 'status_code', value: status_code }],
    );
  if (status_code >= 400)
    return review(`The page returned ${status_code} when it was last crawled.`, [
      { figure: 'status_code', value: status_code },
    ]);
  if (is_indexable === false)
    return review('A robots directive keeps the page out of search.', [{ figure: 'is_indexable', value: false }]);
  if (canonical_url !== null && !isSameAddress(canonical_url, url))
    return review(`The page names ${canonical_url} as its canonical.`, [
      { figure: 'canonical_url', value: canonical_url },
    ]);
  return undefined;
};

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
const IMPRESSIONS_MIN = 100;
/** A page most of whose keywords are past page one covers more than it answers. */
const BEYOND_MIN = 5;
const BEYOND_SHARE_MIN = 0.5;

const findHeadroom: Rule = ({ page }) => {
  if (page.is_lost) return undefined;
  const { keyword_count, top10, position, measured } = page;
  if (keyword_count !== null && top10 !== null) {
    const beyond = keyword_count - top10;
    if (beyond >= BEYOND_MIN && beyond / keyword_count >= BEYOND_SHARE_MIN)
      return {
        action: 'expand',
        reason: `${beyond} of its ${counted(keyword_count, 'keyword')} ${agree(beyond, 'ranks', 'rank')} past page one.`,
        triggers: [
          { figure: 'keyword_count', value: keyword_count },
          { figure: 'top10', value: top10 },
        ],
      };
  }
  const seen = measured?.impressions ?? 0;
  if (position === null || position < STRIKING_FROM || position > STRIKING_TO || seen < IMPRESSIONS_MIN)
    return undefined;
  return {
    action: 'expand',
    reason: `Its average position is ${position}, with ${counted(seen, 'impression')} in the window.`,
    triggers: [
      { figure: 'avg_position', value: position },
      { figure: 'impressions', value: seen },
    ],
  };
};

const findLost: Rule = ({ page }) => {
  if (page.is_lost) {
    const before = page.measured?.previous_clicks ?? null;
    return {
      action: 'recover',
      reason: `It ranked before and does not now${before === null ? '' : `: ${counted(before, 'click')} in the window before`}.`,
      triggers: [{ figure: 'is_lost', value: true }],
    };
  }
  if (!isMoreThanChance(page.lost, page.new)) return undefined;
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
  return {
    action: 'protect',
    reason: `Nothing calls for a change${traffic}: keep its URL, content and links.`,
    triggers: [
      ...(clicks === null ? [] : [{ figure: measured === null ? 'estimated_traffic' : 'clicks', value: clicks }]),
      ...(top3 === null ? [] : [{ figure: 'top3', value: top3 }]),
    ],
  };
}
