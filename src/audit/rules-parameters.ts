import { joinWords } from '../kernel/grammar.ts';
import type { SitePage } from '../ports/site-facts.ts';
import { firstPageOf } from './list-pages.ts';
import type { Finding } from './rule.ts';
import { finding } from './rules-answers.ts';
import type { SiteView } from './view.ts';

/** Fewer combinations are a search form that somebody has linked to. */
const FACETS_MIN = 20;
/** Combinations for each value of the filter that has the most: of what depends on each other there is one. */
const COMBINED_MIN = 2;
const NAMES_MAX = 20;

/** What parameters make of the addresses of a site. */
export function judgeParameters(view: SiteView): Finding[] {
  return [...judgeOrder(view), ...judgeFacets(view)];
}

interface Queried {
  readonly at: number;
  readonly pairs: readonly string[];
}

interface Grouping {
  readonly takes: (at: number) => boolean;
  readonly pathOf: (page: SitePage) => string;
}

/** Pages by their address without its parameters; those without any are left out. */
function groupQueried({ pages }: SiteView, { takes, pathOf }: Grouping): Iterable<readonly Queried[]> {
  const groups = new Map<string, Queried[]>();
  for (const [at, page] of pages.entries()) {
    if (!page.path_key.includes('?') || !takes(at)) continue;
    const [way = '', query = ''] = pathOf(page).split('?', 2);
    const pairs = query.split('&').filter((pair) => pair !== '');
    const key = page.host_key + way;
    const known = groups.get(key);
    if (pairs.length === 0) continue;
    if (known === undefined) groups.set(key, [{ at, pairs }]);
    else known.push({ at, pairs });
  }
  return groups.values();
}

/** The same parameters in another order; the address that most pages link to is the one to keep. */
function judgeOrder(view: SiteView): Finding[] {
  const pathOf = ({ path_key }: SitePage): string => path_key;
  const groups = groupQueried(view, { takes: (at) => view.indexable[at] === true, pathOf });
  return [...groups].flatMap((queried) => {
    const several = queried.filter(({ pairs }) => pairs.length > 1);
    return [...Map.groupBy(several, ({ pairs }) => pairs.toSorted().join('&')).values()].flatMap((same) => {
      const [kept, ...others] = same.toSorted((one, other) => linksTo(view, other) - linksTo(view, one));
      const cause = view.pages[kept?.at ?? -1]?.url ?? '';
      return others.map(({ at }) => finding('param.order', at, { cause, detail: `the same as ${cause}` }));
    });
  });
}

function linksTo({ inlinks }: SiteView, { at }: Queried): number {
  return inlinks[at] ?? 0;
}

/** Filters of a list that combine with each other, as far as crawlers may follow them. */
function judgeFacets(view: SiteView): Finding[] {
  // The further pages of a filtered list are those of one filter.
  const pathOf = (page: SitePage): string => firstPageOf(page) ?? page.path_key;
  const groups = groupQueried(view, { takes: (at) => isOpenToCrawlers(view, at), pathOf });
  return [...groups].flatMap((queried) => {
    if (queried.length < FACETS_MIN) return [];
    const lists = queried.map(({ at, pairs }) => ({ at, values: valuesOf(pairs) }));
    const facets = listFacets(lists.map(({ values }) => values));
    const found = lists.filter(({ values }) => facets.filter((name) => values.has(name)).length > 1);
    if (found.length < FACETS_MIN) return [];
    const cause = (view.pages[found[0]?.at ?? -1]?.url ?? '').split('?', 1)[0] ?? '';
    const detail = `${joinWords(facets)} combine to ${found.length.toLocaleString('en-US')} URLs`;
    return found.map(({ at }) => finding('trap.facets', at, { cause, detail }));
  });
}

function isOpenToCrawlers({ pages, blocked, followedInlinks }: SiteView, at: number): boolean {
  const outcome = pages[at]?.outcome;
  if (blocked[at] === true || outcome === 'trapped') return false;
  return outcome !== 'left' || (followedInlinks[at] ?? 0) > 0;
}

type Values = ReadonlyMap<string, string>;

function valuesOf(pairs: readonly string[]): Values {
  return new Map(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [name, value.join('=')];
    }),
  );
}

/**
 * Names of parameters that work alone, and with each other: whoever picks a colour and then a size. Of the id of a topic and of
 * its board neither stands alone, and each topic is on one board.
 */
function listFacets(lists: readonly Values[]): readonly string[] {
  const alone = new Set(lists.flatMap((values) => (values.size === 1 ? [...values.keys()] : [])));
  const names = [...alone].toSorted().slice(0, NAMES_MAX);
  const facets = new Set<string>();
  for (const [place, name] of names.entries()) {
    for (const other of names.slice(place + 1)) if (combine(lists, name, other)) facets.add(name).add(other);
  }
  return [...facets].toSorted();
}

function combine(lists: readonly Values[], name: string, other: string): boolean {
  const both = lists.flatMap((values) => {
    const [one, two] = [values.get(name), values.get(other)];
    return one === undefined || two === undefined ? [] : [[one, two] as const];
  });
  const pairs = new Set(both.map((pair) => pair.join('&'))).size;
  const [ones, others] = [new Set(both.map(([one]) => one)).size, new Set(both.map(([, two]) => two)).size];
  return pairs > 0 && pairs >= COMBINED_MIN * Math.max(ones, others);
}
