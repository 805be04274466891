import { type Finding, ruleOf, SEVERITIES, type Severity, titleOf, titleOfTarget } from './rule.ts';
import type { Scores } from './score.ts';
import { TEMPLATE_PAGES_MIN } from './templates.ts';
import type { SiteView } from './view.ts';

const CAUSES_MAX = 10;
const EXAMPLES_MAX = 3;
/** Of the pages of a template. */
const TEMPLATE_SHARE_MIN = 0.8;
/** Of all pages: what so many have stands in a template of the whole site. */
const EVERYWHERE_SHARE_MIN = 0.5;
const FEW = 10;
const GRAVE: ReadonlySet<string> = new Set<Severity>(['critical', 'high']);

/** Findings that are mended together. */
export interface Cause {
  readonly rule: string;
  /** A target, a template, another page; '' for a rule as a whole. */
  readonly cause: string;
  readonly severity: Severity;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
  /** Whether one place, a few, or many have to be changed. */
  readonly effort: 'one_place' | 'few' | 'many';
  readonly findings: number;
  readonly pages: number;
  readonly score_gain: number;
  readonly examples: readonly string[];
}

/**
 * Names the template as the cause of what most of its pages have, so that one change of it is one cause; findings that
 * have a cause keep it. What most pages of the whole site have is one cause by itself.
 */
export function nameCauses(view: SiteView, findings: readonly Finding[]): Finding[] {
  const sizes = new Map<string, number>();
  for (const [at, template] of view.template.entries()) {
    if (view.html[at] === true) sizes.set(template, (sizes.get(template) ?? 0) + 1);
  }
  const failing = countByTemplate(view, findings);
  const html = sum(sizes);
  const everywhere = new Set(
    [...failing].flatMap(([rule, counts]) => (sum(counts) >= html * TEMPLATE_SHARE_MIN ? [rule] : [])),
  );
  return findings.map((each) => {
    if (each.page < 0 || each.cause !== '' || everywhere.has(each.rule) || ruleOf(each.rule).applies === 'site')
      return each;
    const template = view.template[each.page] ?? '';
    const size = sizes.get(template) ?? 0;
    const share = (failing.get(each.rule)?.get(template) ?? 0) / Math.max(1, size);
    if (size < TEMPLATE_PAGES_MIN || share < TEMPLATE_SHARE_MIN) return each;
    const { rule, page, item, detail } = each;
    return { rule, page, item, cause: template, detail };
  });
}

function sum(counts: ReadonlyMap<string, number>): number {
  let all = 0;
  for (const count of counts.values()) all += count;
  return all;
}

/** The pages of each template that break a rule without a cause of its own. */
function countByTemplate(
  view: SiteView,
  findings: readonly Finding[],
): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const seen = new Map<string, Uint8Array>();
  const counts = new Map<string, Map<string, number>>();
  for (const { rule, page, cause } of findings) {
    if (page < 0 || cause !== '') continue;
    const pages = seen.get(rule) ?? new Uint8Array(view.pages.length);
    seen.set(rule, pages);
    if (pages[page] === 1) continue;
    pages[page] = 1;
    const template = view.template[page] ?? '';
    const ofRule = counts.get(rule) ?? new Map<string, number>();
    counts.set(rule, ofRule.set(template, (ofRule.get(template) ?? 0) + 1));
  }
  return counts;
}

/**
 * The few changes that gain most, dear ones first, and with them what is grave: a page that was set to noindex may gain
 * nothing where another fault of its family costs the points. Notices only where they are asked for.
 */
export function leadingCauses(
  view: SiteView,
  findings: readonly Finding[],
  scores: Scores,
  unmuted: readonly string[],
): Cause[] {
  const groups = new Map<string, Finding[]>();
  for (const each of findings) {
    if (ruleOf(each.rule).severity === 'notice' && !unmuted.includes(each.rule)) continue;
    // What is dead or moved is one cause, whoever leads to it.
    const key = each.cause === '' ? each.rule : `${ruleOf(each.rule).family}\n${each.cause}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [each]);
    else known.push(each);
  }
  const [dead, others] = partition([...groups.values()]);
  const html = view.html.filter(Boolean).length;
  const causes = [...others, ...dead].map((group) => causeOf({ view, scores, html }, group));
  return chooseCauses(causes.toSorted(byGain), CAUSES_MAX);
}

/** As many causes in their order, those first that are grave: these are to be mended now, whatever it gains. */
export function chooseCauses<Each extends { readonly severity: string }>(causes: readonly Each[], max: number): Each[] {
  const isGrave = ({ severity }: Each): boolean => GRAVE.has(severity);
  const byGravity = [...causes.filter(isGrave), ...causes.filter((cause) => !isGrave(cause))];
  const chosen = new Set(byGravity.slice(0, max));
  return causes.filter((cause) => chosen.has(cause));
}

/** Causes of few pages each, of one rule, read better as one. */
function partition(groups: readonly Finding[][]): [single: Finding[][], others: Finding[][]] {
  const small = new Map<string, Finding[]>();
  const large: Finding[][] = [];
  for (const group of groups) {
    const [first] = group;
    if (first === undefined) continue;
    const pages = new Set(group.map(({ page }) => page)).size;
    if (pages > FEW) large.push(group);
    else {
      const known = small.get(first.rule) ?? [];
      for (const each of group) known.push(each);
      small.set(first.rule, known);
    }
  }
  return [[...small.values()], large];
}

interface CauseParts {
  readonly view: SiteView;
  readonly scores: Scores;
  /** How many HTML pages there are. */
  readonly html: number;
}

function causeOf({ view, scores, html }: CauseParts, group: readonly Finding[]): Cause {
  const rule = ruleOf(leadingRule(group));
  const own = group.filter((each) => each.rule === rule.id);
  const pages = new Set(own.map(({ page, url }) => url ?? page));
  const causes = new Set(group.map(({ cause }) => cause));
  const [cause = ''] = causes.size === 1 ? causes : [];
  return {
    rule: rule.id,
    cause,
    severity: rule.severity,
    title: cause === '' ? titleOf(rule, pages.size) : titleOfTarget(rule, pages.size),
    why: rule.why,
    fix: rule.fix,
    effort: effortOf(html, causes, pages.size),
    findings: group.length,
    pages: pages.size,
    score_gain: Math.round(scores.gainOf(group) * 10) / 10,
    examples: own.slice(0, EXAMPLES_MAX).flatMap((each) => each.url ?? view.pages[each.page]?.url ?? []),
  };
}

/** The gravest of its rules; of several that are, the one of most findings. */
function leadingRule(group: readonly Finding[]): string {
  const counts = new Map<string, number>();
  for (const { rule } of group) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  const severity = (rule: string): number => SEVERITIES.indexOf(ruleOf(rule).severity);
  const [first] = [...counts].toSorted(
    ([one, of], [other, ofOther]) => severity(one) - severity(other) || ofOther - of,
  );
  return first?.[0] ?? '';
}

function effortOf(html: number, causes: ReadonlySet<string>, pages: number): Cause['effort'] {
  const isNamed = causes.size === 1 && !causes.has('');
  if (isNamed || pages === 1 || (pages > FEW && pages >= html * EVERYWHERE_SHARE_MIN)) return 'one_place';
  return pages <= FEW || causes.size <= FEW ? 'few' : 'many';
}

function byGain(one: Cause, other: Cause): number {
  const severity = SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity);
  return other.score_gain - one.score_gain || severity || other.pages - one.pages;
}
