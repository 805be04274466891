import { openService, type Service } from '../compose.ts';
import { type Flags, readConfig } from '../config.ts';
import { closingAfter } from '../kernel/closing.ts';
import type { CapabilityReport, SourceReport, SourceTest } from '../ports/source-reports.ts';
import { version } from '../version.ts';
import { stoppable } from './stop-signal.ts';
import { columns, processTerminal, styled, type Terminal } from './terminal.ts';

export interface SourceFlags extends Flags {
  readonly json?: boolean;
}

export async function listSources(flags: SourceFlags): Promise<void> {
  const reports = await withService(flags, ({ account }) => account.sources.list());
  print(flags, { capabilities: reports }, (terminal) =>
    reports.map((report) => describeCapability(terminal, report)).join('\n\n'),
  );
}

/** Ends with 1 when a source does not answer. */
export async function testSources(name: string | undefined, flags: SourceFlags): Promise<void> {
  const tests = await withService(flags, async ({ account, keys }, signal) =>
    account.sources.test(await keys.operator(), name, signal),
  );
  const none = 'No external sources are connected. `seamark sources` lists what you can connect.';
  print(flags, { tests }, (terminal) =>
    tests.length === 0 ? none : tests.map((test) => describeTest(terminal, test)).join('\n'),
  );
  if (tests.some(({ ok }) => !ok)) process.exitCode = 1;
}

function withService<Result>(
  flags: SourceFlags,
  work: (service: Service, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(version, flags);
  return stoppable((signal) =>
    closingAfter(async (closing) => work(closing.add(await openService(config, { role: 'command' })), signal)),
  );
}

function print(flags: SourceFlags, answer: unknown, text: (terminal: Terminal) => string): void {
  const terminal = processTerminal(flags.color !== false && process.stdout.isTTY);
  terminal.out(flags.json === true ? JSON.stringify(answer, null, 2) : text(terminal));
}

function describeCapability(
  terminal: Terminal,
  { capability, title, sources, available, ways }: CapabilityReport,
): string {
  const served =
    sources.length === 0
      ? ['  not connected']
      : columns(sources.map(rowOf))
          .split('\n')
          .map((line) => `  ${line}`);
  const more = available.map(
    ({ title: name, settings }) => `  ${styled(terminal, 'dim', `+ ${name}: set ${settings.join(' and ')}`)}`,
  );
  return [
    styled(terminal, 'bold', `${title} (${capability})`),
    ...served,
    ...ways.map((way) => `  ${way}`),
    ...more,
  ].join('\n');
}

function rowOf(source: SourceReport): string[] {
  const { usd_today, usd_per_day, requests_today, failures_today, last_failure } = source;
  const isFree = !source.is_external || (usd_today === 0 && usd_per_day === null);
  const spent = isFree
    ? 'free'
    : `${usd_today.toFixed(4)} USD today${usd_per_day === null ? '' : ` of ${usd_per_day}`}`;
  const asked = source.is_external ? `${requests_today} requests, ${failures_today} failed` : '';
  const state = source.is_resting ? 'paused after failures' : (last_failure?.reason ?? '');
  return [source.source, source.sees.join(', '), spent, asked, state];
}

function describeTest(terminal: Terminal, { source, ok, message, fix, duration_ms }: SourceTest): string {
  const mark = ok ? styled(terminal, 'green', 'ok  ') : styled(terminal, 'red', 'FAIL');
  const line = `${mark}  ${source}  ${message} (${duration_ms} ms)`;
  return fix === null ? line : `${line}\n      → ${fix}`;
}
