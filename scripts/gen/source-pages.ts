import { joinWords } from '../../src/kernel/grammar.ts';
import { type Capability, capabilities } from '../../src/ports/capabilities.ts';
import { type DefinedSource, type SourceSetting, variableName } from '../../src/ports/define-source.ts';

const MARK = '<!-- Written by `npm run gen`. Do not edit. -->';

/** The page of one source: what it gives, what it costs, how to get a key, the lines for the environment. */
export function sourcePage(source: DefinedSource): string {
  const { docs, settings, failures } = source;
  const fixes = Object.entries(failures).flatMap(([code, { fix }]) =>
    fix === undefined ? [] : [`| \`${code}\` | ${fix} |`],
  );
  return [
    MARK,
    `# ${source.title}`,
    '',
    docs.gives,
    '',
    `Serves ${capabilityList(source)}. In \`SEAMARK_SOURCES\` and \`meta.sources\` it is \`${source.name}\`.`,
    ...(source.sees.length === 0
      ? []
      : ['', `Sees: ${source.sees.join(', ')}. Anything else is unknown in its answers, not absent.`]),
    '',
    '## What it costs',
    '',
    docs.costs,
    '',
    ...spending(source),
    '## How to connect it',
    '',
    docs.access,
    '',
    '```sh',
    ...neededLines(source),
    '```',
    '',
    'Then run `seamark sources test ' + source.name + '`.',
    '',
    '| Variable | Default | Meaning |',
    '| --- | --- | --- |',
    ...Object.entries(settings).map(settingRow),
    ...limitRows(source),
    '',
    '## What is kept',
    '',
    keeping(source),
    '',
    ...(fixes.length === 0 ? [] : ['## When it fails', '', '| Answer | What to do |', '| --- | --- |', ...fixes, '']),
  ].join('\n');
}

/** The list of all sources, by kind of data. */
export function sourceIndex(definitions: readonly DefinedSource[], guide: string): string {
  const rows = definitions.map(
    (source) =>
      `| [${source.title}](${source.name}.md) | ${capabilityList(source)} | ${source.usd_per_day === undefined ? 'free' : 'paid'} | ${neededNames(source)} |`,
  );
  return [
    MARK,
    guide.trim(),
    '',
    '## All sources',
    '',
    '| Source | Serves | Price | Connected by |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

function capabilityList({ methods, is_console }: DefinedSource): string {
  const offered = [...methods].map(([capability, names]) => offeredTitle(capability, names));
  return [...offered, ...(is_console ? ['rankings of your own sites'] : [])].join(', ');
}

/** The kind of data, or the part of it that is offered. */
function offeredTitle(capability: Capability, offered: readonly string[]): string {
  const { title, methods } = capabilities[capability];
  const names = Object.entries(methods);
  const parts = names.flatMap(([name, method]) => (offered.includes(name) && 'title' in method ? [method.title] : []));
  const isWhole = names.every(([name, { mode }]) => mode === 'stored' || offered.includes(name));
  return isWhole || parts.length === 0 ? title.toLowerCase() : joinWords(parts);
}

function spending({ name, usd_per_day }: DefinedSource): string[] {
  if (usd_per_day === undefined) return [];
  return [
    `Seamark spends at most ${usd_per_day} USD a day on it, in UTC, unless you set \`SEAMARK_${variableName(name)}_USD_PER_DAY\` or \`SEAMARK_USD_PER_DAY\`. \`?dry_run=true\` shows the price of a call before you make it.`,
    '',
  ];
}

function keeping({ name, keep_days, docs, methods }: DefinedSource): string {
  if (methods.size === 0) {
    return `What you import is kept in your index without a time limit, for your workspace alone. The terms stand at <${docs.terms}>.`;
  }
  const days =
    keep_days === undefined
      ? 'Answers are kept in your index without a time limit.'
      : keep_days === 0
        ? 'Answers are not kept: every call asks again.'
        : `Answers are kept for ${keep_days} days.`;
  return `${days} The terms at <${docs.terms}> decide what you may keep; \`SEAMARK_${variableName(name)}_KEEP_DAYS\` changes it.`;
}

function limitRows({ name, usd_per_day, keep_days, methods }: DefinedSource): string[] {
  if (methods.size === 0) return [];
  const variable = variableName(name);
  return [
    ...(usd_per_day === undefined
      ? []
      : [`| \`SEAMARK_${variable}_USD_PER_DAY\` | \`${usd_per_day}\` | Maximum USD a day to spend on this source. |`]),
    `| \`SEAMARK_${variable}_KEEP_DAYS\` | ${keep_days === undefined ? '–' : `\`${keep_days}\``} | Days to keep its answers; 0 keeps none. |`,
  ];
}

function settingRow([name, { preset, what }]: [string, SourceSetting]): string {
  return `| \`${name}\` | ${preset === undefined ? 'required' : preset === '' ? '–' : `\`${preset}\``} | ${what} |`;
}

function neededLines({ settings, connected_by }: DefinedSource): string[] {
  return (connected_by[0] ?? []).map((name) => `export ${name}=${exampleOf(settings, name)}`);
}

function exampleOf(settings: DefinedSource['settings'], name: string): string {
  return Object.entries(settings).find(([known]) => known === name)?.[1].example ?? '…';
}

function neededNames({ connected_by }: DefinedSource): string {
  return connected_by.map((names) => names.map((name) => `\`${name}\``).join(', ')).join(', or ');
}
