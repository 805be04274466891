import { agree, counted } from '../../../kernel/grammar.ts';
import type { KnownPage } from '../../../ports/links.ts';
import type { PageClicks } from '../../../rankings/page-clicks.ts';
import type { Standing } from '../../../study/standing.ts';
import { buildAddressKey } from '../../../text/address.ts';
import type { RefreshReport } from './report.ts';

type Merge = NonNullable<RefreshReport['redirect_or_merge']>;

export interface MergeEvidence {
  readonly url: string;
  readonly standing: Standing;
  readonly clicks: PageClicks | null;
  /** As sent, or on this result page. */
  readonly rank: number | null;
  /** What the index knows of the page and of those that may compete with it. */
  readonly known: readonly KnownPage[];
}

interface Rival {
  readonly url: string;
  readonly position: number | null;
  readonly seen: NonNullable<Standing['others']>[number] | undefined;
  readonly shown: { readonly clicks: number; readonly impressions: number } | undefined;
}

/** A page that showed less often than this for the search takes nothing from the other. Our own figures. */
const SHOWN_SHARE = 0.1;
const SHOWN_MIN = 10;

/** Other own pages that may compete: those on this result page, on earlier ones, and those that showed in the caller's console. */
export function listRivals({ url, standing, clicks }: Pick<MergeEvidence, 'url' | 'standing' | 'clicks'>): Rival[] {
  const rows = new Map<string, Rival>();
  for (const seen of standing.others ?? [])
    rows.set(buildAddressKey(seen.url), { url: seen.url, position: seen.position, seen, shown: undefined });
  const least = clicks === null ? 0 : Math.max(SHOWN_MIN, SHOWN_SHARE * sumImpressions(clicks));
  for (const shown of clicks?.rivals ?? []) {
    const key = buildAddressKey(shown.url);
    const row = rows.get(key) ?? { url: shown.url, position: null, seen: undefined };
    if (rows.has(key) || shown.impressions >= least) rows.set(key, { ...row, shown });
  }
  rows.delete(buildAddressKey(url));
  return [...rows.values()].toSorted((one, other) => weigh(other) - weigh(one));
}

/** All that the site had for the search. */
function sumImpressions({ search, rivals }: PageClicks): number {
  return rivals.reduce((sum, { impressions }) => sum + impressions, search?.impressions ?? 0);
}

/** On this result page before shown in the console before seen on earlier checks; of each the one with more. */
function weigh({ position, shown, seen }: Rival): number {
  if (position !== null) return 1e12 - position;
  return (shown?.impressions ?? 0) * 1000 + (seen?.checks ?? 0);
}

/** What to do about the own page that competes most; null where none does. Pages that already lead to this one do not compete. */
export function judgeMerge(evidence: MergeEvidence): Merge | null {
  const known = new Map(evidence.known.map((page) => [page.url, page]));
  const own = buildAddressKey(evidence.url);
  const leads = (rival: Rival): boolean =>
    [known.get(rival.url)?.redirect_url, known.get(rival.url)?.canonical_url].some(
      (to) => to !== undefined && to !== null && buildAddressKey(to) === own,
    );
  const [first, ...others] = listRivals(evidence).filter((rival) => !leads(rival));
  if (first === undefined) return null;
  const facts = known.get(first.url);
  const stronger = compare(first, evidence, facts, known.get(evidence.url));
  const action = chooseAction(first, facts);
  return {
    url: first.url,
    position: first.position,
    action,
    stronger,
    advice: advise(first, action, stronger, { theirs: facts, own: known.get(evidence.url) }),
    evidence: describe(first, facts, evidence.clicks),
    others: others.map(({ url }) => url),
  };
}

const GONE: ReadonlySet<number | null | undefined> = new Set([404, 410]);

function chooseAction({ position, shown }: Rival, facts: KnownPage | undefined): Merge['action'] {
  if (GONE.has(facts?.status_code)) return 'redirect_gone_page';
  return position !== null || shown !== undefined ? 'decide' : 'check';
}

/** Each sign that is known of both pages has one vote. */
function compare(
  rival: Rival,
  { rank, clicks }: MergeEvidence,
  theirs: KnownPage | undefined,
  own: KnownPage | undefined,
): Merge['stronger'] {
  const votes = [
    rival.position === null && rank === null ? 0 : Math.sign((rival.position ?? Infinity) - (rank ?? Infinity)),
    clicks?.search == null || rival.shown === undefined ? 0 : Math.sign(clicks.search.clicks - rival.shown.clicks),
    theirs === undefined || own === undefined ? 0 : Math.sign(own.referring_domains - theirs.referring_domains),
  ];
  const sum = votes.reduce((total, vote) => total + vote, 0);
  return sum === 0 ? null : sum > 0 ? 'this_page' : 'other_page';
}

function advise(
  { url }: Rival,
  action: Merge['action'],
  stronger: Merge['stronger'],
  { theirs, own }: { readonly theirs: KnownPage | undefined; readonly own: KnownPage | undefined },
): string {
  if (action === 'redirect_gone_page')
    return `Redirect ${url} to this page permanently: it is gone, and it has ranked for this search.`;
  if (action === 'check')
    return `Check whether ${url} still competes. If it does, decide which of the two should rank.`;
  if (stronger === null)
    return 'Neither page is clearly stronger. Give each a search of its own, or move the content of one to the other and redirect it.';
  const loser = stronger === 'this_page' ? theirs : own;
  const links = loser?.referring_domains ?? 0;
  const kept =
    links === 0
      ? ''
      : ` ${counted(links, 'domain')} ${agree(links, 'links', 'link')} to the page that you would redirect, so the redirect has to be permanent.`;
  return stronger === 'this_page'
    ? `This page is the stronger one. Move what is worth keeping from ${url} to it and redirect that page, or give that page a search of its own.${kept}`
    : `${url} is the stronger one. Move what is worth keeping from this page to it and redirect this page, or give this page a search of its own.${kept}`;
}

function describe(
  { url, position, seen, shown }: Rival,
  facts: KnownPage | undefined,
  clicks: PageClicks | null,
): string[] {
  return [
    position === null ? undefined : `${url}: position ${position} on this result page`,
    seen === undefined || seen.of === 1
      ? undefined
      : `${url}: on ${seen.checks} of ${counted(seen.of, 'result page')}, last at position ${seen.last_position} on ${seen.last_seen_at.slice(0, 10)}`,
    shown === undefined || clicks === null ? undefined : describeShown(shown, clicks),
    facts === undefined ? undefined : `${url}: links from ${counted(facts.referring_domains, 'domain')}`,
    facts !== undefined && GONE.has(facts.status_code) ? `A crawl got ${facts.status_code}.` : undefined,
  ].filter((row) => row !== undefined);
}

function describeShown(shown: NonNullable<Rival['shown']>, { days, search }: PageClicks): string {
  const own = search === null ? '' : `; this page has ${search.clicks} and ${search.impressions}`;
  return `Search Console, ${days} days: ${counted(shown.clicks, 'click')} and ${counted(shown.impressions, 'impression')} for this search${own}`;
}
