import { counted } from '../kernel/grammar.ts';
import type { Finding } from './rule.ts';
import { finding } from './rules-answers.ts';
import { isPartOfList } from './rules-indexing.ts';
import { median, type SiteView } from './view.ts';

const WASTE_MAX = 0.1;
const SLOW_MS = 1500;
const SLOW_TIMES = 2;
const SLOW_READS_MIN = 3;
/** Sites of fewer pages have nothing deep. */
const DEEP_MIN = 4;

/** How the pages of a site hang together: orphans, depth, weight that is lost; templates that answer slowly. */
export function judgeStructure(view: SiteView): Finding[] {
  return [...judgeInlinks(view), ...judgeDepth(view), ...judgeWaste(view), ...judgeSpeed(view), ...judgeTraps(view)];
}

function judgeInlinks(view: SiteView): Finding[] {
  return view.pages.flatMap((page, at): Finding[] => {
    if (view.indexable[at] !== true || page.path_key === '') return [];
    const links = view.inlinks[at] ?? 0;
    if (links === 0) return judgeOrphan(view, at);
    if (view.followedInlinks[at] === 0) {
      return [finding('link.nofollow-only', at, { detail: `${counted(links, 'link')}, all nofollow` })];
    }
    const isLonely = links === 1 && (view.depth[at] ?? 0) > 2 && !isPartOfList(page);
    return isLonely ? [finding('link.one-inlink', at, {})] : [];
  });
}

function judgeOrphan({ completeness, listed }: SiteView, at: number): Finding[] {
  if (!completeness.is_complete) return [];
  const known = listed.has(at) ? 'a sitemap' : 'an earlier crawl, an import or a canonical';
  return [finding('link.orphan', at, { detail: `known from ${known}` })];
}

/** As deep as a site of its size with lists of its length has to be, and two more. */
function judgeDepth(view: SiteView): Finding[] {
  const pages = view.html.filter(Boolean).length;
  const ownLinks = [...view.ownLinks].filter((_, at) => view.html[at] === true);
  const spread = Math.max(2, median(ownLinks));
  const most = Math.max(DEEP_MIN, Math.ceil(Math.log(Math.max(2, pages)) / Math.log(spread)) + 2);
  return view.pages.flatMap((_, at) => {
    const clicks = view.depth[at] ?? -1;
    return view.indexable[at] === true && clicks > most
      ? [finding('link.deep', at, { detail: `${clicks} clicks` })]
      : [];
  });
}

function judgeWaste(view: SiteView): Finding[] {
  let wasted = 0;
  let all = 0;
  for (const [at, page] of view.pages.entries()) {
    const weight = view.rank[at] ?? 0;
    if (page.outcome === 'left') continue;
    all += weight;
    if (view.indexable[at] !== true && (view.html[at] === true || page.outcome !== 'read')) wasted += weight;
  }
  const share = all === 0 ? 0 : wasted / all;
  if (share <= WASTE_MAX) return [];
  return [finding('link.waste', -1, { detail: `${Math.round(share * 100)}% of it` })];
}

/** Templates rather than pages: a single slow answer may be the crawler's own. */
function judgeSpeed(view: SiteView): Finding[] {
  const times = new Map<string, number[]>();
  const all: number[] = [];
  const isTimed = (at: number): boolean => view.html[at] === true && view.pages[at]?.outcome === 'read';
  for (const [at, page] of view.pages.entries()) {
    if (!isTimed(at)) continue;
    all.push(page.response_ms);
    const known = times.get(view.template[at] ?? '');
    if (known === undefined) times.set(view.template[at] ?? '', [page.response_ms]);
    else known.push(page.response_ms);
  }
  const usual = median(all);
  const slow = new Set(
    [...times].flatMap(([template, each]) => {
      const middle = median(each);
      return each.length >= SLOW_READS_MIN && middle > SLOW_MS && middle > usual * SLOW_TIMES ? [template] : [];
    }),
  );
  return view.pages.flatMap((page, at) => {
    const cause = view.template[at] ?? '';
    return isTimed(at) && slow.has(cause)
      ? [finding('perf.slow', at, { cause, detail: `${(page.response_ms / 1000).toFixed(1)} s` })]
      : [];
  });
}

function judgeTraps(view: SiteView): Finding[] {
  return view.pages.flatMap(({ outcome, note }, at) =>
    outcome === 'trapped' ? [finding('trap.parameters', at, { cause: view.template[at] ?? '', detail: note })] : [],
  );
}
