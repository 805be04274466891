import type { KnownPageFacts } from './made-facts.ts';

/**
 * A site with known truth: pages that lose clicks for a cause that the test knows, pages that only breathe with the season,
 * and the keywords of all of them, day by day as Search Console would count them. Seeded: the same seed is the same site.
 */
export interface MadeSite {
  readonly host: string;
  /** Oldest first. */
  readonly days: readonly string[];
  readonly pages: readonly MadePage[];
}

export const KINDS = [
  'steady',
  'seasonal',
  'growing',
  'rank_loss',
  'demand_loss',
  'clicks_above',
  'cannibalised',
  'technical',
  'moved',
  'new_page',
  'striking',
  'low_ctr',
] as const;
type Kind = (typeof KINDS)[number];

export interface MadePage {
  readonly url: string;
  readonly kind: Kind;
  /** The day from which on it loses; null where it does not. */
  readonly since: string | null;
  /** Share of its clicks that it has lost in the end. */
  readonly lost: number;
  readonly keywords: readonly MadeKeyword[];
  /** Clicks and impressions of rare queries, which stand in no keyword. */
  readonly withheld: readonly MadeDay[];
  readonly facts: KnownPageFacts;
  /** The page that its figures go to, or that takes its searches. */
  readonly other: string | null;
}

interface MadeKeyword {
  readonly keyword: string;
  readonly days: readonly MadeDay[];
}

export interface MadeDay {
  readonly clicks: number;
  readonly impressions: number;
  /** Position times impressions. */
  readonly position_sum: number;
}

export interface SiteWish {
  readonly seed: number;
  /** The last complete day. */
  readonly to: string;
  readonly counts: Partial<Record<Kind, number>>;
  /** How strongly demand breathes over the year: 0.5 is between half and one and a half of its mean. */
  readonly season?: number;
  /** Times the impressions that a day is counted with, clicks left alone. */
  readonly miscount?: (day: string) => number;
  /** Clicks a day that pages have on average, from and to. */
  readonly clicks?: readonly [from: number, to: number];
}

/** Two years and some, so that a window has its year before. */
const DAYS = 760;
const DAY_MS = 86_400_000;
/** Share of searches that click, by position; falls off the way published curves do. */
const rateAt = (position: number): number => Math.min(0.32, 0.31 * position ** -1.15);
/** Who stands on a later page is seen by few. */
const seenAt = (position: number): number => (position <= 10 ? 1 : position <= 20 ? 0.25 : 0.08);
const WEEKDAYS = [0.8, 1.15, 1.15, 1.1, 1.05, 0.95, 0.8];

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Chance {
  readonly uniform: (from: number, to: number) => number;
  readonly normal: () => number;
  readonly poisson: (mean: number) => number;
}

function makeChance(seed: number): Chance {
  const random = seededRandom(seed);
  const normal = (): number => Math.sqrt(-2 * Math.log(Math.max(random(), 1e-12))) * Math.cos(2 * Math.PI * random());
  const poisson = (mean: number): number => {
    if (mean <= 0) return 0;
    if (mean > 40) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()));
    const limit = Math.exp(-mean);
    let count = 0;
    for (let product = random(); product > limit; product *= random()) count += 1;
    return count;
  };
  return { uniform: (from, to) => from + (to - from) * random(), normal, poisson };
}

/** What happens to a page over time, each 0–1: how far it has come on a day. */
interface Fate {
  readonly since: number;
  /** Days that it takes: 1 is at once. */
  readonly takes: number;
  readonly strength: number;
}

export function makeSite(wish: SiteWish): MadeSite {
  const last = Date.parse(`${wish.to}T00:00:00Z`);
  const days = Array.from({ length: DAYS }, (_, at) =>
    new Date(last - (DAYS - 1 - at) * DAY_MS).toISOString().slice(0, 10),
  );
  const kinds = KINDS.flatMap((kind) => Array.from({ length: wish.counts[kind] ?? 0 }, () => kind));
  const host = 'made.example';
  const pages = kinds.flatMap((kind, at) =>
    makePages({ kind, at, host, days, wish, chance: makeChance(wish.seed * 1000 + at) }),
  );
  return { host, days, pages };
}

interface PageWish {
  readonly kind: Kind;
  readonly at: number;
  readonly host: string;
  readonly days: readonly string[];
  readonly wish: SiteWish;
  readonly chance: Chance;
}

/** Most kinds are one page; those that lose to another page of the site are two. */
function makePages({ kind, at, host, days, wish, chance }: PageWish): MadePage[] {
  const url = `https://${host}/${kind.replaceAll('_', '-')}-${at}`;
  const fate: Fate = {
    since: days.length - Math.round(chance.uniform(20, 40)),
    takes: chance.uniform(0, 1) < 0.5 ? 1 : 14,
    strength: chance.uniform(0.4, 0.7),
  };
  const [few, many] = wish.clicks ?? [4, 60];
  const shape: Shape = {
    kind,
    fate,
    days,
    chance,
    clicks: few * (many / few) ** chance.uniform(0, 1),
    season: (wish.season ?? 0.2) * chance.uniform(0.5, 1.5),
    phase: chance.uniform(-30, 30),
    growth: kind === 'growing' ? 0.6 : chance.uniform(-0.1, 0.15),
    miscount: wish.miscount ?? (() => 1),
    weekly: Array.from({ length: Math.ceil(days.length / 7) + 1 }, () => Math.exp(0.06 * chance.normal())),
    position: startPosition(kind, chance),
  };
  const page = makePage(url, shape, `topic ${at}`);
  if (kind === 'moved') return splitMoved(page, days, fate.since);
  return kind === 'cannibalised' ? [page, makeRival(page, shape)] : [page];
}

interface Shape {
  readonly kind: Kind;
  readonly fate: Fate;
  readonly days: readonly string[];
  readonly chance: Chance;
  readonly clicks: number;
  readonly season: number;
  /** Days by which its season is later than that of the site. */
  readonly phase: number;
  /** A year. */
  readonly growth: number;
  readonly miscount: (day: string) => number;
  readonly weekly: readonly number[];
  readonly position: number;
}

function startPosition(kind: Kind, chance: Chance): number {
  if (kind === 'striking') return chance.uniform(5, 15);
  if (kind === 'rank_loss') return chance.uniform(1.5, 4);
  return kind === 'low_ctr' ? chance.uniform(1.5, 3.5) : chance.uniform(1.5, 7);
}

const KEYWORDS = 4;

function makePage(url: string, shape: Shape, topic: string): MadePage {
  const { kind, fate, days } = shape;
  const words = ['guide', 'price', 'review', 'for beginners'];
  const keywords = Array.from({ length: KEYWORDS }, (_, at) => ({
    keyword: at === 0 ? topic : `${topic} ${words[at] ?? ''}`,
    days: makeDays(shape, 0.5 ** at / 1.875, at),
  }));
  const isLosing = ['rank_loss', 'demand_loss', 'clicks_above', 'cannibalised', 'technical'].includes(kind);
  return {
    url,
    kind,
    since: isLosing ? (days[fate.since] ?? null) : null,
    lost: isLosing ? lossOf(shape) : 0,
    keywords,
    withheld: makeDays(shape, 0.2, 0),
    other: null,
    facts: {
      status_code: 200,
      redirect_url: null,
      is_indexable: kind !== 'technical',
      canonical_url: null,
      published_at: kind === 'new_page' ? (days[days.length - 30] ?? null) : '2024-03-01',
    },
  };
}

/** What is left of the clicks when its fate has come to its end. */
function lossOf({ kind, fate, position }: Shape): number {
  if (kind === 'technical') return 1;
  if (kind !== 'rank_loss') return fate.strength;
  const end = position * 2.5;
  return 1 - (rateAt(end) * seenAt(end)) / (rateAt(position) * seenAt(position));
}

function makeDays(shape: Shape, share: number, at: number): MadeDay[] {
  const { kind, days, chance, clicks, fate } = shape;
  const start = shape.position + at;
  const demand = (clicks * share) / (rateAt(start) * seenAt(start));
  return days.map((day, index) => {
    const come = Math.min(1, Math.max(0, (index - fate.since + 1) / fate.takes));
    const position = kind === 'rank_loss' ? start * (1 + 1.5 * come) : start;
    const seen =
      kind === 'cannibalised' || kind === 'technical' ? 1 - (kind === 'technical' ? 1 : fate.strength) * come : 1;
    const wanted = kind === 'demand_loss' ? 1 - fate.strength * come : 1;
    const clicked = kind === 'clicks_above' ? 1 - fate.strength * come : kind === 'low_ctr' ? 0.35 : 1;
    const born =
      kind === 'new_page' && index < days.length - 30 ? 0 : kind === 'new_page' ? novelty(index - days.length + 30) : 1;
    const mean =
      demand * breathe(shape, index) * seenAt(position) * seen * wanted * born * Math.exp(0.1 * chance.normal());
    const impressions = chance.poisson(mean);
    const shown = Math.max(1, position + 0.25 * chance.normal());
    const counted = Math.round(impressions * shape.miscount(day));
    return {
      clicks: Math.min(impressions, chance.poisson(impressions * rateAt(position) * clicked)),
      impressions: counted,
      position_sum: counted * shown,
    };
  });
}

/** A new page is shown much at first, and then finds its place. */
function novelty(age: number): number {
  return 0.5 + Math.exp(-age / 8);
}

/** Season, weekday, growth and the noise of the week. Demand is highest in early September and lowest in March. */
function breathe({ season, phase, growth, weekly, days, kind }: Shape, index: number): number {
  const day = new Date(`${days[index] ?? ''}T00:00:00Z`);
  const ofYear = (day.getTime() - Date.UTC(day.getUTCFullYear(), 0, 1)) / DAY_MS;
  const amplitude = Math.min(0.75, kind === 'seasonal' ? season + 0.35 : season);
  const year = 1 + amplitude * Math.cos((2 * Math.PI * (ofYear - 250 - phase)) / 365.25);
  return (
    year *
    (WEEKDAYS[day.getUTCDay()] ?? 1) *
    (1 + growth * ((index - days.length) / 365)) *
    (weekly[Math.floor(index / 7)] ?? 1)
  );
}

/** What the old page had until the day of the move, the new one has after it. */
function splitMoved(page: MadePage, days: readonly string[], since: number): MadePage[] {
  const url = `${page.url}-new`;
  const NOTHING: MadeDay = { clicks: 0, impressions: 0, position_sum: 0 };
  const cut = (all: readonly MadeDay[], isOld: boolean): MadeDay[] =>
    all.map((day, at) => (at < since === isOld ? day : NOTHING));
  const part = (isOld: boolean): Pick<MadePage, 'keywords' | 'withheld'> => ({
    keywords: page.keywords.map(({ keyword, days: all }) => ({ keyword, days: cut(all, isOld) })),
    withheld: cut(page.withheld, isOld),
  });
  return [
    {
      ...page,
      ...part(true),
      other: url,
      facts: { ...page.facts, status_code: 301, redirect_url: url, is_indexable: false },
    },
    { ...page, ...part(false), url, kind: 'steady', facts: { ...page.facts, published_at: days[since] ?? null } },
  ];
}

/** The page that takes the searches of a cannibalised one: it stands a little worse, and shows as much as the other lost. */
function makeRival(page: MadePage, shape: Shape): MadePage {
  const { fate, chance } = shape;
  const take = (day: MadeDay, index: number): MadeDay => {
    const come = Math.min(1, Math.max(0, (index - fate.since + 1) / fate.takes));
    const left = 1 - fate.strength * come;
    const impressions = chance.poisson((day.impressions / Math.max(left, 0.1)) * fate.strength * come);
    const position = shape.position + 1.5;
    return {
      clicks: Math.min(impressions, chance.poisson(impressions * rateAt(position) * 0.5)),
      impressions,
      position_sum: impressions * position,
    };
  };
  return {
    ...page,
    url: `${page.url}-rival`,
    kind: 'growing',
    since: null,
    lost: 0,
    keywords: page.keywords.map(({ keyword, days }) => ({ keyword, days: days.map(take) })),
    withheld: page.withheld.map(take),
    other: page.url,
  };
}
