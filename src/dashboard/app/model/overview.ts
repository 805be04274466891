import type { RankOverviewView, SiteAuditView, SiteRowView } from '../../views.ts';
import type { Fields } from './fields.ts';
import { count, day, number } from './format.ts';
import { isRows, numberText, valueAt } from './values.ts';

/** What is known of a site when its overview is drawn; undefined for what nobody asked yet. */
export interface OverviewFacts {
  readonly site: SiteRowView;
  readonly audit: NonNullable<SiteAuditView['audit']> | undefined;
  /** Null where no keyword is tracked. */
  readonly ranks: RankOverviewView | null | undefined;
  readonly clicks: Fields | undefined;
  readonly links: Fields | undefined;
  readonly won: Fields | undefined;
  readonly changes: Fields | undefined;
  readonly chances: Fields | undefined;
  readonly mentions: Fields | undefined;
}

export type FigureId = 'clicks' | 'health' | 'top10' | 'domains' | 'ai';

export interface OverviewFigure {
  readonly id: FigureId;
  readonly name: string;
  /** Null for what is not known. */
  readonly value: string | null;
  readonly unit?: string;
  readonly change?: { readonly text: string; readonly judgement: 'good' | 'bad' | 'none' } | undefined;
}

export function numberAt(from: unknown, path: string): number | null {
  const value = valueAt(from, path);
  return typeof value === 'number' ? value : null;
}

export function figuresOf(facts: OverviewFacts): readonly OverviewFigure[] {
  return [clicksOf(facts), healthOf(facts), topTenOf(facts), domainsOf(facts), mentionsOf(facts)];
}

function clicksOf({ clicks }: OverviewFacts): OverviewFigure {
  const now = numberAt(clicks, 'totals.clicks');
  const percent = numberAt(clicks, 'totals_change.percent');
  const from = numberAt(clicks, 'totals_change.from');
  const isNoise = valueAt(clicks, 'totals_change.within_noise') === true;
  const base = { id: 'clicks', name: 'Clicks in 28 days', value: now === null ? null : number(now) } as const;
  if (percent === null || from === null) return base;
  if (isNoise) return { ...base, change: { text: `→ within noise, was ${number(from)}`, judgement: 'none' } };
  const isUp = percent > 0;
  const text = `${isUp ? '▲' : '▼'} ${numberText(Math.abs(percent), undefined)}% from ${number(from)}`;
  return { ...base, change: { text, judgement: isUp ? 'good' : 'bad' } };
}

/** Health of the last audit and of the one before. */
function healthChange({ audit }: OverviewFacts): { readonly by: number; readonly since: string } | undefined {
  const [now, before] = audit?.history ?? [];
  if (now?.health_score == null || before?.health_score == null) return undefined;
  // Of other rules, a fall says nothing of the site.
  if (!before.has_same_rules) return undefined;
  return { by: now.health_score - before.health_score, since: before.started_at };
}

function healthOf(facts: OverviewFacts): OverviewFigure {
  const score = facts.site.last_audit?.health_score ?? null;
  const change = healthChange(facts);
  const base = {
    id: 'health',
    name: 'Site health',
    value: score === null ? null : number(score),
    unit: 'of 100',
  } as const;
  if (change === undefined) return base;
  if (change.by === 0) return { ...base, change: { text: `→ as on ${day(change.since)}`, judgement: 'none' } };
  const text = `${change.by > 0 ? '▲' : '▼'} ${number(Math.abs(change.by))} since ${day(change.since)}`;
  return { ...base, change: { text, judgement: change.by > 0 ? 'good' : 'bad' } };
}

function topTenOf({ ranks }: OverviewFacts): OverviewFigure {
  const base = { id: 'top10', name: 'Keywords in top 10' } as const;
  if (ranks == null || ranks.checked === 0) return { ...base, value: null };
  const { up_count: up, down_count: down } = ranks.movers;
  const moved =
    up + down === 0 ? '→ none moved beyond noise' : `▲ ${number(up)} ▼ ${number(down)} in ${ranks.days} days`;
  const judgement = up === down ? 'none' : up > down ? 'good' : 'bad';
  return {
    ...base,
    value: number(ranks.counts.top10),
    unit: `of ${number(ranks.checked)}`,
    change: { text: moved, judgement },
  };
}

function domainsOf({ links, won }: OverviewFacts): OverviewFigure {
  const now = numberAt(links, 'referring_domains');
  const [gained, lost] = [
    numberAt(won, 'net_change.new_referring_domains'),
    numberAt(won, 'net_change.lost_referring_domains'),
  ];
  const since = valueAt(won, 'observed_from');
  const base = { id: 'domains', name: 'Referring domains', value: now === null ? null : number(now) } as const;
  if (gained === null || lost === null || typeof since !== 'string') return base;
  return {
    ...base,
    change: {
      text: `${number(gained)} new, ${number(lost)} lost since ${day(since)}`,
      judgement: 'none',
    },
  };
}

function mentionsOf({ mentions }: OverviewFacts): OverviewFigure {
  const rate = numberAt(mentions, 'mention_audit.mention_rate.value');
  const [low, high] = [
    numberAt(mentions, 'mention_audit.mention_rate.low'),
    numberAt(mentions, 'mention_audit.mention_rate.high'),
  ];
  const n = numberAt(mentions, 'mention_audit.mention_rate.n');
  const base = {
    id: 'ai',
    name: 'Named by AI assistants',
    value: rate === null ? null : numberText(rate, 'share'),
  } as const;
  if (low === null || high === null) return base;
  return {
    ...base,
    unit: `${Math.round(low * 100)}–${Math.round(high * 100)}`,
    ...(n === null ? {} : { change: { text: `n = ${number(n)}`, judgement: 'none' } }),
  };
}

/** One sentence or two: what changed most, and what it was about. */
export function sentenceOf(facts: OverviewFacts): string {
  const { site } = facts;
  if (site.last_crawl === null) {
    return `${site.name} has not been crawled yet. Its first findings show after about twenty pages.`;
  }
  const parts = [searchPart(facts), rankPart(facts), healthPart(facts)].flatMap((part) => part ?? []);
  const worst = worstChange(facts);
  const said = parts.map((part, at) => (at === 0 ? capital(part) : part)).join('; ');
  return [...crawlPart(site), ...(said === '' ? [] : [`${said}.`]), ...(worst === undefined ? [] : [worst])].join(' ');
}

/** What a crawl that did not come to its end means for all that follows. */
function crawlPart({ last_crawl: crawl }: SiteRowView): readonly string[] {
  if (crawl?.status === 'failed') return ['The last crawl could not read a single page: Crawls and data says why.'];
  return crawl?.status === 'stopped'
    ? [`The last crawl was stopped after ${count(crawl.pages_read, 'page')}; it can be resumed.`]
    : [];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function searchPart({ clicks }: OverviewFacts): string | undefined {
  const [now, percent] = [numberAt(clicks, 'totals.clicks'), numberAt(clicks, 'totals_change.percent')];
  if (now === null) return undefined;
  if (percent === null || valueAt(clicks, 'totals_change.within_noise') === true)
    return `${count(now, 'click')} in 28 days`;
  return `clicks ${percent > 0 ? 'rose' : 'fell'} ${numberText(Math.abs(percent), undefined)}% to ${number(now)}`;
}

function rankPart({ ranks }: OverviewFacts): string | undefined {
  if (ranks == null || ranks.checked === 0) return undefined;
  return `${number(ranks.counts.top10)} of ${count(ranks.checked, 'tracked keyword')} ${ranks.counts.top10 === 1 ? 'is' : 'are'} in the top 10`;
}

function healthPart(facts: OverviewFacts): string | undefined {
  const score = facts.site.last_audit?.health_score;
  if (score == null) return undefined;
  const change = healthChange(facts);
  if (change === undefined || change.by === 0) return `health is ${number(score)} of 100`;
  return `health ${change.by > 0 ? 'rose' : 'fell'} ${number(Math.abs(change.by))} points to ${number(score)}`;
}

const GRAVE = new Map([
  ['noindexed', 'was set to noindex'],
  ['blocked', 'is blocked by robots.txt'],
  ['dead', 'is dead'],
  ['error', 'fails'],
]);

/** A page that left the index, where one did. */
function worstChange({ changes }: OverviewFacts): string | undefined {
  const items = valueAt(changes, 'items');
  if (!isRows(items)) return undefined;
  for (const [change, words] of GRAVE) {
    const found = items.find((item) => item['change'] === change && typeof item['url'] === 'string');
    if (found !== undefined)
      return `${URL.parse(String(found['url']))?.pathname ?? ''} ${words} since the crawl before: look at it first.`;
  }
  return undefined;
}
