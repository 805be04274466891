import type { ImageRecord } from '../ports/crawl-records.ts';
import { pageAddress } from '../web/url.ts';
import { followAddress } from './follow-list.ts';
import type { Run } from './run.ts';

/**
 * Asks whether the images that pages show exist, and how large they are; those on most pages first. None is read, robots.txt
 * and the pace of every host are kept, and what looks gone is asked for a second time after all the others.
 */
export async function checkImages(run: Run, signal: AbortSignal): Promise<void> {
  const { recorder, list } = run.parts;
  if (recorder === undefined || list !== undefined || run.settings.depth_max === 0 || signal.aborted) return;
  // A crawl takes twice as long at the most.
  const limit = Math.min(run.limits.images_max, run.fetched);
  if (limit === 0) return;
  try {
    const first = await askAll(run, await recorder.shownImages(run.state.id, limit, signal), signal);
    const gone = first.filter(({ status }) => status === 404 || status === 410).map(({ url }) => url);
    const second = await askAll(run, gone, signal);
    await recorder.images(run.state.id, [...first.filter(({ url }) => !gone.includes(url)), ...second]);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function askAll(run: Run, urls: readonly string[], signal: AbortSignal): Promise<readonly ImageRecord[]> {
  const records: ImageRecord[] = [];
  for (const url of urls) {
    const host = run.hosts.get(pageAddress(url)?.host_key ?? '');
    await run.turn(host, signal);
    const { answer, end } = await followAddress(run, host, url, signal);
    if (answer === undefined || !ANSWERS.has(end)) continue;
    const { status, headers } = answer;
    const bytes = Number(headers['content-length'] ?? 0);
    records.push({ url, observed_at: run.parts.clock(), status, bytes: Number.isSafeInteger(bytes) ? bytes : 0 });
  }
  return records;
}

/** What else comes may be about the crawler, or about today. */
const ANSWERS: ReadonlySet<string> = new Set(['read', 'dead']);
