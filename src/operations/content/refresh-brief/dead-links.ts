import { AppError } from '../../../kernel/errors.ts';
import { definePageTask, type Task } from '../../../kernel/task.ts';
import type { KnownPage } from '../../../ports/links.ts';
import type { Ports } from '../../../ports/sources.ts';
import type { ReadPage } from '../../../text/reading/reading.ts';
import { cleanText } from '../../../text/normalize.ts';
import { listContentLinks } from '../../../web/main-content/content-links.ts';
import { isSameAddress, readHost, registrableDomain } from '../../../web/url.ts';
import type { RefreshReport } from './report.ts';

type Dead = RefreshReport['freshness_signals']['dead_links'][number];

export interface CheckedLinks {
  /** Links in the text, each address once. */
  readonly all: number;
  /** Of these, links of which it is known where they lead: asked now, or seen by a crawl. */
  readonly checked: number;
  readonly dead: readonly Dead[];
}

interface TextLink {
  readonly url: string;
  readonly text: string;
}

const INTERNAL_MAX = 200;
const TEXT_MAX = 200;

/** The links in the main content of a page that lead to other pages of its site. */
export const listInternalLinks: Task<{ readonly html: string; readonly url: string }, readonly TextLink[]> =
  definePageTask(import.meta.url, 'listInternalLinks', ({ html, url: own }) =>
    listContentLinks(html, own)
      .filter(({ url }) => siteOf(url) === siteOf(own) && !isSameAddress(url, own))
      .slice(0, INTERNAL_MAX)
      .map(({ url, text }) => ({ url, text: cleanText(text, TEXT_MAX) })),
  );

function siteOf(url: string): string {
  return registrableDomain(readHost(url) ?? '');
}

/** Links of each kind that are asked for, those to other sites and those within the site. */
const ASKED_MAX = 10;
const GONE: ReadonlySet<number | null> = new Set([404, 410]);

/** The name by which robots.txt files address us. */
const USER_AGENT = 'Seamark';

type Fetch = Pick<Ports['fetch'], 'page' | 'robots'>;

interface LinksOfPage {
  readonly page: ReadPage;
  readonly internal: readonly TextLink[];
  /** What a crawl knows of the internal ones. */
  readonly known: readonly KnownPage[];
}

/**
 * Names links in the text that lead nowhere: the first ones to other sites, and those within the site that a crawl found gone or
 * never saw. Each is asked for as its robots.txt allows, one of a host at a time. What could not be reached is not called dead.
 */
export async function checkLinks(
  { page, internal, known }: LinksOfPage,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<CheckedLinks> {
  const crawled = new Map(known.filter(({ fetched_at }) => fetched_at !== null).map((each) => [each.url, each]));
  const isGone = ({ url }: TextLink): boolean => GONE.has(crawled.get(url)?.status_code ?? null);
  const doubtful = internal
    .filter((link) => isGone(link) || !crawled.has(link.url))
    .toSorted((one, other) => Number(isGone(other)) - Number(isGone(one)));
  const asked = [...page.external_links.slice(0, ASKED_MAX), ...doubtful.slice(0, ASKED_MAX)];
  const hosts = Map.groupBy(asked, ({ url }) => readHost(url) ?? url);
  const told = (await Promise.all([...hosts.values()].map((group) => askInTurn(group, fetch, signal)))).flat();
  const answered = new Set(told.map(({ url }) => url));
  const remembered = internal.flatMap((link): Told[] => {
    const seen = answered.has(link.url) ? undefined : crawled.get(link.url);
    return seen?.status_code == null ? [] : [{ ...link, status: seen.status_code, seen_at: seen.fetched_at }];
  });
  const all = [...told, ...remembered];
  const isOwn = new Set(internal.map(({ url }) => url));
  return {
    all: page.external_links.length + internal.length,
    checked: all.length,
    dead: all.filter(({ status }) => GONE.has(status)).map((each) => describeDead(each, isOwn.has(each.url))),
  };
}

function describeDead({ url, text, status, seen_at }: Told, is_internal: boolean): Dead {
  const why = seen_at === null ? `The server answered ${status}.` : `A crawl got ${status} on ${seen_at.slice(0, 10)}.`;
  return { url, text, status, is_internal, why };
}

interface Told extends TextLink {
  readonly status: number;
  /** When a crawl saw it; null for what was asked now. */
  readonly seen_at: string | null;
}

async function askInTurn(links: readonly TextLink[], fetch: Fetch, signal: AbortSignal): Promise<Told[]> {
  const told: Told[] = [];
  for (const { url, text } of links) {
    // oxlint-disable-next-line no-await-in-loop -- One host is asked for one page at a time.
    const status = await askFor(url, fetch, signal);
    if (status !== undefined) told.push({ url, text, status, seen_at: null });
  }
  return told;
}

/** Undefined where nobody answers, or nobody may ask. */
async function askFor(url: string, fetch: Fetch, signal: AbortSignal): Promise<number | undefined> {
  try {
    const { allowed } = await fetch.robots({ url, user_agent: USER_AGENT });
    if (allowed !== true) return undefined;
    return (await fetch.page({ url, accept: ['text/html', 'application/xhtml+xml'] })).status;
  } catch (thrown) {
    if (signal.aborted || !(thrown instanceof AppError)) throw thrown;
    return undefined;
  }
}
