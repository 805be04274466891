import { AppError } from '../../../kernel/errors.ts';
import type { Ports } from '../../../ports/sources.ts';
import type { ReadPage } from '../../../text/reading/reading.ts';
import { readHost } from '../../../web/url.ts';
import type { RefreshReport } from './report.ts';

type Dead = RefreshReport['freshness_signals']['dead_links'][number];

export interface CheckedLinks {
  readonly checked: number;
  readonly dead: readonly Dead[];
}

const LINKS_MAX = 10;
const GONE = new Set([404, 410]);

/** The name by which robots.txt files address us. */
const USER_AGENT = 'Seamark';

type Fetch = Pick<Ports['fetch'], 'page' | 'robots'>;

/**
 * Asks for the first links in the text to other sites, as their robots.txt allows, one of a host at a time, and names those that
 * lead nowhere. What could not be reached is not called dead.
 */
export async function checkLinks(page: ReadPage, fetch: Fetch, signal: AbortSignal): Promise<CheckedLinks> {
  const links = page.external_links.slice(0, LINKS_MAX);
  const hosts = Map.groupBy(links, ({ url }) => readHost(url) ?? url);
  const told = (await Promise.all([...hosts.values()].map((group) => askInTurn(group, fetch, signal)))).flat();
  return {
    checked: told.length,
    dead: told
      .filter(({ status }) => GONE.has(status))
      .map(({ url, text, status }) => ({ url, text, status, why: `The server answered ${status}.` })),
  };
}

interface Told {
  readonly url: string;
  readonly text: string;
  readonly status: number;
}

async function askInTurn(links: ReadPage['external_links'], fetch: Fetch, signal: AbortSignal): Promise<Told[]> {
  const told: Told[] = [];
  for (const { url, text } of links) {
    // oxlint-disable-next-line no-await-in-loop -- One host is asked for one page at a time.
    const status = await askFor(url, fetch, signal);
    if (status !== undefined) told.push({ url, text, status });
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
