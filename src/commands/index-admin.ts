import { openIndex } from '../compose/indexes.ts';
import { type Flags, readConfig } from '../config.ts';
import { closingAfter } from '../kernel/closing.ts';
import type { IndexStats, RebuildStep } from '../ports/index.ts';
import { version } from '../version.ts';
import { chosenIndex } from './chosen-workspace.ts';
import { stoppable } from './stop-signal.ts';
import { bar, columns, processTerminal, ProgressLine } from './terminal.ts';

export interface IndexFlags extends Flags {
  readonly json?: boolean;
  readonly workspace?: string;
}

export async function indexStats(flags: IndexFlags): Promise<void> {
  const config = readConfig(version, flags);
  const terminal = processTerminal(config.color);
  const indexId = await chosenIndex(config, flags.workspace);
  const stats = await stoppable((signal) =>
    closingAfter(async (closing) =>
      closing.add(await openIndex(config, indexId)).admin.stats(AbortSignal.any([signal, AbortSignal.timeout(60_000)])),
    ),
  );
  terminal.out(flags.json === true ? JSON.stringify(stats) : columns(rows(stats)));
}

export async function indexRebuild(flags: IndexFlags): Promise<void> {
  const config = readConfig(version, flags);
  const terminal = processTerminal(config.color);
  const indexId = await chosenIndex(config, flags.workspace);
  const progress = new ProgressLine(terminal);
  const show = (step: RebuildStep): void =>
    progress.show(`${bar(step.percent / 100)} ${Math.round(step.percent)} %  ${step.name}`);
  const report = await stoppable((signal) =>
    closingAfter(async (closing) => closing.add(await openIndex(config, indexId)).admin.rebuild(show, signal)),
  ).finally(() => progress.end());
  const seconds = (report.duration_ms / 1000).toFixed(1);
  terminal.out(
    `Authority of ${report.domains} domains, ${report.hosts} hosts and ${report.pages} pages from ${report.edges} links, in ${seconds} s.`,
  );
}

function rows(stats: IndexStats): string[][] {
  const number = (value: number): string => value.toLocaleString('en-US');
  return [
    ['Pages', number(stats.pages)],
    ['  with text', number(stats.documents)],
    ['Hosts', number(stats.hosts)],
    ['Domains', number(stats.domains)],
    ['Links', number(stats.links)],
    ['  to other domains', number(stats.external_links)],
    ['Terms', number(stats.terms)],
    ['On disk', `${(stats.bytes_on_disk / 1e6).toFixed(1)} MB`],
    ['Oldest read', stats.oldest_fetch ?? 'nothing read yet'],
    ['Newest read', stats.newest_fetch ?? 'nothing read yet'],
    ['Authority', stats.authority_computed_at ?? 'not computed yet'],
  ];
}
