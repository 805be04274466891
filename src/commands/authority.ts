import { counted } from '../kernel/grammar.ts';
import type { IndexAdmin, RebuildReport, RebuildStep } from '../ports/index.ts';
import { orStopped, Stopped } from './stop-signal.ts';
import { bar, ProgressLine, type Terminal } from './terminal.ts';

/**
 * Brings authority and links up to date, as commands do that have added to the index. False when it was stopped.
 *
 * @param wantLater notes when the service is to do what is left
 */
export async function computeAuthority(
  index: { readonly admin: Pick<IndexAdmin, 'update'> },
  wantLater: (at: Date) => Promise<void>,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<boolean> {
  const progress = new ProgressLine(terminal);
  const show = (step: RebuildStep): void => progress.show(`${bar(step.percent / 100)} ${step.name}`);
  let report: RebuildReport;
  try {
    report = await orStopped(signal, () => index.admin.update(show, signal));
  } catch (thrown) {
    if (thrown instanceof Stopped) return false;
    throw thrown;
  } finally {
    progress.end();
  }
  if (report.whole_due_at !== undefined) await wantLater(report.whole_due_at);
  terminal.out(toldOf(report));
  return true;
}

/** What a command says of a rebuild that followed on it. */
export function toldOf({ domains, hosts, pages, edges, whole_due_at }: RebuildReport): string {
  if (whole_due_at !== undefined) {
    return 'Links are up to date. An index of this size computes authority once a day; run `seamark index rebuild` to compute it now.';
  }
  const sizes = [counted(domains, 'domain'), counted(hosts, 'host'), counted(pages, 'page')].join(', ');
  return `Authority computed for ${sizes} from ${counted(edges, 'link')}.`;
}
