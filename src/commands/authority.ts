import type { Index } from '../compose/indexes.ts';
import { counted } from '../kernel/grammar.ts';
import type { RebuildReport, RebuildStep } from '../ports/index.ts';
import { orStopped, Stopped } from './stop-signal.ts';
import { bar, ProgressLine, type Terminal } from './terminal.ts';

/** Computes authority from all that is in the index, as commands do that have added to it. False when it was stopped. */
export async function computeAuthority(index: Index, terminal: Terminal, signal: AbortSignal): Promise<boolean> {
  const progress = new ProgressLine(terminal);
  const show = (step: RebuildStep): void => progress.show(`${bar(step.percent / 100)} ${step.name}`);
  let report: RebuildReport;
  try {
    report = await orStopped(signal, () => index.admin.rebuild(show, signal));
  } catch (thrown) {
    if (thrown instanceof Stopped) return false;
    throw thrown;
  } finally {
    progress.end();
  }
  const sizes = [counted(report.domains, 'domain'), counted(report.hosts, 'host'), counted(report.pages, 'page')].join(
    ', ',
  );
  terminal.out(`Authority computed for ${sizes} from ${counted(report.edges, 'link')}.`);
  return true;
}
