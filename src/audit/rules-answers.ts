import { counted } from '../kernel/grammar.ts';
import type { SitePage } from '../ports/site-facts.ts';
import type { Finding } from './rule.ts';
import type { SiteView } from './view.ts';

/** Above this share of refusals an audit is about the firewall, and not about the site. */
const REFUSED_SHARE_MAX = 0.2;
const TO_HOME_MIN = 5;

/** What servers answered: dead pages, failures, redirects. */
export function judgeAnswers(view: SiteView): Finding[] {
  return [
    ...judgeDead(view),
    ...judgeRefusals(view),
    ...judgeRedirects(view),
    ...judgeTemporary(view),
    ...judgeLinks(view),
    ...judgeGoneLinks(view),
  ];
}

/** An address that nothing leads to may be dead without harm; what leads to it shows once the whole site was read. */
function judgeDead(view: SiteView): Finding[] {
  return view.pages.flatMap((page, at): Finding[] => {
    const { outcome, status, note, url } = page;
    if (outcome === 'error') return [finding('index.status-5xx', at, { detail: `status ${status}` })];
    const sources = view.inlinks[at] ?? 0;
    const isKnown = !view.completeness.is_complete || sources > 0 || view.listed.has(at) || page.referring_hosts > 0;
    if (outcome === 'failed' && isKnown) return [finding('fetch.failed', at, { detail: note })];
    if (outcome !== 'dead' || !isKnown) return [];
    const detail = `status ${status}, ${counted(sources, 'page')} of the site ${sources === 1 ? 'links' : 'link'} to it`;
    return [finding('index.status-4xx', at, { cause: url, detail })];
  });
}

function judgeRefusals({ pages, completeness: { refused, read } }: SiteView): Finding[] {
  const findings = pages.flatMap(({ outcome, status }, at) =>
    outcome === 'refused' ? [finding('fetch.refused', at, { detail: `status ${status}` })] : [],
  );
  if (!isRefused({ refused, read })) return findings;
  return [...findings, finding('crawl.blocked', -1, { detail: `${refused} of ${refused + read} answers refused it` })];
}

export function isRefused({ refused, read }: { readonly refused: number; readonly read: number }): boolean {
  return refused > 0 && refused / (refused + read) > REFUSED_SHARE_MAX;
}

interface Walk {
  /** Pages from the first to the last that is known. */
  readonly way: readonly number[];
  readonly is_loop: boolean;
}

function walkFrom(view: SiteView, start: number): Walk {
  const way = [start];
  for (let at = start; ;) {
    const page = view.pages[at];
    if (page?.outcome !== 'moved' || page.moved_to < 0) return { way, is_loop: false };
    const next = page.moved_to;
    if (way.includes(next)) return { way, is_loop: true };
    way.push(next);
    at = next;
  }
}

function judgeRedirects(view: SiteView): Finding[] {
  const { pages } = view;
  const homeward = pages.flatMap((page, at) => {
    const target = page.outcome === 'moved' ? pages[page.moved_to] : undefined;
    return target?.path_key === '' && target.host_key === page.host_key ? [at] : [];
  });
  const found = pages.flatMap(({ outcome, note }, at): Finding[] => {
    if (outcome !== 'moved') return [];
    const { way, is_loop } = walkFrom(view, at);
    const last = pages[way.at(-1) ?? at];
    const detail = way.map((each) => pages[each]?.url ?? '').join(' → ');
    if (is_loop || note === 'redirect_loop') return [finding('redirect.loop', at, { detail })];
    return [
      ...(last !== undefined && isGone(last) ? [finding('redirect.broken', at, { cause: last.url, detail })] : []),
      ...(way.length > 2 ? [finding('redirect.chain', at, { cause: last?.url ?? '', detail })] : []),
    ];
  });
  if (homeward.length < TO_HOME_MIN) return found;
  return [...found, ...homeward.map((at) => finding('redirect.to-home', at, { cause: 'home', detail: '' }))];
}

/** The home page may send visitors on by their language, which is right to be temporary. */
function judgeTemporary({ facts, pages }: SiteView): Finding[] {
  const { temporary_redirects, crawl } = facts;
  return temporary_redirects.flatMap(({ page, since }) => {
    const from = pages[page];
    const days = Math.floor((crawl.started_at.getTime() - since.getTime()) / DAY_MS);
    if (from === undefined || from.path_key === '' || days < TEMPORARY_DAYS_MAX) return [];
    return [finding('redirect.temporary', page, { detail: `status ${from.status} for ${days} days` })];
  });
}

const DAY_MS = 86_400_000;
const TEMPORARY_DAYS_MAX = 30;

/** Links to what is dead or moved: one finding a pair of pages. A site may have millions, so those to one page share their texts. */
function judgeLinks({ pages, facts, html }: SiteView): Finding[] {
  const { source, target, template } = facts.links;
  const texts = new Map<number, LinkTexts>();
  const found: Finding[] = [];
  for (let link = 0; link < source.length; link += 1) {
    const page = source[link] ?? -1;
    const to = pages[target[link] ?? -1];
    if (to === undefined || html[page] !== true || (!isGone(to) && to.outcome !== 'moved')) continue;
    const isTemplate = template[link] === 1;
    const key = (target[link] ?? 0) * 2 + (isTemplate ? 1 : 0);
    const known = texts.get(key) ?? textsOf(pages, to, isTemplate);
    texts.set(key, known);
    const { rule, item, cause, detail } = known;
    found.push({ rule, page, item, cause, detail });
  }
  return found;
}

function judgeGoneLinks({ facts, html }: SiteView): Finding[] {
  return facts.gone_links.flatMap(({ page, url, detail }) =>
    html[page] === true ? [finding('link.broken-external', page, { item: url, cause: url, detail })] : [],
  );
}

type LinkTexts = Omit<Finding, 'page' | 'url'>;

function textsOf(pages: readonly SitePage[], to: SitePage, isTemplate: boolean): LinkTexts {
  const where = isTemplate ? 'in the navigation, header or footer' : 'in the text';
  const link = { item: to.url, cause: to.url };
  if (isGone(to)) return { rule: 'link.broken', ...link, detail: `status ${to.status}, ${where}` };
  const end = pages[to.moved_to]?.url ?? '';
  return { rule: 'redirect.linked', ...link, detail: end === '' ? where : `leads to ${end}, ${where}` };
}

export function isGone({ outcome }: Pick<SitePage, 'outcome'>): boolean {
  return outcome === 'dead' || outcome === 'error';
}

type Details = Partial<Pick<Finding, 'item' | 'cause' | 'detail' | 'url'>>;

/** A site may have millions: those of pages all have one shape. */
export function finding(rule: string, page: number, { item = '', cause = '', detail = '', url }: Details): Finding {
  return url === undefined ? { rule, page, item, cause, detail } : { rule, page, item, cause, detail, url };
}
