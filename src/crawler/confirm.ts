import type { ProgressTeller } from './progress.ts';
import type { Run } from './run.ts';
import { readAgain } from './visit.ts';
import { sleep } from './wake.ts';

/**
 * Fetches pages that fail, or keep search engines out, once more before the crawl ends: a deployment in its midst would
 * otherwise be told as a hundred dead pages. What was fine before gets a while to come back.
 */
export async function confirmSuspects(run: Run, progress: ProgressTeller, signal: AbortSignal): Promise<void> {
  const { recorder } = run.parts;
  if (recorder === undefined) return;
  await run.ledger.commit();
  const { confirm_max, confirm_ms } = run.limits;
  const suspects = await recorder.suspects(run.state.id, confirm_max, signal);
  for (const [at, suspect] of suspects.entries()) {
    if (signal.aborted) return;
    run.confirming = suspects.length - at;
    progress.tellLast();
    const due = suspect.was_good ? suspect.observed_at.getTime() + confirm_ms : 0;
    await sleep(Math.max(0, due - run.now()), signal).catch(() => undefined);
    if (!signal.aborted) await readAgain(run, suspect, signal);
  }
  run.confirming = 0;
  await run.ledger.commit();
}
