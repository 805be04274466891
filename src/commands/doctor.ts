import { type Config, environmentNames, type Flags, readConfig } from '../config.ts';
import { counted } from '../kernel/grammar.ts';
import { version } from '../version.ts';
import { inCommands } from './command-wording.ts';
import { checkBrowser } from './doctor/browser.ts';
import { checkControlDatabase, checkIndex } from './doctor/databases.ts';
import { checked, type Finding, ok } from './doctor/finding.ts';
import { checkDataFolder, checkMemory, checkNames, checkNode, checkOpenFiles } from './doctor/machine.ts';
import { checkPort } from './doctor/port.ts';
import { checkRisks, checkSettings, checkSources } from './doctor/settings.ts';
import { stoppable } from './stop-signal.ts';
import { columns, processTerminal, styled, type Terminal } from './terminal.ts';

/** Checks everything that the service needs, and says how to fix what is wrong. */
export async function doctor(flags: Flags & { readonly json?: boolean }): Promise<void> {
  const findings = await stoppable(() => examine(flags));
  const terminal = processTerminal(flags.color !== false && process.stdout.isTTY);
  const failed = findings.filter(({ state }) => state === 'fail').length;
  if (flags.json === true) terminal.out(JSON.stringify({ ok: failed === 0, version, findings: findings.map(wire) }));
  else terminal.out(report(terminal, findings));
  if (failed > 0) process.exitCode = 1;
}

async function examine(flags: Flags): Promise<readonly Finding[]> {
  const machine = [ok('seamark', version), checkNode(), checkMemory(), ...(await checkOpenFiles())];
  const settings = checkSettings(environmentNames());
  let config: Config | undefined;
  const wrong = await checked('settings', 'docs/configuration.md lists every setting.', () => {
    config = readConfig(version, flags);
    return Promise.resolve([]);
  });
  if (config === undefined) return [...machine, ...settings, ...wrong];
  return [...machine, ...settings, ...(await examineWith(config))];
}

async function examineWith(config: Config): Promise<readonly Finding[]> {
  const folder = await checkDataFolder(config.data_dir);
  const canWrite = folder.every(({ state }) => state !== 'fail');
  const [database, index, port, names, browser] = await Promise.all([
    canWrite || config.database_url !== undefined ? checkControlDatabase(config) : [],
    canWrite || config.clickhouse_url !== undefined ? checkIndex(config) : [],
    checkPort(config, version),
    checkNames(),
    checkBrowser(config),
  ]);
  return [
    ...checkRisks(config),
    ...folder,
    ...database,
    ...index,
    ...checkSources(config),
    ...browser,
    ...chosenOrder(config),
    names,
    ...port,
  ];
}

/** A capability missing from SEAMARK_SOURCES keeps its default; one listed without a source is off. */
function chosenOrder({ sources: chosen }: Config): readonly Finding[] {
  if (chosen.size === 0) return [];
  const list = [...chosen].map(
    ([capability, names]) => `${capability}: ${names.length === 0 ? 'off' : names.join(', ')}`,
  );
  return [ok('source order', list.join('; '))];
}

const MARKS = { ok: ['ok  ', 'green'], warn: ['warn', 'yellow'], fail: ['FAIL', 'red'] } as const;

function report(terminal: Terminal, findings: readonly Finding[]): string {
  const table = columns(findings.map(({ name, detail }) => [name, detail])).split('\n');
  const lines = findings.flatMap(({ state, fix }, at) => {
    const [mark, style] = MARKS[state];
    const line = `${styled(terminal, style, mark)}  ${table[at] ?? ''}`;
    return fix === undefined ? [line] : [line, `      → ${inCommands(fix)}`];
  });
  return [...lines, '', verdict(findings)].join('\n');
}

function verdict(findings: readonly Finding[]): string {
  const count = (wanted: Finding['state']): number => findings.filter(({ state }) => state === wanted).length;
  const failed = count('fail');
  const warned = count('warn');
  if (failed > 0)
    return `${counted(failed, 'failure')}, ${counted(warned, 'warning')}. Fix the failures before you start the service.`;
  return warned > 0 ? `${counted(warned, 'warning')}; the service can run.` : 'All is well.';
}

function wire({ fix, ...finding }: Finding): Record<string, unknown> {
  return { ...finding, fix: fix ?? null };
}
