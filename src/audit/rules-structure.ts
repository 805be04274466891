import { counted } from '../kernel/grammar.ts';
import type { Finding } from './rule.ts';
import { finding } from './rules-answers.ts';
import { isGenericText } from '../text/generic-anchors.ts';
import { isPartOfList } from './list-pages.ts';
import { median, type SiteView } from './view.ts';

const WASTE_MAX = 0.1;
/** Of the lost weight: the pages that take the rest are many, and take little each. */
const WASTE_TOLD = 0.8;
const WASTE_PAGES_MAX = 1000;
const SLOW_MS = 1500;
const SLOW_TIMES = 2;
const SLOW_READS_MIN = 3;
/** Sites of fewer pages have nothing deep. */
const DEEP_MIN = 4;

/** How the pages of a site hang together: orphans, depth, weight that is lost; templates that answer slowly. */
export function judgeStructure(view: SiteView): Finding[] {
  return [
    ...judgeInlinks(view),
    ...judgeUnderlinked(view),
    ...judgeAnchors(view),
    ...judgeDepth(view),
    ...judgeWaste(view),
    ...judgeSpeed(view),
    ...judgeTraps(view),
  ];
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

/** Among the pages that other sites link to most, and among those that the site itself links to least. */
function judgeUnderlinked(view: SiteView): Finding[] {
  const { pages, indexable, rank, inlinks } = view;
  const open = pages.flatMap((_, at) => (indexable[at] === true ? [at] : []));
  if (open.length < UNDERLINKED_PAGES_MIN) return [];
  const hosts = Uint32Array.from(open, (at) => pages[at]?.referring_hosts ?? 0).sort();
  const ranks = Float64Array.from(open, (at) => rank[at] ?? 0).sort();
  const hosts_min = Math.max(1, hosts[Math.floor(open.length * (1 - STRONG_SHARE))] ?? 1);
  const rank_max = ranks[Math.floor(open.length * WEAK_SHARE)] ?? 0;
  return open.flatMap((at) => {
    const page = pages[at];
    const links = inlinks[at] ?? 0;
    if (page === undefined || page.path_key === '' || links === 0) return [];
    if (page.referring_hosts < hosts_min || (rank[at] ?? 0) >= rank_max) return [];
    const [outside, inside] = [counted(page.referring_hosts, 'other site'), counted(links, 'page')];
    const detail = `linked from ${outside}, and from ${inside} of this one`;
    return [finding('link.underlinked', at, { detail })];
  });
}

/** Of fewer pages all are linked to much alike. */
const UNDERLINKED_PAGES_MIN = 20;
const STRONG_SHARE = 0.2;
const WEAK_SHARE = 0.4;

/** One text in the links to several pages; two addresses of one page are one. */
function judgeAnchors({ facts, pages, html }: SiteView): Finding[] {
  const heirOf = (at: number): number => {
    const page = pages[at];
    const heir = (page?.outcome === 'moved' ? page.moved_to : page?.canonical) ?? -1;
    return heir >= 0 ? heir : at;
  };
  return facts.shared_anchors.flatMap(({ text, sources, targets }) => {
    const ends = [...new Set(targets.map(heirOf))].filter((at) => html[at] === true);
    if (ends.length < ANCHOR_TARGETS_MIN) return [];
    const [first, second] = ends.map((at) => pages[at]?.url);
    const detail = `leads to ${ends.length} pages, such as ${first} and ${second}`;
    return sources.flatMap((at) =>
      html[at] !== true || isGenericText(text, pages[at]?.language)
        ? []
        : [finding('link.anchor-same-text', at, { item: text, cause: text, detail })],
    );
  });
}

const ANCHOR_TARGETS_MIN = 3;

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

/** The pages that most of the lost weight ends on, the heaviest first. */
function judgeWaste(view: SiteView): Finding[] {
  const ends: number[] = [];
  let wasted = 0;
  let all = 0;
  for (const [at, page] of view.pages.entries()) {
    const weight = view.rank[at] ?? 0;
    if (page.outcome === 'left') continue;
    all += weight;
    if (view.indexable[at] === true || (view.html[at] !== true && page.outcome === 'read')) continue;
    ends.push(at);
    wasted += weight;
  }
  if (wasted <= all * WASTE_MAX) return [];
  const heaviest = ends.toSorted((one, other) => (view.rank[other] ?? 0) - (view.rank[one] ?? 0) || one - other);
  const findings: Finding[] = [];
  let told = 0;
  for (const at of heaviest) {
    if (told >= wasted * WASTE_TOLD || findings.length === WASTE_PAGES_MAX) break;
    const weight = view.rank[at] ?? 0;
    told += weight;
    findings.push(finding('link.waste', at, { detail: detailOfWaste(view, at, weight / all) }));
  }
  return findings;
}

function detailOfWaste({ inlinks, pages, html, blocked }: SiteView, at: number, share: number): string {
  const page = pages[at];
  const kind =
    html[at] === true ? (page?.noindex === true ? 'noindex' : 'another canonical') : `status ${page?.status}`;
  const why = blocked[at] === true ? 'blocked by robots.txt' : kind;
  return `${(share * 100).toFixed(1)}% of the weight, linked from ${counted(inlinks[at] ?? 0, 'page')}, ${why}`;
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
