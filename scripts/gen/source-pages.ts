import { joinWords, withinSentence } from '../../src/kernel/grammar.ts';
import { type Capability, capabilities } from '../../src/ports/capabilities.ts';
import {
  type DefinedSource,
  limitVariables,
  neededSettings,
  type SourceSetting,
} from '../../src/ports/define-source.ts';

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
    `Provides: ${capabilityList(source)}. Its name in \`SEAMARK_SOURCES\` and \`meta.sources\` is \`${source.name}\`.`,
    ...seeing(source),
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
  return isWhole || parts.length === 0 ? withinSentence(title) : joinWords(parts);
}

function seeing({ sees, methods }: DefinedSource): string[] {
  return [...methods.keys()].flatMap((capability) => {
    const seen = sees[capability];
    if (seen === undefined) return [];
    if (capability === 'assistants') return ['', `It answers for: ${seen.join(', ')}.`];
    const title = withinSentence(capabilities[capability].title);
    return ['', `For ${title}, it returns: ${seen.join(', ')}. Anything else is unknown in its answers, not absent.`];
  });
}

function spending(source: DefinedSource): string[] {
  const { usd_per_day } = source;
  if (usd_per_day === undefined) return [];
  return [
    `Seamark spends at most ${usd_per_day} USD a day (UTC) on this source, unless you set \`${limitVariables(source).usd_per_day}\` or \`SEAMARK_USD_PER_DAY\`. \`?dry_run=true\` shows the price of a call before you make it.`,
    '',
  ];
}

function keeping(source: DefinedSource): string {
  const { keep_days, docs, methods } = source;
  if (methods.size === 0) {
    return `Seamark keeps what you import in your index indefinitely, for your workspace alone. The terms are at <${docs.terms}>.`;
  }
  const days =
    keep_days === undefined
      ? 'Seamark keeps answers in your index indefinitely.'
      : keep_days === 0
        ? 'Seamark keeps no answers: every call asks again.'
        : `Seamark keeps answers for ${keep_days} days.`;
  return `${days} The terms at <${docs.terms}> say what you may keep; set \`${limitVariables(source).keep_days}\` to change it.`;
}

function limitRows(source: DefinedSource): string[] {
  const { usd_per_day, keep_days, methods } = source;
  if (methods.size === 0) return [];
  const variables = limitVariables(source);
  return [
    ...(usd_per_day === undefined
      ? []
      : [`| \`${variables.usd_per_day}\` | \`${usd_per_day}\` | Maximum USD a day to spend on this source. |`]),
    `| \`${variables.keep_days}\` | ${keep_days === undefined ? '–' : `\`${keep_days}\``} | Days to keep its answers; 0 keeps none. |`,
  ];
}

function settingRow([name, { preset, what }]: [string, SourceSetting]): string {
  return `| \`${name}\` | ${preset === undefined ? 'required' : preset === '' ? '–' : `\`${preset}\``} | ${what} |`;
}

function neededLines(source: DefinedSource): string[] {
  const needed = new Set(neededSettings(source));
  const settings = Object.entries(source.settings).filter(([name]) => needed.has(name));
  return settings.map(([name, { example }]) => `export ${name}=${example ?? '…'}`);
}

function neededNames({ connected_by }: DefinedSource): string {
  return connected_by.map((names) => names.map((name) => `\`${name}\``).join(', ')).join(', or ');
}
