import type { KeptFinding, SiteOutcome } from '../ports/site-facts.ts';
import { ruleOf } from './rule.ts';

/** What became of the findings of the audit before. */
export interface Changes {
  readonly new: number;
  readonly fixed: number;
  readonly still: number;
  /** The page is gone, and its fault with it. */
  readonly gone: number;
  /** Nobody looked: the page was not read this time. */
  readonly not_checked: number;
  readonly rules: ReadonlyMap<string, RuleChanges>;
}

interface RuleChanges {
  new: number;
  fixed: number;
  still: number;
  gone: number;
  not_checked: number;
}

export interface Compared {
  readonly before: readonly KeptFinding[];
  readonly now: Iterable<KeptFinding>;
  /** In the crawl of now. */
  readonly outcome: (url: string) => SiteOutcome | undefined;
  readonly outcomeBefore: (url: string) => SiteOutcome | undefined;
  /** Rules that only a whole site can break, where one of the crawls did not come to all of it. */
  readonly skips: (rule: string) => boolean;
}

/** Sets two audits side by side: fixed is only what was looked at again and is no longer so. */
export function compareAudits({ before, now, outcome, outcomeBefore, skips }: Compared): Changes {
  const rules = new Map<string, RuleChanges>();
  const count = (rule: string, state: keyof RuleChanges): void => {
    const known = rules.get(rule) ?? { new: 0, fixed: 0, still: 0, gone: 0, not_checked: 0 };
    known[state] += 1;
    rules.set(rule, known);
  };
  const past = new Set(before.map(keyOf));
  const present = new Set<string>();
  for (const each of now) present.add(keyOf(each));
  const told = new Set<string>();
  // A site breaks its own rules once, however many pages show it.
  const isDone = (rule: string): boolean =>
    skips(rule) || (ruleOf(rule).applies === 'site' && told.size === told.add(rule).size);
  for (const each of now) {
    if (isDone(each.rule)) continue;
    if (past.has(keyOf(each))) count(each.rule, 'still');
    else if (lookAt(each, outcomeBefore) !== undefined) count(each.rule, 'new');
  }
  for (const each of before) {
    if (isDone(each.rule) || present.has(keyOf(each))) continue;
    const look = lookAt(each, outcome);
    if (look === undefined) count(each.rule, 'not_checked');
    else count(each.rule, look === 'gone' ? 'gone' : 'fixed');
  }
  const sum = (state: keyof RuleChanges): number => [...rules.values()].reduce((all, each) => all + each[state], 0);
  return {
    new: sum('new'),
    fixed: sum('fixed'),
    still: sum('still'),
    gone: sum('gone'),
    not_checked: sum('not_checked'),
    rules,
  };
}

/** Rules that a page breaks by what another one is. */
const BY_ITEM =
  /^(?:link\.broken|img\.(?:broken|heavy)|redirect\.linked|canonical\.(?:dead|redirect|noindexed|chain|loop|unlinked|to-different)|hreflang\.(?:no-return|dead|redirect|noindex|not-canonical))$/;

/** Whether a crawl looked at all that a finding tells of: its page, and the page that it names. */
function lookAt({ rule, url, item }: KeptFinding, outcome: Compared['outcome']): 'read' | 'gone' | undefined {
  const { applies } = ruleOf(rule);
  if (applies === 'site') return 'read';
  if (BY_ITEM.test(rule) && !isAnswer(outcome(item))) return undefined;
  const seen = outcome(url);
  if (applies === 'all' && seen === 'blocked') return 'read';
  if (!isAnswer(seen)) return undefined;
  return (seen === 'dead' || seen === 'moved') && OF_PAGES.has(applies) ? 'gone' : 'read';
}

/** What is dead or has moved cannot break these any more. */
const OF_PAGES: ReadonlySet<string> = new Set(['html', 'indexable', 'hreflang']);

function isAnswer(outcome: SiteOutcome | undefined): boolean {
  return outcome !== undefined && ANSWERS.has(outcome);
}

const ANSWERS: ReadonlySet<SiteOutcome> = new Set(['read', 'unchanged', 'moved', 'dead', 'error']);

/** A site as a whole breaks a rule or does not, whatever pages it shows on. */
function keyOf({ rule, url, item }: KeptFinding): string {
  return ruleOf(rule).applies === 'site' ? rule : `${rule}\n${url}\n${item}`;
}
