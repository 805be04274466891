import type { ExternalRecord } from '../ports/crawl-records.ts';
import { hostOfKey, pageAddress } from '../web/url.ts';
import { type Followed, followAddress } from './follow-list.ts';
import type { ProgressTeller } from './progress.ts';
import type { Run } from './run.ts';

/**
 * Asks whether the pages of other sites that this one links to still exist. No page is read, robots.txt and the pace of
 * every host are kept, and what looks gone is asked for a second time after all the others.
 */
export async function checkExternalLinks(run: Run, progress: ProgressTeller, signal: AbortSignal): Promise<void> {
  const { recorder } = run.parts;
  if (recorder === undefined || run.settings.external_links !== true || signal.aborted) return;
  const urls = await recorder.externalLinks(run.state.id, run.limits.external_max, signal);
  const first = await askAll(run, progress, urls, signal);
  await recorder.externals(run.state.id, first);
  const gone = first.filter(({ is_gone }) => is_gone).map(({ url }) => url);
  await recorder.externals(run.state.id, await askAll(run, progress, gone, signal));
}

/** Hosts side by side, and the addresses of each one after another. */
async function askAll(
  run: Run,
  progress: ProgressTeller,
  urls: readonly string[],
  signal: AbortSignal,
): Promise<readonly ExternalRecord[]> {
  const hosts = [...Map.groupBy(urls, (url) => pageAddress(url)?.host_key ?? '').values()];
  const records: ExternalRecord[] = [];
  const work = async (): Promise<void> => {
    for (let own = hosts.shift(); own !== undefined; own = hosts.shift()) {
      for (const url of own) {
        if (signal.aborted) return;
        const record = await ask(run, url, signal);
        if (record !== undefined) records.push(record);
        run.checking = urls.length - records.length;
        progress.tell();
      }
    }
  };
  run.checking = urls.length;
  await Promise.all(Array.from({ length: run.settings.concurrency }, work));
  run.checking = 0;
  return records;
}

async function ask(run: Run, url: string, signal: AbortSignal): Promise<ExternalRecord | undefined> {
  const address = pageAddress(url);
  if (address === undefined) return undefined;
  const host = run.hosts.get(address.host_key);
  let followed: Followed;
  try {
    await run.turn(host, signal);
    followed = await followAddress(run, host, url, signal);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
  const status = followed.steps.at(-1)?.status ?? 0;
  const note = followed.is_unknown_host ? `no host ${hostOfKey(address.host_key)}` : followed.note;
  return { url, observed_at: run.parts.clock(), status, is_gone: isGone(followed, status), note };
}

/** What else fails may be about us, or about today. */
function isGone({ is_unknown_host }: Followed, status: number): boolean {
  return is_unknown_host || status === 404 || status === 410;
}
