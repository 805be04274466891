import { type Applies, AREAS, type Area, type Finding, ruleOf, type Severity } from './rule.ts';
import type { SiteView } from './view.ts';

/** How much a rule weighs that every page breaks; notices weigh nothing. */
const WEIGHTS: Readonly<Record<Severity, number>> = { critical: 10, high: 5, medium: 2, low: 0.2, notice: 0 };
const SCALE = 12;

/**
 * `health = 100 · exp(−Σ w · √share / 12)` over families of rules. A share is of the value of the pages that a rule can
 * fail on, and a page is worth the root of its internal PageRank. The root makes the first per cent of pages count a tenth
 * of all of them; the exponential keeps bad sites apart from worse, and makes what each rule costs exact.
 */
export interface Scores {
  readonly health: number;
  readonly rules: ReadonlyMap<string, RuleScore>;
  /** How many pages each kind of rule could fail on. */
  readonly applicable: Readonly<Record<Applies, number>>;
  /** Points that the score gains without these findings. */
  gainOf(findings: readonly Finding[]): number;
}

interface RuleScore {
  /** Pages that fail; entries and addresses where those are counted. */
  readonly failing: number;
  readonly applicable: number;
  /** 0-1, by value. */
  readonly share: number;
}

/** What shares of rules come to. */
export interface Health {
  readonly health: number;
  readonly areas: Readonly<Record<Area, number>>;
  /** Points that the score gains where a rule is mended everywhere. */
  gainOf(rule: string): number;
}

/** @param shares 0-1 by rule; rules that are muted are left out */
export function healthOfShares(shares: ReadonlyMap<string, number>): Health {
  const health = healthOf(lossOf(shares));
  return {
    health,
    areas: areasOf(shares),
    gainOf: (rule) => healthOf(lossOf(new Map([...shares].filter(([id]) => id !== rule)))) - health,
  };
}

export function scoreSite(view: SiteView, findings: readonly Finding[]): Scores {
  const values = view.pages.map((_, at) => Math.sqrt(view.rank[at] ?? 0));
  const totals = totalsOf(view, values);
  const failing = counted(findings);
  const shares = new Map([...failing].map(([rule, pages]) => [rule, shareOf(rule, pages, { values, totals })]));
  const elsewhere = countElsewhere(findings);
  const health = healthOf(lossOf(shares));
  return {
    health,
    applicable: countsOf(totals),
    rules: new Map(
      [...failing].map(([rule, pages]) => [
        rule,
        {
          failing: pages.size - (pages.has(-1) ? 1 : 0) + (elsewhere.get(rule) ?? 0),
          applicable: totals[ruleOf(rule).applies].count,
          share: shares.get(rule) ?? 0,
        },
      ]),
    ),
    gainOf(fixed) {
      const left = new Map(shares);
      for (const [rule, gone] of counted(fixed)) {
        const all = failing.get(rule) ?? NONE;
        const { applies } = ruleOf(rule);
        let value = 0;
        for (const [page, count] of gone) if (count === all.get(page)) value += values[page] ?? 0;
        const isWhole = applies === 'site' || gone.size === all.size;
        const share = (shares.get(rule) ?? 0) - (isWhole ? Infinity : value / totals[applies].value);
        left.set(rule, Math.max(0, share));
      }
      return healthOf(lossOf(left)) - health;
    },
  };
}

const NONE: ReadonlyMap<number, number> = new Map();

/** Findings by rule and page. */
function counted(findings: readonly Finding[]): ReadonlyMap<string, ReadonlyMap<number, number>> {
  const rules = new Map<string, Map<number, number>>();
  for (const { rule, page } of findings) {
    const pages = rules.get(rule) ?? new Map<number, number>();
    pages.set(page, (pages.get(page) ?? 0) + 1);
    rules.set(rule, pages);
  }
  return rules;
}

interface Total {
  readonly count: number;
  readonly value: number;
}

type Totals = Readonly<Record<Applies, Total>>;

/** The pages that each kind of rule could fail on. */
function totalsOf(view: SiteView, values: readonly number[]): Totals {
  const versions = new Set(view.facts.alternates.map(({ page }) => page));
  const total = (takes: (at: number) => boolean): Total => {
    let [count, value] = [0, 0];
    for (const [at, each] of values.entries()) {
      if (!takes(at)) continue;
      count += 1;
      value += each;
    }
    return { count, value };
  };
  return {
    html: total((at) => view.html[at] === true),
    indexable: total((at) => view.indexable[at] === true),
    answered: total((at) => !UNANSWERED.has(view.pages[at]?.outcome ?? 'left')),
    all: total(() => true),
    sitemap: total((at) => view.listed.has(at)),
    hreflang: total((at) => versions.has(at)),
    site: { count: 1, value: 1 },
  };
}

function countsOf(totals: Totals): Readonly<Record<Applies, number>> {
  const { html, indexable, answered, all, sitemap, hreflang, site } = totals;
  return {
    html: html.count,
    indexable: indexable.count,
    answered: answered.count,
    all: all.count,
    sitemap: sitemap.count,
    hreflang: hreflang.count,
    site: site.count,
  };
}

const UNANSWERED: ReadonlySet<string> = new Set(['left', 'blocked', 'trapped', 'refused']);

interface Parts {
  readonly values: readonly number[];
  readonly totals: Totals;
}

function shareOf(rule: string, pages: ReadonlyMap<number, number>, { values, totals }: Parts): number {
  const { applies } = ruleOf(rule);
  if (applies === 'site') return 1;
  let value = 0;
  for (const page of pages.keys()) value += values[page] ?? 0;
  const total = totals[applies].value;
  return total === 0 ? 0 : Math.min(1, value / total);
}

/** Faults of the site as a whole, and of addresses that are no pages of it. */
function countElsewhere(findings: readonly Finding[]): ReadonlyMap<string, number> {
  const urls = new Map<string, Set<string>>();
  for (const { rule, page, url = '' } of findings) {
    if (page < 0) urls.set(rule, (urls.get(rule) ?? new Set()).add(url));
  }
  return new Map([...urls].map(([rule, each]) => [rule, each.size]));
}

function lossOf(shares: ReadonlyMap<string, number>, area?: Area): number {
  const families = new Map<string, number>();
  for (const [id, share] of shares) {
    const rule = ruleOf(id);
    if (area !== undefined && rule.area !== area) continue;
    const loss = WEIGHTS[rule.severity] * Math.sqrt(share);
    families.set(rule.family, Math.max(families.get(rule.family) ?? 0, loss));
  }
  let sum = 0;
  for (const loss of families.values()) sum += loss;
  return sum;
}

/** @param loss the sum of `w · √share` */
function healthOf(loss: number): number {
  return 100 * Math.exp(-loss / SCALE);
}

function areasOf(shares: ReadonlyMap<string, number>): Readonly<Record<Area, number>> {
  const [indexing, links, content, international, technical] = AREAS.map((area) => healthOf(lossOf(shares, area)));
  return {
    indexing: indexing ?? 100,
    links: links ?? 100,
    content: content ?? 100,
    international: international ?? 100,
    technical: technical ?? 100,
  };
}
