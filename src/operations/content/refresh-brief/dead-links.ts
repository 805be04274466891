import { AppError } from '../../../kernel/errors.ts';
import type { Ports } from '../../../ports/sources.ts';
import type { ReadPage } from '../../../text/reading/reading.ts';
import type { RefreshReport } from './report.ts';

type Dead = RefreshReport['freshness_signals']['dead_links'][number];

export interface CheckedLinks {
  readonly checked: number;
  readonly dead: readonly Dead[];
}

const LINKS_MAX = 10;
const GONE = new Set([404, 410]);

/** Asks for the first links in the text to other sites, and names those that lead nowhere. What could not be reached is not called dead. */
export async function checkLinks(
  page: ReadPage,
  fetch: Pick<Ports['fetch'], 'page'>,
  signal: AbortSignal,
): Promise<CheckedLinks> {
  const links = page.external_links.slice(0, LINKS_MAX);
  const answers = await Promise.all(
    links.map(async ({ url, text }) => {
      try {
        const { status } = await fetch.page({ url, accept: ['text/html', 'application/xhtml+xml'] });
        return { url, text, status };
      } catch (thrown) {
        if (signal.aborted || !(thrown instanceof AppError)) throw thrown;
        return undefined;
      }
    }),
  );
  const told = answers.filter((answer) => answer !== undefined);
  return {
    checked: told.length,
    dead: told
      .filter(({ status }) => GONE.has(status))
      .map(({ url, text, status }) => ({ url, text, status, why: `The server answered ${status}.` })),
  };
}
